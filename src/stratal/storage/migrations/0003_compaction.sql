-- before: what a conversation's older part has become. Code that does not know it shows the log.

-- Rows are never edited; withdrawn_at is set once, when messages they tell of are retracted.
CREATE TABLE compaction (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    version {int} NOT NULL,
    id TEXT NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    covers TEXT NOT NULL,
    upto_seq {int} NOT NULL,
    left_over TEXT NOT NULL,
    covered {int} NOT NULL,
    covered_tokens {int} NOT NULL,
    summary TEXT NOT NULL,
    kept TEXT NOT NULL,
    critical TEXT NOT NULL,
    overflow {int} NOT NULL,
    stage TEXT NOT NULL,
    report TEXT NOT NULL,
    summarizer TEXT NOT NULL,
    task TEXT,
    checkpoint TEXT,
    actor TEXT NOT NULL,
    made_at {int} NOT NULL,
    withdrawn_at {int},
    PRIMARY KEY (tenant, owner, conversation, version),
    UNIQUE (tenant, owner, conversation, id),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};

CREATE TABLE compaction_failure (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    id TEXT NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    summarizer TEXT NOT NULL,
    error TEXT NOT NULL,
    actor TEXT NOT NULL,
    failed_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, id),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};

-- A piece of what a compaction has put out of the window, and every time one was read again.
CREATE TABLE page (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    version {int} NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    title TEXT NOT NULL,
    tokens {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, version, from_seq),
    FOREIGN KEY (tenant, owner, conversation, version)
        REFERENCES compaction (tenant, owner, conversation, version)
) {strict};

CREATE TABLE page_read (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    id TEXT NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    actor TEXT NOT NULL,
    read_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, id),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};
