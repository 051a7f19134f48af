-- How many events, entries and matches a tournament had from a position of the log on; at least at every hundredth event.
CREATE TABLE tournament_sizes (
    tournament uuid NOT NULL,
    since bigint NOT NULL,
    version bigint NOT NULL,
    entries bigint NOT NULL,
    matches bigint NOT NULL,
    PRIMARY KEY (tournament, since)
);
