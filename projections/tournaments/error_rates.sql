-- What the newest analysis of a match says of each of its players (3.8), less being better.
CREATE TABLE error_rates (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    person uuid NOT NULL,
    opponent uuid NOT NULL,
    at timestamptz NOT NULL,
    rate numeric(7, 3) NOT NULL,
    program text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, match, person)
);

CREATE INDEX error_rates_by_person ON error_rates (person, at, tournament, match);
