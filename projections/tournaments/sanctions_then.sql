-- What rulings had ordered against persons, from one position of the log on until another: null where it still stands so.
CREATE TABLE sanctions_then (
    tournament uuid NOT NULL,
    ruling bigint NOT NULL,
    place bigint NOT NULL,
    person uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    given_at timestamptz NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, ruling, place, person, since)
);

CREATE INDEX sanctions_then_by_person ON sanctions_then (person);
CREATE UNIQUE INDEX sanctions_then_now ON sanctions_then (tournament, ruling, place, person) WHERE until IS NULL;
