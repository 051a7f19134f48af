-- What is being loaded beside the running service, so that it can tell how far that is; no row: nothing. Who loads works
-- as the owner.
CREATE TABLE public.loading (
    what text COLLATE "C" PRIMARY KEY,
    done bigint NOT NULL CHECK (done >= 0),
    total bigint NOT NULL CHECK (total >= done)
);

GRANT SELECT ON public.loading TO scoresheet_service;
