-- Erasing is effective at once, in the transaction of its event: no login is given the key any more. It is gone from
-- the server's files after upkeep by the owner (`scoresheet erasures finish`), which writes down here when.
CREATE TABLE public.erasures (
    person text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    erased_at timestamptz NOT NULL,
    gone_at timestamptz
);

INSERT INTO public.erasures (person, position, erased_at)
    SELECT substr(e.stream, length('person-') + 1), min(e.position), min(public.scoresheet_recorded_at(e.state))
    FROM public.events e WHERE e.topic LIKE 'person.erased.%' GROUP BY e.stream;

GRANT SELECT ON public.erasures TO scoresheet_service;

CREATE OR REPLACE FUNCTION public.scoresheet_erase_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    erased text := substr(NEW.stream, length('person-') + 1);
BEGIN
    PERFORM public.scoresheet_erase(erased);
    INSERT INTO public.erasures (person, position, erased_at) VALUES (erased, NEW.position, now()) ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- PostgreSQL keeps samples of what columns hold, in a table of its own that outlives the rows. It takes none of keys,
-- secrets and sealed text; those it has taken go with setting the column's type, which changes nothing else.
ALTER TABLE public.person_keys ALTER COLUMN key SET STATISTICS 0, ALTER COLUMN key TYPE bytea;
ALTER TABLE public.chance_secrets ALTER COLUMN secret SET STATISTICS 0, ALTER COLUMN secret TYPE bytea;
ALTER TABLE public.api_keys
    ALTER COLUMN digest SET STATISTICS 0, ALTER COLUMN digest TYPE bytea,
    ALTER COLUMN label SET STATISTICS 0, ALTER COLUMN label TYPE text;
ALTER TABLE public.events ALTER COLUMN state SET STATISTICS 0, ALTER COLUMN state TYPE bytea;
ALTER TABLE public.commands ALTER COLUMN answer SET STATISTICS 0, ALTER COLUMN answer TYPE bytea;
