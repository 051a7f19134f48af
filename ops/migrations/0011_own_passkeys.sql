-- Which passkeys the key that a session stands for has, so that a browser makes no second one on a device that has one:
-- it would take the first one's place there, and leave it here for nobody to use.
CREATE FUNCTION public.scoresheet_own_passkeys(shown bytea) RETURNS SETOF bytea
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT l.mark FROM public.scoresheet_session(shown) s JOIN public.other_logins l ON l.key = s.key
        WHERE l.public_key IS NOT NULL ORDER BY l.made_at, l.id;
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_own_passkeys TO scoresheet_service;
