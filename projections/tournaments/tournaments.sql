CREATE TABLE tournaments (
    id uuid PRIMARY KEY,
    announced_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    series uuid,
    season bigint,
    document text COLLATE "C" NOT NULL
);

CREATE INDEX tournaments_by_age ON tournaments (announced_at, id);
CREATE INDEX tournaments_by_status ON tournaments (status, announced_at, id);
CREATE INDEX tournaments_by_series ON tournaments (series, season, announced_at, id) WHERE series IS NOT NULL;
