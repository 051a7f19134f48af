-- The tournaments that had been imported from a position of the log on.
CREATE TABLE imports_then (
    tournament uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    imported_at timestamptz NOT NULL,
    PRIMARY KEY (tournament, since)
);

CREATE INDEX imports_then_by_time ON imports_then (imported_at, tournament);
CREATE UNIQUE INDEX imports_then_now ON imports_then (tournament) WHERE until IS NULL;
