-- Disputes without a ruling, appeals that are not decided, and dice that draws wait for. `needs` says what each needs
-- next: a ruling, a committee, votes, or the decision that these come to; dice their throw, or its witness. `members` are
-- those of the `committee` whose votes it lacks, and whoever throws or witnesses the dice.
CREATE TABLE matters (
    tournament uuid NOT NULL,
    kind text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    needs text COLLATE "C" NOT NULL,
    members uuid[] NOT NULL,
    committee uuid[] NOT NULL,
    revision bigint NOT NULL,
    PRIMARY KEY (tournament, kind, number)
);

CREATE INDEX matters_by_member ON matters USING gin (members);
CREATE INDEX matters_by_committee ON matters USING gin (committee);
