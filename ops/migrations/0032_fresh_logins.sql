-- The session that this secret is, where it began within the last hour: whatever makes a way in asks for this, so that a
-- browser that was left open makes none. A link to one tournament is used up with its session, and can't be shown again:
-- such a session counts for as long as it goes on.
CREATE FUNCTION public.scoresheet_fresh_session(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.* FROM public.scoresheet_session(shown) s JOIN public.api_keys k ON k.id = s.key
        WHERE s.began_at > now() - interval '1 hour' OR (k.role = 'player' AND k.tournament IS NOT NULL);
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_set_password(shown_session bytea, new_name text, new_hash text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own record;
BEGIN
    SELECT s.id, s.key INTO own FROM public.scoresheet_fresh_session(shown_session) s;
    IF NOT FOUND OR EXISTS (SELECT FROM public.passwords p WHERE p.name = new_name AND p.key <> own.key) THEN
        RETURN false;
    END IF;
    DELETE FROM public.passwords p WHERE p.key = own.key;
    INSERT INTO public.passwords (name, hash, key) VALUES (new_name, new_hash, own.key);
    DELETE FROM public.sessions s WHERE s.key = own.key AND s.id <> own.id;
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_add_login(
    shown bytea, new_id text, new_mark bytea, new_public_key bytea, new_uses bigint
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.other_logins AS l (id, mark, key, public_key, uses)
        SELECT new_id, new_mark, s.key, new_public_key, new_uses FROM public.scoresheet_fresh_session(shown) s
        ON CONFLICT (mark) DO UPDATE SET key = excluded.key, made_at = now(), used_at = NULL
            WHERE l.public_key IS NULL AND excluded.public_key IS NULL;
    RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_add_login_address(
    shown bytea, new_id text, new_digest bytea, new_sealed bytea, new_hint text, new_link bytea, new_mail bytea,
    lasts interval, most integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own record;
BEGIN
    SELECT k.id, k.person INTO own FROM public.scoresheet_fresh_session(shown) s JOIN public.api_keys k ON k.id = s.key
        WHERE public.scoresheet_is_played_by(k) FOR UPDATE OF k;
    IF NOT FOUND THEN
        RETURN 'ended';
    END IF;
    IF (SELECT count(*) >= most FROM public.mails m WHERE m.person = own.person AND m.kind = 'login-address'
            AND m.made_at > now() - interval '1 day') THEN
        RETURN 'too-many';
    END IF;
    UPDATE public.mails m SET state = 'gone', sealed = NULL, address = NULL
        WHERE m.person = own.person AND m.kind = 'login-address' AND m.state = 'waiting';
    DELETE FROM public.login_addresses a WHERE a.key = own.id AND NOT a.is_confirmed;
    INSERT INTO public.login_addresses (id, key, digest, sealed, hint)
        VALUES (new_id, own.id, new_digest, new_sealed, new_hint);
    INSERT INTO public.mailed_links (digest, address, adds, expires_at)
        VALUES (new_link, new_digest, new_id, now() + lasts);
    INSERT INTO public.mails (person, kind, digest, address, sealed)
        VALUES (own.person, 'login-address', new_digest, new_sealed, new_mail);
    PERFORM pg_notify('scoresheet_mails', '');
    RETURN 'taken';
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_propose_key_by_session(
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
        FROM public.scoresheet_fresh_session(shown_session) s JOIN public.api_keys k ON k.id = s.key
        WHERE k.role = 'administrator' AND k.tournament IS NULL
            AND k.person IS NOT NULL AND coalesce(k.maker, 'machine') = 'machine';
    RETURN FOUND;
END
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_fresh_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_fresh_session TO scoresheet_service;
