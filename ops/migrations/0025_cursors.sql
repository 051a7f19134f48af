-- The key with which cursors of lists are sealed: a cursor holds a place, which may be somebody's name or id. It tells
-- nobody who they are, also once they are erased or withheld. Drawn once; all processes of the service share it.
CREATE TABLE public.cursor_keys (key bytea NOT NULL CHECK (length(key) = 32));
ALTER TABLE public.cursor_keys ALTER COLUMN key SET STATISTICS 0;
INSERT INTO public.cursor_keys (key) VALUES (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

CREATE FUNCTION public.scoresheet_cursor_key() RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.key FROM public.cursor_keys k;
$$;
REVOKE EXECUTE ON FUNCTION public.scoresheet_cursor_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_cursor_key TO scoresheet_service;
