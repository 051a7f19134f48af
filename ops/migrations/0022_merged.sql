-- The keys of a record that is merged end with the event, in its transaction. Taking the merge back makes none of them
-- valid again: its person is given new ones.
CREATE FUNCTION public.scoresheet_merge_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now())
        WHERE person = substr(NEW.stream, length('person-') + 1);
    RETURN NULL;
END
$$;

CREATE TRIGGER merge_with_event AFTER INSERT ON public.events
    FOR EACH ROW WHEN (NEW.topic LIKE 'person.merged.%') EXECUTE FUNCTION public.scoresheet_merge_with_event();

REVOKE ALL ON FUNCTION public.scoresheet_merge_with_event FROM PUBLIC;
