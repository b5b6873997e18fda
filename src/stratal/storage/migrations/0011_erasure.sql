-- before: what was erased, and what must not come back. Code that does not know it brings it back.

-- `target` says what is to go, until it is gone; afterwards only its keyed hash does. `step` is the
-- last one that is done. Times and counts are what the receipt tells.
CREATE TABLE erasure (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    hash TEXT NOT NULL,
    state TEXT NOT NULL,
    step TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    asked_at {int} NOT NULL,
    logical_at {int},
    physical_at {int},
    counts TEXT NOT NULL,
    excluded TEXT NOT NULL,
    key TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
) {strict};

-- What goes, and what was found to rest on it: only while the erasure runs.
CREATE TABLE erasure_mark (
    tenant TEXT NOT NULL,
    erasure TEXT NOT NULL,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    part TEXT NOT NULL,
    id TEXT NOT NULL,
    seq {int} NOT NULL,
    PRIMARY KEY (tenant, erasure, kind, owner, part, id),
    FOREIGN KEY (tenant, erasure) REFERENCES erasure (tenant, id)
) {strict};

-- Keyed hashes of what was erased, each for one purpose. Without the key they say nothing.
CREATE TABLE erased_hash (
    tenant TEXT NOT NULL,
    hash TEXT NOT NULL,
    purpose TEXT NOT NULL,
    kind TEXT NOT NULL,
    erasure TEXT NOT NULL,
    PRIMARY KEY (tenant, hash, purpose),
    FOREIGN KEY (tenant, erasure) REFERENCES erasure (tenant, id)
) {strict};
CREATE INDEX erased_hash_by_erasure ON erased_hash (tenant, erasure, kind, hash);
