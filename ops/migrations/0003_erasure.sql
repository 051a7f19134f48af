-- The keys of sealed personal text. One that is null was destroyed: the person is erased, and nothing can be sealed for
-- them again.
CREATE TABLE public.person_keys (
    person text COLLATE "C" PRIMARY KEY,
    key bytea CHECK (length(key) = 32)
);
ALTER TABLE public.person_keys ALTER COLUMN key SET STATISTICS 0;

-- An erasure is asked for, and takes effect when another administrator confirms it or the time to stop it is over. Until
-- then its row says when that will be; one that is stopped has none. It is effective at once, in the transaction of its
-- event: no login is given the key any more. It is gone from the server's files after upkeep by the owner (`scoresheet
-- erasures finish`), which writes down here when.
CREATE TABLE public.erasures (
    person text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    erased_at timestamptz,
    gone_at timestamptz,
    requested_at timestamptz,
    due_at timestamptz
);
GRANT SELECT ON public.erasures TO scoresheet_service;

-- The start looks for erased persons whose keys a restored table has brought back; this finds the erasures in a long log.
CREATE INDEX events_erased ON public.events (stream) WHERE topic LIKE 'person.erased.%';

-- The key of one person; null where there is none, or no longer. On an older snapshot a destroyed key would still
-- be seen, so none is read there.
CREATE FUNCTION public.scoresheet_person_key(wanted text) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
        RAISE EXCEPTION 'keys of persons are read under READ COMMITTED';
    END IF;
    RETURN (SELECT k.key FROM public.person_keys k WHERE k.person = wanted);
END
$$;

-- The key of one person: the proposed one where there was none, and null for somebody erased.
CREATE FUNCTION public.scoresheet_make_person_key(wanted text, proposed bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.person_keys (person, key) VALUES (wanted, proposed) ON CONFLICT DO NOTHING;
    RETURN public.scoresheet_person_key(wanted);
END
$$;

-- The key of the person's sealed text is destroyed, and so are the person's API keys, with their labels.
CREATE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.person_keys (person, key) VALUES (erased, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL;
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now()), label = '' WHERE person = erased;
$$;

-- Erasing takes effect with the event, in its transaction: no crash leaves one without the other.
CREATE FUNCTION public.scoresheet_erase_with_event() RETURNS trigger
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

CREATE TRIGGER erase_with_event AFTER INSERT ON public.events
    FOR EACH ROW WHEN (NEW.topic LIKE 'person.erased.%') EXECUTE FUNCTION public.scoresheet_erase_with_event();

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

GRANT EXECUTE ON FUNCTION public.scoresheet_make_person_key TO scoresheet_service;
GRANT EXECUTE ON FUNCTION public.scoresheet_person_key TO scoresheet_service, scoresheet_projections;
