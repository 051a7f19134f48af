-- Where the log was begun anew: the position of that event, and the number of the log since then.
CREATE TABLE feed_restarts (
    position bigint NOT NULL PRIMARY KEY,
    epoch bigint NOT NULL
);
