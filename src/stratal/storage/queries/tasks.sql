-- task_create: A new task of a person; none if the id is theirs already.
INSERT INTO task (tenant, owner, id, status, last_seq, created_at, closed_at)
VALUES (:tenant, :owner, :task, 'open', 0, :now, NULL)
ON CONFLICT (tenant, owner, id) DO NOTHING;

-- task_take: The task's row, taken so that its writers queue up.
UPDATE task SET last_seq = last_seq
WHERE tenant = :tenant AND owner = :owner AND id = :task
RETURNING id, status, last_seq, created_at, closed_at;

-- task_get: The task's row.
SELECT id, status, last_seq, created_at, closed_at FROM task
WHERE tenant = :tenant AND owner = :owner AND id = :task;

-- task_list: A person's tasks of some statuses, newest first.
SELECT id, status, last_seq, created_at, closed_at FROM task
WHERE tenant = :tenant AND owner = :owner AND status IN {texts:statuses}
ORDER BY created_at DESC, id;

-- task_advance: Remember the number of the last checkpoint.
UPDATE task SET last_seq = :seq
WHERE tenant = :tenant AND owner = :owner AND id = :task;

-- task_end: The task is closed or abandoned.
UPDATE task SET status = :status, closed_at = :now
WHERE tenant = :tenant AND owner = :owner AND id = :task;

-- checkpoint_add: One checkpoint: a patch on its parent, or the whole.
INSERT INTO checkpoint (tenant, owner, task, seq, id, parent, depth, patch, whole, actor, reason,
                        recorded_at)
VALUES (:tenant, :owner, :task, :seq, :id, :parent, :depth, :patch, :whole, :actor, :reason, :now);

-- checkpoint_by_id: The checkpoint of that id, with its parent's.
SELECT c.seq, c.id, c.actor, c.reason, c.recorded_at, p.id AS parent_id
FROM checkpoint c
LEFT JOIN checkpoint p ON p.tenant = c.tenant AND p.owner = c.owner AND p.task = c.task
  AND p.seq = c.parent
WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.id = :id;

-- checkpoint_history: A checkpoint and those before it in its line, newest first. CROSS JOIN keeps
-- SQLite from reading all of the task at every step.
WITH RECURSIVE line (seq, parent, no) AS (
    SELECT c.seq, c.parent, 1 FROM checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = :seq
    UNION ALL
    SELECT c.seq, c.parent, line.no + 1 FROM line CROSS JOIN checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = line.parent
      AND line.no < :limit)
SELECT c.seq, c.id, c.parent, c.actor, c.reason, c.recorded_at, p.id AS parent_id
FROM line CROSS JOIN checkpoint c
LEFT JOIN checkpoint p ON p.tenant = :tenant AND p.owner = :owner AND p.task = :task
  AND p.seq = c.parent
WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = line.seq
ORDER BY c.seq DESC;

-- checkpoint_chain: From the nearest whole up to a checkpoint, oldest first. CROSS JOIN as above.
WITH RECURSIVE chain (seq, id, parent, depth, patch, whole) AS (
    SELECT c.seq, c.id, c.parent, c.depth, c.patch, c.whole FROM checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = :seq
    UNION ALL
    SELECT c.seq, c.id, c.parent, c.depth, c.patch, c.whole FROM chain CROSS JOIN checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = chain.parent
      AND chain.whole IS NULL)
SELECT seq, id, depth, patch, whole FROM chain ORDER BY seq;

-- head_add: A new line of the task; none if the name is taken.
INSERT INTO task_head (tenant, owner, task, name, seq)
VALUES (:tenant, :owner, :task, :name, :seq)
ON CONFLICT (tenant, owner, task, name) DO NOTHING;

-- head_move: The line goes on to its next checkpoint, if it stands where that was made from.
UPDATE task_head SET seq = :to
WHERE tenant = :tenant AND owner = :owner AND task = :task AND name = :name AND seq = :from;

-- head_list: Where the lines of the task stand, the one written last first.
SELECT h.name, h.seq, c.id FROM task_head h
JOIN checkpoint c ON c.tenant = h.tenant AND c.owner = h.owner AND c.task = h.task AND c.seq = h.seq
WHERE h.tenant = :tenant AND h.owner = :owner AND h.task = :task
ORDER BY h.seq DESC, h.name;

-- head_get: Where one line of the task stands.
SELECT h.name, h.seq, c.id FROM task_head h
JOIN checkpoint c ON c.tenant = h.tenant AND c.owner = h.owner AND c.task = h.task AND c.seq = h.seq
WHERE h.tenant = :tenant AND h.owner = :owner AND h.task = :task AND h.name = :name;

-- payload_put: A long text under its handle, which follows from the text.
INSERT INTO payload (tenant, owner, task, handle, content, recorded_at)
VALUES (:tenant, :owner, :task, :handle, :content, :now)
ON CONFLICT (tenant, owner, task, handle) DO NOTHING;

-- payload_get: The text of a handle.
SELECT content FROM payload
WHERE tenant = :tenant AND owner = :owner AND task = :task AND handle = :handle;

-- scratch_add: A new note.
INSERT INTO scratch (tenant, owner, task, id, content, touched_at)
VALUES (:tenant, :owner, :task, :id, :content, :now);

-- scratch_list: All notes of the task, oldest first.
SELECT id, content, touched_at FROM scratch
WHERE tenant = :tenant AND owner = :owner AND task = :task
ORDER BY id;

-- scratch_touch: Notes are used now; time never runs backwards for them.
UPDATE scratch SET touched_at = :now
WHERE tenant = :tenant AND owner = :owner AND task = :task AND id IN {texts:ids}
  AND touched_at < :now;

-- scratch_expire: Notes that nobody touched since then are gone.
DELETE FROM scratch
WHERE tenant = :tenant AND owner = :owner AND task = :task AND touched_at <= :until;

-- scratch_burn: All notes of the task are gone.
DELETE FROM scratch
WHERE tenant = :tenant AND owner = :owner AND task = :task;
