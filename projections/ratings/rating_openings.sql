CREATE TABLE rating_openings (
    pool text COLLATE "C" NOT NULL,
    person uuid NOT NULL,
    rating bigint NOT NULL,
    experience bigint NOT NULL,
    PRIMARY KEY (pool, person)
);
