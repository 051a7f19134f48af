-- The tournaments that were imported, for their list.
CREATE TABLE imports (
    tournament uuid PRIMARY KEY,
    imported_at timestamptz NOT NULL
);

CREATE INDEX imports_by_time ON imports (imported_at, tournament);
