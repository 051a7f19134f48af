-- What the newest analysis of a match that staff attached says of each of its players: a field is seeded by it (TD-20).
CREATE TABLE counted_error_rates (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    person uuid NOT NULL,
    at timestamptz NOT NULL,
    rate numeric(7, 3) NOT NULL,
    program text COLLATE "C" NOT NULL,
    played_at timestamptz,
    PRIMARY KEY (tournament, match, person)
);

CREATE INDEX counted_error_rates_by_person ON counted_error_rates (person, at);
