-- An erasure is asked for, and takes effect when another administrator confirms it or the time to stop it is over. Until
-- then its row says when that will be; one that is stopped has none.
ALTER TABLE public.erasures
    ALTER COLUMN erased_at DROP NOT NULL,
    ADD COLUMN requested_at timestamptz,
    ADD COLUMN due_at timestamptz;

CREATE FUNCTION public.scoresheet_note_erasure() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    asked text := substr(NEW.stream, length('person-') + 1);
BEGIN
    IF NEW.topic LIKE 'person.erasure-requested.%' THEN
        INSERT INTO public.erasures (person, position, requested_at, due_at)
            SELECT asked, NEW.position, now(),
                (convert_from(NEW.state, 'UTF8')::jsonb #>> '{event,due_at}')::timestamptz
            ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM public.erasures e WHERE e.person = asked AND e.erased_at IS NULL;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER note_erasure AFTER INSERT ON public.events
    FOR EACH ROW WHEN (NEW.topic LIKE 'person.erasure-%') EXECUTE FUNCTION public.scoresheet_note_erasure();

CREATE OR REPLACE FUNCTION public.scoresheet_erase_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    erased text := substr(NEW.stream, length('person-') + 1);
BEGIN
    PERFORM public.scoresheet_erase(erased);
    INSERT INTO public.erasures AS e (person, position, erased_at) VALUES (erased, NEW.position, now())
        ON CONFLICT (person) DO UPDATE SET position = EXCLUDED.position, erased_at = EXCLUDED.erased_at
        WHERE e.erased_at IS NULL;
    RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION public.scoresheet_note_erasure FROM PUBLIC;
