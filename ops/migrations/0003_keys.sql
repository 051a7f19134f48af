-- Keys to the HTTP interface. What is stored of a key's secret is its SHA-256; only the owner makes and revokes keys,
-- so that whoever takes the service over can't give himself one.

CREATE TABLE api_keys (
    id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
    digest bytea NOT NULL CHECK (length(digest) = 32),
    role text NOT NULL CHECK (role IN ('administrator', 'director', 'player', 'auditor', 'feed-reader')),
    person text COLLATE "C",
    tournament text COLLATE "C",
    label text NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    CHECK (person IS NOT NULL OR role NOT IN ('director', 'player'))
);

REVOKE ALL ON api_keys FROM PUBLIC;
GRANT SELECT ON api_keys TO scoresheet_service;
