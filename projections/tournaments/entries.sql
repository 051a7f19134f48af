-- `persons` is everybody in it, `entrants` the same once it was approved, and nobody before; `waits` says that it waits for
-- the staff, since it was asked for by all of them and is not decided on.
CREATE TABLE entries (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    persons uuid[] NOT NULL,
    entrants uuid[] NOT NULL,
    waits boolean NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX entries_by_person ON entries USING gin (persons);
CREATE INDEX entries_waiting ON entries (tournament, number) WHERE waits;
