-- What each feed tells, in order: the position of the last event of the command behind an entry, and its number there.
-- Rows are only ever added, and the same log gives the same bytes again. `about` is what an entry supersedes another of.
CREATE TABLE feed_entries (
    feed text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    number integer NOT NULL,
    ordinal bigint NOT NULL,
    about text COLLATE "C" NOT NULL,
    entry bytea NOT NULL,
    PRIMARY KEY (feed, position, number)
);

CREATE INDEX feed_entries_by_subject ON feed_entries (feed, about, position, number);
