-- What everybody sees of error rates (TD-20): of the newest analysis that staff attached, where the conditions say so.
CREATE TABLE published_error_rates (
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

CREATE INDEX published_error_rates_by_person ON published_error_rates (person, at, tournament, match);
