-- Nothing is appended while the log is held: it is not the log that was noted beside its key, or lacks its end, since an
-- older backup was put back, say. What has gone on there would be told to followers as what they have already.
ALTER TABLE public.append_turn ADD COLUMN held_because text;

-- Why the log is held; null where it is not.
CREATE FUNCTION public.scoresheet_held() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT t.held_because FROM public.append_turn t;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_held TO scoresheet_service;

-- Hold the log. The signer notices it while the service runs; only the owner lets go.
CREATE FUNCTION public.scoresheet_hold_log(because text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    UPDATE public.append_turn SET held_because = because WHERE held_because IS DISTINCT FROM because;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_hold_log TO scoresheet_signer;

-- As before, but for the log that is held.
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
    PERFORM FROM public.append_turn WHERE held_because IS NULL FOR UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the log is held: nothing is appended until its operator decides' USING ERRCODE = 'cannot_connect_now';
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

-- Where the log was begun anew, the number of the log from there on, and up to where the former one is known to be the
-- same: the newest position that a signed checkpoint covers which is left. What came after that nobody has signed.
CREATE FUNCTION public.scoresheet_kept_to(restarted bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce(max(c.size), 0)::bigint FROM public.checkpoints c WHERE c.size < restarted;
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_kept_to TO scoresheet_service;

DROP FUNCTION public.scoresheet_feed_restarts();
CREATE FUNCTION public.scoresheet_feed_restarts() RETURNS TABLE ("position" bigint, epoch bigint, kept_to bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT r.position::bigint, r.epoch::bigint, public.scoresheet_kept_to(r.position)
        FROM projected.feed_restarts r ORDER BY r.position;
END
$$;
GRANT EXECUTE ON FUNCTION public.scoresheet_feed_restarts TO scoresheet_webhooks;
