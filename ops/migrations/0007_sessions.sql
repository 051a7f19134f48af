-- A session stands for an API key in one browser, and a link logs in once for the key that it was made for. Of both only
-- digests stand here. A session ends after twelve hours without use, after seven days, or with its key.
CREATE TABLE public.sessions (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
    key text COLLATE "C" NOT NULL REFERENCES public.api_keys (id) ON DELETE CASCADE,
    began_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_key ON public.sessions (key);

CREATE TABLE public.login_links (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    key text COLLATE "C" NOT NULL REFERENCES public.api_keys (id) ON DELETE CASCADE,
    is_for_loopback boolean NOT NULL,
    expires_at timestamptz NOT NULL
);

-- The session that this secret is, where it goes on.
CREATE FUNCTION public.scoresheet_session(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.* FROM public.sessions s JOIN public.api_keys k ON k.id = s.key
        WHERE s.digest = sha256(shown) AND s.used_at > now() - interval '12 hours'
            AND s.began_at > now() - interval '7 days' AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
$$;

CREATE FUNCTION public.scoresheet_note_session_use(shown bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.sessions s SET used_at = now() FROM public.scoresheet_session(shown) found WHERE s.id = found.id;
$$;

-- A session for whoever shows a key that is valid. False where it is none.
CREATE FUNCTION public.scoresheet_begin_session(shown_id text, shown_secret bytea, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.sessions (id, digest, key)
        SELECT new_id, new_digest, k.id FROM public.api_keys k
        WHERE k.id = shown_id AND k.digest = sha256(shown_secret) AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    RETURN FOUND;
END
$$;

-- A session for whoever shows a link, which is used up by it. False where it is none, or is not for that reader.
CREATE FUNCTION public.scoresheet_log_in_by_link(shown bytea, is_on_loopback boolean, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH used AS (
        DELETE FROM public.login_links l
            WHERE l.digest = sha256(shown) AND l.expires_at > now() AND (is_on_loopback OR NOT l.is_for_loopback)
            RETURNING l.key
    )
    INSERT INTO public.sessions (id, digest, key)
        SELECT new_id, new_digest, k.id FROM used JOIN public.api_keys k ON k.id = used.key
        WHERE NOT k.is_proposed AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    RETURN FOUND;
END
$$;

-- The sessions of whoever shows one of theirs: those of all keys of its person; of its key alone where that is for
-- nobody, or somebody else has made it and may know it.
CREATE FUNCTION public.scoresheet_sessions(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT other.* FROM public.scoresheet_session(shown) own
        JOIN public.api_keys k ON k.id = own.key
        JOIN public.api_keys o ON o.id = k.id OR (o.person = k.person AND coalesce(k.maker, 'machine') = 'machine')
        JOIN public.sessions other ON other.key = o.id
        WHERE other.used_at > now() - interval '12 hours' AND other.began_at > now() - interval '7 days'
            AND o.revoked_at IS NULL AND (o.expires_at IS NULL OR o.expires_at > now())
        ORDER BY other.began_at, other.id;
$$;

-- False where there is no such session among those of whoever shows one.
CREATE FUNCTION public.scoresheet_end_session(shown bytea, wanted text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.sessions s USING public.scoresheet_sessions(shown) own WHERE s.id = own.id AND s.id = wanted;
    RETURN FOUND;
END
$$;

-- A link of a player, or of a screen where there is no person: a key that nobody ever sees, by which its person acts in
-- one tournament, or the screen sees what the hall does, and a link that logs in for it, once. It is for whoever shows a
-- director's own key, or a session that stands for one, and is valid with the event that the key was made. False where
-- what is shown may not.
CREATE FUNCTION public.scoresheet_propose_link(
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
            AND k.role = 'director' AND k.person IS NOT NULL AND coalesce(k.maker, 'machine') = 'machine'
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

-- Another way to log in as whoever has a key: a passkey, which has a public key, or an account at the federation's
-- identity provider, which has none. `mark` tells it from all others: the passkey's id, or the SHA-256 of provider and
-- account. It ends with its key.
CREATE TABLE public.other_logins (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    mark bytea NOT NULL UNIQUE CHECK (length(mark) BETWEEN 1 AND 1023),
    key text COLLATE "C" NOT NULL REFERENCES public.api_keys (id) ON DELETE CASCADE,
    public_key bytea,
    uses bigint NOT NULL DEFAULT 0,
    made_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
);
CREATE INDEX other_logins_of_key ON public.other_logins (key);

-- Adds one for the key that a session stands for. An account that has another key changes over to this one: who adds it
-- has shown both. False where there is no such session, or the passkey is there already.
CREATE FUNCTION public.scoresheet_add_login(
    shown bytea, new_id text, new_mark bytea, new_public_key bytea, new_uses bigint
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.other_logins AS l (id, mark, key, public_key, uses)
        SELECT new_id, new_mark, s.key, new_public_key, new_uses FROM public.scoresheet_session(shown) s
        ON CONFLICT (mark) DO UPDATE SET key = excluded.key, made_at = now(), used_at = NULL
            WHERE l.public_key IS NULL AND excluded.public_key IS NULL;
    RETURN FOUND;
END
$$;

-- The public key of a passkey whose API key is valid, and how often the passkey says that it was used.
CREATE FUNCTION public.scoresheet_passkey(shown_mark bytea, OUT public_key bytea, OUT uses bigint) RETURNS SETOF record
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT l.public_key, l.uses FROM public.other_logins l JOIN public.api_keys k ON k.id = l.key
        WHERE l.mark = shown_mark AND l.public_key IS NOT NULL AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
$$;

-- A session for whoever has proved to the service to have this passkey or account, by a login that was begun after the
-- last one: so what was sent once is worth nothing when it is sent again. False where there is none.
CREATE FUNCTION public.scoresheet_log_in_otherwise(
    shown_mark bytea, now_uses bigint, begun_at timestamptz, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH used AS (
        UPDATE public.other_logins l SET used_at = begun_at, uses = now_uses FROM public.api_keys k
            WHERE l.mark = shown_mark AND k.id = l.key AND NOT k.is_proposed AND (l.used_at < begun_at) IS NOT FALSE
                AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
            RETURNING l.key
    )
    INSERT INTO public.sessions (id, digest, key) SELECT new_id, new_digest, used.key FROM used;
    RETURN FOUND;
END
$$;

-- Those of the key that a session stands for.
CREATE FUNCTION public.scoresheet_other_logins(
    shown bytea, OUT id text, OUT is_passkey boolean, OUT made_at timestamptz, OUT used_at timestamptz
) RETURNS SETOF record
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT l.id, l.public_key IS NOT NULL, l.made_at, l.used_at
        FROM public.scoresheet_session(shown) s JOIN public.other_logins l ON l.key = s.key ORDER BY l.made_at, l.id;
$$;

-- False where there is no such one among them.
CREATE FUNCTION public.scoresheet_end_other_login(shown bytea, wanted text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.other_logins l USING public.scoresheet_session(shown) s WHERE l.key = s.key AND l.id = wanted;
    RETURN FOUND;
END
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_session, public.scoresheet_note_session_use,
    public.scoresheet_begin_session, public.scoresheet_log_in_by_link, public.scoresheet_sessions,
    public.scoresheet_end_session, public.scoresheet_propose_link,
    public.scoresheet_add_login, public.scoresheet_passkey, public.scoresheet_log_in_otherwise,
    public.scoresheet_other_logins, public.scoresheet_end_other_login TO scoresheet_service;
