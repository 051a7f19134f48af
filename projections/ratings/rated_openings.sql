-- Every opening rating (ELO-1) by the position of the log from which it held until the person's next one in the pool; without a
-- rating the person has none of their own from there on.
CREATE TABLE rated_openings (
    pool text COLLATE "C" NOT NULL,
    person uuid NOT NULL,
    position bigint NOT NULL,
    rating bigint,
    experience bigint,
    PRIMARY KEY (pool, person, position)
);

CREATE INDEX rated_openings_by_position ON rated_openings (position);
