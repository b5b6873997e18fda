-- before: runs of flows, what they cost and what entries of a task rest on; unknown to older code.

CREATE TABLE run (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    flow TEXT NOT NULL,
    key TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    task TEXT,
    from_seq {int},
    to_seq {int},
    state TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt TEXT NOT NULL,
    actor TEXT NOT NULL,
    attempts {int} NOT NULL,
    problem TEXT NOT NULL,
    calls {int} NOT NULL,
    given {int} NOT NULL,
    answered {int} NOT NULL,
    cost {int},
    holder TEXT NOT NULL,
    lease_until {int} NOT NULL,
    started_at {int} NOT NULL,
    ended_at {int},
    PRIMARY KEY (tenant, id)
) {strict};

-- A piece of work has one run that counts: the promise that it is neither done nor paid twice.
CREATE UNIQUE INDEX run_once ON run (tenant, flow, key)
    WHERE state NOT IN ('dry_run', 'rolled_back', 'rejected');
CREATE INDEX run_of_work ON run (tenant, owner, conversation, task, flow);

CREATE TABLE run_reply (
    tenant TEXT NOT NULL,
    run TEXT NOT NULL,
    no {int} NOT NULL,
    text TEXT NOT NULL,
    problem TEXT NOT NULL,
    tokens {int} NOT NULL,
    cost {int},
    at {int} NOT NULL,
    PRIMARY KEY (tenant, run, no),
    FOREIGN KEY (tenant, run) REFERENCES run (tenant, id)
) {strict};

CREATE TABLE run_item (
    tenant TEXT NOT NULL,
    run TEXT NOT NULL,
    no {int} NOT NULL,
    proposal TEXT NOT NULL,
    outcome TEXT,
    undone TEXT,
    PRIMARY KEY (tenant, run, no),
    FOREIGN KEY (tenant, run) REFERENCES run (tenant, id)
) {strict};

-- What models took, by day (UTC). The row of nobody and no flow is the tenant's sum, and the lock.
CREATE TABLE spend (
    tenant TEXT NOT NULL,
    day TEXT NOT NULL,
    owner TEXT NOT NULL,
    flow TEXT NOT NULL,
    calls {int} NOT NULL,
    tokens {int} NOT NULL,
    cost {int} NOT NULL,
    PRIMARY KEY (tenant, day, owner, flow)
) {strict};

-- What an entry of a task rests on: a message, and words that stand in it.
CREATE TABLE entry_evidence (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    task TEXT NOT NULL,
    entry TEXT NOT NULL,
    conversation TEXT NOT NULL,
    message TEXT NOT NULL,
    quotation TEXT NOT NULL,
    said_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, task, entry, conversation, message),
    FOREIGN KEY (tenant, owner, task) REFERENCES task (tenant, owner, id)
) {strict};

-- What a conversation that has ended was about; withdrawn when messages it tells of are retracted.
CREATE TABLE conversation_summary (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    from_seq {int} NOT NULL,
    to_seq {int} NOT NULL,
    summary TEXT NOT NULL,
    summarizer TEXT NOT NULL,
    run TEXT NOT NULL,
    made_at {int} NOT NULL,
    withdrawn_at {int},
    PRIMARY KEY (tenant, owner, conversation, run),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};
