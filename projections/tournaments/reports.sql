-- The reports of tournaments that have ended (TD-19), with who directs these; those of tournaments that were reopened have no end.
CREATE TABLE reports (
    tournament uuid PRIMARY KEY,
    ended_at timestamptz,
    due_at timestamptz,
    owed boolean NOT NULL,
    directors uuid[] NOT NULL,
    filings text COLLATE "C" NOT NULL
);

CREATE INDEX reports_by_end ON reports (ended_at, tournament) WHERE ended_at IS NOT NULL;
CREATE INDEX reports_by_director ON reports USING gin (directors) WHERE ended_at IS NOT NULL;
CREATE INDEX reports_owed ON reports (ended_at, tournament) WHERE owed;
