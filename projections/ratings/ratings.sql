-- Where each player stands in each pool; the last match is null for who has an opening rating and none yet.
CREATE TABLE ratings (
    pool text COLLATE "C" NOT NULL,
    person uuid NOT NULL,
    rating bigint NOT NULL,
    experience bigint NOT NULL,
    change bigint,
    tournament uuid,
    match bigint,
    PRIMARY KEY (pool, person)
);

CREATE INDEX ratings_by_rating ON ratings (pool, rating, person);
