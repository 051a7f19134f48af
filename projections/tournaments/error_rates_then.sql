-- What the newest analysis of a match said, from one position of the log on until another: null where it still does.
CREATE TABLE error_rates_then (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    person uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    opponent uuid NOT NULL,
    rate numeric(7, 3) NOT NULL,
    program text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    digest text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, match, person, since)
);

CREATE INDEX error_rates_then_by_person ON error_rates_then (person);
CREATE UNIQUE INDEX error_rates_then_now ON error_rates_then (tournament, match, person) WHERE until IS NULL;
