-- What rulings have ordered against persons in their tournaments. What is said of anybody stands with the ruling alone.
CREATE TABLE sanctions (
    tournament uuid NOT NULL,
    ruling bigint NOT NULL,
    place bigint NOT NULL,
    person uuid NOT NULL,
    given_at timestamptz NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, ruling, place, person)
);

CREATE INDEX sanctions_by_person ON sanctions (person, given_at, tournament, ruling, place);
