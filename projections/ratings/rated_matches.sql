-- Every match as it was rated from one position of the log on until another: null where it still is. Nothing is changed
-- here by what a later correction does to ratings, so a correction writes one row.
CREATE TABLE rated_matches (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    position bigint NOT NULL,
    until bigint,
    pool text COLLATE "C" NOT NULL,
    played_at bigint NOT NULL,
    reported_at bigint NOT NULL,
    place numeric NOT NULL,
    winner uuid NOT NULL,
    loser uuid NOT NULL,
    n integer NOT NULL,
    policy text COLLATE "C" NOT NULL,
    policy_version integer NOT NULL,
    PRIMARY KEY (tournament, match, position)
);

CREATE INDEX rated_matches_by_time ON rated_matches (played_at);
CREATE INDEX rated_matches_by_position ON rated_matches (position);
CREATE INDEX rated_matches_by_end ON rated_matches (until) WHERE until IS NOT NULL;
