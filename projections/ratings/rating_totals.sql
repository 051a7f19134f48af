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
