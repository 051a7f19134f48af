-- Decisions of tournaments that readers without a key report to the federation. No log holds what they say, and no other
-- role reads it: it goes when an administrator has taken it or removed it, or after thirty days.
CREATE TABLE public.told_decisions (
    id text COLLATE "C" PRIMARY KEY,
    tournament text COLLATE "C" NOT NULL,
    account text NOT NULL CHECK (length(account) BETWEEN 1 AND 2000),
    contact text NOT NULL CHECK (length(contact) <= 200),
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX told_decisions_at ON public.told_decisions (made_at);
INSERT INTO public.retention (what, days) VALUES ('told-decisions', 30);

-- False where too many were told of that tournament in a quarter of an hour, or wait in all.
CREATE FUNCTION public.scoresheet_tell_decision(
    of_tournament text, new_id text, new_account text, new_contact text, most_soon integer, most integer
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.told_decisions d WHERE d.made_at < public.scoresheet_kept_since('told-decisions');
    PERFORM pg_advisory_xact_lock(hashtextextended('scoresheet told decisions', 0));
    IF (SELECT count(*) >= most OR count(*) FILTER (
            WHERE d.tournament = of_tournament AND d.made_at > now() - interval '15 minutes') >= most_soon
            FROM public.told_decisions d) THEN
        RETURN false;
    END IF;
    INSERT INTO public.told_decisions (id, tournament, account, contact)
        VALUES (new_id, of_tournament, new_account, new_contact);
    RETURN true;
END
$$;

CREATE FUNCTION public.scoresheet_told_decisions()
RETURNS TABLE (id text, tournament text, account text, contact text, made_at timestamptz)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT d.id, d.tournament, d.account, d.contact, d.made_at FROM public.told_decisions d
        WHERE d.made_at >= public.scoresheet_kept_since('told-decisions') ORDER BY d.made_at, d.id;
$$;

CREATE FUNCTION public.scoresheet_end_told_decision(shown_id text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.told_decisions d WHERE d.id = shown_id;
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
    DELETE FROM public.mail_requests r WHERE r.confirmed_at IS NULL AND r.made_at < now() - interval '1 day';
    DELETE FROM public.mail_asks a WHERE a.asked_at < now() - interval '1 day';
    DELETE FROM public.mails m WHERE m.made_at < public.scoresheet_kept_since('delivery-attempts');
    DELETE FROM public.told_decisions d WHERE d.made_at < public.scoresheet_kept_since('told-decisions');
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_tell_decision, public.scoresheet_told_decisions,
    public.scoresheet_end_told_decision FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_tell_decision, public.scoresheet_told_decisions,
    public.scoresheet_end_told_decision TO scoresheet_service;
