-- Of a long tournament what rating_totals has, part by part: parts of 2,000 matches each by their numbers, but the first.
CREATE TABLE rating_subtotals (
    tournament uuid NOT NULL,
    part bigint NOT NULL,
    person uuid NOT NULL,
    pool text COLLATE "C" NOT NULL,
    matches bigint NOT NULL,
    change bigint NOT NULL,
    PRIMARY KEY (tournament, part, person, pool)
);

CREATE INDEX rating_subtotals_gone ON rating_subtotals (tournament) WHERE matches = 0;
