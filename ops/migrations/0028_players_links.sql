-- A player's own link: a key that nobody ever sees, by which its person acts in one tournament, and a link that logs in
-- for it, once. It is for whoever shows a director's own key, or a session that stands for one, and is valid with the
-- event that the key was made. False where what is shown may not.
CREATE FUNCTION public.scoresheet_propose_players_link(
    shown_id text, shown_secret bytea, shown_session bytea,
    new_id text, new_link bytea, new_person text, new_tournament text, key_ends timestamptz, link_ends timestamptz
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    DELETE FROM public.api_keys k WHERE k.is_proposed AND k.made_at < now() - interval '1 day';
    INSERT INTO public.api_keys (id, digest, role, person, tournament, label, made_at, expires_at, maker, is_proposed)
        SELECT new_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'player', new_person,
            new_tournament, '', now(), key_ends, nullif(k.person, new_person), true
        FROM public.api_keys k
        WHERE (k.id = shown_id AND k.digest = sha256(shown_secret)
                OR k.id = (SELECT s.key FROM public.scoresheet_session(shown_session) s))
            AND k.role = 'director' AND k.person IS NOT NULL AND coalesce(k.maker, 'machine') = 'machine'
            AND coalesce(k.tournament, new_tournament) = new_tournament AND NOT k.is_proposed
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO public.login_links (digest, key, is_for_loopback, expires_at)
        VALUES (sha256(new_link), new_id, false, link_ends);
    RETURN true;
END
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_propose_players_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_propose_players_link TO scoresheet_service;
