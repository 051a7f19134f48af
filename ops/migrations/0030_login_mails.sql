-- Logging in by a link in a mail, where mails are sent. Addresses are sealed for the process that sends, as those of players
-- who are told their matches; `digest` is Argon2id's of one. No log holds any of it. A session that was begun so plays for
-- its person and is never staff: see ops/decisions/0143-login-links-by-mail.md.
ALTER TABLE public.sessions ADD COLUMN by_mail boolean NOT NULL DEFAULT false;

-- The address by which somebody logs in as whoever has a key: at most one that counts, and one that waits for the link in a
-- mail to it. `hint` is what its owner is shown of it.
CREATE TABLE public.login_addresses (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    key text COLLATE "C" NOT NULL REFERENCES public.api_keys (id) ON DELETE CASCADE,
    digest bytea NOT NULL CHECK (length(digest) = 32),
    sealed bytea NOT NULL,
    hint text COLLATE "C" NOT NULL CHECK (length(hint) <= 200),
    is_confirmed boolean NOT NULL DEFAULT false,
    made_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (key, is_confirmed)
);
CREATE INDEX login_addresses_of ON public.login_addresses (digest) WHERE is_confirmed;
ALTER TABLE public.login_addresses ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN digest SET STATISTICS 0,
    ALTER COLUMN hint SET STATISTICS 0;

-- Links in mails, each good once: one that confirms an address `adds` that, another logs in by the address.
CREATE TABLE public.mailed_links (
    digest bytea PRIMARY KEY CHECK (length(digest) = 32),
    address bytea NOT NULL CHECK (length(address) = 32),
    adds text COLLATE "C" REFERENCES public.login_addresses (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX mailed_links_of ON public.mailed_links (address);
CREATE INDEX mailed_links_adding ON public.mailed_links (adds);
CREATE INDEX mailed_links_until ON public.mailed_links (expires_at);
ALTER TABLE public.mailed_links ALTER COLUMN digest SET STATISTICS 0, ALTER COLUMN address SET STATISTICS 0,
    ALTER COLUMN adds SET STATISTICS 0;

-- A mail about logging in is of no tournament and has its address with it.
ALTER TABLE public.mails ALTER COLUMN tournament DROP NOT NULL,
    ADD COLUMN digest bytea CHECK (length(digest) = 32), ADD COLUMN address bytea,
    DROP CONSTRAINT mails_kind_check,
    ADD CONSTRAINT mails_kind_check CHECK (kind IN ('confirmation', 'match', 'login', 'login-address', 'login-changed')),
    ADD CONSTRAINT mails_address_check CHECK ((tournament IS NULL) = (digest IS NOT NULL));
ALTER TABLE public.mails ALTER COLUMN address SET STATISTICS 0, ALTER COLUMN digest SET STATISTICS 0;
CREATE INDEX mails_of_person ON public.mails (person);

-- The session that this secret is, where it goes on.
CREATE FUNCTION public.scoresheet_any_session(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.* FROM public.sessions s JOIN public.api_keys k ON k.id = s.key
        WHERE s.digest = sha256(shown) AND s.used_at > now() - interval '12 hours'
            AND s.began_at > now() - interval '7 days' AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
$$;

-- The same, but for one that was begun by mail: whatever makes a way in, or ends one, asks for this.
CREATE OR REPLACE FUNCTION public.scoresheet_session(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.* FROM public.scoresheet_any_session(shown) s WHERE NOT s.by_mail;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_note_session_use(shown bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.sessions s SET used_at = now() FROM public.scoresheet_any_session(shown) found WHERE s.id = found.id;
$$;

-- A session that was begun by mail knows itself alone.
CREATE OR REPLACE FUNCTION public.scoresheet_sessions(shown bytea) RETURNS SETOF public.sessions
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT other.* FROM public.scoresheet_any_session(shown) own
        JOIN public.api_keys k ON k.id = own.key
        JOIN public.api_keys o ON o.id = k.id OR (o.person = k.person AND coalesce(k.maker, 'machine') = 'machine')
        JOIN public.sessions other ON other.key = o.id AND (other.id = own.id OR NOT own.by_mail)
        WHERE other.used_at > now() - interval '12 hours' AND other.began_at > now() - interval '7 days'
            AND o.revoked_at IS NULL AND (o.expires_at IS NULL OR o.expires_at > now())
        ORDER BY other.began_at, other.id;
$$;

-- Keeps an address for the session's key until its link confirms it, and sends that. `ended`: there is no such session, or
-- its key is none that a person plays by; `too-many`: there were so many in a day.
CREATE FUNCTION public.scoresheet_add_login_address(
    shown bytea, new_id text, new_digest bytea, new_sealed bytea, new_hint text, new_link bytea, new_mail bytea,
    lasts interval, most integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own record;
BEGIN
    SELECT k.id, k.person INTO own FROM public.scoresheet_session(shown) s JOIN public.api_keys k ON k.id = s.key
        WHERE k.person IS NOT NULL AND k.role IN ('administrator', 'director', 'player') FOR UPDATE OF k;
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

-- The addresses of the session's key: the one that counts, and the one that waits.
CREATE FUNCTION public.scoresheet_login_addresses(shown bytea)
RETURNS TABLE (hint text, is_confirmed boolean, digest bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT a.hint, a.is_confirmed, a.digest FROM public.scoresheet_session(shown) s
        JOIN public.login_addresses a ON a.key = s.key ORDER BY a.is_confirmed DESC;
$$;

-- What a link in a mail is for: the address that it confirms, with the one whose place that takes; or who logs in by it.
CREATE FUNCTION public.scoresheet_mailed_link(shown bytea, adding boolean)
RETURNS TABLE (id text, person text, tournament text, hint text, former bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT a.id, k.person, k.tournament, a.hint, former.digest FROM public.mailed_links l
        JOIN public.login_addresses a ON a.id = l.adds OR (l.adds IS NULL AND a.digest = l.address AND a.is_confirmed)
        JOIN public.api_keys k ON k.id = a.key
        LEFT JOIN public.login_addresses former ON former.key = a.key AND former.is_confirmed AND former.id <> a.id
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND (l.adds IS NOT NULL) = adding
            AND NOT k.is_proposed AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        ORDER BY a.made_at, a.id;
$$;

-- Ends the address of a key that counts, and the sessions that were begun by it; the address itself is told so.
CREATE FUNCTION public.scoresheet_end_login_address(of_key text, new_mail bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    former record;
BEGIN
    DELETE FROM public.login_addresses a USING public.api_keys k
        WHERE a.key = of_key AND a.is_confirmed AND k.id = a.key RETURNING a.digest, a.sealed, k.person INTO former;
    IF former.digest IS NOT NULL THEN
        INSERT INTO public.mails (person, kind, digest, address, sealed)
            VALUES (former.person, 'login-changed', former.digest, former.sealed, new_mail);
        PERFORM pg_notify('scoresheet_mails', '');
    END IF;
    DELETE FROM public.sessions s WHERE s.key = of_key AND s.by_mail;
END
$$;

-- From now on the address counts that the link confirms, in the place of the one before. False where it is none.
CREATE FUNCTION public.scoresheet_confirm_login_address(shown bytea, new_mail bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    added record;
BEGIN
    SELECT found.id, a.key INTO added FROM public.scoresheet_mailed_link(shown, true) found
        JOIN public.login_addresses a ON a.id = found.id FOR UPDATE OF a;
    IF added.id IS NULL THEN
        RETURN false;
    END IF;
    PERFORM public.scoresheet_end_login_address(added.key, new_mail);
    UPDATE public.login_addresses a SET is_confirmed = true, made_at = now() WHERE a.id = added.id AND NOT a.is_confirmed;
    DELETE FROM public.mailed_links l WHERE l.adds = added.id;
    RETURN true;
END
$$;

-- Takes the addresses of the session's key away. False where there is no such session.
CREATE FUNCTION public.scoresheet_drop_login_address(shown bytea, new_mail bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    own text;
BEGIN
    SELECT s.key INTO own FROM public.scoresheet_session(shown) s;
    IF own IS NULL THEN
        RETURN false;
    END IF;
    PERFORM public.scoresheet_end_login_address(own, new_mail);
    DELETE FROM public.login_addresses a WHERE a.key = own;
    RETURN true;
END
$$;

-- A link for whoever reads the mails of that address, whether or not anybody logs in by it: it takes as long.
CREATE FUNCTION public.scoresheet_mail_login_link(of_address bytea, new_link bytea, new_mail bytea, lasts interval)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mailed_links l WHERE l.expires_at <= now();
    INSERT INTO public.mailed_links (digest, address, expires_at) VALUES (new_link, of_address, now() + lasts);
    INSERT INTO public.mails (person, kind, digest, address, sealed)
        SELECT k.person, 'login', a.digest, a.sealed, new_mail
        FROM public.login_addresses a JOIN public.api_keys k ON k.id = a.key
        WHERE a.digest = of_address AND a.is_confirmed AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        ORDER BY a.made_at, a.id LIMIT 1;
    PERFORM pg_notify('scoresheet_mails', '');
END
$$;

-- A session for whoever shows a link in a mail, as that one of its persons. All links of the address are used up by it.
-- False where it is none, or not for that one.
CREATE FUNCTION public.scoresheet_log_in_by_mail(shown bytea, wanted text, new_id text, new_digest bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    used record;
BEGIN
    SELECT a.key, l.address INTO used FROM public.mailed_links l
        JOIN public.login_addresses a ON a.digest = l.address AND a.is_confirmed
        JOIN public.api_keys k ON k.id = a.key
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND l.adds IS NULL AND a.id = wanted
            AND NOT k.is_proposed AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
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

CREATE OR REPLACE FUNCTION public.scoresheet_mails_to_send(by_way text, most integer) RETURNS TABLE (
    id uuid, kind text, digest bytea, address bytea, content bytea, tries integer, made_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT m.id, m.kind, coalesce(m.digest, r.digest), coalesce(m.address, r.sealed), m.sealed, m.tries, m.made_at
        FROM public.mails m
        LEFT JOIN public.mail_requests r ON r.tournament = m.tournament AND r.person = m.person AND r.way = m.way
        WHERE m.state = 'waiting' AND m.way = by_way AND m.next_at <= now()
            AND (m.digest IS NOT NULL OR r.digest IS NOT NULL)
        ORDER BY m.next_at, m.id LIMIT most;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_unclear_mails(by_way text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = 'unclear', sealed = NULL, address = NULL
        WHERE m.state = 'sending' AND m.way = by_way;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_end_mail(of_mail uuid, new_state text, told text, again_at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = new_state, answer = told, next_at = coalesce(again_at, m.next_at),
        sealed = CASE WHEN new_state = 'waiting' THEN m.sealed END,
        address = CASE WHEN new_state = 'waiting' THEN m.address END
        WHERE m.id = of_mail AND m.state IN ('sending', 'waiting');
    DELETE FROM public.mail_requests r USING public.mails m
        WHERE m.id = of_mail AND m.state = 'gone' AND m.way = 'push' AND r.made_at < m.made_at
            AND r.tournament = m.tournament AND r.person = m.person AND r.way = m.way;
$$;

CREATE FUNCTION public.scoresheet_forget_login_mails() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.mailed_links l WHERE l.expires_at <= now();
    DELETE FROM public.login_addresses a WHERE NOT a.is_confirmed AND a.made_at < now() - interval '1 day';
    DELETE FROM public.login_addresses a USING public.api_keys k
        WHERE k.id = a.key AND (k.revoked_at IS NOT NULL OR k.expires_at <= now());
$$;

CREATE FUNCTION public.scoresheet_erase_login_mails(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.mailed_links l USING public.login_addresses a, public.api_keys k
        WHERE l.address = a.digest AND k.id = a.key AND k.person = erased;
    DELETE FROM public.login_addresses a USING public.api_keys k WHERE k.id = a.key AND k.person = erased;
    DELETE FROM public.mails m WHERE m.person = erased;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_any_session, public.scoresheet_add_login_address,
    public.scoresheet_login_addresses, public.scoresheet_mailed_link, public.scoresheet_end_login_address,
    public.scoresheet_confirm_login_address, public.scoresheet_drop_login_address, public.scoresheet_mail_login_link,
    public.scoresheet_log_in_by_mail, public.scoresheet_forget_login_mails, public.scoresheet_erase_login_mails
    FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_any_session, public.scoresheet_add_login_address,
    public.scoresheet_login_addresses, public.scoresheet_mailed_link, public.scoresheet_confirm_login_address,
    public.scoresheet_drop_login_address, public.scoresheet_mail_login_link, public.scoresheet_log_in_by_mail
    TO scoresheet_service;
