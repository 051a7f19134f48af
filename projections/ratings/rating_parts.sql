-- Of each part of a tournament, when the earliest and the latest match were played that was ever rated in it.
CREATE TABLE rating_parts (
    tournament uuid NOT NULL,
    part bigint NOT NULL,
    earliest bigint NOT NULL,
    latest bigint NOT NULL,
    PRIMARY KEY (tournament, part)
);
