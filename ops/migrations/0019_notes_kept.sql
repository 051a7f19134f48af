-- For how many days it stays noted what auditors have read and what was refused; the owner writes it down at each start.
-- The service says when to look, and not how old a note is to be.
CREATE TABLE public.notes_kept (days integer NOT NULL CHECK (days > 0));
INSERT INTO public.notes_kept (days) VALUES (730);

CREATE FUNCTION public.scoresheet_forget_notes() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.audited_reads r USING public.notes_kept k WHERE r.read_at < now() - make_interval(days => k.days);
    DELETE FROM public.refused_attempts r USING public.notes_kept k
        WHERE r.last_at < now() - make_interval(days => k.days);
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_forget_notes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_forget_notes TO scoresheet_service;
