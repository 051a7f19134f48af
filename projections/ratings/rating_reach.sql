-- Of each thousand positions of the log, when the earliest and the latest match were played that was rated, rated
-- otherwise or no longer rated by an event there: the lines of all matches before them are untouched.
CREATE TABLE rating_reach (
    thousand bigint PRIMARY KEY,
    earliest bigint NOT NULL,
    latest bigint NOT NULL
);
