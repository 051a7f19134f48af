-- Codes that players choose at check-in, by which they confirm results on a director's device. `hash` is Argon2id's; the
-- log holds the id of a code, and no other role reads this table. `tries` are those that were wrong.
CREATE TABLE public.codes (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    tournament text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    hash text NOT NULL CHECK (length(hash) < 400),
    made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX codes_of_person ON public.codes (person, tournament);
CREATE INDEX codes_at ON public.codes (made_at);
CREATE TABLE public.code_tries (
    code text COLLATE "C" NOT NULL REFERENCES public.codes (id) ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX code_tries_of_code ON public.code_tries (code, at);
INSERT INTO public.retention (what, days) VALUES ('codes', 8);

CREATE FUNCTION public.scoresheet_keep_code(new_id text, of_tournament text, of_person text, new_hash text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.codes (id, tournament, person, hash) VALUES (new_id, of_tournament, of_person, new_hash);
$$;

-- Ends the person's codes there but the one that is recorded by now.
CREATE FUNCTION public.scoresheet_end_codes(of_tournament text, of_person text, but_id text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.codes c WHERE c.tournament = of_tournament AND c.person = of_person AND c.id <> but_id;
$$;

-- Counts a try as wrong until it is known to be right: its hash, and `soon` where there were `most_soon` wrong ones in a
-- quarter of an hour, or `often` where there were `most` since the code was chosen. No row where there is no such code.
CREATE FUNCTION public.scoresheet_try_code(
    shown_id text, of_tournament text, of_person text, most_soon integer, most integer
) RETURNS TABLE (refused text, hash text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    found public.codes;
    soon bigint;
    all_of_them bigint;
BEGIN
    SELECT * INTO found FROM public.codes c
        WHERE c.id = shown_id AND c.tournament = of_tournament AND c.person = of_person
            AND c.made_at >= public.scoresheet_kept_since('codes') FOR UPDATE;
    IF found.id IS NULL THEN
        RETURN;
    END IF;
    SELECT count(*) FILTER (WHERE t.at > now() - interval '15 minutes'), count(*) INTO soon, all_of_them
        FROM public.code_tries t WHERE t.code = shown_id;
    IF all_of_them >= most OR soon >= most_soon THEN
        RETURN QUERY SELECT CASE WHEN all_of_them >= most THEN 'often' ELSE 'soon' END, NULL::text;
        RETURN;
    END IF;
    INSERT INTO public.code_tries (code) VALUES (shown_id);
    RETURN QUERY SELECT NULL::text, found.hash;
END
$$;

-- The newest try was right.
CREATE FUNCTION public.scoresheet_code_was_right(shown_id text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.code_tries t WHERE t.ctid = (
        SELECT n.ctid FROM public.code_tries n WHERE n.code = shown_id ORDER BY n.at DESC LIMIT 1
    );
$$;

CREATE FUNCTION public.scoresheet_code_tries(shown_id text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT count(*) FROM public.code_tries t WHERE t.code = shown_id;
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
    DELETE FROM public.codes c WHERE c.made_at < public.scoresheet_kept_since('codes');
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.person_keys (person, key) VALUES (erased, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL;
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now()), label = '' WHERE person = erased;
    DELETE FROM public.mails m WHERE m.person = erased;
    DELETE FROM public.mail_requests r WHERE r.person = erased;
    DELETE FROM public.mail_asks a WHERE a.person = erased;
    DELETE FROM public.mailed_matches m WHERE m.person = erased;
    DELETE FROM public.codes c WHERE c.person = erased;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_keep_code, public.scoresheet_end_codes, public.scoresheet_try_code,
    public.scoresheet_code_was_right, public.scoresheet_code_tries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_keep_code, public.scoresheet_end_codes, public.scoresheet_try_code,
    public.scoresheet_code_was_right, public.scoresheet_code_tries TO scoresheet_service;
