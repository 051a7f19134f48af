-- What API workers share for an evening: scores of matches under way, phones that ask, analyses, imports, the key of
-- logins that have begun. It is no record: it may be lost with a crash, standbys and backups do not have it, and it goes
-- a day after its last change. See ops/decisions/0135-shared-by-workers.md.
CREATE UNLOGGED SEQUENCE public.shared_editions;
CREATE UNLOGGED TABLE public.shared (
    kind text COLLATE "C" NOT NULL,
    place text COLLATE "C" NOT NULL,
    content text NOT NULL,
    edition bigint NOT NULL,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (kind, place)
);

CREATE FUNCTION public.scoresheet_shared(of_kind text, beginning text)
RETURNS TABLE (place text, content text, edition bigint, seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.place, s.content, s.edition, extract(epoch FROM clock_timestamp() - s.changed_at)::double precision
        FROM public.shared s WHERE s.kind = of_kind AND s.place ^@ beginning ORDER BY s.edition;
$$;

-- Workers hear of it once it is committed.
CREATE FUNCTION public.scoresheet_share(of_kind text, of_place text, new_content text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.shared AS s (kind, place, content, edition, changed_at)
        VALUES (of_kind, of_place, new_content, nextval('public.shared_editions'), clock_timestamp())
        ON CONFLICT (kind, place) DO UPDATE
            SET content = excluded.content, edition = excluded.edition, changed_at = excluded.changed_at;
    SELECT pg_notify('scoresheet_shared', of_kind);
$$;

CREATE FUNCTION public.scoresheet_still_shared(of_kind text, of_place text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.shared s SET changed_at = clock_timestamp() WHERE s.kind = of_kind AND s.place = of_place;
$$;

CREATE FUNCTION public.scoresheet_unshare(of_kind text, of_place text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.shared s WHERE s.kind = of_kind AND s.place = of_place;
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_shared, public.scoresheet_share, public.scoresheet_still_shared,
    public.scoresheet_unshare FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_shared, public.scoresheet_share, public.scoresheet_still_shared,
    public.scoresheet_unshare TO scoresheet_service;

-- From now on a migration that adds something to forget or to erase adds a function of its own: its name begins with
-- `scoresheet_forget_` or `scoresheet_erase_`, and it is the owner's. Nobody else can make one in this schema.
ALTER FUNCTION public.scoresheet_forget() RENAME TO scoresheet_forget_until_24;
ALTER FUNCTION public.scoresheet_erase(text) RENAME TO scoresheet_erase_until_24;

CREATE FUNCTION public.scoresheet_forget() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    one regproc;
BEGIN
    FOR one IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
            WHERE p.pronamespace = 'public'::regnamespace AND p.proname ^@ 'scoresheet_forget_' AND p.pronargs = 0
                AND r.rolname = current_user
            ORDER BY p.proname LOOP
        EXECUTE format('SELECT %s()', one);
    END LOOP;
END
$$;

CREATE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    one regproc;
BEGIN
    FOR one IN SELECT p.oid FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
            WHERE p.pronamespace = 'public'::regnamespace AND p.proname ^@ 'scoresheet_erase_' AND p.pronargs = 1
                AND r.rolname = current_user
            ORDER BY p.proname LOOP
        EXECUTE format('SELECT %s($1)', one) USING erased;
    END LOOP;
END
$$;

CREATE FUNCTION public.scoresheet_forget_shared() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.shared s WHERE s.changed_at < now() - interval '1 day';
$$;

-- Lists that were sent hold names.
CREATE FUNCTION public.scoresheet_erase_shared(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.shared s WHERE s.kind IN ('imports', 'import-lists');
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_forget, public.scoresheet_forget_until_24, public.scoresheet_forget_shared,
    public.scoresheet_erase, public.scoresheet_erase_until_24, public.scoresheet_erase_shared
    FROM PUBLIC, scoresheet_service;
GRANT EXECUTE ON FUNCTION public.scoresheet_forget TO scoresheet_service;
