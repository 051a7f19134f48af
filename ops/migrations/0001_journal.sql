-- The log: every event there is, the commands they came from, and the secrets of its draws.
-- Names are compared byte by byte ("C"): no index may depend on the host's collation.
--
-- Each process works in a role of its own that may do what it needs: scoresheet_service is the API,
-- scoresheet_projections follows the log, scoresheet_signer keeps its tree and signs it, and scoresheet_webhooks delivers
-- feeds. What each may do beyond reading is a function that runs with the owner's rights, looks nothing up where somebody
-- else could put a thing of that name, and is not for everybody.

ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

CREATE TABLE public.events (
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    position bigint NOT NULL UNIQUE CHECK (position > 0),
    topic text COLLATE "C" NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (stream, version)
);

-- A command without events has first_position = last_position + 1, last_position being the log's at that moment. Its
-- answer is kept for those who send it again, and null once nobody is expected to.
CREATE TABLE public.commands (
    id text COLLATE "C" PRIMARY KEY,
    digest bytea NOT NULL,
    answer bytea,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL,
    answered_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX commands_answered ON public.commands USING brin (answered_at);

-- The secrets of draws, by the SHA-256 that is published of each. They lie outside the log until they are revealed.
CREATE TABLE public.chance_secrets (
    commitment text COLLATE "C" PRIMARY KEY CHECK (commitment = encode(sha256(secret), 'hex')),
    secret bytea NOT NULL CHECK (length(secret) = 32)
);

-- PostgreSQL keeps samples of what columns hold, in a table of its own that outlives the rows. It takes none of keys,
-- secrets and sealed text.
ALTER TABLE public.events ALTER COLUMN state SET STATISTICS 0;
ALTER TABLE public.commands ALTER COLUMN answer SET STATISTICS 0;
ALTER TABLE public.chance_secrets ALTER COLUMN secret SET STATISTICS 0;

-- Whoever appends holds this row. Only the owner can lock it, so no login holds the log up from outside the append.
CREATE TABLE public.append_turn (is_only boolean PRIMARY KEY CHECK (is_only));
INSERT INTO public.append_turn VALUES (true);

-- What is being loaded beside the running service, so that it can tell how far that is; no row: nothing. Who loads works
-- as the owner.
CREATE TABLE public.loading (
    what text COLLATE "C" PRIMARY KEY,
    done bigint NOT NULL CHECK (done >= 0),
    total bigint NOT NULL CHECK (total >= done)
);

GRANT SELECT ON public.events TO scoresheet_service, scoresheet_projections, scoresheet_signer;
GRANT SELECT ON public.loading TO scoresheet_service;

-- An event whose bytes can't be read tells no time. It must not keep all others from being recorded: only its own
-- stream stands still until it is mended.
CREATE FUNCTION public.scoresheet_recorded_at(state bytea) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
    RETURN (convert_from(state, 'UTF8')::json ->> 'recorded_at')::timestamptz;
EXCEPTION
    WHEN data_exception OR character_not_in_repertoire OR untranslatable_character THEN RETURN NULL;
END
$$;

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
-- The lock is a statement of its own: those after it see all that earlier holders committed, so positions are dense
-- and none can appear below one that was seen. It is released after the commit is visible.
CREATE FUNCTION public.scoresheet_append(
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

-- Append as scoresheet_append does, where the first event's recorded time is later than that of the log's newest event:
-- times never go back, whatever the clocks of several writers say. The events given are in the order of their times.
--
-- Where all commands were accepted before, they are answered whatever their times.
--
-- outcome 'outrun': nothing is recorded, and stored_last is the newest event's time, in microseconds since 1970.
CREATE FUNCTION public.scoresheet_append_in_time(
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

GRANT EXECUTE ON FUNCTION public.scoresheet_append_in_time, public.scoresheet_seal_secret, public.scoresheet_secret
    TO scoresheet_service;
