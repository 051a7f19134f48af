-- Mail to players who have asked to be told who they play. Addresses and texts are sealed for the process that delivers:
-- no other can read them, nor anyone who has the database alone. No log holds any of it.
ALTER TABLE public.webhook_settings ADD COLUMN mail_links text NOT NULL DEFAULT '';

-- Who has asked, in which tournament. The secret of the links in the mails is in `sealed`, its digest is here.
CREATE TABLE public.mail_requests (
    tournament text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    digest bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
    sealed bytea NOT NULL,
    language text COLLATE "C" NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    PRIMARY KEY (tournament, person)
);
-- How often somebody has asked of late, whatever became of it.
CREATE TABLE public.mail_asks (
    tournament text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_asks_at ON public.mail_asks (tournament, asked_at);
-- What somebody was told, or knew when they asked: it is never told twice.
CREATE TABLE public.mailed_matches (
    tournament text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    match bigint NOT NULL,
    opponent bigint NOT NULL,
    PRIMARY KEY (tournament, person, match, opponent)
);
-- The mails. `sending` is one that was begun: where the process ends meanwhile, nobody knows whether it was sent, and it
-- is not sent again. The text goes when there is nothing left to send.
CREATE TABLE public.mails (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    tournament text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('confirmation', 'match')),
    sealed bytea,
    state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'late', 'unclear')),
    tries integer NOT NULL DEFAULT 0,
    answer text COLLATE "C" NOT NULL DEFAULT '',
    made_at timestamptz NOT NULL DEFAULT now(),
    next_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mails_waiting ON public.mails (next_at) WHERE state = 'waiting';
CREATE INDEX mails_by_age ON public.mails (made_at);
ALTER TABLE public.mail_requests ALTER COLUMN sealed SET STATISTICS 0, ALTER COLUMN digest SET STATISTICS 0;
ALTER TABLE public.mails ALTER COLUMN sealed SET STATISTICS 0;

-- A request, with the mail that asks for its confirmation; it takes the place of an earlier one. `too-many` are three of
-- one person in a day, or `most_soon` of a tournament in a quarter of an hour.
CREATE FUNCTION public.scoresheet_ask_for_mail(
    of_tournament text, of_person text, new_digest bytea, new_sealed bytea, in_language text, new_mail bytea,
    most_of_person integer, most_soon integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mail_asks a WHERE a.asked_at < now() - interval '1 day';
    PERFORM pg_advisory_xact_lock(hashtextextended('scoresheet mails ' || of_tournament, 0));
    IF (SELECT count(*) FILTER (WHERE a.person = of_person) >= most_of_person
            OR count(*) FILTER (WHERE a.asked_at > now() - interval '15 minutes') >= most_soon
            FROM public.mail_asks a WHERE a.tournament = of_tournament) THEN
        RETURN 'too-many';
    END IF;
    PERFORM public.scoresheet_drop_mail(of_tournament, of_person);
    INSERT INTO public.mail_asks (tournament, person) VALUES (of_tournament, of_person);
    INSERT INTO public.mail_requests (tournament, person, digest, sealed, language)
        VALUES (of_tournament, of_person, new_digest, new_sealed, in_language);
    INSERT INTO public.mails (tournament, person, kind, sealed)
        VALUES (of_tournament, of_person, 'confirmation', new_mail);
    PERFORM pg_notify('scoresheet_mails', '');
    RETURN 'taken';
END
$$;

-- Ends a request, and what waits to be sent for it; whether there was one.
CREATE FUNCTION public.scoresheet_drop_mail(of_tournament text, of_person text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mails m WHERE m.tournament = of_tournament AND m.person = of_person
        AND m.state IN ('waiting', 'sending');
    DELETE FROM public.mail_requests r WHERE r.tournament = of_tournament AND r.person = of_person;
    RETURN FOUND;
END
$$;

CREATE FUNCTION public.scoresheet_mail_of(of_tournament text, of_person text) RETURNS TABLE (is_confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.confirmed_at IS NOT NULL FROM public.mail_requests r
        WHERE r.tournament = of_tournament AND r.person = of_person;
$$;

CREATE FUNCTION public.scoresheet_mail_by(shown bytea)
RETURNS TABLE (tournament text, person text, is_confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.tournament, r.person, r.confirmed_at IS NOT NULL FROM public.mail_requests r WHERE r.digest = shown;
$$;

-- Confirms a request; the matches and opponents that are known by then are not told of.
CREATE FUNCTION public.scoresheet_confirm_mail(shown bytea, known bigint[], against bigint[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    found public.mail_requests;
BEGIN
    UPDATE public.mail_requests r SET confirmed_at = now() WHERE r.digest = shown AND r.confirmed_at IS NULL
        RETURNING * INTO found;
    IF found.person IS NULL THEN
        RETURN false;
    END IF;
    INSERT INTO public.mailed_matches SELECT found.tournament, found.person, one.match, one.opponent
        FROM unnest(known, against) AS one (match, opponent) ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

CREATE FUNCTION public.scoresheet_stop_mail(shown bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN coalesce((SELECT public.scoresheet_drop_mail(r.tournament, r.person)
        FROM public.mail_requests r WHERE r.digest = shown), false);
END
$$;

-- The tournaments in which somebody wants mail: the version of each, and whether something happened there of late.
CREATE FUNCTION public.scoresheet_mail_tournaments() RETURNS TABLE (tournament text, version bigint, is_fresh boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.tournament, newest.version, newest.recorded_at > now() - interval '30 minutes'
    FROM (SELECT DISTINCT r.tournament FROM public.mail_requests r) AS r
    CROSS JOIN LATERAL (
        SELECT e.version, public.scoresheet_recorded_at(e.state) AS recorded_at FROM public.events e
        WHERE e.stream = 'tournament-' || r.tournament ORDER BY e.version DESC LIMIT 1
    ) AS newest ORDER BY r.tournament;
$$;

-- Who wants mail there, in which language, and what they were told already.
CREATE FUNCTION public.scoresheet_mail_readers(of_tournament text)
RETURNS TABLE (person text, language text, digest bytea, matches bigint[], opponents bigint[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.person, r.language, r.digest, told.matches, told.opponents FROM public.mail_requests r
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(m.match ORDER BY m.match, m.opponent), '{}'),
            coalesce(array_agg(m.opponent ORDER BY m.match, m.opponent), '{}')
        FROM public.mailed_matches m WHERE m.tournament = r.tournament AND m.person = r.person
    ) AS told (matches, opponents)
    WHERE r.tournament = of_tournament AND r.confirmed_at IS NOT NULL ORDER BY r.person;
$$;

-- A mail about matches; none where the request is another by now, or one of them was told already.
CREATE FUNCTION public.scoresheet_queue_mail(shown bytea, told bigint[], against bigint[], new_mail bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    found public.mail_requests;
BEGIN
    SELECT * INTO found FROM public.mail_requests r WHERE r.digest = shown AND r.confirmed_at IS NOT NULL FOR UPDATE;
    IF found.person IS NULL OR EXISTS (
        SELECT FROM unnest(told, against) AS one (match, opponent) JOIN public.mailed_matches m USING (match, opponent)
        WHERE m.tournament = found.tournament AND m.person = found.person) THEN
        RETURN false;
    END IF;
    INSERT INTO public.mailed_matches SELECT found.tournament, found.person, one.match, one.opponent
        FROM unnest(told, against) AS one (match, opponent);
    INSERT INTO public.mails (tournament, person, kind, sealed)
        VALUES (found.tournament, found.person, 'match', new_mail);
    PERFORM pg_notify('scoresheet_mails', '');
    RETURN true;
END
$$;

-- The tournament is over: nobody is told anything of it any more.
CREATE FUNCTION public.scoresheet_end_mails(of_tournament text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.mails m WHERE m.tournament = of_tournament AND m.state = 'waiting';
    DELETE FROM public.mail_requests r WHERE r.tournament = of_tournament;
    DELETE FROM public.mailed_matches m WHERE m.tournament = of_tournament;
$$;

-- Mails that did not arrive, as far as is known, or not yet: the newest first.
CREATE FUNCTION public.scoresheet_failing_mails(most integer) RETURNS TABLE (
    tournament text, person text, kind text, state text, tries integer, answer text, made_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT m.tournament, m.person, m.kind, m.state, m.tries, m.answer, m.made_at FROM public.mails m
        WHERE m.state IN ('refused', 'late', 'unclear') OR m.state = 'waiting' AND m.tries > 0
        ORDER BY m.made_at DESC, m.id LIMIT most;
$$;

-- For the process that delivers. What was begun and not ended by one that is gone is unclear.
CREATE FUNCTION public.scoresheet_unclear_mails() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = 'unclear', sealed = NULL WHERE m.state = 'sending';
$$;

CREATE FUNCTION public.scoresheet_mails_to_send(most integer) RETURNS TABLE (
    id uuid, kind text, digest bytea, address bytea, content bytea, tries integer, made_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT m.id, m.kind, r.digest, r.sealed, m.sealed, m.tries, m.made_at
        FROM public.mails m JOIN public.mail_requests r ON r.tournament = m.tournament AND r.person = m.person
        WHERE m.state = 'waiting' AND m.next_at <= now() ORDER BY m.next_at, m.id LIMIT most;
$$;

CREATE FUNCTION public.scoresheet_begin_mail(of_mail uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE public.mails m SET state = 'sending', tries = m.tries + 1 WHERE m.id = of_mail AND m.state = 'waiting';
    RETURN FOUND;
END
$$;

-- What became of it; `again_at` is when it is tried again, where it is.
CREATE FUNCTION public.scoresheet_end_mail(of_mail uuid, new_state text, told text, again_at timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = new_state, answer = told, next_at = coalesce(again_at, m.next_at),
        sealed = CASE WHEN new_state = 'waiting' THEN m.sealed END WHERE m.id = of_mail AND m.state IN ('sending', 'waiting');
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.person_keys (person, key) VALUES (erased, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL;
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now()), label = '' WHERE person = erased;
    DELETE FROM public.mails m WHERE m.person = erased;
    DELETE FROM public.mail_requests r WHERE r.person = erased;
    DELETE FROM public.mail_asks a WHERE a.person = erased;
    DELETE FROM public.mailed_matches m WHERE m.person = erased;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_forget() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.audited_reads r WHERE r.read_at < public.scoresheet_kept_since('audited-reads');
    DELETE FROM public.refused_attempts r WHERE r.last_at < public.scoresheet_kept_since('refused-attempts');
    DELETE FROM public.webhook_attempts a WHERE a.began_at < public.scoresheet_kept_since('delivery-attempts');
    DELETE FROM public.api_keys k WHERE k.is_proposed AND k.made_at < public.scoresheet_kept_since('proposed-keys');
    DELETE FROM public.webhooks w WHERE w.is_proposed AND w.made_at < public.scoresheet_kept_since('proposed-keys');
    DELETE FROM public.sessions s USING public.api_keys k
        WHERE k.id = s.key AND (s.used_at <= now() - interval '12 hours'
            OR s.began_at <= public.scoresheet_kept_since('sessions')
            OR k.revoked_at IS NOT NULL OR k.expires_at <= now());
    UPDATE public.commands c SET answer = NULL
        WHERE c.answer IS NOT NULL AND c.answered_at < public.scoresheet_kept_since('first-answers');
    DELETE FROM public.login_links l WHERE l.expires_at <= now();
    DELETE FROM public.other_logins l USING public.api_keys k
        WHERE k.id = l.key AND (k.revoked_at IS NOT NULL OR k.expires_at <= now());
    DELETE FROM public.sign_ups s WHERE s.made_at < public.scoresheet_kept_since('sign-ups');
    DELETE FROM public.mail_requests r WHERE r.confirmed_at IS NULL AND r.made_at < now() - interval '1 day';
    DELETE FROM public.mail_asks a WHERE a.asked_at < now() - interval '1 day';
    DELETE FROM public.mails m WHERE m.made_at < public.scoresheet_kept_since('delivery-attempts');
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_ask_for_mail, public.scoresheet_drop_mail, public.scoresheet_mail_of,
    public.scoresheet_mail_by, public.scoresheet_confirm_mail, public.scoresheet_stop_mail,
    public.scoresheet_mail_tournaments, public.scoresheet_mail_readers, public.scoresheet_queue_mail,
    public.scoresheet_end_mails, public.scoresheet_failing_mails TO scoresheet_service;
GRANT EXECUTE ON FUNCTION public.scoresheet_unclear_mails, public.scoresheet_mails_to_send,
    public.scoresheet_begin_mail, public.scoresheet_end_mail TO scoresheet_webhooks;
