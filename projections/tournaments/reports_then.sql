-- The reports of tournaments while these had ended, from one position of the log on until another: null where they still
-- are as they were.
CREATE TABLE reports_then (
    tournament uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    ended_at timestamptz NOT NULL,
    due_at timestamptz,
    owed boolean NOT NULL,
    directors uuid[] NOT NULL,
    filings text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, since)
);

CREATE INDEX reports_then_by_end ON reports_then (ended_at, tournament);
CREATE UNIQUE INDEX reports_then_now ON reports_then (tournament) WHERE until IS NULL;
