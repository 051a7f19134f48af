-- The opening ratings by which the feed of ratings goes on (ELO-1).
CREATE TABLE feed_openings (
    pool text COLLATE "C" NOT NULL,
    person uuid NOT NULL,
    rating bigint NOT NULL,
    experience bigint NOT NULL,
    PRIMARY KEY (pool, person)
);
