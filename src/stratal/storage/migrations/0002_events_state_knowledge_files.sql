-- before: the other layers' tables.

CREATE TABLE event (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    seq {int} NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    data TEXT NOT NULL,
    source TEXT NOT NULL,
    actor TEXT NOT NULL,
    conversation TEXT NOT NULL,
    task TEXT,
    evidence TEXT NOT NULL,
    at {int} NOT NULL,
    until {int},
    all_day {int} NOT NULL,
    time_zone TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, seq),
    UNIQUE (tenant, owner, id)
) {strict};
CREATE INDEX event_by_time ON event (tenant, owner, at, seq);

CREATE TABLE event_retraction (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    seq {int} NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    retracted_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, seq),
    FOREIGN KEY (tenant, owner, seq) REFERENCES event (tenant, owner, seq)
) {strict};

-- One row an owner: taken by a writer, so that the numbers of events have no gaps.
CREATE TABLE event_log (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    last_seq {int} NOT NULL,
    PRIMARY KEY (tenant, owner)
) {strict};

CREATE TABLE agent_state (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    agent TEXT NOT NULL,
    name TEXT NOT NULL,
    schema_version {int} NOT NULL,
    revision {int} NOT NULL,
    document TEXT NOT NULL,
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, agent, name)
) {strict};

CREATE TABLE agent_state_revision (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    agent TEXT NOT NULL,
    name TEXT NOT NULL,
    revision {int} NOT NULL,
    schema_version {int} NOT NULL,
    document {blob} NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, agent, name, revision),
    FOREIGN KEY (tenant, owner, agent, name) REFERENCES agent_state (tenant, owner, agent, name)
) {strict};

CREATE TABLE document (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    current_version {int} NOT NULL,
    making TEXT,
    created_at {int} NOT NULL,
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, scope, name)
) {strict};

CREATE TABLE document_version (
    tenant TEXT NOT NULL,
    document TEXT NOT NULL,
    version {int} NOT NULL,
    digest TEXT NOT NULL,
    media_type TEXT NOT NULL,
    size {int} NOT NULL,
    characters {int} NOT NULL,
    chunks {int} NOT NULL,
    withheld {int} NOT NULL,
    secrets TEXT NOT NULL,
    metadata TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    known_from {int} NOT NULL,
    known_to {int},
    PRIMARY KEY (tenant, document, version),
    FOREIGN KEY (tenant, document) REFERENCES document (tenant, id)
) {strict};

-- What a document says, each piece once by what it is, whatever versions hold it.
CREATE TABLE chunk (
    tenant TEXT NOT NULL,
    document TEXT NOT NULL,
    digest TEXT NOT NULL,
    heading TEXT NOT NULL,
    tokens {int} NOT NULL,
    secrets TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tenant, document, digest),
    FOREIGN KEY (tenant, document) REFERENCES document (tenant, id)
) {strict};

-- Where a piece stands, from one version to another: a version that moves nothing adds no row.
CREATE TABLE chunk_place (
    tenant TEXT NOT NULL,
    document TEXT NOT NULL,
    start_offset {int} NOT NULL,
    first_version {int} NOT NULL,
    last_version {int} NOT NULL,
    end_offset {int} NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (tenant, document, start_offset, first_version),
    FOREIGN KEY (tenant, document, digest) REFERENCES chunk (tenant, document, digest)
) {strict};
CREATE INDEX chunk_place_by_digest ON chunk_place (tenant, document, digest, last_version);

-- `seq` is the number of the last change to a store's files: who writes takes this row first.
CREATE TABLE store (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    scope TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    metadata TEXT NOT NULL,
    index_by TEXT NOT NULL,
    personal_data TEXT NOT NULL,
    place TEXT NOT NULL,
    files {int} NOT NULL,
    seq {int} NOT NULL,
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    changed_at {int} NOT NULL,
    archived_at {int},
    PRIMARY KEY (tenant, id)
) {strict};
CREATE INDEX store_by_scope ON store (tenant, scope, created_at, id);

-- The text stands in the version alone. `indexed` is the version that search knows, 0 for none;
-- `stamp` tells an outside file from the one that was read there last.
CREATE TABLE file (
    tenant TEXT NOT NULL,
    store TEXT NOT NULL,
    id TEXT NOT NULL,
    path TEXT NOT NULL,
    seq {int} NOT NULL,
    digest TEXT NOT NULL,
    size {int} NOT NULL,
    title TEXT NOT NULL,
    hook TEXT NOT NULL,
    indexed {int} NOT NULL,
    stamp TEXT NOT NULL,
    created_at {int} NOT NULL,
    updated_at {int} NOT NULL,
    PRIMARY KEY (tenant, store, id),
    UNIQUE (tenant, store, path),
    FOREIGN KEY (tenant, store) REFERENCES store (tenant, id)
) {clustered};

-- Versions outlive their file, so they do not refer to its row.
CREATE TABLE file_version (
    tenant TEXT NOT NULL,
    store TEXT NOT NULL,
    seq {int} NOT NULL,
    file TEXT NOT NULL,
    operation TEXT NOT NULL,
    path TEXT,
    content {blob},
    digest TEXT,
    size {int},
    actor TEXT NOT NULL,
    conversation TEXT,
    via TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at {int} NOT NULL,
    redacted_at {int},
    redacted_by TEXT,
    PRIMARY KEY (tenant, store, seq),
    FOREIGN KEY (tenant, store) REFERENCES store (tenant, id)
) {strict};
CREATE INDEX file_version_by_file ON file_version (tenant, store, file, seq);
