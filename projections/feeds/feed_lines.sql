-- The rated matches by which the feed of ratings goes on: how they stood at the position it has reached.
CREATE TABLE feed_lines (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    pool text COLLATE "C" NOT NULL,
    played_at bigint NOT NULL,
    reported_at bigint NOT NULL,
    place numeric NOT NULL,
    winner uuid NOT NULL,
    loser uuid NOT NULL,
    n integer NOT NULL,
    policy text COLLATE "C" NOT NULL,
    policy_version integer NOT NULL,
    PRIMARY KEY (tournament, match)
);
