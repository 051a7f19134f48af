-- Whether a link was opened is seen by the day on which its key was last used. Those that have a session were opened.
CREATE OR REPLACE FUNCTION public.scoresheet_log_in_by_link(
    shown bytea, is_on_loopback boolean, new_id text, new_digest bytea
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    opened text;
BEGIN
    DELETE FROM public.login_links l
        WHERE l.digest = sha256(shown) AND l.expires_at > now() AND (is_on_loopback OR NOT l.is_for_loopback)
        RETURNING l.key INTO opened;
    INSERT INTO public.sessions (id, digest, key)
        SELECT new_id, new_digest, k.id FROM public.api_keys k
        WHERE k.id = opened AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM public.scoresheet_note_key_use(opened);
    RETURN true;
END
$$;

UPDATE public.api_keys k SET last_used = (s.began_at AT TIME ZONE 'UTC')::date
    FROM public.sessions s WHERE s.key = k.id AND k.last_used IS NULL;
