-- Append as scoresheet_append does, where the first event's recorded time is later than that of the log's newest event:
-- times never go back, whatever the clocks of several writers say. The events given are in the order of their times.
--
-- Where all commands were accepted before, they are answered whatever their times.
--
-- outcome 'outrun': nothing is recorded, and stored_last is the newest event's time, in microseconds since 1970.
CREATE FUNCTION scoresheet_append_in_time(
    command_ids text[], digests bytea[], answers bytea[],
    check_ends integer[], check_streams text[], check_versions bigint[],
    event_ends integer[], event_streams text[], event_versions bigint[], event_topics text[], event_states bytea[]
) RETURNS TABLE (
    outcome text, stored_digest bytea, stored_answer bytea, stored_first bigint, stored_last bigint
) LANGUAGE plpgsql AS $$
DECLARE
    newest timestamptz;
BEGIN
    PERFORM pg_advisory_xact_lock(7235419260187452);
    IF cardinality(event_states) > 0
        AND (SELECT count(*) FROM commands c WHERE c.id = ANY(command_ids)) < cardinality(command_ids)
    THEN
        SELECT scoresheet_recorded_at(e.state) INTO newest FROM events e ORDER BY e.position DESC LIMIT 1;
        IF newest >= scoresheet_recorded_at(event_states[1]) THEN
            RETURN QUERY SELECT 'outrun', NULL::bytea, NULL::bytea, 0::bigint,
                (extract(epoch FROM newest) * 1000000)::bigint
                FROM unnest(command_ids);
            RETURN;
        END IF;
    END IF;
    RETURN QUERY SELECT * FROM scoresheet_append(
        command_ids, digests, answers, check_ends, check_streams, check_versions,
        event_ends, event_streams, event_versions, event_topics, event_states);
END
$$;

CREATE FUNCTION scoresheet_recorded_at(state bytea) RETURNS timestamptz LANGUAGE sql STABLE STRICT AS $$
    SELECT (convert_from(state, 'UTF8')::json ->> 'recorded_at')::timestamptz
$$;

REVOKE ALL ON FUNCTION scoresheet_append_in_time, scoresheet_recorded_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scoresheet_append_in_time, scoresheet_recorded_at TO scoresheet_service;
