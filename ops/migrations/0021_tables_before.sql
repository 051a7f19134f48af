-- When other tables took the place of a generation's that are kept, to be switched back to. NULL: it is the live one, or
-- one that is being made.
ALTER TABLE public.projections ADD COLUMN replaced_at timestamptz CHECK (replaced_at IS NULL OR NOT is_live);

-- Puts a generation that has reached this position in the live one's place, and keeps that. False where the live one has
-- gone further meanwhile, or there is none: nobody is to see the past again. One that has gone further than the log
-- itself shows what is no more: it gives way, and is dropped.
CREATE OR REPLACE FUNCTION public.scoresheet_switch_generation(wanted text, shown text, reached bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    former text;
    of_no_more boolean;
    gone name;
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    PERFORM FROM public.projection_definitions d WHERE d.projection = wanted ORDER BY d.definition FOR UPDATE;
    SELECT p.generation, p.log_ended_at IS NOT NULL
            OR p.position > (SELECT coalesce(max(e.position), 0) FROM public.events e)
        INTO former, of_no_more FROM public.projections p
        WHERE p.name = wanted AND p.is_live AND p.generation <> shown FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    IF NOT of_no_more THEN
        PERFORM FROM public.projections p WHERE p.name = wanted AND p.generation = former AND p.position <= reached;
        IF NOT FOUND THEN
            RETURN false;
        END IF;
    END IF;
    PERFORM FROM public.projections p
        WHERE p.name = wanted AND p.generation = shown AND p.position = reached FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%_% is not at position % any more', wanted, shown, reached
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    PERFORM public.scoresheet_show_tables(wanted, shown);
    FOR gone IN
        SELECT t.tablename FROM pg_tables t WHERE t.schemaname = wanted || '_' || former
        EXCEPT SELECT t.tablename FROM pg_tables t WHERE t.schemaname = wanted || '_' || shown
    LOOP
        EXECUTE format('DROP VIEW IF EXISTS projected.%I', gone);
    END LOOP;
    DELETE FROM public.compared_tables c WHERE c.projection = wanted;
    IF of_no_more THEN
        PERFORM public.scoresheet_clear_generation(wanted, former);
    ELSE
        UPDATE public.projections p SET is_live = false, replaced_at = clock_timestamp()
            WHERE p.name = wanted AND p.generation = former;
    END IF;
    UPDATE public.projections p SET is_live = true, replaced_at = NULL WHERE p.name = wanted AND p.generation = shown;
    PERFORM pg_notify('scoresheet_projected', wanted);
    RETURN true;
END
$$;

-- Drops the tables that were kept to be switched back to. They no longer follow the log, so that of a person who has been
-- erased since they still have the name.
CREATE FUNCTION public.scoresheet_forget_former() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.scoresheet_clear_generation(p.name, p.generation)
        FROM public.projections p WHERE p.replaced_at IS NOT NULL;
END
$$;
