-- The bans that persons have, or had; without the reason, which is text about the person.
CREATE TABLE bans (
    person uuid NOT NULL,
    number bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    placed_at timestamptz NOT NULL,
    since timestamptz NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, number)
);

CREATE INDEX bans_reversed ON bans (since, person) WHERE status = 'reversed';
