-- What readers are shown is worked out from the log; all of it can be made anew from there.
--
-- The tables of a projection stand in one of its two schemas, the live generation; a rebuild fills the other one
-- beside it and then takes its place. The service makes, fills and drops those tables itself. Readers see the live
-- ones through the views in the schema "projected".

CREATE SCHEMA tournaments_a;
CREATE SCHEMA tournaments_b;
CREATE SCHEMA ratings_a;
CREATE SCHEMA ratings_b;
CREATE SCHEMA projected;

GRANT USAGE, CREATE ON SCHEMA tournaments_a, tournaments_b, ratings_a, ratings_b, projected TO scoresheet_service;

-- How far each generation has followed the log. Every transaction that writes to its tables moves the position, or
-- locks the row, first: so nothing can be written twice. `definition` tells which tables and rendering they hold.
CREATE TABLE projections (
    name text COLLATE "C" NOT NULL,
    generation text COLLATE "C" NOT NULL CHECK (generation IN ('a', 'b')),
    position bigint NOT NULL CHECK (position >= 0),
    is_live boolean NOT NULL,
    definition text NOT NULL,
    PRIMARY KEY (name, generation)
);

CREATE UNIQUE INDEX projections_live ON projections (name) WHERE is_live;

-- Streams with an event that could not be taken in: they stand still until that succeeds, all others go on.
CREATE TABLE projections_parked (
    projection text COLLATE "C" NOT NULL,
    generation text COLLATE "C" NOT NULL,
    stream text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    error text NOT NULL,
    PRIMARY KEY (projection, generation, stream),
    FOREIGN KEY (projection, generation) REFERENCES projections (name, generation) ON DELETE CASCADE
);

REVOKE ALL ON projections, projections_parked FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON projections, projections_parked TO scoresheet_service;

-- Batches are brought in through temporary tables.
DO $$ BEGIN
    EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO scoresheet_service', current_database());
END $$;
