-- `sorting` and `place` are the name and where it is held, as they are searched: without case and accents. `begins_at` is
-- when it was announced to begin, else when it was started or announced; `formats` are those of its stages.
-- `merged` are records of persons that it names, and that were merged into others.
-- `drawn` says whether anything was drawn in it; where a draw is held from the public, `held` is how many matches it is
-- shown; `run_by` are who announced it, by key and person, and its directors;
-- `due_at` is from when on the service has something to do in it by itself.
CREATE TABLE tournaments (
    id uuid PRIMARY KEY,
    announced_at timestamptz NOT NULL,
    status text COLLATE "C" NOT NULL,
    sorting text COLLATE "C" NOT NULL,
    place text COLLATE "C" NOT NULL,
    begins_at timestamptz NOT NULL,
    formats text[] COLLATE "C" NOT NULL,
    directors uuid[] NOT NULL,
    merged uuid[] NOT NULL,
    series uuid,
    season bigint,
    club uuid,
    drawn boolean NOT NULL,
    held bigint,
    run_by text[] COLLATE "C" NOT NULL,
    due_at timestamptz,
    document text COLLATE "C" NOT NULL
);

CREATE INDEX tournaments_by_age ON tournaments (announced_at, id);
CREATE INDEX tournaments_by_status ON tournaments (status, announced_at, id);
CREATE INDEX tournaments_by_series ON tournaments (series, season, announced_at, id) WHERE series IS NOT NULL;
CREATE INDEX tournaments_by_club ON tournaments (club, announced_at, id) WHERE club IS NOT NULL;
CREATE INDEX tournaments_drawn ON tournaments USING gin (run_by) WHERE drawn AND status IN ('cancelled', 'started');
CREATE INDEX tournaments_by_director ON tournaments USING gin (directors);
CREATE INDEX tournaments_by_merged ON tournaments USING gin (merged) WHERE merged <> '{}';
CREATE INDEX tournaments_held ON tournaments (id) WHERE held IS NOT NULL;
CREATE INDEX tournaments_due ON tournaments (due_at, id) WHERE due_at IS NOT NULL;
