-- What forgets and erases is called whether the database's owner or a superuser made it. Where anybody else did, nothing
-- is forgotten or erased half: it is refused, and says what to do. See ops/decisions/0137-functions-that-forget.md.
CREATE FUNCTION public.scoresheet_functions(beginning text, arguments integer) RETURNS SETOF regproc
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT p.oid::regproc AS called, r.rolname, r.rolsuper FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
            WHERE p.pronamespace = 'public'::regnamespace AND p.proname ^@ beginning AND p.pronargs = arguments
            ORDER BY p.proname LOOP
        IF NOT one.rolsuper AND one.rolname <> current_user THEN
            RAISE EXCEPTION 'the function % belongs to %: let an administrator run ALTER FUNCTION % OWNER TO %',
                one.called, one.rolname, one.called, current_user USING ERRCODE = 'insufficient_privilege';
        END IF;
        RETURN NEXT one.called;
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_forget() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    one regproc;
BEGIN
    FOR one IN SELECT public.scoresheet_functions('scoresheet_forget_', 0) LOOP
        EXECUTE format('SELECT %s()', one);
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    one regproc;
BEGIN
    FOR one IN SELECT public.scoresheet_functions('scoresheet_erase_', 1) LOOP
        EXECUTE format('SELECT %s($1)', one) USING erased;
    END LOOP;
END
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_functions FROM PUBLIC;
