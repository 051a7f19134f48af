-- Each process works in a role of its own that may do what it needs: scoresheet_service is the API, and
-- scoresheet_projections follows the log. What either may do beyond reading is a function that runs with the owner's
-- rights, looks nothing up where somebody else could put a thing of that name, and is not for everybody.

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON public.events, public.commands, public.person_keys, public.chance_secrets, public.api_keys,
    public.projections, public.projections_parked FROM scoresheet_service;
GRANT SELECT ON public.events, public.projections, public.projections_parked, public.schema_version
    TO scoresheet_service, scoresheet_projections;

-- Whoever appends holds this row. Only the owner can lock it, so no login holds the log up from outside the append.
CREATE TABLE public.append_turn (is_only boolean PRIMARY KEY CHECK (is_only));
INSERT INTO public.append_turn VALUES (true);

-- As in 0001, with the row in place of the advisory lock that any login could take.
CREATE OR REPLACE FUNCTION public.scoresheet_append(
    command_ids text[], digests bytea[], answers bytea[],
    check_ends integer[], check_streams text[], check_versions bigint[],
    event_ends integer[], event_streams text[], event_versions bigint[], event_topics text[], event_states bytea[]
) RETURNS TABLE (
    outcome text, stored_digest bytea, stored_answer bytea, stored_first bigint, stored_last bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    checks_done integer := 0;
    events_done integer := 0;
    log_position bigint;
    position_before bigint;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'scoresheet_append must run under READ COMMITTED';
    END IF;
    PERFORM FROM public.append_turn FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the row of append_turn is missing';
    END IF;
    SELECT coalesce(max(e.position), 0) INTO log_position FROM public.events e;
    position_before := log_position;
    FOR i IN 1 .. cardinality(command_ids) LOOP
        SELECT 'repeated', c.digest, c.answer, c.first_position, c.last_position
            INTO outcome, stored_digest, stored_answer, stored_first, stored_last
            FROM public.commands c WHERE c.id = command_ids[i];
        IF NOT FOUND THEN
            stored_first := log_position + 1;
            outcome := CASE WHEN EXISTS (
                SELECT FROM unnest(
                    check_streams[checks_done + 1:check_ends[i]], check_versions[checks_done + 1:check_ends[i]]
                ) AS checked (stream, version)
                WHERE checked.version <> coalesce(
                    (SELECT max(e.version) FROM public.events e WHERE e.stream = checked.stream), 0)
            ) THEN 'conflict' ELSE 'done' END;
            IF outcome = 'done' AND answers[i] IS NOT NULL THEN
                INSERT INTO public.events (stream, version, position, topic, state)
                    SELECT added.stream, added.version, log_position + added.place, added.topic, added.state
                    FROM unnest(
                        event_streams[events_done + 1:event_ends[i]], event_versions[events_done + 1:event_ends[i]],
                        event_topics[events_done + 1:event_ends[i]], event_states[events_done + 1:event_ends[i]]
                    ) WITH ORDINALITY AS added (stream, version, topic, state, place);
                log_position := log_position + event_ends[i] - events_done;
                INSERT INTO public.commands
                    VALUES (command_ids[i], digests[i], answers[i], stored_first, log_position);
            END IF;
            stored_last := log_position;
        END IF;
        RETURN NEXT;
        checks_done := check_ends[i];
        events_done := event_ends[i];
    END LOOP;
    IF log_position > position_before THEN
        PERFORM pg_notify('scoresheet_events', log_position::text);
    END IF;
END
$$;

-- As in 0007, with the row.
CREATE OR REPLACE FUNCTION public.scoresheet_append_in_time(
    command_ids text[], digests bytea[], answers bytea[],
    check_ends integer[], check_streams text[], check_versions bigint[],
    event_ends integer[], event_streams text[], event_versions bigint[], event_topics text[], event_states bytea[]
) RETURNS TABLE (
    outcome text, stored_digest bytea, stored_answer bytea, stored_first bigint, stored_last bigint
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    newest timestamptz;
BEGIN
    PERFORM FROM public.append_turn FOR UPDATE;
    IF cardinality(event_states) > 0
        AND (SELECT count(*) FROM public.commands c WHERE c.id = ANY(command_ids)) < cardinality(command_ids)
    THEN
        SELECT public.scoresheet_recorded_at(e.state) INTO newest FROM public.events e ORDER BY e.position DESC LIMIT 1;
        IF newest >= public.scoresheet_recorded_at(event_states[1]) THEN
            RETURN QUERY SELECT 'outrun', NULL::bytea, NULL::bytea, 0::bigint,
                (extract(epoch FROM newest) * 1000000)::bigint
                FROM unnest(command_ids);
            RETURN;
        END IF;
    END IF;
    RETURN QUERY SELECT * FROM public.scoresheet_append(
        command_ids, digests, answers, check_ends, check_streams, check_versions,
        event_ends, event_streams, event_versions, event_topics, event_states);
END
$$;

ALTER FUNCTION public.scoresheet_recorded_at SET search_path = pg_catalog, public, pg_temp;
REVOKE EXECUTE ON FUNCTION public.scoresheet_append, public.scoresheet_recorded_at FROM scoresheet_service;

CREATE OR REPLACE FUNCTION public.scoresheet_erase(erased text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.person_keys (person, key) VALUES (erased, NULL) ON CONFLICT (person) DO UPDATE SET key = NULL;
    UPDATE public.api_keys SET revoked_at = coalesce(revoked_at, now()), label = '' WHERE person = erased;
$$;

CREATE OR REPLACE FUNCTION public.scoresheet_erase_with_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    PERFORM public.scoresheet_erase(substr(NEW.stream, length('person-') + 1));
    RETURN NULL;
END
$$;

-- The key of one person; null where there is none, or no longer. On an older snapshot a destroyed key would still
-- be seen, so none is read there.
CREATE FUNCTION public.scoresheet_person_key(wanted text) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
        RAISE EXCEPTION 'keys of persons are read under READ COMMITTED';
    END IF;
    RETURN (SELECT k.key FROM public.person_keys k WHERE k.person = wanted);
END
$$;

-- The key of one person: the proposed one where there was none, and null for somebody erased.
CREATE FUNCTION public.scoresheet_make_person_key(wanted text, proposed bytea) RETURNS bytea
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    INSERT INTO public.person_keys (person, key) VALUES (wanted, proposed) ON CONFLICT DO NOTHING;
    RETURN public.scoresheet_person_key(wanted);
END
$$;

-- Puts the secret of draws away under what is published of it.
CREATE FUNCTION public.scoresheet_seal_secret(published text, sealed bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    INSERT INTO public.chance_secrets (commitment, secret) VALUES (published, sealed);
$$;

-- One secret of draws, for who names what is published of it.
CREATE FUNCTION public.scoresheet_secret(published text) RETURNS bytea
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT s.secret FROM public.chance_secrets s WHERE s.commitment = published;
$$;

-- What is known of one API key.
CREATE FUNCTION public.scoresheet_api_key(wanted text) RETURNS SETOF public.api_keys
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT k.* FROM public.api_keys k WHERE k.id = wanted;
$$;

-- The owner makes the tables of projections, from statements that only the owner writes down here; `definition` is
-- their digest. The former tables are dropped: they belonged to the service, and the log fills the new ones.
DROP SCHEMA tournaments_a, tournaments_b, ratings_a, ratings_b, projected CASCADE;
DELETE FROM public.projections;

CREATE SCHEMA tournaments_a;
CREATE SCHEMA tournaments_b;
CREATE SCHEMA ratings_a;
CREATE SCHEMA ratings_b;
CREATE SCHEMA projected;

CREATE TABLE public.projection_definitions (
    projection text COLLATE "C" NOT NULL,
    definition text COLLATE "C" NOT NULL,
    statements text NOT NULL,
    PRIMARY KEY (projection, definition)
);

GRANT USAGE ON SCHEMA tournaments_a, tournaments_b, ratings_a, ratings_b TO scoresheet_projections;
GRANT USAGE ON SCHEMA projected TO scoresheet_service, scoresheet_projections;
GRANT UPDATE (position, log_ended_at) ON public.projections TO scoresheet_projections;
GRANT INSERT, UPDATE, DELETE ON public.projections_parked TO scoresheet_projections;

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

-- Lets readers see the tables of this generation through views.
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
        EXECUTE format('GRANT SELECT ON projected.%I TO scoresheet_service, scoresheet_projections', standing);
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
    EXECUTE format(
        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO scoresheet_projections',
        wanted || '_' || begun);
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

GRANT EXECUTE ON FUNCTION
    public.scoresheet_append_in_time, public.scoresheet_make_person_key, public.scoresheet_seal_secret,
    public.scoresheet_secret, public.scoresheet_api_key
    TO scoresheet_service;
GRANT EXECUTE ON FUNCTION public.scoresheet_person_key TO scoresheet_service, scoresheet_projections;
GRANT EXECUTE ON FUNCTION public.scoresheet_begin_generation, public.scoresheet_switch_generation
    TO scoresheet_projections;
