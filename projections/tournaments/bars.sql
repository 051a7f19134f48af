-- The bars that persons have, or had; without the reason, which is text about the person.
CREATE TABLE bars (
    person uuid NOT NULL,
    number bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    placed_at timestamptz NOT NULL,
    since timestamptz NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (person, number)
);

CREATE INDEX bars_reversed ON bars (since, person) WHERE status = 'reversed';
