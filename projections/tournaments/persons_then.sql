-- The persons from one position of the log on until another: null where that still holds. Nothing that is known of them
-- is here: their names are those of now.
CREATE TABLE persons_then (
    id uuid NOT NULL,
    since bigint NOT NULL,
    until bigint,
    resignations bigint NOT NULL,
    unconfirmed bigint NOT NULL,
    merged_into uuid,
    revision bigint NOT NULL,
    PRIMARY KEY (id, since)
);

CREATE INDEX persons_then_merged ON persons_then (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX persons_then_now ON persons_then (id) WHERE until IS NULL;
