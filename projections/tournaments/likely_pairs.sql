-- Persons who are likely one, two by two. Whether two are depends on what `person_facts` knows of both, and on nothing
-- else: they are compared whenever that changes of either, so that nobody waits for it who looks at them.
CREATE TABLE likely_pairs (
    first uuid NOT NULL,
    second uuid NOT NULL,
    PRIMARY KEY (first, second)
);

CREATE INDEX likely_pairs_by_second ON likely_pairs (second);
