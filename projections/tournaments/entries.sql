-- `entrants` is everybody in it, once it was approved; before that nobody.
-- The reason is text about the person; it goes when the person is erased.
CREATE TABLE entries (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    person uuid NOT NULL,
    entrants uuid[] NOT NULL,
    reason text COLLATE "C",
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX entries_by_person ON entries (person);

-- No samples are taken of text about persons: they would outlive it.
ALTER TABLE entries ALTER COLUMN reason SET STATISTICS 0;
