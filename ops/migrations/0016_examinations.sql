-- How far old events were worked out anew in the background, and what was found wrong there: the signer goes through the
-- whole log again and again. `whole_at` is when it has come to the end last.
CREATE TABLE public.examination (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    reached bigint NOT NULL DEFAULT 0 CHECK (reached >= 0),
    begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    looked_at timestamptz,
    whole_at timestamptz,
    problems text[] NOT NULL DEFAULT '{}'
);
INSERT INTO public.examination DEFAULT VALUES;
GRANT SELECT ON public.examination TO scoresheet_service, scoresheet_signer;

-- Note one stretch: where it ended, what was wrong in it, and whether the log ended there, so that it begins again.
CREATE FUNCTION public.scoresheet_note_examination(to_position bigint, found text[], at_end boolean) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.examination SET
        reached = CASE WHEN at_end THEN 0 ELSE to_position END,
        begun_at = CASE WHEN at_end THEN clock_timestamp() ELSE begun_at END,
        whole_at = CASE WHEN at_end THEN clock_timestamp() ELSE whole_at END,
        looked_at = clock_timestamp(),
        problems = found;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_note_examination TO scoresheet_signer;
