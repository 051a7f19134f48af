-- Which keys are valid is said once, and by which keys somebody plays: every way in and every act of a key asks this.
CREATE FUNCTION public.scoresheet_is_valid(k public.api_keys) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT NOT k.is_proposed AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
$$;
CREATE FUNCTION public.scoresheet_is_played_by(k public.api_keys) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.person IS NOT NULL AND k.role IN ('administrator', 'director', 'player');
$$;

-- Whether the session's key can have an address by which its person logs in.
CREATE FUNCTION public.scoresheet_may_have_address(shown bytea) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT EXISTS (SELECT FROM public.scoresheet_session(shown) s JOIN public.api_keys k ON k.id = s.key
        WHERE public.scoresheet_is_played_by(k));
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_is_valid, public.scoresheet_is_played_by,
    public.scoresheet_may_have_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_may_have_address TO scoresheet_service;

CREATE OR REPLACE FUNCTION public.scoresheet_add_login_address(
    shown bytea, new_id text, new_digest bytea, new_sealed bytea, new_hint text, new_link bytea, new_mail bytea,
    lasts interval, most integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own record;
BEGIN
    SELECT k.id, k.person INTO own FROM public.scoresheet_session(shown) s JOIN public.api_keys k ON k.id = s.key
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

-- As before, but for the condition of a valid key, which each of them said for itself.
CREATE OR REPLACE FUNCTION public.scoresheet_administrator(shown_id text, shown_secret bytea)
RETURNS SETOF public.api_keys
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.* FROM public.api_keys k
        WHERE k.id = shown_id AND k.digest = sha256(shown_secret) AND k.role = 'administrator'
            AND k.tournament IS NULL AND public.scoresheet_is_valid(k);
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_propose_exchange(old_id text, code bytea, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.api_keys (id, digest, role, person, tournament, label, made_at, expires_at, line, personal,
            is_proposed)
        SELECT new_id, new_digest, k.role, k.person, k.tournament, k.label, now(), k.expires_at, coalesce(k.line, k.id),
            k.personal, true
        FROM public.api_keys k
        WHERE k.id = old_id AND k.code_digest = sha256(code) AND k.maker IS NOT NULL AND public.scoresheet_is_valid(k);
    RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_webhook_may_read(of_feed text, by_key text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT of_feed <> 'bans' OR EXISTS (
        SELECT FROM public.api_keys k, public.api_keys former
        WHERE former.id = by_key AND coalesce(k.line, k.id) = coalesce(former.line, former.id)
            AND k.role = 'administrator' AND k.tournament IS NULL AND public.scoresheet_is_valid(k)
    );
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_begin_session(
    shown_id text, shown_secret bytea, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.sessions (id, digest, key)
        SELECT new_id, new_digest, k.id FROM public.api_keys k
        WHERE k.id = shown_id AND k.digest = sha256(shown_secret) AND public.scoresheet_is_valid(k);
    RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_log_in_by_link(
    shown bytea, is_on_loopback boolean, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    opened text;
BEGIN
    DELETE FROM public.login_links l
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND (is_on_loopback OR NOT l.is_for_loopback)
        RETURNING l.key INTO opened;
    INSERT INTO public.sessions (id, digest, key)
        SELECT new_id, new_digest, k.id FROM public.api_keys k
        WHERE k.id = opened AND public.scoresheet_is_valid(k);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM public.scoresheet_note_key_use(opened);
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_sessions(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT other.* FROM public.scoresheet_any_session(shown) own
        JOIN public.api_keys k ON k.id = own.key
        JOIN public.api_keys o ON o.id = k.id OR (o.person = k.person AND coalesce(k.maker, 'machine') = 'machine')
        JOIN public.sessions other ON other.key = o.id AND (other.id = own.id OR NOT own.by_mail)
        WHERE other.used_at > now() - interval '12 hours' AND other.began_at > now() - interval '7 days'
            AND public.scoresheet_is_valid(o)
        ORDER BY other.began_at, other.id;
$$;

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
            AND coalesce(k.tournament, new_tournament) = new_tournament AND public.scoresheet_is_valid(k);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO public.login_links (digest, key, is_for_loopback, expires_at)
        VALUES (sha256(new_link), new_id, false, link_ends);
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_passkey(shown_mark bytea, OUT public_key bytea, OUT uses bigint)
RETURNS SETOF record
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT l.public_key, l.uses FROM public.other_logins l JOIN public.api_keys k ON k.id = l.key
        WHERE l.mark = shown_mark AND l.public_key IS NOT NULL AND public.scoresheet_is_valid(k);
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_log_in_otherwise(
    shown_mark bytea, now_uses bigint, begun_at timestamptz, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH used AS (
        UPDATE public.other_logins l SET used_at = begun_at, uses = now_uses FROM public.api_keys k
            WHERE l.mark = shown_mark AND k.id = l.key AND (l.used_at < begun_at) IS NOT FALSE
                AND public.scoresheet_is_valid(k)
            RETURNING l.key
    )
    INSERT INTO public.sessions (id, digest, key) SELECT new_id, new_digest, used.key FROM used;
    RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_log_in_by_password(
    shown_name text, shown_hash text, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    WITH used AS (
        UPDATE public.passwords p SET used_at = now() FROM public.api_keys k
            WHERE p.name = shown_name AND p.hash = shown_hash AND k.id = p.key AND public.scoresheet_is_valid(k)
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

CREATE OR REPLACE FUNCTION public.scoresheet_any_session(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.* FROM public.sessions s JOIN public.api_keys k ON k.id = s.key
        WHERE s.digest = sha256(shown) AND s.used_at > now() - interval '12 hours'
            AND s.began_at > now() - interval '7 days' AND public.scoresheet_is_valid(k);
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_mailed_link(shown bytea, adding boolean)
RETURNS TABLE (id text, person text, tournament text, hint text, former bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT a.id, k.person, k.tournament, a.hint, former.digest FROM public.mailed_links l
        JOIN public.login_addresses a ON a.id = l.adds OR (l.adds IS NULL AND a.digest = l.address AND a.is_confirmed)
        JOIN public.api_keys k ON k.id = a.key
        LEFT JOIN public.login_addresses former ON former.key = a.key AND former.is_confirmed AND former.id <> a.id
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND (l.adds IS NOT NULL) = adding
            AND public.scoresheet_is_valid(k)
        ORDER BY a.made_at, a.id;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_mail_login_link(
    of_address bytea, new_link bytea, new_mail bytea, lasts interval
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mailed_links l WHERE l.expires_at <= now();
    INSERT INTO public.mailed_links (digest, address, expires_at) VALUES (new_link, of_address, now() + lasts);
    INSERT INTO public.mails (person, kind, digest, address, sealed)
        SELECT k.person, 'login', a.digest, a.sealed, new_mail
        FROM public.login_addresses a JOIN public.api_keys k ON k.id = a.key
        WHERE a.digest = of_address AND a.is_confirmed AND public.scoresheet_is_valid(k)
        ORDER BY a.made_at, a.id LIMIT 1;
    PERFORM pg_notify('scoresheet_mails', '');
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_log_in_by_mail(shown bytea, wanted text, new_id text, new_digest bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    used record;
BEGIN
    SELECT a.key, l.address INTO used FROM public.mailed_links l
        JOIN public.login_addresses a ON a.digest = l.address AND a.is_confirmed
        JOIN public.api_keys k ON k.id = a.key
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND l.adds IS NULL AND a.id = wanted
            AND public.scoresheet_is_valid(k)
        FOR UPDATE OF l;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    DELETE FROM public.mailed_links l WHERE l.address = used.address AND l.adds IS NULL;
    INSERT INTO public.sessions (id, digest, key, by_mail) VALUES (new_id, new_digest, used.key, true);
    PERFORM public.scoresheet_note_key_use(used.key);
    RETURN true;
END
$$;
