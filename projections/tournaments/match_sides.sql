-- The entries that played each match, from one position of the log on until another: null where they still do.
CREATE TABLE match_sides (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    since bigint NOT NULL,
    until bigint,
    first bigint NOT NULL,
    second bigint NOT NULL,
    PRIMARY KEY (tournament, number, since)
);

CREATE INDEX match_sides_by_first ON match_sides (tournament, first);
CREATE INDEX match_sides_by_second ON match_sides (tournament, second);
CREATE UNIQUE INDEX match_sides_now ON match_sides (tournament, number) WHERE until IS NULL;
