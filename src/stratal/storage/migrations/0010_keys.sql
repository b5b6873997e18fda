-- before: who may come through a server. Code that does not know it serves nobody.

-- Of a key only the digest of its secret is kept. `scopes` are a JSON list, what its bearer sees.
CREATE TABLE api_key (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    scopes TEXT NOT NULL,
    label TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at {int} NOT NULL,
    revoked_at {int},
    PRIMARY KEY (tenant, id)
) {strict};
