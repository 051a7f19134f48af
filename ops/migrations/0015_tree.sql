-- The tree over the log, kept in tiles by a projection of its own.
CREATE SCHEMA evidence_a;
CREATE SCHEMA evidence_b;
GRANT USAGE ON SCHEMA evidence_a, evidence_b TO scoresheet_projections;

-- What was signed of the tree, in order: each log by its origin, the size and the root of its tree, and the signed note.
CREATE TABLE public.checkpoints (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin text COLLATE "C" NOT NULL,
    size bigint NOT NULL CHECK (size >= 0),
    root bytea NOT NULL CHECK (length(root) = 32),
    note bytea NOT NULL,
    signed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (origin, size)
);

-- The keys that have signed it, as anybody's tools read them, and from which size on.
CREATE TABLE public.log_keys (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    origin text COLLATE "C" NOT NULL,
    vkey text COLLATE "C" NOT NULL UNIQUE,
    size bigint NOT NULL CHECK (size >= 0),
    begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

GRANT SELECT ON public.checkpoints, public.log_keys TO scoresheet_service, scoresheet_projections;
GRANT INSERT (origin, size, root, note) ON public.checkpoints TO scoresheet_projections;
GRANT INSERT (origin, vkey, size) ON public.log_keys TO scoresheet_projections;
