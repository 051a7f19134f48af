-- The tournaments as they were from one position of the log on until another: null where they still are. How many events,
-- entries and matches there were stands in `tournament_sizes`, and as 0 in `document`.
CREATE TABLE tournaments_then (
    id uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    announced_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    sorting text COLLATE "C" NOT NULL,
    place text COLLATE "C" NOT NULL,
    begins_at timestamptz NOT NULL,
    formats text[] COLLATE "C" NOT NULL,
    directors uuid[] NOT NULL,
    merged uuid[] NOT NULL,
    series uuid,
    season bigint,
    club uuid,
    drawn boolean NOT NULL,
    held bigint,
    run_by text[] COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (id, since)
);

CREATE INDEX tournaments_then_by_age ON tournaments_then (announced_at, id);
CREATE INDEX tournaments_then_by_series ON tournaments_then (series) WHERE series IS NOT NULL;
CREATE UNIQUE INDEX tournaments_then_now ON tournaments_then (id) WHERE until IS NULL;
