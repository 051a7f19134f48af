CREATE TABLE standings (
    tournament uuid PRIMARY KEY,
    document text COLLATE "C" NOT NULL
);
