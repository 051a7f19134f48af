-- The series as they were from one position of the log on until another: null where they still are.
CREATE TABLE series_then (
    id uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    sorting text COLLATE "C" NOT NULL,
    club uuid,
    directors uuid[] NOT NULL,
    merged uuid[] NOT NULL,
    document text COLLATE "C" NOT NULL,
    PRIMARY KEY (id, since)
);

CREATE UNIQUE INDEX series_then_now ON series_then (id) WHERE until IS NULL;
