-- What falls to each entry by each posting of its tournament's ledger (STK-5); rows change only whose they are (REG-1). The
-- past finds them by the entries that were a person's then.
CREATE TABLE settlements (
    tournament uuid NOT NULL,
    posting bigint NOT NULL,
    entry bigint NOT NULL,
    person uuid NOT NULL,
    match bigint NOT NULL,
    version bigint NOT NULL,
    at timestamptz NOT NULL,
    staked numeric(17, 2) NOT NULL,
    credited numeric(17, 2) NOT NULL,
    PRIMARY KEY (tournament, entry, posting)
);

CREATE INDEX settlements_by_person ON settlements (person, at, tournament, posting);
