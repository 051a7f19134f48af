-- The secrets of draws, by the SHA-256 that is published of each. They lie outside the log until they are revealed;
-- no interface reads this table.
CREATE TABLE chance_secrets (
    commitment text COLLATE "C" PRIMARY KEY CHECK (commitment = encode(sha256(secret), 'hex')),
    secret bytea NOT NULL CHECK (length(secret) = 32)
);

REVOKE ALL ON chance_secrets FROM PUBLIC;
GRANT SELECT, INSERT ON chance_secrets TO scoresheet_service;
