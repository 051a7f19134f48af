-- The tournaments won that have not been withdrawn; a team's stand here for each of its members. `record` holds
-- the win; the person is another where that was merged.
CREATE TABLE wins (
    record uuid NOT NULL,
    tournament uuid NOT NULL,
    person uuid NOT NULL,
    series uuid,
    season bigint,
    PRIMARY KEY (record, tournament)
);

CREATE INDEX wins_by_series ON wins (series, season, person) WHERE series IS NOT NULL;
