-- The addresses that are held of somebody, under any of their records: by which they log in, and to which they are told
-- their matches. `hint` is what its owner is shown of an address to log in with; of the others nothing can be read here.
CREATE FUNCTION public.scoresheet_held_addresses(of_persons text[])
RETURNS TABLE (what text, hint text, tournament text, is_confirmed boolean, made_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT 'login', a.hint, k.tournament, a.is_confirmed, a.made_at
        FROM public.login_addresses a JOIN public.api_keys k ON k.id = a.key WHERE k.person = ANY (of_persons)
    UNION ALL
    SELECT r.way, NULL, r.tournament, r.confirmed_at IS NOT NULL, r.made_at
        FROM public.mail_requests r WHERE r.person = ANY (of_persons)
    ORDER BY 5, 1;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_held_addresses FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_held_addresses TO scoresheet_service;
