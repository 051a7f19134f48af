-- When the database was backed up last, and when a backup was last tried out: up to which position, and what was wrong.
CREATE TABLE public.safekeeping (
    what text COLLATE "C" PRIMARY KEY CHECK (what IN ('backup', 'drill')),
    done_at timestamptz NOT NULL DEFAULT now(),
    position bigint NOT NULL,
    problems text[] NOT NULL DEFAULT '{}'
);
GRANT SELECT ON public.safekeeping TO scoresheet_service;
