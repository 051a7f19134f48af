-- Whether the service waits for its first administrator, who comes by the link that it has printed.
CREATE FUNCTION public.scoresheet_awaits_first() RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM public.api_keys k WHERE k.role = 'administrator' AND NOT k.is_proposed);
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_awaits_first FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_awaits_first TO scoresheet_service;
