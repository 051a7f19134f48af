-- The tournaments won that have not been withdrawn; a team's stand here for each of its members.
CREATE TABLE wins (
    person uuid NOT NULL,
    tournament uuid NOT NULL,
    series uuid,
    season bigint,
    PRIMARY KEY (person, tournament)
);

CREATE INDEX wins_by_series ON wins (series, season, person) WHERE series IS NOT NULL;
