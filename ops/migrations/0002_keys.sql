-- Keys to the HTTP interface. What is stored of a key's secret is its SHA-256. A key is proposed with the digests of its
-- secrets, and becomes valid with the event that says it was made; so does everything else that becomes of it. So no crash
-- leaves a key that no event tells of, or one that an event has ended.
--
-- `line` is the first key of the line in which each took another's place, null for that one itself: a command that was sent
-- under the one and is sent again under the other is carried out once. `personal` lets an auditor read sealed text about
-- persons. `maker` is who made the key, an administrator or `machine`, until its person has exchanged it for one of their
-- own by the code that was made with it; until then the two count as one person. `last_used` is a day, in UTC.
CREATE TABLE public.api_keys (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    digest bytea NOT NULL CHECK (length(digest) = 32),
    role text NOT NULL CHECK (role IN ('administrator', 'director', 'player', 'auditor', 'feed-reader')),
    person text COLLATE "C",
    tournament text COLLATE "C",
    label text NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    line text COLLATE "C" REFERENCES public.api_keys (id),
    personal boolean NOT NULL DEFAULT false,
    maker text COLLATE "C" CHECK (maker = 'machine' OR maker ~ '^[0-9a-f-]{36}$'),
    code_digest bytea CHECK (code_digest IS NULL OR (length(code_digest) = 32 AND person IS NOT NULL)),
    is_proposed boolean NOT NULL DEFAULT false,
    last_used date,
    CHECK (person IS NOT NULL OR role NOT IN ('director', 'player')),
    CHECK (NOT personal OR role = 'auditor')
);
ALTER TABLE public.api_keys ALTER COLUMN digest SET STATISTICS 0, ALTER COLUMN label SET STATISTICS 0;

-- What is known of one API key.
CREATE FUNCTION public.scoresheet_api_key(wanted text) RETURNS SETOF public.api_keys
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.* FROM public.api_keys k WHERE k.id = wanted AND NOT k.is_proposed;
$$;

-- Whose key is shown, where it is an administrator's for all tournaments, and valid; no row where it is not.
CREATE FUNCTION public.scoresheet_administrator(shown_id text, shown_secret bytea) RETURNS SETOF public.api_keys
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.* FROM public.api_keys k
        WHERE k.id = shown_id AND k.digest = sha256(shown_secret) AND k.role = 'administrator'
            AND k.tournament IS NULL AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
$$;

-- A key that is to be made, by whoever shows an administrator's own key: so the service can make none for itself. False
-- where that key may not. What was proposed and never made goes after a day.
CREATE FUNCTION public.scoresheet_propose_key(
    shown_id text, shown_secret bytea,
    new_id text, new_digest bytea, new_code_digest bytea, new_role text, new_person text, new_tournament text,
    new_label text, new_expires_at timestamptz, new_personal boolean, new_line text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.api_keys k WHERE k.is_proposed AND k.made_at < now() - interval '1 day';
    INSERT INTO public.api_keys (id, digest, code_digest, role, person, tournament, label, made_at, expires_at, personal,
            line, maker, is_proposed)
        SELECT new_id, new_digest, CASE WHEN new_person <> k.person THEN new_code_digest END, new_role, new_person,
            new_tournament, new_label, now(), new_expires_at, new_personal, new_line, nullif(k.person, new_person), true
        FROM public.scoresheet_administrator(shown_id, shown_secret) k
        WHERE k.person IS NOT NULL AND coalesce(k.maker, 'machine') = 'machine';
    RETURN FOUND;
END
$$;

-- A key of their own that the person of this one is to have in its place. False where the code is not that key's, or the
-- key is not valid.
CREATE FUNCTION public.scoresheet_propose_exchange(old_id text, code bytea, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.api_keys (id, digest, role, person, tournament, label, made_at, expires_at, line, personal,
            is_proposed)
        SELECT new_id, new_digest, k.role, k.person, k.tournament, k.label, now(), k.expires_at, coalesce(k.line, k.id),
            k.personal, true
        FROM public.api_keys k
        WHERE k.id = old_id AND k.code_digest = sha256(code) AND k.maker IS NOT NULL AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    RETURN FOUND;
END
$$;

-- The label may name somebody, so no event tells of it. False where the key shown may not, or there is none to label.
CREATE FUNCTION public.scoresheet_label_key(shown_id text, shown_secret bytea, wanted text, new_label text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE public.api_keys k SET label = new_label
        FROM public.scoresheet_administrator(shown_id, shown_secret) WHERE k.id = wanted AND NOT k.is_proposed;
    RETURN FOUND;
END
$$;

CREATE FUNCTION public.scoresheet_note_key_use(used text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.api_keys k SET last_used = (now() AT TIME ZONE 'UTC')::date
        WHERE k.id = used AND k.last_used IS DISTINCT FROM (now() AT TIME ZONE 'UTC')::date;
$$;

CREATE FUNCTION public.scoresheet_key_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    told jsonb := convert_from(NEW.state, 'UTF8')::jsonb -> 'event';
BEGIN
    IF NEW.topic LIKE 'access.key-made.%' THEN
        UPDATE public.api_keys k SET is_proposed = false WHERE k.id = told ->> 'key';
    ELSIF NEW.topic LIKE 'access.key-expiry-set.%' THEN
        UPDATE public.api_keys k SET expires_at = least(k.expires_at, (told ->> 'expires_at')::timestamptz)
            WHERE k.id = told ->> 'key';
    ELSIF NEW.topic LIKE 'access.key-revoked.%' THEN
        UPDATE public.api_keys k SET revoked_at = coalesce(k.revoked_at, now()) WHERE k.id = told ->> 'key';
    ELSIF NEW.topic LIKE 'access.key-exchanged.%' THEN
        UPDATE public.api_keys k SET is_proposed = false
            FROM public.api_keys former
            WHERE k.id = told ->> 'successor' AND former.id = told ->> 'key' AND former.revoked_at IS NULL;
        UPDATE public.api_keys k SET revoked_at = coalesce(k.revoked_at, now())
            WHERE k.id = told ->> 'key' OR told -> 'others_ended' ? k.id;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER key_with_event AFTER INSERT ON public.events
    FOR EACH ROW WHEN (NEW.stream = 'access') EXECUTE FUNCTION public.scoresheet_key_with_event();

-- The keys of a record that is merged end with the event, in its transaction. Taking the merge back makes none of them
-- valid again: its person is given new ones.
CREATE FUNCTION public.scoresheet_merge_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now())
        WHERE person = substr(NEW.stream, length('person-') + 1);
    RETURN NULL;
END
$$;

CREATE TRIGGER merge_with_event AFTER INSERT ON public.events
    FOR EACH ROW WHEN (NEW.topic LIKE 'person.merged.%') EXECUTE FUNCTION public.scoresheet_merge_with_event();

GRANT EXECUTE ON FUNCTION public.scoresheet_api_key, public.scoresheet_propose_key, public.scoresheet_propose_exchange,
    public.scoresheet_label_key, public.scoresheet_note_key_use TO scoresheet_service;
