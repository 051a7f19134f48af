-- Who keeps the log's tree and signs it works in a role of its own: it reads the log as it is stored, and asks for
-- nobody's key. The projections keep nothing of the tree, and sign nothing.
REVOKE USAGE ON SCHEMA evidence_a, evidence_b FROM scoresheet_projections;
REVOKE ALL ON ALL TABLES IN SCHEMA evidence_a, evidence_b FROM scoresheet_projections;
REVOKE EXECUTE ON FUNCTION public.scoresheet_keep_checkpoint, public.scoresheet_keep_log_key FROM scoresheet_projections;
REVOKE SELECT ON public.checkpoints, public.log_keys FROM scoresheet_projections;

GRANT SELECT ON public.events, public.projections, public.projections_parked, public.checkpoints, public.log_keys,
    public.schema_version, public.origin TO scoresheet_signer;
GRANT UPDATE (position, log_ended_at) ON public.projections TO scoresheet_signer;
GRANT USAGE ON SCHEMA evidence_a, evidence_b, projected TO scoresheet_signer;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA evidence_a, evidence_b TO scoresheet_signer;
DO $$
BEGIN
    IF to_regclass('projected.log_tiles') IS NOT NULL THEN
        GRANT SELECT ON projected.log_tiles TO scoresheet_signer;
        REVOKE SELECT ON projected.log_tiles FROM scoresheet_projections;
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_keep_checkpoint, public.scoresheet_keep_log_key TO scoresheet_signer;

-- The role that a projection is followed in.
CREATE FUNCTION public.scoresheet_follower(wanted text) RETURNS name
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT CASE WHEN wanted = 'evidence' THEN 'scoresheet_signer' ELSE 'scoresheet_projections' END::name
$$;

-- Each moves on its own projections alone; the owner's functions move them all.
ALTER TABLE public.projections ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON public.projections FOR SELECT USING (true);
CREATE POLICY following ON public.projections FOR UPDATE TO scoresheet_projections USING (name <> 'evidence');
CREATE POLICY signing ON public.projections FOR UPDATE TO scoresheet_signer USING (name = 'evidence');

-- As in 0008, and readable for the role that follows.
CREATE OR REPLACE FUNCTION public.scoresheet_show_tables(wanted text, shown text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    standing name;
BEGIN
    FOR standing IN
        SELECT t.tablename FROM pg_tables t WHERE t.schemaname = wanted || '_' || shown ORDER BY t.tablename
    LOOP
        EXECUTE format('DROP VIEW IF EXISTS projected.%I', standing);
        EXECUTE format('CREATE VIEW projected.%1$I AS SELECT * FROM %2$I.%1$I', standing, wanted || '_' || shown);
        EXECUTE format('GRANT SELECT ON projected.%I TO scoresheet_service, %I',
            standing, public.scoresheet_follower(wanted));
    END LOOP;
END
$$;

-- Only a login that may follow the projection makes its tables anew, or switches to them.
CREATE FUNCTION public.scoresheet_require_follower(wanted text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF NOT pg_has_role(session_user, public.scoresheet_follower(wanted), 'MEMBER') THEN
        RAISE EXCEPTION 'permission denied for projection %', wanted USING ERRCODE = 'insufficient_privilege';
    END IF;
END
$$;

ALTER FUNCTION public.scoresheet_begin_generation RENAME TO scoresheet_begin_any_generation;
ALTER FUNCTION public.scoresheet_switch_generation RENAME TO scoresheet_switch_any_generation;
REVOKE EXECUTE ON FUNCTION public.scoresheet_begin_any_generation, public.scoresheet_switch_any_generation
    FROM scoresheet_projections;

-- As before, for the role that follows.
CREATE FUNCTION public.scoresheet_begin_generation(wanted text, by_definition text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    begun text;
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    begun := public.scoresheet_begin_any_generation(wanted, by_definition);
    EXECUTE format('REVOKE ALL ON ALL TABLES IN SCHEMA %I FROM scoresheet_projections', wanted || '_' || begun);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I',
        wanted || '_' || begun, public.scoresheet_follower(wanted));
    RETURN begun;
END
$$;

CREATE FUNCTION public.scoresheet_switch_generation(wanted text, shown text, reached bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    RETURN public.scoresheet_switch_any_generation(wanted, shown, reached);
END
$$;

REVOKE EXECUTE ON FUNCTION public.scoresheet_follower, public.scoresheet_require_follower,
    public.scoresheet_begin_generation, public.scoresheet_switch_generation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION public.scoresheet_begin_generation, public.scoresheet_switch_generation
    TO scoresheet_projections, scoresheet_signer;
