-- What decides whether a person's name is published, and whether two persons are likely one; all of it goes when the
-- person is erased. `names` are as they are compared, `ids` those of registers elsewhere; persons who are alike have one of their `marks` in common.
CREATE TABLE person_facts (
    id uuid PRIMARY KEY,
    birth_year bigint,
    publication_consent boolean,
    names text[] NOT NULL,
    marks text[] NOT NULL,
    ids text[] NOT NULL,
    distinct_from uuid[] NOT NULL
);

-- Each mark is put in its place at once: a list of those that wait for theirs would be gone through by every comparison.
CREATE INDEX person_facts_by_mark ON person_facts USING gin (marks) WITH (fastupdate = off);

-- No samples are taken of what is known of persons: they would outlive it.
ALTER TABLE person_facts ALTER COLUMN birth_year SET STATISTICS 0, ALTER COLUMN names SET STATISTICS 0,
    ALTER COLUMN marks SET STATISTICS 0, ALTER COLUMN ids SET STATISTICS 0;
