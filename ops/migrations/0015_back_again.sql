-- Lets a projection go on that stood still, where the events that were gone are back: the signer sees it by the tree.
CREATE FUNCTION public.scoresheet_go_on(wanted text, reached bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.projections SET log_ended_at = NULL WHERE name = wanted AND is_live AND position = reached;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_go_on TO scoresheet_signer;
