-- The bans that persons have, or had; without the reason, which is text about the person.
CREATE TABLE bans (
    person uuid NOT NULL,
    number bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    placed_at timestamptz NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz,
    review text COLLATE "C" NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, number)
);

CREATE INDEX bans_standing ON bans (placed_at, person, number) WHERE status IN ('in-force', 'suspended');
CREATE INDEX bans_reversed ON bans (since, person) WHERE status = 'reversed';
