-- before: what a person lets be remembered. Code that does not know it remembers as if all were given.

-- Append-only: each change of mind is a row, and the last ones are in force.
CREATE TABLE consent (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    no {int} NOT NULL,
    given {int} NOT NULL,
    layer TEXT,
    conversation TEXT,
    actor TEXT NOT NULL,
    reason TEXT NOT NULL,
    recorded_at {int} NOT NULL,
    PRIMARY KEY (tenant, owner, no)
) {strict};
