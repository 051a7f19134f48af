-- What the list tells of each, as it is now: none of it is read from the log again.
CREATE TABLE import_views (
    tournament uuid PRIMARY KEY,
    document text COLLATE "C" NOT NULL
);
