-- before: what stands beside memory files. Code that does not know it attaches nothing.

-- Changes that were told apart by an id of the caller's, so that a repetition changes nothing.
CREATE TABLE file_change (
    tenant TEXT NOT NULL,
    store TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    file TEXT,
    seq {int},
    done TEXT NOT NULL,
    code TEXT NOT NULL,
    created_at {int} NOT NULL,
    PRIMARY KEY (tenant, store, id),
    FOREIGN KEY (tenant, store) REFERENCES store (tenant, id)
) {clustered};

-- Texts that hold personal data and wait for a person.
CREATE TABLE file_waiting (
    tenant TEXT NOT NULL,
    store TEXT NOT NULL,
    id TEXT NOT NULL,
    path TEXT NOT NULL,
    content {blob} NOT NULL,
    file TEXT,
    expected TEXT,
    kinds TEXT NOT NULL,
    actor TEXT NOT NULL,
    conversation TEXT,
    via TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at {int} NOT NULL,
    expires_at {int} NOT NULL,
    PRIMARY KEY (tenant, store, id),
    FOREIGN KEY (tenant, store) REFERENCES store (tenant, id)
) {strict};

-- Which stores a conversation works with, under the name and description of that time.
CREATE TABLE store_attachment (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    store TEXT NOT NULL,
    access TEXT NOT NULL,
    instructions TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    slug TEXT NOT NULL,
    attached_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, store),
    UNIQUE (tenant, owner, conversation, slug),
    FOREIGN KEY (tenant, store) REFERENCES store (tenant, id)
) {clustered};
CREATE INDEX store_attachment_by_store ON store_attachment (tenant, store);
