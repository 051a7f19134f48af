-- What readers are shown is worked out from the log; all of it can be made anew from there.
--
-- The tables of a projection stand in one of its two schemas, the live generation; a rebuild fills the other one
-- beside it and then takes its place. The owner makes them, from statements that only the owner writes down here. Readers
-- see the live ones through the views in the schema "projected".
--
-- Each follows in the role that scoresheet_follower says: who signs the log keeps the tree over it, and the projections
-- keep nothing of that.

CREATE SCHEMA tournaments_a;
CREATE SCHEMA tournaments_b;
CREATE SCHEMA ratings_a;
CREATE SCHEMA ratings_b;
CREATE SCHEMA feeds_a;
CREATE SCHEMA feeds_b;
CREATE SCHEMA evidence_a;
CREATE SCHEMA evidence_b;
CREATE SCHEMA projected;

-- How far each generation has followed the log. Every transaction that writes to its tables moves the position, or
-- locks the row, first: so nothing can be written twice. `definition` tells which tables and rendering they hold.
-- `log_ended_at` is where the log ended when it was found to be shorter than what was taken in of it: until the tables are
-- made anew, which is a new row, the projection stands still.
CREATE TABLE public.projections (
    name text COLLATE "C" NOT NULL,
    generation text COLLATE "C" NOT NULL CHECK (generation IN ('a', 'b')),
    position bigint NOT NULL CHECK (position >= 0),
    is_live boolean NOT NULL,
    definition text NOT NULL,
    log_ended_at bigint CHECK (log_ended_at >= 0 AND log_ended_at < position),
    PRIMARY KEY (name, generation)
);

CREATE UNIQUE INDEX projections_live ON public.projections (name) WHERE is_live;

-- Streams with an event that could not be taken in: they stand still until that succeeds, all others go on.
CREATE TABLE public.projections_parked (
    projection text COLLATE "C" NOT NULL,
    generation text COLLATE "C" NOT NULL,
    stream text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    error text NOT NULL,
    PRIMARY KEY (projection, generation, stream),
    FOREIGN KEY (projection, generation) REFERENCES public.projections (name, generation) ON DELETE CASCADE
);

-- The statements that make a projection's tables; `definition` is their digest.
CREATE TABLE public.projection_definitions (
    projection text COLLATE "C" NOT NULL,
    definition text COLLATE "C" NOT NULL,
    statements text NOT NULL,
    PRIMARY KEY (projection, definition)
);

GRANT USAGE ON SCHEMA tournaments_a, tournaments_b, ratings_a, ratings_b, feeds_a, feeds_b TO scoresheet_projections;
GRANT USAGE ON SCHEMA evidence_a, evidence_b TO scoresheet_signer;
GRANT USAGE ON SCHEMA projected TO scoresheet_service, scoresheet_projections, scoresheet_signer;
GRANT SELECT ON public.projections, public.projections_parked
    TO scoresheet_service, scoresheet_projections, scoresheet_signer;
GRANT UPDATE (position, log_ended_at) ON public.projections TO scoresheet_projections, scoresheet_signer;
GRANT INSERT, UPDATE, DELETE ON public.projections_parked TO scoresheet_projections;

-- Each moves on its own projections alone; the owner's functions move them all.
ALTER TABLE public.projections ENABLE ROW LEVEL SECURITY;
CREATE POLICY reading ON public.projections FOR SELECT USING (true);
CREATE POLICY following ON public.projections FOR UPDATE TO scoresheet_projections USING (name <> 'evidence');
CREATE POLICY signing ON public.projections FOR UPDATE TO scoresheet_signer USING (name = 'evidence');

-- The role that a projection is followed in.
CREATE FUNCTION public.scoresheet_follower(wanted text) RETURNS name
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT CASE WHEN wanted = 'evidence' THEN 'scoresheet_signer' ELSE 'scoresheet_projections' END::name
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

-- Drops whatever tables a generation has, also those of an earlier version of the program.
CREATE FUNCTION public.scoresheet_clear_generation(wanted text, cleared text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    standing name;
BEGIN
    FOR standing IN
        SELECT t.tablename FROM pg_tables t WHERE t.schemaname = wanted || '_' || cleared ORDER BY t.tablename
    LOOP
        EXECUTE format('DROP TABLE %I.%I CASCADE', wanted || '_' || cleared, standing);
    END LOOP;
    DELETE FROM public.projections p WHERE p.name = wanted AND p.generation = cleared;
END
$$;

-- Lets readers, and the role that follows, see the tables of this generation through views.
CREATE FUNCTION public.scoresheet_show_tables(wanted text, shown text) RETURNS void
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

-- A new generation, empty, beside the live one, and its name; it is live at once where there was none.
CREATE FUNCTION public.scoresheet_begin_generation(wanted text, by_definition text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    defining text;
    live text;
    begun text;
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    PERFORM FROM public.projection_definitions d WHERE d.projection = wanted ORDER BY d.definition FOR UPDATE;
    SELECT d.statements INTO defining
        FROM public.projection_definitions d WHERE d.projection = wanted AND d.definition = by_definition;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the database does not know the tables of this version of the projection %', wanted
            USING ERRCODE = 'undefined_object', HINT = 'Run scoresheet migrate.';
    END IF;
    SELECT p.generation INTO live FROM public.projections p WHERE p.name = wanted AND p.is_live;
    begun := CASE WHEN live = 'a' THEN 'b' ELSE 'a' END;
    PERFORM public.scoresheet_clear_generation(wanted, begun);
    PERFORM set_config('search_path', format('%I, pg_catalog, pg_temp', wanted || '_' || begun), true);
    EXECUTE defining;
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I',
        wanted || '_' || begun, public.scoresheet_follower(wanted));
    INSERT INTO public.projections (name, generation, position, is_live, definition)
        VALUES (wanted, begun, 0, live IS NULL, by_definition);
    IF live IS NULL THEN
        PERFORM public.scoresheet_show_tables(wanted, begun);
    END IF;
    RETURN begun;
END
$$;

-- Puts a generation that has reached this position in the live one's place, and drops that. False where the live one
-- has gone further meanwhile, or there is none: nobody is to see the past again. One that has gone further than the log
-- itself shows what is no more, and gives way.
CREATE FUNCTION public.scoresheet_switch_generation(wanted text, shown text, reached bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    former text;
BEGIN
    PERFORM public.scoresheet_require_follower(wanted);
    PERFORM FROM public.projection_definitions d WHERE d.projection = wanted ORDER BY d.definition FOR UPDATE;
    SELECT p.generation INTO former FROM public.projections p
        WHERE p.name = wanted AND p.is_live AND p.generation <> shown AND (
            p.position <= reached
            OR p.log_ended_at IS NOT NULL
            OR p.position > (SELECT coalesce(max(e.position), 0) FROM public.events e)
        ) FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    PERFORM FROM public.projections p
        WHERE p.name = wanted AND p.generation = shown AND p.position = reached FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION '%_% is not at position % any more', wanted, shown, reached
            USING ERRCODE = 'object_not_in_prerequisite_state';
    END IF;
    PERFORM public.scoresheet_show_tables(wanted, shown);
    PERFORM public.scoresheet_clear_generation(wanted, former);
    UPDATE public.projections p SET is_live = true WHERE p.name = wanted AND p.generation = shown;
    PERFORM pg_notify('scoresheet_projected', wanted);
    RETURN true;
END
$$;

GRANT EXECUTE ON FUNCTION public.scoresheet_begin_generation, public.scoresheet_switch_generation
    TO scoresheet_projections, scoresheet_signer;

-- What was worked out of a stream's first events, up to that version, so that nobody works through all of them again:
-- the state itself, or what each event concerned. It holds what events hold, texts in their boxes, and no key; it says
-- which program has made it, which alone reads it, and with which event it ends.
CREATE TABLE public.kept (
    stream text COLLATE "C" NOT NULL,
    what text COLLATE "C" NOT NULL CHECK (what IN ('state', 'trail')),
    version integer NOT NULL CHECK (version > 0),
    program text COLLATE "C" NOT NULL,
    last_event bytea NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (stream, what, version)
);
-- PostgreSQL 15 does not take the storage in the column's definition.
ALTER TABLE public.kept ALTER COLUMN content SET STORAGE EXTERNAL;
GRANT SELECT ON public.kept TO scoresheet_service, scoresheet_projections;

-- Of a stream's trail the newest is kept alone. What another program has kept of the stream goes.
CREATE FUNCTION public.scoresheet_keep(of_stream text, kept_what text, at_version integer, by_program text, kept bytea)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    DELETE FROM public.kept k WHERE k.stream = of_stream AND k.what = kept_what
        AND (k.program <> by_program OR k.what = 'trail' OR k.version = at_version);
    INSERT INTO public.kept (stream, what, version, program, last_event, content)
        SELECT e.stream, kept_what, e.version, by_program, sha256(e.state), kept
        FROM public.events e WHERE e.stream = of_stream AND e.version = at_version
        ON CONFLICT DO NOTHING;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_keep TO scoresheet_service;
