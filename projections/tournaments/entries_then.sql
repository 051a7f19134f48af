-- The entries as they were from one position of the log on until another: null where they still are.
CREATE TABLE entries_then (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    since bigint NOT NULL,
    until bigint,
    persons uuid[] NOT NULL,
    entrants uuid[] NOT NULL,
    waits boolean NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number, since)
);

CREATE INDEX entries_then_by_person ON entries_then USING gin (persons);
CREATE UNIQUE INDEX entries_then_now ON entries_then (tournament, number) WHERE until IS NULL;
