-- Who had won which tournaments, from one position of the log on until another: null where that still holds.
CREATE TABLE wins_then (
    record uuid NOT NULL,
    tournament uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    person uuid NOT NULL,
    series uuid,
    season bigint,
    PRIMARY KEY (record, tournament, since)
);

CREATE INDEX wins_then_by_series ON wins_then (series, season, person) WHERE series IS NOT NULL;
CREATE UNIQUE INDEX wins_then_now ON wins_then (record, tournament) WHERE until IS NULL;
