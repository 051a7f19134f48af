-- `entrants` is everybody in it, once it was approved; before that nobody.
CREATE TABLE entries (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    person uuid NOT NULL,
    entrants uuid[] NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX entries_by_person ON entries (person);
