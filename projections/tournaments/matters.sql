-- Disputes without a ruling, appeals that are not decided, dice that draws wait for, and matches that the service leaves
-- to a director. `needs` says what each needs next: a ruling, a committee, votes, or the decision that these come to;
-- dice their throw, or its witness; of a match it says why it is left open, and `due_at` from when on, null: already.
-- `members` are those of the `committee` whose votes it lacks, and whoever throws or witnesses the dice.
CREATE TABLE matters (
    tournament uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    needs text COLLATE "C" NOT NULL,
    members uuid[] NOT NULL,
    committee uuid[] NOT NULL,
    revision bigint NOT NULL,
    due_at timestamptz,
    PRIMARY KEY (tournament, kind, number)
);

CREATE INDEX matters_by_member ON matters USING gin (members);
CREATE INDEX matters_by_committee ON matters USING gin (committee);
