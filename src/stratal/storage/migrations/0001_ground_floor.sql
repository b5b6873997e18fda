-- before: the layers' log, records and derived data; nothing older exists.

-- The log. Messages are append-only; a retraction is a row of its own.
CREATE TABLE conversation (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    last_seq {int} NOT NULL,
    created_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, id)
) {strict};

CREATE TABLE message (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    seq {int} NOT NULL,
    id TEXT NOT NULL,
    role TEXT NOT NULL,
    speaker TEXT,
    body TEXT NOT NULL,
    digest TEXT NOT NULL,
    tokens {int} NOT NULL,
    secrets TEXT NOT NULL,
    said_at {int} NOT NULL,
    time_zone TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, seq),
    UNIQUE (tenant, owner, conversation, id),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};

CREATE TABLE retraction (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    retracted_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, from_seq, to_seq),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};

-- Records: an identity that never changes, and immutable revisions. Of a revision only known_to
-- is ever set afterwards, once.
CREATE TABLE record (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    layer TEXT NOT NULL,
    scope TEXT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT,
    attribute TEXT,
    created_at {int} NOT NULL,
    PRIMARY KEY (tenant, id)
) {strict};

CREATE TABLE revision (
    tenant TEXT NOT NULL,
    record TEXT NOT NULL,
    revision {int} NOT NULL,
    layer TEXT NOT NULL,
    scope TEXT NOT NULL,
    subject TEXT,
    attribute TEXT,
    slot TEXT NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT NOT NULL,
    content TEXT NOT NULL,
    reason_given TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence {real} NOT NULL,
    importance {int} NOT NULL,
    binding {int} NOT NULL,
    pinned {int} NOT NULL,
    valid_from {int} NOT NULL,
    valid_to {int},
    expires_at {int},
    supersedes TEXT NOT NULL,
    superseded_by TEXT,
    confirmed_at {int},
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    conversation TEXT,
    task TEXT,
    run TEXT,
    verified_by TEXT,
    side_effect TEXT,
    known_from {int} NOT NULL,
    known_to {int},
    PRIMARY KEY (tenant, record, revision),
    FOREIGN KEY (tenant, record) REFERENCES record (tenant, id)
) {strict};

-- One current revision a record, and one current value a topic: promises that no race can break.
-- The slot is empty for single-valued attributes and the record's id for multi-valued ones.
CREATE UNIQUE INDEX revision_current ON revision (tenant, record) WHERE known_to IS NULL;
CREATE UNIQUE INDEX revision_one_value ON revision (tenant, layer, scope, subject, attribute, slot)
    WHERE known_to IS NULL AND status = 'active' AND valid_to IS NULL AND subject IS NOT NULL;
CREATE INDEX revision_by_scope ON revision (tenant, layer, scope, status) WHERE known_to IS NULL;
CREATE INDEX revision_by_topic ON revision (tenant, layer, scope, subject, attribute);

CREATE TABLE evidence (
    tenant TEXT NOT NULL,
    record TEXT NOT NULL,
    no {int} NOT NULL,
    revision {int} NOT NULL,
    type TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    ref TEXT NOT NULL,
    quotation TEXT NOT NULL,
    digest TEXT NOT NULL,
    said_at {int} NOT NULL,
    standing TEXT NOT NULL,
    PRIMARY KEY (tenant, record, no),
    UNIQUE (tenant, record, type, owner, conversation, ref),
    FOREIGN KEY (tenant, record) REFERENCES record (tenant, id)
) {strict};
CREATE INDEX evidence_by_message ON evidence (tenant, owner, conversation, ref);

CREATE TABLE tombstone (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    layer TEXT NOT NULL,
    scope TEXT NOT NULL,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    deleted_at {int} NOT NULL,
    PRIMARY KEY (tenant, id)
) {strict};

-- Tasks. A checkpoint is a patch on its parent; every 64th of a chain holds the whole, compressed.
CREATE TABLE task (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    last_seq {int} NOT NULL,
    created_at {int} NOT NULL,
    closed_at {int},
    PRIMARY KEY (tenant, owner, id)
) {strict};

CREATE TABLE checkpoint (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    task TEXT NOT NULL,
    seq {int} NOT NULL,
    id TEXT NOT NULL,
    parent {int},
    depth {int} NOT NULL,
    patch TEXT,
    whole {blob},
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, task, seq),
    UNIQUE (tenant, owner, task, id),
    FOREIGN KEY (tenant, owner, task) REFERENCES task (tenant, owner, id)
) {strict};

CREATE TABLE task_head (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    task TEXT NOT NULL,
    name TEXT NOT NULL,
    seq {int} NOT NULL,
    PRIMARY KEY (tenant, owner, task, name),
    FOREIGN KEY (tenant, owner, task) REFERENCES task (tenant, owner, id)
) {strict};

CREATE TABLE payload (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    task TEXT NOT NULL,
    handle TEXT NOT NULL,
    content TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, task, handle),
    FOREIGN KEY (tenant, owner, task) REFERENCES task (tenant, owner, id)
) {strict};

CREATE TABLE scratch (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    task TEXT NOT NULL,
    id TEXT NOT NULL,
    content TEXT NOT NULL,
    touched_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, task, id),
    FOREIGN KEY (tenant, owner, task) REFERENCES task (tenant, owner, id)
) {strict};

-- Jobs: at least once, their effects once by the key. Ids only, never content.
CREATE TABLE job (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    lane TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts {int} NOT NULL,
    run_after {int} NOT NULL,
    lease_until {int},
    worker TEXT,
    error TEXT,
    created_at {int} NOT NULL,
    done_at {int},
    PRIMARY KEY (tenant, id),
    UNIQUE (tenant, kind, key)
) {strict};
CREATE INDEX job_waiting ON job (tenant, state, run_after);

-- One job at a time a lane: taken by compare-and-swap, free again when its time is over.
CREATE TABLE job_lane (
    tenant TEXT NOT NULL,
    lane TEXT NOT NULL,
    job TEXT NOT NULL,
    busy_until {int} NOT NULL,
    PRIMARY KEY (tenant, lane)
) {strict};

-- Derived: the search index. A space is one layer of one scope, numbered; the lexical index is
-- tables of our own, so that ranking uses the space's own statistics on every database.
CREATE TABLE search_space (
    tenant TEXT NOT NULL,
    layer TEXT NOT NULL,
    scope TEXT NOT NULL,
    no {int} NOT NULL,
    tokenizer {int} NOT NULL,
    next_seq {int} NOT NULL,
    entries {int} NOT NULL,
    terms {int} NOT NULL,
    PRIMARY KEY (tenant, layer, scope),
    UNIQUE (tenant, no)
) {strict};

CREATE TABLE search_entry (
    tenant TEXT NOT NULL,
    space {int} NOT NULL,
    seq {int} NOT NULL,
    item TEXT NOT NULL,
    part TEXT NOT NULL,
    spoken_by_person {int} NOT NULL,
    at {int} NOT NULL,
    length {int} NOT NULL,
    terms TEXT NOT NULL,
    PRIMARY KEY (tenant, space, seq),
    UNIQUE (tenant, space, item)
) {strict};
CREATE INDEX search_entry_by_part ON search_entry (tenant, space, part, seq) WHERE part <> '';

-- What of a space belongs together, a conversation for example, with its counts.
CREATE TABLE search_part (
    tenant TEXT NOT NULL,
    space {int} NOT NULL,
    part TEXT NOT NULL,
    entries {int} NOT NULL,
    terms {int} NOT NULL,
    PRIMARY KEY (tenant, space, part)
) {clustered};

-- The terms of entries, packed: of each term of a run, which begins with the entry numbered first,
-- the entries that hold it. What an entry lists itself is the truth of it.
CREATE TABLE posting (
    tenant TEXT NOT NULL,
    space {int} NOT NULL,
    first {int} NOT NULL,
    term TEXT NOT NULL,
    places {blob} NOT NULL,
    PRIMARY KEY (tenant, space, first, term)
) {clustered};

CREATE TABLE generation (
    tenant TEXT NOT NULL,
    no {int} NOT NULL,
    key TEXT NOT NULL,
    dimension {int} NOT NULL,
    current {int} NOT NULL,
    created_at {int} NOT NULL,
    PRIMARY KEY (tenant, no),
    UNIQUE (tenant, key)
) {strict};
