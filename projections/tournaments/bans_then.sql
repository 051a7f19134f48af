-- The bans as they were from one position of the log on until another: null where they still are. Since when their status
-- is what it is, and until when they last, stand as `status_since` and `ends_at`.
CREATE TABLE bans_then (
    person uuid NOT NULL,
    number bigint NOT NULL,
    since bigint NOT NULL,
    until bigint,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    placed_at timestamptz NOT NULL,
    status_since timestamptz NOT NULL,
    ends_at timestamptz,
    review text COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, number, since)
);

CREATE UNIQUE INDEX bans_then_now ON bans_then (person, number) WHERE until IS NULL;
