-- Messages by web push, beside mails and in the same queue. What somebody asked for, was told and is sent has a way: a
-- browser's subscription takes the place of an address.
ALTER TABLE public.webhook_settings ADD COLUMN push_key bytea NOT NULL DEFAULT '';
ALTER TABLE public.mail_requests ADD COLUMN way text COLLATE "C" NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'push')),
    DROP CONSTRAINT mail_requests_pkey, ADD PRIMARY KEY (tournament, person, way);
ALTER TABLE public.mail_asks ADD COLUMN way text COLLATE "C" NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'push'));
ALTER TABLE public.mailed_matches ADD COLUMN way text COLLATE "C" NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'push')),
    DROP CONSTRAINT mailed_matches_pkey, ADD PRIMARY KEY (tournament, person, way, match, opponent);
ALTER TABLE public.mails ADD COLUMN way text COLLATE "C" NOT NULL DEFAULT 'mail' CHECK (way IN ('mail', 'push')),
    DROP CONSTRAINT mails_state_check,
    ADD CONSTRAINT mails_state_check CHECK (state IN ('waiting', 'sending', 'sent', 'refused', 'late', 'unclear', 'gone'));

DROP FUNCTION public.scoresheet_drop_mail(text, text);
DROP FUNCTION public.scoresheet_mail_of(text, text);
DROP FUNCTION public.scoresheet_mail_readers(text);
DROP FUNCTION public.scoresheet_failing_mails(integer);
DROP FUNCTION public.scoresheet_unclear_mails();
DROP FUNCTION public.scoresheet_mails_to_send(integer);

-- Ends a request, and what waits to be sent for it; whether there was one.
CREATE FUNCTION public.scoresheet_drop_mail(of_tournament text, of_person text, by_way text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mails m WHERE m.tournament = of_tournament AND m.person = of_person AND m.way = by_way
        AND m.state IN ('waiting', 'sending');
    DELETE FROM public.mail_requests r WHERE r.tournament = of_tournament AND r.person = of_person AND r.way = by_way;
    RETURN FOUND;
END
$$;

-- Notes that somebody asks; false where they did so `most_of_person` times in a day, or `most_soon` of a tournament in a
-- quarter of an hour.
CREATE FUNCTION public.scoresheet_may_ask_for_mail(
    of_tournament text, of_person text, by_way text, most_of_person integer, most_soon integer
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.mail_asks a WHERE a.asked_at < now() - interval '1 day';
    PERFORM pg_advisory_xact_lock(hashtextextended('scoresheet mails ' || of_tournament, 0));
    IF (SELECT count(*) FILTER (WHERE a.person = of_person) >= most_of_person
            OR count(*) FILTER (WHERE a.asked_at > now() - interval '15 minutes') >= most_soon
            FROM public.mail_asks a WHERE a.tournament = of_tournament AND a.way = by_way) THEN
        RETURN false;
    END IF;
    INSERT INTO public.mail_asks (tournament, person, way) VALUES (of_tournament, of_person, by_way);
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_ask_for_mail(
    of_tournament text, of_person text, new_digest bytea, new_sealed bytea, in_language text, new_mail bytea,
    most_of_person integer, most_soon integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT public.scoresheet_may_ask_for_mail(of_tournament, of_person, 'mail', most_of_person, most_soon) THEN
        RETURN 'too-many';
    END IF;
    PERFORM public.scoresheet_drop_mail(of_tournament, of_person, 'mail');
    INSERT INTO public.mail_requests (tournament, person, digest, sealed, language)
        VALUES (of_tournament, of_person, new_digest, new_sealed, in_language);
    INSERT INTO public.mails (tournament, person, kind, sealed)
        VALUES (of_tournament, of_person, 'confirmation', new_mail);
    PERFORM pg_notify('scoresheet_mails', '');
    RETURN 'taken';
END
$$;

-- A browser's subscription, in place of an earlier one. Nobody can subscribe another's browser, so nothing is left to
-- confirm; the matches and opponents that are known by then are not told of.
CREATE FUNCTION public.scoresheet_ask_for_push(
    of_tournament text, of_person text, new_digest bytea, new_sealed bytea, in_language text, known bigint[],
    against bigint[], most_of_person integer, most_soon integer
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT public.scoresheet_may_ask_for_mail(of_tournament, of_person, 'push', most_of_person, most_soon) THEN
        RETURN false;
    END IF;
    PERFORM public.scoresheet_drop_mail(of_tournament, of_person, 'push');
    INSERT INTO public.mail_requests (tournament, person, way, digest, sealed, language)
        VALUES (of_tournament, of_person, 'push', new_digest, new_sealed, in_language);
    RETURN public.scoresheet_confirm_mail(new_digest, known, against);
END
$$;

CREATE FUNCTION public.scoresheet_mail_of(of_tournament text, of_person text, by_way text)
RETURNS TABLE (is_confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.confirmed_at IS NOT NULL FROM public.mail_requests r
        WHERE r.tournament = of_tournament AND r.person = of_person AND r.way = by_way;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_confirm_mail(shown bytea, known bigint[], against bigint[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    found public.mail_requests;
BEGIN
    UPDATE public.mail_requests r SET confirmed_at = now() WHERE r.digest = shown AND r.confirmed_at IS NULL
        RETURNING * INTO found;
    IF found.person IS NULL THEN
        RETURN false;
    END IF;
    INSERT INTO public.mailed_matches (tournament, person, way, match, opponent)
        SELECT found.tournament, found.person, found.way, one.match, one.opponent
        FROM unnest(known, against) AS one (match, opponent) ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_stop_mail(shown bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN coalesce((SELECT public.scoresheet_drop_mail(r.tournament, r.person, r.way)
        FROM public.mail_requests r WHERE r.digest = shown), false);
END
$$;

-- Who is told there, by which way and in which language, and what they were told already.
CREATE FUNCTION public.scoresheet_mail_readers(of_tournament text)
RETURNS TABLE (person text, way text, language text, digest bytea, matches bigint[], opponents bigint[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.person, r.way, r.language, r.digest, told.matches, told.opponents FROM public.mail_requests r
    CROSS JOIN LATERAL (
        SELECT coalesce(array_agg(m.match ORDER BY m.match, m.opponent), '{}'),
            coalesce(array_agg(m.opponent ORDER BY m.match, m.opponent), '{}')
        FROM public.mailed_matches m WHERE m.tournament = r.tournament AND m.person = r.person AND m.way = r.way
    ) AS told (matches, opponents)
    WHERE r.tournament = of_tournament AND r.confirmed_at IS NOT NULL ORDER BY r.person, r.way;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_queue_mail(shown bytea, told bigint[], against bigint[], new_mail bytea)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    found public.mail_requests;
BEGIN
    SELECT * INTO found FROM public.mail_requests r WHERE r.digest = shown AND r.confirmed_at IS NOT NULL FOR UPDATE;
    IF found.person IS NULL OR EXISTS (
        SELECT FROM unnest(told, against) AS one (match, opponent) JOIN public.mailed_matches m USING (match, opponent)
        WHERE m.tournament = found.tournament AND m.person = found.person AND m.way = found.way) THEN
        RETURN false;
    END IF;
    INSERT INTO public.mailed_matches (tournament, person, way, match, opponent)
        SELECT found.tournament, found.person, found.way, one.match, one.opponent
        FROM unnest(told, against) AS one (match, opponent);
    INSERT INTO public.mails (tournament, person, way, kind, sealed)
        VALUES (found.tournament, found.person, found.way, 'match', new_mail);
    PERFORM pg_notify('scoresheet_mails', '');
    RETURN true;
END
$$;

-- Messages that did not arrive, as far as is known, or not yet: the newest first.
CREATE FUNCTION public.scoresheet_failing_mails(most integer) RETURNS TABLE (
    tournament text, person text, way text, kind text, state text, tries integer, answer text, made_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT m.tournament, m.person, m.way, m.kind, m.state, m.tries, m.answer, m.made_at FROM public.mails m
        WHERE m.state IN ('refused', 'late', 'unclear') OR m.state = 'waiting' AND m.tries > 0
        ORDER BY m.made_at DESC, m.id LIMIT most;
$$;

-- For the process that delivers. What was begun and not ended by one that is gone is unclear.
CREATE FUNCTION public.scoresheet_unclear_mails(by_way text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = 'unclear', sealed = NULL WHERE m.state = 'sending' AND m.way = by_way;
$$;

CREATE FUNCTION public.scoresheet_mails_to_send(by_way text, most integer) RETURNS TABLE (
    id uuid, kind text, digest bytea, address bytea, content bytea, tries integer, made_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT m.id, m.kind, r.digest, r.sealed, m.sealed, m.tries, m.made_at
        FROM public.mails m
        JOIN public.mail_requests r ON r.tournament = m.tournament AND r.person = m.person AND r.way = m.way
        WHERE m.state = 'waiting' AND m.way = by_way AND m.next_at <= now() ORDER BY m.next_at, m.id LIMIT most;
$$;

-- What became of it; `again_at` is when it is tried again, where it is. `gone` is the subscription with it.
CREATE OR REPLACE FUNCTION public.scoresheet_end_mail(of_mail uuid, new_state text, told text, again_at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.mails m SET state = new_state, answer = told, next_at = coalesce(again_at, m.next_at),
        sealed = CASE WHEN new_state = 'waiting' THEN m.sealed END WHERE m.id = of_mail AND m.state IN ('sending', 'waiting');
    DELETE FROM public.mail_requests r USING public.mails m
        WHERE m.id = of_mail AND m.state = 'gone' AND m.way = 'push' AND r.made_at < m.made_at
            AND r.tournament = m.tournament AND r.person = m.person AND r.way = m.way;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_drop_mail, public.scoresheet_may_ask_for_mail,
    public.scoresheet_ask_for_push, public.scoresheet_mail_of, public.scoresheet_mail_readers,
    public.scoresheet_failing_mails, public.scoresheet_unclear_mails, public.scoresheet_mails_to_send FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_drop_mail, public.scoresheet_ask_for_push, public.scoresheet_mail_of,
    public.scoresheet_mail_readers, public.scoresheet_failing_mails TO scoresheet_service;
GRANT EXECUTE ON FUNCTION public.scoresheet_unclear_mails, public.scoresheet_mails_to_send TO scoresheet_webhooks;
