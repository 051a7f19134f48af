CREATE TABLE matches (
    tournament uuid NOT NULL,
    number bigint NOT NULL,
    first bigint NOT NULL,
    second bigint NOT NULL,
    status text COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament, number)
);

CREATE INDEX matches_by_first ON matches (tournament, first, number);
CREATE INDEX matches_by_second ON matches (tournament, second, number);
CREATE INDEX matches_reported ON matches (tournament, number) WHERE status = 'reported';
CREATE INDEX matches_to_do ON matches (tournament, status, number) WHERE status <> 'announced';
