-- Which tables were not what the log made, when a projection's tables were last made again beside the live ones and held
-- against them. It goes with the generation that it is about.
CREATE TABLE public.compared_tables (
    projection text COLLATE "C" PRIMARY KEY,
    generation text COLLATE "C" NOT NULL,
    position bigint NOT NULL CHECK (position >= 0),
    compared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    differing text[] NOT NULL,
    FOREIGN KEY (projection, generation) REFERENCES public.projections (name, generation) ON DELETE CASCADE
);
GRANT SELECT ON public.compared_tables TO scoresheet_service, scoresheet_projections, scoresheet_signer;

-- Note what was found of the live tables as they were at that position.
CREATE FUNCTION public.scoresheet_note_comparison(wanted text, held text, at_position bigint, other text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    INSERT INTO public.compared_tables (projection, generation, position, differing)
        SELECT p.name, p.generation, at_position, other FROM public.projections p
        WHERE p.name = wanted AND p.generation = held AND p.is_live
        ON CONFLICT (projection) DO UPDATE SET
            generation = excluded.generation, position = excluded.position,
            compared_at = clock_timestamp(), differing = excluded.differing;
END
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_note_comparison TO scoresheet_projections, scoresheet_signer;
