-- Of what is known of a person only the name is here, and no longer once the person is erased. `sorting` is the name
-- as it is searched and ordered by: without case and accents, so that no collation of the host's has a say. `trigrams`
-- are every three letters together in it: those of a word searched for are looked up here.
-- `resignations` counts those from all tournaments (ALL-8), `unconfirmed` those of them that nobody has confirmed.
-- `merged_into` is the record that this one was merged into (REG-1).
CREATE TABLE persons (
    id uuid PRIMARY KEY,
    name text COLLATE "C",
    sorting text COLLATE "C" NOT NULL,
    trigrams text[] COLLATE "C" NOT NULL,
    erased boolean NOT NULL,
    resignations bigint NOT NULL,
    unconfirmed bigint NOT NULL,
    merged_into uuid,
    revision bigint NOT NULL
);

CREATE INDEX persons_by_name ON persons (sorting, id) WHERE merged_into IS NULL;
CREATE INDEX persons_by_trigram ON persons USING gin (trigrams);
CREATE INDEX persons_who_resigned ON persons (sorting, id) WHERE resignations > 0;
CREATE INDEX persons_merged ON persons (merged_into) WHERE merged_into IS NOT NULL;

-- No samples are taken of text about persons: they would outlive it.
ALTER TABLE persons ALTER COLUMN name SET STATISTICS 0, ALTER COLUMN sorting SET STATISTICS 0,
    ALTER COLUMN trigrams SET STATISTICS 0;
