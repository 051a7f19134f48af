-- The tree over the log: the hashes of a tile of 256 end to end, as far as it is filled. Hashes can't be compressed.
CREATE TABLE log_tiles (
    level smallint NOT NULL,
    index bigint NOT NULL,
    hashes bytea NOT NULL,
    PRIMARY KEY (level, index)
);

ALTER TABLE log_tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;
