-- sweep_begin: A sweep, unless one is under way.
INSERT INTO sweep (tenant, id, state, actor, started_at, ended_at)
VALUES (:tenant, :id, 'running', :actor, :now, NULL)
ON CONFLICT DO NOTHING;

-- sweep_running: The sweep that is under way.
SELECT * FROM sweep WHERE tenant = :tenant AND state = 'running';

-- sweep_end: The sweep is over, if it was not before.
UPDATE sweep SET state = 'done', ended_at = :now
WHERE tenant = :tenant AND id = :id AND state = 'running';

-- sweep_undone: What it did was undone.
UPDATE sweep SET state = 'undone' WHERE tenant = :tenant AND id = :id;

-- sweep_list: The last sweeps, newest first.
SELECT * FROM sweep WHERE tenant = :tenant ORDER BY id DESC LIMIT :limit;

-- sweep_get: One sweep.
SELECT * FROM sweep WHERE tenant = :tenant AND id = :id;

-- sweep_beginning: At most three sweeps whose ids begin so.
SELECT id FROM sweep WHERE tenant = :tenant AND id >= :low AND id < :high ORDER BY id LIMIT 3;

-- sweep_last_end: When the last sweep ended.
SELECT max(ended_at) AS ended_at FROM sweep WHERE tenant = :tenant;

-- sweep_page: What of a scope is in use or waits, by id, with all that decides about it.
SELECT v.record, v.revision, r.kind, v.subject, v.attribute, v.status, v.status_reason, v.content,
    v.source, v.importance, v.binding, v.confirmed_at, v.expires_at, v.side_effect, r.created_at, u.last_used,
    (SELECT max(h.known_from) FROM revision h
     WHERE h.tenant = v.tenant AND h.record = v.record AND h.actor <> 'sweep') AS written_at,
    (SELECT max(e.said_at) FROM evidence e
     WHERE e.tenant = v.tenant AND e.record = v.record AND e.standing <> 'retracted') AS said_at
FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
LEFT JOIN recall_use u ON u.tenant = v.tenant AND u.layer = v.layer AND u.item = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope AND v.known_to IS NULL
  AND v.status IN ('active', 'pending') AND v.record > :after
ORDER BY v.record LIMIT :limit;

-- sweep_next_scope: The next scope in which something is in use or waits.
SELECT v.scope FROM revision v
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope > :after AND v.known_to IS NULL
  AND v.status IN ('active', 'pending')
ORDER BY v.scope LIMIT 1;

-- swept_find: How the index of a scope stands, and how it stood when it was last looked through.
SELECT next_seq, entries, swept FROM search_space
WHERE tenant = :tenant AND layer = :layer AND scope = :scope;

-- swept_keep: What is known of a scope, as long as it stands like that.
UPDATE search_space SET swept = :swept
WHERE tenant = :tenant AND layer = :layer AND scope = :scope
  AND next_seq = :next AND entries = :entries;

-- sweep_count: How much of a scope is in use or waits.
SELECT count(*) AS found FROM revision v
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope AND v.known_to IS NULL
  AND v.status IN ('active', 'pending');

-- sweep_action_add: What a sweep did to one thing; nothing if that is set aside already.
INSERT INTO sweep_action (tenant, id, sweep, act, cause, kind, owner, place, item, other, before,
                          written, frees, state, done_at, due_at)
VALUES (:tenant, :id, :sweep, :act, :cause, :kind, :owner, :place, :item, :other, :before,
        :written, :frees, :state, :now, :due)
ON CONFLICT DO NOTHING;

-- sweep_actions_page: What a sweep did, the last first.
SELECT * FROM sweep_action
WHERE tenant = :tenant AND sweep = :sweep AND id < :below
ORDER BY id DESC LIMIT :limit;

-- sweep_actions_of_item: What sweeps did to one thing, the last first.
SELECT * FROM sweep_action
WHERE tenant = :tenant AND kind = :kind AND item = :item
ORDER BY id DESC LIMIT :limit;

-- sweep_actions_due: What was set aside and may be removed now, oldest first.
SELECT * FROM sweep_action
WHERE tenant = :tenant AND state = 'aside' AND due_at <= :now
ORDER BY due_at, id LIMIT :limit;

-- sweep_action_move: From one state to another, if it was in that one.
UPDATE sweep_action SET state = :to
WHERE tenant = :tenant AND id = :id AND state = :from;

-- sweep_counts: What a sweep did and nobody undid, by act, cause, kind and, of records, scope.
SELECT act, cause, kind, CASE WHEN act = 'set_aside' THEN '' ELSE place END AS place,
    count(*) AS found, sum(frees) AS frees, max(due_at) AS due_at
FROM sweep_action WHERE tenant = :tenant AND sweep = :sweep AND state <> 'undone'
GROUP BY act, cause, kind, CASE WHEN act = 'set_aside' THEN '' ELSE place END
ORDER BY act, cause, kind, 4;

-- sweep_unite: What one record cites and another does not is cited by that one, too.
INSERT INTO evidence (tenant, record, no, revision, type, owner, conversation, ref, quotation,
                      digest, said_at, standing)
SELECT e.tenant, :into, t.last + row_number() OVER (ORDER BY e.no), :revision, e.type, e.owner,
    e.conversation, e.ref, e.quotation, e.digest, e.said_at, e.standing
FROM evidence e,
    (SELECT coalesce(max(o.no), 0) AS last FROM evidence o
     WHERE o.tenant = :tenant AND o.record = :into) t
WHERE e.tenant = :tenant AND e.record = :from
  AND NOT EXISTS (
    SELECT 1 FROM evidence o
    WHERE o.tenant = e.tenant AND o.record = :into AND o.type = e.type AND o.owner = e.owner
      AND o.conversation = e.conversation AND o.ref = e.ref);

-- sweep_part: Take back what `sweep_unite` gave with that revision.
DELETE FROM evidence
WHERE tenant = :tenant AND record = :into AND revision = :revision
  AND EXISTS (
    SELECT 1 FROM evidence o
    WHERE o.tenant = evidence.tenant AND o.record = :from AND o.type = evidence.type
      AND o.owner = evidence.owner AND o.conversation = evidence.conversation
      AND o.ref = evidence.ref);

-- old_contexts: Records of prompts made before, that nobody set aside or wants kept.
SELECT c.owner, c.conversation AS place, c.id AS item,
    (SELECT coalesce(sum(length(t.content)), 0) FROM context_part p
     JOIN context_text t ON t.tenant = p.tenant AND t.owner = p.owner AND t.digest = p.digest
     WHERE p.tenant = c.tenant AND p.owner = c.owner AND p.conversation = c.conversation
       AND p.context = c.id) AS frees
FROM context c
WHERE c.tenant = :tenant AND c.made_at < :before AND c.id > :after
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = c.tenant AND a.kind = 'context' AND a.item = c.id AND a.owner = c.owner
      AND a.place = c.conversation AND a.state IN ('aside', 'undone'))
ORDER BY c.id LIMIT :limit;

-- old_replies: Runs that ended before, and hold raw replies.
SELECT r.owner, '' AS place, r.id AS item,
    (SELECT coalesce(sum(length(p.text)), 0) FROM run_reply p
     WHERE p.tenant = r.tenant AND p.run = r.id) AS frees
FROM run r
WHERE r.tenant = :tenant AND r.ended_at < :before AND r.id > :after
  AND EXISTS (
    SELECT 1 FROM run_reply p WHERE p.tenant = r.tenant AND p.run = r.id AND p.text <> '')
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = r.tenant AND a.kind = 'replies' AND a.item = r.id
      AND a.state IN ('aside', 'undone'))
ORDER BY r.id LIMIT :limit;

-- old_versions: Texts of files in place of which another stands since before.
SELECT v.actor AS owner, v.store AS place, v.file || ' ' || v.seq AS item, v.seq,
    coalesce(v.size, 0) AS frees
FROM file_version v
WHERE v.tenant = :tenant AND v.store || ' ' || v.file || ' ' || v.seq > :after
  AND v.redacted_at IS NULL AND v.content IS NOT NULL
  AND EXISTS (
    SELECT 1 FROM file_version w
    WHERE w.tenant = v.tenant AND w.store = v.store AND w.file = v.file AND w.seq > v.seq
      AND w.created_at < :before)
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = v.tenant AND a.kind = 'version' AND a.item = v.file || ' ' || v.seq
      AND a.place = v.store AND a.state IN ('aside', 'undone'))
ORDER BY v.store || ' ' || v.file || ' ' || v.seq LIMIT :limit;

-- old_scratch: Notes that nobody touched since then.
SELECT s.owner, s.task AS place, s.id AS item, length(s.content) AS frees
FROM scratch s
WHERE s.tenant = :tenant AND s.touched_at < :before AND s.id > :after
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = s.tenant AND a.kind = 'scratch' AND a.item = s.id AND a.owner = s.owner
      AND a.place = s.task AND a.state IN ('aside', 'undone'))
ORDER BY s.id LIMIT :limit;

-- old_jobs: Jobs that were done before.
SELECT '' AS owner, '' AS place, j.id AS item, length(j.payload) AS frees
FROM job j
WHERE j.tenant = :tenant AND j.state = 'done' AND j.done_at < :before AND j.id > :after
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = j.tenant AND a.kind = 'job' AND a.item = j.id
      AND a.state IN ('aside', 'undone'))
ORDER BY j.id LIMIT :limit;

-- old_messages: Messages that were said before, but of what is not over the last ones in use.
SELECT m.owner, m.conversation AS place, m.id AS item, m.seq, length(m.body) AS frees
FROM message m
JOIN conversation c ON c.tenant = m.tenant AND c.owner = m.owner AND c.id = m.conversation
WHERE m.tenant = :tenant AND m.said_at < :before
  AND (m.owner, m.conversation, m.seq) > (:owner, :place, :seq)
  AND NOT (m.digest IN {texts:blank})
  AND (NOT EXISTS (
      SELECT 1 FROM message l
      WHERE l.tenant = c.tenant AND l.owner = c.owner AND l.conversation = c.id
        AND l.seq = c.last_seq AND l.recorded_at >= :since)
    OR m.seq <= (
      SELECT w.seq FROM message w
      WHERE w.tenant = c.tenant AND w.owner = c.owner AND w.conversation = c.id
        AND NOT EXISTS (
          SELECT 1 FROM retraction r
          WHERE r.tenant = w.tenant AND r.owner = w.owner AND r.conversation = w.conversation
            AND w.seq BETWEEN r.from_seq AND r.to_seq)
      ORDER BY w.seq DESC LIMIT 1 OFFSET :window))
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = m.tenant AND a.kind = 'message' AND a.item = m.id AND a.owner = m.owner
      AND a.place = m.conversation AND a.state IN ('aside', 'undone'))
ORDER BY m.owner, m.conversation, m.seq LIMIT :limit;

-- conversation_hold: How far a conversation goes, its row taken so that its writers queue up.
UPDATE conversation SET last_seq = last_seq
WHERE tenant = :tenant AND owner = :owner AND id = :conversation
RETURNING last_seq;

-- window_starts: The first message in use of a conversation that is not over.
SELECT coalesce(min(u.seq), 1) AS seq FROM (
    SELECT w.seq FROM message w
    WHERE w.tenant = :tenant AND w.owner = :owner AND w.conversation = :conversation
      AND NOT EXISTS (
        SELECT 1 FROM retraction r
        WHERE r.tenant = w.tenant AND r.owner = w.owner AND r.conversation = w.conversation
          AND w.seq BETWEEN r.from_seq AND r.to_seq)
    ORDER BY w.seq DESC LIMIT :window) AS u
HAVING EXISTS (
    SELECT 1 FROM conversation c
    JOIN message l ON l.tenant = c.tenant AND l.owner = c.owner AND l.conversation = c.id
      AND l.seq = c.last_seq
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.id = :conversation
      AND l.recorded_at >= :since);

-- sweep_action_put_off: What was set aside is looked at again later.
UPDATE sweep_action SET due_at = :due
WHERE tenant = :tenant AND id = :id AND state = 'aside';

-- old_events: Events that were over before.
SELECT e.owner, '' AS place, e.id AS item, e.seq, length(e.text) + length(e.data) AS frees
FROM event e
WHERE e.tenant = :tenant AND coalesce(e.until, e.at) < :before
  AND (e.owner, e.seq) > (:owner, :seq) AND e.text <> ''
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = e.tenant AND a.kind = 'event' AND a.item = e.id AND a.owner = e.owner
      AND a.state IN ('aside', 'undone'))
ORDER BY e.owner, e.seq LIMIT :limit;

-- old_checkpoints: Tasks that ended before, and of which more is kept than how they ended.
SELECT t.owner, t.id AS place, t.id AS item, 0 AS seq,
    (SELECT coalesce(sum(coalesce(length(c.patch), 0) + coalesce(length(c.whole), 0)), 0)
     FROM checkpoint c
     WHERE c.tenant = t.tenant AND c.owner = t.owner AND c.task = t.id AND NOT EXISTS (
       SELECT 1 FROM task_head h
       WHERE h.tenant = c.tenant AND h.owner = c.owner AND h.task = c.task
         AND h.seq = c.seq)) AS frees
FROM task t
WHERE t.tenant = :tenant AND t.closed_at < :before AND t.status <> 'open'
  AND (t.owner, t.id) > (:owner, :place)
  AND EXISTS (
    SELECT 1 FROM checkpoint c
    WHERE c.tenant = t.tenant AND c.owner = t.owner AND c.task = t.id
      AND (c.patch IS NOT NULL OR c.whole IS NOT NULL) AND NOT EXISTS (
        SELECT 1 FROM task_head h
        WHERE h.tenant = c.tenant AND h.owner = c.owner AND h.task = c.task AND h.seq = c.seq))
  AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = t.tenant AND a.kind = 'checkpoint' AND a.item = t.id AND a.owner = t.owner
      AND a.place = t.id AND a.state IN ('aside', 'undone'))
ORDER BY t.owner, t.id LIMIT :limit;

-- expire_evidence: What was cited is not kept any more; the words that were cited of it are.
UPDATE evidence SET standing = 'expired'
WHERE tenant = :tenant AND type = :type AND owner = :owner AND conversation = :conversation
  AND ref IN {texts:refs} AND standing = 'held';

-- expire_checkpoint: Of a checkpoint there is left that it was.
UPDATE checkpoint SET patch = NULL, whole = NULL, reason = ''
WHERE tenant = :tenant AND owner = :owner AND task = :task AND seq = :seq;

-- expire_checkpoints: The numbers of a task's checkpoints of which more is left than that.
SELECT seq FROM checkpoint
WHERE tenant = :tenant AND owner = :owner AND task = :task
  AND (patch IS NOT NULL OR whole IS NOT NULL)
ORDER BY seq;

-- expire_last: How a line ended, whole.
UPDATE checkpoint SET patch = NULL, whole = :whole
WHERE tenant = :tenant AND owner = :owner AND task = :task AND seq = :seq;

-- expire_payloads: Long texts that no state names any more.
DELETE FROM payload
WHERE tenant = :tenant AND owner = :owner AND task = :task AND NOT (handle IN {texts:handles});

-- expire_entries: What entries rest on that are in no state any more.
DELETE FROM entry_evidence
WHERE tenant = :tenant AND owner = :owner AND task = :task AND NOT (entry IN {texts:entries});

-- remove_replies: The raw replies of a run; what they took is still counted.
UPDATE run_reply SET text = '' WHERE tenant = :tenant AND run = :item;

-- remove_scratch: A note, if nobody touched it since then.
DELETE FROM scratch
WHERE tenant = :tenant AND owner = :owner AND task = :place AND id = :item
  AND touched_at < :before;

-- remove_job: A job, if it is done and nobody has it waiting again.
DELETE FROM job WHERE tenant = :tenant AND id = :item AND state = 'done' AND done_at < :before;

-- doctor_sweep_ends: Sweeps that ended before they began, or go on although they have ended.
SELECT s.id FROM sweep s
WHERE s.tenant = :tenant AND ((s.ended_at IS NULL) <> (s.state = 'running')
    OR s.ended_at < s.started_at OR s.state NOT IN ('running', 'done', 'undone'))
ORDER BY s.id LIMIT :limit;

-- doctor_sweep_actions: Actions of no sweep, set aside without a time, or with a revision by others.
SELECT a.id, a.sweep FROM sweep_action a
WHERE a.tenant = :tenant AND (
    NOT EXISTS (SELECT 1 FROM sweep s WHERE s.tenant = a.tenant AND s.id = a.sweep)
    OR (a.act = 'set_aside') <> (a.due_at IS NOT NULL)
    OR a.state NOT IN ('done', 'aside', 'removed', 'undone')
    OR (a.written IS NOT NULL
        AND EXISTS (SELECT 1 FROM record r WHERE r.tenant = a.tenant AND r.id = a.item)
        AND NOT EXISTS (
            SELECT 1 FROM revision v
            WHERE v.tenant = a.tenant AND v.record = a.item AND v.revision = a.written
              AND v.actor = 'sweep' AND v.side_effect = 'sweep ' || a.sweep)))
ORDER BY a.id LIMIT :limit;

-- doctor_sweep_revisions: Revisions that a sweep wrote and did not record.
SELECT v.record, v.revision FROM revision v
WHERE v.tenant = :tenant AND v.actor = 'sweep' AND NOT EXISTS (
    SELECT 1 FROM sweep_action a
    WHERE a.tenant = v.tenant AND a.kind = v.layer AND a.item = v.record
      AND a.written = v.revision)
ORDER BY v.record, v.revision LIMIT :limit;

-- doctor_uses: Counts of uses that cannot be, or of what is not remembered.
SELECT u.layer, u.item FROM recall_use u
WHERE u.tenant = :tenant AND (u.uses < 1 OR u.last_used < u.first_used
    OR NOT EXISTS (
        SELECT 1 FROM record r
        WHERE r.tenant = u.tenant AND r.id = u.item AND r.layer = u.layer))
ORDER BY u.layer, u.item LIMIT :limit;

-- doctor_recall_days: Days with more recalls that had something than there were.
SELECT d.day FROM recall_day d
WHERE d.tenant = :tenant AND (d.hits < 0 OR d.hits > d.recalls)
ORDER BY d.day LIMIT :limit;
