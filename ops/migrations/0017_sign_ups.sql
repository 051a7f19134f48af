-- Requests of players to be entered in a tournament, who sign up by themselves, and the tournaments that take them. No
-- log holds what they say, and no other role reads it: it goes with the director's answer, or after thirty days.
CREATE TABLE public.sign_up_lists (
    tournament text COLLATE "C" PRIMARY KEY,
    for_members boolean NOT NULL,
    fee_first boolean NOT NULL
);
CREATE TABLE public.sign_ups (
    id text COLLATE "C" PRIMARY KEY,
    tournament text COLLATE "C" NOT NULL REFERENCES public.sign_up_lists (tournament),
    called text COLLATE "C" NOT NULL,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    club text NOT NULL CHECK (length(club) <= 200),
    contact text NOT NULL CHECK (length(contact) <= 200),
    made_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (tournament, called)
);
CREATE INDEX sign_ups_at ON public.sign_ups (made_at);
INSERT INTO public.retention (what, days) VALUES ('sign-ups', 30);

CREATE FUNCTION public.scoresheet_sign_up_list(of_tournament text) RETURNS TABLE (for_members boolean, fee_first boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT l.for_members, l.fee_first FROM public.sign_up_lists l WHERE l.tournament = of_tournament;
$$;

CREATE FUNCTION public.scoresheet_open_sign_ups(of_tournament text, new_for_members boolean, new_fee_first boolean)
RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.sign_up_lists (tournament, for_members, fee_first)
        VALUES (of_tournament, new_for_members, new_fee_first)
        ON CONFLICT (tournament) DO UPDATE SET for_members = new_for_members, fee_first = new_fee_first
        RETURNING true;
$$;

-- Who waits then is let go, too.
CREATE FUNCTION public.scoresheet_close_sign_ups(of_tournament text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.sign_ups s WHERE s.tournament = of_tournament;
    DELETE FROM public.sign_up_lists l WHERE l.tournament = of_tournament;
    RETURN FOUND;
END
$$;

-- A request, which the same name has once in a tournament: `taken`, `there` where it is there already, `closed` where
-- none are taken, and `too-many` in a quarter of an hour, or in all.
CREATE FUNCTION public.scoresheet_sign_up(
    of_tournament text, new_id text, new_called text, new_name text, new_club text, new_contact text, most_soon integer,
    most integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.sign_ups s WHERE s.made_at < public.scoresheet_kept_since('sign-ups');
    PERFORM FROM public.sign_up_lists l WHERE l.tournament = of_tournament FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'closed';
    END IF;
    IF EXISTS (SELECT FROM public.sign_ups s WHERE s.tournament = of_tournament AND s.called = new_called) THEN
        RETURN 'there';
    END IF;
    IF (SELECT count(*) >= most OR count(*) FILTER (WHERE s.made_at > now() - interval '15 minutes') >= most_soon
            FROM public.sign_ups s WHERE s.tournament = of_tournament) THEN
        RETURN 'too-many';
    END IF;
    INSERT INTO public.sign_ups (id, tournament, called, name, club, contact)
        VALUES (new_id, of_tournament, new_called, new_name, new_club, new_contact);
    RETURN 'taken';
END
$$;

CREATE FUNCTION public.scoresheet_sign_ups(of_tournament text)
RETURNS TABLE (id text, name text, club text, contact text, made_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.id, s.name, s.club, s.contact, s.made_at FROM public.sign_ups s
        WHERE s.tournament = of_tournament AND s.made_at >= public.scoresheet_kept_since('sign-ups')
        ORDER BY s.made_at, s.id;
$$;

CREATE FUNCTION public.scoresheet_end_sign_up(of_tournament text, shown_id text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.sign_ups s WHERE s.tournament = of_tournament AND s.id = shown_id;
    RETURN FOUND;
END
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
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_sign_up_list, public.scoresheet_open_sign_ups, public.scoresheet_close_sign_ups, public.scoresheet_sign_up,
    public.scoresheet_sign_ups, public.scoresheet_end_sign_up FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_sign_up_list, public.scoresheet_open_sign_ups, public.scoresheet_close_sign_ups, public.scoresheet_sign_up,
    public.scoresheet_sign_ups, public.scoresheet_end_sign_up TO scoresheet_service;
