-- before: what sweeps did, and how often what is remembered was used. Code that does not know it
-- forgets nothing and counts nothing.

CREATE TABLE sweep (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    state TEXT NOT NULL,
    actor TEXT NOT NULL,
    started_at {int} NOT NULL,
    ended_at {int},
    PRIMARY KEY (tenant, id)
) {strict};

-- One sweep at a time: who comes while one is under way goes on with it.
CREATE UNIQUE INDEX sweep_under_way ON sweep (tenant) WHERE state = 'running';

-- What a sweep did to one thing: ids and numbers, never content. `written` is the revision that it
-- wrote, and `before` the one that was current; `due_at` is when what was set aside is removed.
CREATE TABLE sweep_action (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    sweep TEXT NOT NULL,
    act TEXT NOT NULL,
    cause TEXT NOT NULL,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    place TEXT NOT NULL,
    item TEXT NOT NULL,
    other TEXT,
    before {int},
    written {int},
    frees {int} NOT NULL,
    state TEXT NOT NULL,
    done_at {int} NOT NULL,
    due_at {int},
    PRIMARY KEY (tenant, id),
    FOREIGN KEY (tenant, sweep) REFERENCES sweep (tenant, id)
) {strict};
CREATE INDEX sweep_action_of ON sweep_action (tenant, sweep, id);
CREATE INDEX sweep_action_by_item ON sweep_action (tenant, kind, item, owner, place);
CREATE UNIQUE INDEX sweep_action_aside ON sweep_action (tenant, kind, owner, place, item)
    WHERE state = 'aside';
CREATE INDEX sweep_action_due ON sweep_action (tenant, due_at, id) WHERE state = 'aside';

-- How often what is remembered reached a prompt or was asked for. Counted in memory first: what a
-- crash takes along was not counted.
CREATE TABLE recall_use (
    tenant TEXT NOT NULL,
    layer TEXT NOT NULL,
    item TEXT NOT NULL,
    uses {int} NOT NULL,
    first_used {int} NOT NULL,
    last_used {int} NOT NULL,
    PRIMARY KEY (tenant, layer, item)
) {clustered};

-- How many recalls of a day (UTC) there were for prompts, and how many had something.
CREATE TABLE recall_day (
    tenant TEXT NOT NULL,
    day TEXT NOT NULL,
    recalls {int} NOT NULL,
    hits {int} NOT NULL,
    PRIMARY KEY (tenant, day)
) {clustered};

-- What a sweep walks through, in order, whatever the size of the scope.
CREATE INDEX revision_in_use ON revision (tenant, layer, scope, record)
    WHERE known_to IS NULL AND status IN ('active', 'pending');
