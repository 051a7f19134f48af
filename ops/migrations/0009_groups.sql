-- A group of commands is appended as before, but for what builds on a command of the group that is not recorded.

-- Append a group of commands, in the order given, in one transaction; one row comes back for each.
--
-- The lists of all commands' checks and events are passed end to end; check_ends[i] and event_ends[i] say where
-- those of command i end. A check names a stream the command read or wrote and the version it then had. A command
-- whose answer is null is a refusal that is only compared: nothing of it is recorded.
--
-- outcome 'done': recorded (or, of a refusal: still as it was decided);
--         'repeated': the command was accepted before, and this is what it answered;
--         'conflict': a stream has another version; nothing of this command is recorded, the others go on.
--
-- The commands of a group are decided on what those before them would record. What was to be recorded by a command that is
-- in conflict, or repeated, is not in the log as it was decided: whatever was decided on such a stream is in conflict too,
-- even where the stream has come to the same version by other events.
--
-- The lock is a statement of its own: those after it see all that earlier holders committed, so positions are dense
-- and none can appear below one that was seen. It is released after the commit is visible.
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
    unrecorded text[] := '{}';
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
            outcome := CASE WHEN check_streams[checks_done + 1:check_ends[i]] && unrecorded OR EXISTS (
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
        IF outcome <> 'done' THEN
            unrecorded := unrecorded || event_streams[events_done + 1:event_ends[i]];
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
