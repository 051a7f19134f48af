-- What each player's rating in a pool changed by over a tournament (OPN-1), in millionths of a point, and by how many
-- matches.
CREATE TABLE rating_totals (
    tournament uuid NOT NULL,
    person uuid NOT NULL,
    pool text COLLATE "C" NOT NULL,
    matches bigint NOT NULL,
    change bigint NOT NULL,
    PRIMARY KEY (tournament, person, pool)
);

-- Who has no rated match in a tournament any more is taken out with each batch.
CREATE INDEX rating_totals_gone ON rating_totals (tournament) WHERE matches = 0;
