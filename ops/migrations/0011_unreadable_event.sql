-- An event whose bytes can't be read tells no time. It must not keep all others from being recorded: only its own
-- stream stands still until it is mended.
CREATE OR REPLACE FUNCTION public.scoresheet_recorded_at(state bytea) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN (convert_from(state, 'UTF8')::json ->> 'recorded_at')::timestamptz;
EXCEPTION
    WHEN data_exception OR character_not_in_repertoire OR untranslatable_character THEN RETURN NULL;
END
$$;
