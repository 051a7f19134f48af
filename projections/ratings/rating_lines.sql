-- The ledger in force: a row per rated match, ratings in millionths of a point, times in microseconds since 1970.
-- Half of each page is left free: a correction rates many lines again, and no index holds what it then changes.
CREATE TABLE rating_lines (
    tournament uuid NOT NULL,
    match bigint NOT NULL,
    pool text COLLATE "C" NOT NULL,
    played_at bigint NOT NULL,
    place numeric NOT NULL,
    reported_at bigint NOT NULL,
    winner uuid NOT NULL,
    loser uuid NOT NULL,
    n integer NOT NULL,
    policy text COLLATE "C" NOT NULL,
    policy_version integer NOT NULL,
    winner_before bigint NOT NULL,
    winner_after bigint NOT NULL,
    loser_before bigint NOT NULL,
    loser_after bigint NOT NULL,
    winner_experience bigint NOT NULL,
    loser_experience bigint NOT NULL,
    PRIMARY KEY (tournament, match)
) WITH (fillfactor = 45);

CREATE INDEX rating_lines_by_winner ON rating_lines (winner, played_at);
CREATE INDEX rating_lines_by_loser ON rating_lines (loser, played_at);
