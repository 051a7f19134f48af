-- The link by which whoever starts the service first comes in, while nobody is an administrator yet. Its digest stands
-- here; it goes with its use, with any administrator's key, and after its time.
CREATE TABLE public.first_links (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    expires_at timestamptz NOT NULL
);

CREATE FUNCTION public.scoresheet_first_link(shown bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM public.first_links l WHERE l.digest = sha256(shown) AND l.expires_at > now())
        AND NOT EXISTS (SELECT FROM public.api_keys k WHERE k.role = 'administrator' AND NOT k.is_proposed);
$$;

-- The first administrator's own key, for whoever shows the link, which is used up by it. It is valid with the event that
-- it was made. False where the link is none any more.
CREATE FUNCTION public.scoresheet_propose_first(shown bytea, new_id text, new_digest bytea, new_person text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT public.scoresheet_first_link(shown) THEN
        RETURN false;
    END IF;
    DELETE FROM public.first_links l WHERE l.digest = sha256(shown);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO public.api_keys (id, digest, role, person, label, made_at, is_proposed)
        VALUES (new_id, new_digest, 'administrator', new_person, '', now(), true);
    RETURN true;
END
$$;

-- A key that is to be made by whoever shows a session of an administrator's own key that began within the last hour: so a
-- browser that was left open makes none.
CREATE FUNCTION public.scoresheet_propose_key_by_session(
    shown_session bytea, new_id text, new_digest bytea, new_code_digest bytea, new_role text, new_person text,
    new_tournament text, new_label text, new_expires_at timestamptz, new_personal boolean, new_line text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.api_keys k WHERE k.is_proposed AND k.made_at < now() - interval '1 day';
    INSERT INTO public.api_keys (id, digest, code_digest, role, person, tournament, label, made_at, expires_at, personal,
            line, maker, is_proposed)
        SELECT new_id, new_digest, CASE WHEN new_person <> k.person THEN new_code_digest END, new_role, new_person,
            new_tournament, new_label, now(), new_expires_at, new_personal, new_line, nullif(k.person, new_person), true
        FROM public.scoresheet_session(shown_session) s JOIN public.api_keys k ON k.id = s.key
        WHERE s.began_at > now() - interval '1 hour' AND k.role = 'administrator' AND k.tournament IS NULL
            AND k.person IS NOT NULL AND coalesce(k.maker, 'machine') = 'machine';
    RETURN FOUND;
END
$$;

-- A link of a player or a screen is also issued by an administrator whom the tournament names as its director.
CREATE OR REPLACE FUNCTION public.scoresheet_propose_link(
    shown_id text, shown_secret bytea, shown_session bytea,
    new_id text, new_link bytea, new_person text, new_tournament text, key_ends timestamptz, link_ends timestamptz
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.api_keys k WHERE k.is_proposed AND k.made_at < now() - interval '1 day';
    INSERT INTO public.api_keys (id, digest, role, person, tournament, label, made_at, expires_at, maker, is_proposed)
        SELECT new_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
            CASE WHEN new_person IS NULL THEN 'feed-reader' ELSE 'player' END, new_person, new_tournament, '',
            now(), key_ends, nullif(k.person, new_person), true
        FROM public.api_keys k
        WHERE (k.id = shown_id AND k.digest = sha256(shown_secret)
                OR k.id = (SELECT s.key FROM public.scoresheet_session(shown_session) s))
            AND k.role IN ('director', 'administrator') AND k.person IS NOT NULL
            AND coalesce(k.maker, 'machine') = 'machine'
            AND coalesce(k.tournament, new_tournament) = new_tournament AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO public.login_links (digest, key, is_for_loopback, expires_at)
        VALUES (sha256(new_link), new_id, false, link_ends);
    RETURN true;
END
$$;

-- A name and a password by which somebody logs in as whoever has a key; each key has one at most, and it ends with it.
-- `hash` is Argon2id's. Tries are counted for a quarter of an hour, also those with names that nobody has.
CREATE TABLE public.passwords (
    name text COLLATE "C" PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
    hash text NOT NULL CHECK (length(hash) < 400),
    key text COLLATE "C" NOT NULL UNIQUE REFERENCES public.api_keys (id) ON DELETE CASCADE,
    made_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);
CREATE TABLE public.password_tries (
    name bytea NOT NULL CHECK (length(name) = 32),
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX password_tries_of_name ON public.password_tries (name, at);
CREATE INDEX password_tries_at ON public.password_tries (at);

-- The hash of that name's password, null where nobody has the name; no row where it was tried too often.
CREATE FUNCTION public.scoresheet_try_password(shown_name text, most integer) RETURNS TABLE (hash text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    tried bytea := sha256(convert_to(shown_name, 'UTF8'));
BEGIN
    DELETE FROM public.password_tries t WHERE t.at < now() - interval '15 minutes';
    PERFORM pg_advisory_xact_lock(hashtextextended(shown_name, 0));
    IF (SELECT count(*) FROM public.password_tries t WHERE t.name = tried) >= most THEN
        RETURN;
    END IF;
    INSERT INTO public.password_tries (name) VALUES (tried);
    RETURN QUERY SELECT (SELECT p.hash FROM public.passwords p WHERE p.name = shown_name);
END
$$;

-- A session for whoever has shown to the service that they know the password with that hash. False where it has changed
-- meanwhile, or its key is not valid.
CREATE FUNCTION public.scoresheet_log_in_by_password(shown_name text, shown_hash text, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH used AS (
        UPDATE public.passwords p SET used_at = now() FROM public.api_keys k
            WHERE p.name = shown_name AND p.hash = shown_hash AND k.id = p.key AND NOT k.is_proposed
                AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
            RETURNING p.key
    )
    INSERT INTO public.sessions (id, digest, key) SELECT new_id, new_digest, used.key FROM used;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM public.password_tries t WHERE t.name = sha256(convert_to(shown_name, 'UTF8'));
    RETURN true;
END
$$;

-- Sets the password of the session's key, in the place of the one before; the other sessions of the key end. False where
-- there is no such session, or another key has that name.
CREATE FUNCTION public.scoresheet_set_password(shown_session bytea, new_name text, new_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own record;
BEGIN
    SELECT s.id, s.key INTO own FROM public.scoresheet_session(shown_session) s;
    IF NOT FOUND OR EXISTS (SELECT FROM public.passwords p WHERE p.name = new_name AND p.key <> own.key) THEN
        RETURN false;
    END IF;
    DELETE FROM public.passwords p WHERE p.key = own.key;
    INSERT INTO public.passwords (name, hash, key) VALUES (new_name, new_hash, own.key);
    DELETE FROM public.sessions s WHERE s.key = own.key AND s.id <> own.id;
    RETURN true;
END
$$;

-- The name of the session's key, where it has a password.
CREATE FUNCTION public.scoresheet_password_name(shown_session bytea) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT p.name FROM public.scoresheet_session(shown_session) s JOIN public.passwords p ON p.key = s.key;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_first_link, public.scoresheet_propose_first,
    public.scoresheet_propose_key_by_session, public.scoresheet_try_password, public.scoresheet_log_in_by_password,
    public.scoresheet_set_password, public.scoresheet_password_name FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_first_link, public.scoresheet_propose_first,
    public.scoresheet_propose_key_by_session, public.scoresheet_try_password, public.scoresheet_log_in_by_password,
    public.scoresheet_set_password, public.scoresheet_password_name TO scoresheet_service;
