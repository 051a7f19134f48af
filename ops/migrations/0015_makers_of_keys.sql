-- Who made a key, an administrator or `machine`, until its person has exchanged it for one of their own by the code that
-- was made with it; of the code the SHA-256 is stored. Until then the two count as one person.
ALTER TABLE public.api_keys
    ADD COLUMN maker text COLLATE "C" CHECK (maker = 'machine' OR (maker IS NOT NULL AND person IS NOT NULL)),
    ADD COLUMN code_digest bytea CHECK (code_digest IS NULL OR (length(code_digest) = 32 AND person IS NOT NULL));
UPDATE public.api_keys SET maker = 'machine';

-- A key made for somebody, by whoever shows an administrator's own key: so the service can make none for itself. False
-- where that key may not, or the new one is there already.
CREATE FUNCTION public.scoresheet_make_key(
    shown_id text, shown_secret bytea,
    new_id text, new_digest bytea, new_code_digest bytea,
    new_role text, new_person text, new_label text, new_expires_at timestamptz
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.api_keys (id, digest, code_digest, role, person, label, made_at, expires_at, maker)
        SELECT new_id, new_digest, new_code_digest, new_role, new_person, new_label, now(), new_expires_at, k.person
        FROM public.api_keys k
        WHERE k.id = shown_id AND k.digest = sha256(shown_secret) AND k.role = 'administrator'
            AND k.person IS NOT NULL AND k.tournament IS NULL AND coalesce(k.maker, 'machine') = 'machine'
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        ON CONFLICT (id) DO NOTHING;
    RETURN FOUND;
END
$$;

-- The key's person takes one of their own in its place, once, with the code; all keys of its line that others made end.
-- False where the code is not that key's, or the key is not valid.
CREATE FUNCTION public.scoresheet_exchange_key(old_id text, code bytea, new_id text, new_digest bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    old public.api_keys;
BEGIN
    UPDATE public.api_keys k SET revoked_at = now()
        WHERE k.id = old_id AND k.code_digest = sha256(code) AND k.maker IS NOT NULL
            AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        RETURNING k.* INTO old;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE public.api_keys k SET revoked_at = now()
        WHERE coalesce(k.line, k.id) = coalesce(old.line, old.id) AND k.maker IS NOT NULL AND k.revoked_at IS NULL;
    INSERT INTO public.api_keys (id, digest, role, person, tournament, label, made_at, expires_at, line, personal)
        VALUES (new_id, new_digest, old.role, old.person, old.tournament, old.label, now(), old.expires_at,
            coalesce(old.line, old.id), old.personal);
    RETURN true;
END
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_make_key, public.scoresheet_exchange_key TO scoresheet_service;
