-- For how many days everything is kept that is not in the log; null: as long as what it belongs to. The owner writes it
-- down at each start. The service says when to look, and not how old anything is to be.
CREATE TABLE public.retention (
    what text COLLATE "C" PRIMARY KEY,
    days integer CHECK (days > 0)
);
INSERT INTO public.retention (what, days) VALUES
    ('audited-reads', 730), ('contacts', NULL), ('delivery-attempts', 30), ('first-answers', NULL),
    ('proposed-keys', 1), ('refused-attempts', 730), ('sessions', 7);
GRANT SELECT ON public.retention TO scoresheet_service;

DROP FUNCTION public.scoresheet_forget_notes, public.scoresheet_forget_attempts, public.scoresheet_forget_sessions;
DROP TABLE public.notes_kept;

-- The moment before which nothing of that kind is kept; null where it is never too old.
CREATE FUNCTION public.scoresheet_kept_since(of_kind text) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT now() - make_interval(days => r.days) FROM public.retention r WHERE r.what = of_kind;
$$;

-- Who has logged in when is personal: a session goes when it has ended, by its use, its age or its key.
CREATE FUNCTION public.scoresheet_forget() RETURNS void
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
    DELETE FROM public.login_links l WHERE l.expires_at <= now();
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_forget, public.scoresheet_kept_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_forget TO scoresheet_service;
