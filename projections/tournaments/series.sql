-- `sorting` is the name as it is ordered by: without case and accents. `merged` are records of persons that it names, and
-- that were merged into others.
CREATE TABLE series (
    id uuid PRIMARY KEY,
    sorting text COLLATE "C" NOT NULL,
    club uuid,
    directors uuid[] NOT NULL,
    merged uuid[] NOT NULL,
    document text COLLATE "C" NOT NULL
);

CREATE INDEX series_by_name ON series (sorting, id);
CREATE INDEX series_by_club ON series (club, sorting, id) WHERE club IS NOT NULL;
CREATE INDEX series_by_director ON series USING gin (directors);
