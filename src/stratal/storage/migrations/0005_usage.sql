-- before: what requests cost by the vendors' own count. Code that does not know it reports nothing.

-- `estimated` is what the context was estimated at, before any correction; null if it is not known.
-- `ratio` is what the report says of that estimate; null if it says nothing.
CREATE TABLE usage_report (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    id TEXT NOT NULL,
    response TEXT,
    model TEXT NOT NULL,
    input {int} NOT NULL,
    cached {int} NOT NULL,
    written {int} NOT NULL,
    output {int} NOT NULL,
    estimated {int},
    ratio {real},
    exceeded {int} NOT NULL,
    stop_reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    reported_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, conversation, id),
    UNIQUE (tenant, owner, conversation, response),
    FOREIGN KEY (tenant, owner, conversation) REFERENCES conversation (tenant, owner, id)
) {strict};
CREATE INDEX usage_report_by_model ON usage_report (tenant, model, id);
