-- What everybody saw of a match's error rates, from one position of the log on until another: null where they still do.
CREATE TABLE published_error_rates_then (
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

CREATE INDEX published_error_rates_then_by_person ON published_error_rates_then (person);
CREATE UNIQUE INDEX published_error_rates_then_now ON published_error_rates_then (tournament, match, person) WHERE until IS NULL;
