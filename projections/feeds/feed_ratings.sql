-- Whose rating in which pool was told last at which position.
CREATE TABLE feed_ratings (
    pool text COLLATE "C" NOT NULL,
    person uuid NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (pool, person)
);

CREATE INDEX feed_ratings_since ON feed_ratings (pool, position, person);
