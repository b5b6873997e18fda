-- before: what contexts held, and what stayed out of them. Code that does not know it records none.

CREATE TABLE context (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    id TEXT NOT NULL,
    scopes TEXT NOT NULL,
    task TEXT,
    asked TEXT NOT NULL,
    stage TEXT NOT NULL,
    stage_reason TEXT NOT NULL,
    tokens {int} NOT NULL,
    stable_prefix TEXT NOT NULL,
    notes TEXT NOT NULL,
    actor TEXT NOT NULL,
    made_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, id),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};

-- Texts by what they are, shared by all contexts of a person that held them.
CREATE TABLE context_text (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    digest TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, digest)
) {strict};

-- A block, or the copy of a message that was shown in place of it. Without digest: erased.
CREATE TABLE context_part (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    context TEXT NOT NULL,
    no {int} NOT NULL,
    part TEXT NOT NULL,
    tokens {int} NOT NULL,
    reason TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, context, no),
    FOREIGN KEY (tenant, owner, conversation, context)
        REFERENCES context (tenant, owner, conversation, id)
) {strict};
CREATE INDEX context_part_by_text ON context_part (tenant, owner, digest);

-- What was remembered and considered; `why` says why it stayed out, and is null for what went in.
CREATE TABLE context_item (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    context TEXT NOT NULL,
    no {int} NOT NULL,
    block TEXT NOT NULL,
    item TEXT NOT NULL,
    layer TEXT NOT NULL,
    revision {int},
    reason TEXT NOT NULL,
    tokens {int} NOT NULL,
    why TEXT,
    PRIMARY KEY (tenant, owner, conversation, context, no),
    FOREIGN KEY (tenant, owner, conversation, context)
        REFERENCES context (tenant, owner, conversation, id)
) {strict};
CREATE INDEX context_item_by_item ON context_item (tenant, item);
