-- doctor_flow_orphans: Rows of runs, usage and evidence that belong to nothing, by table.
SELECT 'run_reply' AS kind, count(*) AS lost FROM run_reply x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM run o WHERE o.tenant = x.tenant AND o.id = x.run)
UNION ALL
SELECT 'run_item', count(*) FROM run_item x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM run o WHERE o.tenant = x.tenant AND o.id = x.run)
UNION ALL
SELECT 'entry_evidence', count(*) FROM entry_evidence x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.task)
UNION ALL
SELECT 'conversation_summary', count(*) FROM conversation_summary x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'question', count(*) FROM question x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'usage_report', count(*) FROM usage_report x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation);

-- doctor_run_states: Runs in no state that there is.
SELECT id, owner FROM run WHERE tenant = :tenant AND NOT (state IN {texts:states})
ORDER BY id LIMIT :limit;

-- doctor_run_ends: Runs that ended before they began, or go on and have ended, or the reverse.
SELECT id, owner FROM run
WHERE tenant = :tenant
  AND (ended_at < started_at
    OR (state = 'running' AND ended_at IS NOT NULL)
    OR (state <> 'running' AND ended_at IS NULL))
ORDER BY id LIMIT :limit;

-- doctor_run_counts: Runs whose replies or items have gaps, or that count otherwise than they did.
SELECT * FROM (
    SELECT r.id, r.owner, r.calls, r.cost, r.given + r.answered AS counted,
        (SELECT count(*) FROM run_reply p WHERE p.tenant = r.tenant AND p.run = r.id) AS replies,
        (SELECT coalesce(max(p.no), 0) FROM run_reply p
         WHERE p.tenant = r.tenant AND p.run = r.id) AS last_reply,
        (SELECT coalesce(sum(p.tokens), 0) FROM run_reply p
         WHERE p.tenant = r.tenant AND p.run = r.id) AS tokens,
        (SELECT coalesce(sum(p.cost), 0) FROM run_reply p
         WHERE p.tenant = r.tenant AND p.run = r.id) AS paid,
        (SELECT count(*) FROM run_reply p
         WHERE p.tenant = r.tenant AND p.run = r.id AND p.cost IS NULL) AS unpriced,
        (SELECT count(*) FROM run_item i WHERE i.tenant = r.tenant AND i.run = r.id) AS items,
        (SELECT coalesce(max(i.no), 0) FROM run_item i
         WHERE i.tenant = r.tenant AND i.run = r.id) AS last_item
    FROM run r WHERE r.tenant = :tenant) AS counts
WHERE replies <> last_reply OR items <> last_item OR calls <> replies OR counted <> tokens
   OR cost <> paid OR (cost IS NULL AND unpriced = 0) OR (cost IS NOT NULL AND unpriced > 0)
ORDER BY id LIMIT :limit;

-- doctor_run_spans: Runs that read messages which never were.
SELECT r.id, r.owner FROM run r
LEFT JOIN conversation c ON c.tenant = r.tenant AND c.owner = r.owner AND c.id = r.conversation
WHERE r.tenant = :tenant AND (r.from_seq IS NOT NULL OR r.to_seq IS NOT NULL)
  AND (r.from_seq IS NULL OR r.to_seq IS NULL OR r.from_seq < 1 OR r.to_seq < r.from_seq
    OR c.last_seq IS NULL OR r.to_seq > c.last_seq)
ORDER BY r.id LIMIT :limit;

-- doctor_run_tasks: Runs for a task that is not there.
SELECT r.id, r.owner FROM run r
WHERE r.tenant = :tenant AND r.task IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM task t WHERE t.tenant = r.tenant AND t.owner = r.owner AND t.id = r.task)
ORDER BY r.id LIMIT :limit;

-- doctor_run_items: A page of what runs proposed, with the state of the run.
SELECT i.run, i.no, i.proposal, i.outcome, i.undone, r.owner, r.state FROM run_item i
JOIN run r ON r.tenant = i.tenant AND r.id = i.run
WHERE i.tenant = :tenant AND (i.run > :run OR (i.run = :run AND i.no > :no))
ORDER BY i.run, i.no LIMIT :limit;

-- doctor_ended_summaries: Summaries that tell of what never was or was retracted, or of no run.
SELECT s.owner, s.conversation, s.from_seq, s.to_seq FROM conversation_summary s
JOIN conversation c ON c.tenant = s.tenant AND c.owner = s.owner AND c.id = s.conversation
LEFT JOIN run r ON r.tenant = s.tenant AND r.id = s.run
WHERE s.tenant = :tenant AND (
    s.from_seq < 1 OR s.to_seq < s.from_seq OR s.to_seq > c.last_seq
    OR s.withdrawn_at < s.made_at
    OR r.id IS NULL OR r.state NOT IN ('done', 'rolled_back') OR r.owner <> s.owner
    OR r.conversation <> s.conversation OR r.from_seq IS NULL OR r.from_seq <> s.from_seq
    OR r.to_seq IS NULL OR r.to_seq <> s.to_seq
    OR (s.withdrawn_at IS NULL AND EXISTS (
        SELECT 1 FROM retraction t
        WHERE t.tenant = s.tenant AND t.owner = s.owner AND t.conversation = s.conversation
          AND t.from_seq <= s.to_seq AND t.retracted_at > s.made_at
          AND t.actor <> 'expired')))
ORDER BY s.owner, s.conversation, s.run LIMIT :limit;

-- doctor_spend_negative: What was taken that is less than nothing.
SELECT day, owner, flow FROM spend
WHERE tenant = :tenant AND (calls < 0 OR tokens < 0 OR cost < 0)
ORDER BY day, owner, flow LIMIT :limit;

-- doctor_spend_sums: Days whose sum is not what people and flows took.
SELECT day FROM spend WHERE tenant = :tenant
GROUP BY day
HAVING sum(CASE WHEN flow = '' THEN calls ELSE -calls END) <> 0
    OR sum(CASE WHEN flow = '' THEN tokens ELSE -tokens END) <> 0
    OR sum(CASE WHEN flow = '' THEN cost ELSE -cost END) <> 0
ORDER BY day LIMIT :limit;

-- doctor_spend_runs: People and flows that took less than the replies of their runs.
SELECT q.owner, q.flow FROM (
    SELECT r.owner, r.flow, count(*) AS calls, sum(p.tokens) AS tokens,
           sum(coalesce(p.cost, 0)) AS cost
    FROM run_reply p JOIN run r ON r.tenant = p.tenant AND r.id = p.run
    WHERE p.tenant = :tenant GROUP BY r.owner, r.flow) AS q
LEFT JOIN (
    SELECT s.owner, s.flow, sum(s.calls) AS calls, sum(s.tokens) AS tokens, sum(s.cost) AS cost
    FROM spend s WHERE s.tenant = :tenant GROUP BY s.owner, s.flow) AS t
  ON t.owner = q.owner AND t.flow = q.flow
WHERE t.calls IS NULL OR t.calls < q.calls OR t.tokens < q.tokens OR t.cost < q.cost
ORDER BY q.owner, q.flow LIMIT :limit;

-- doctor_usage: Reports of what no request can cost.
SELECT owner, conversation, id FROM usage_report
WHERE tenant = :tenant
  AND (input < 0 OR cached < 0 OR written < 0 OR output < 0 OR estimated < 0
    OR (ratio IS NOT NULL AND (ratio <= 0 OR estimated IS NULL)) OR exceeded NOT IN (0, 1))
ORDER BY owner, conversation, id LIMIT :limit;

-- doctor_consent_numbers: People whose decisions have gaps.
SELECT owner, count(*) AS changes, max(no) AS last FROM consent WHERE tenant = :tenant
GROUP BY owner HAVING min(no) <> 1 OR max(no) <> count(*)
ORDER BY owner LIMIT :limit;

-- doctor_consent_read: Decisions about a layer that consent does not rule, or neither yes nor no.
SELECT owner, no FROM consent
WHERE tenant = :tenant
  AND (given NOT IN (0, 1) OR (layer IS NOT NULL AND NOT (layer IN {texts:layers})))
ORDER BY owner, no LIMIT :limit;

-- doctor_cited_tasks: A page of the tasks whose entries rest on messages.
SELECT DISTINCT e.owner, e.task FROM entry_evidence e
JOIN task t ON t.tenant = e.tenant AND t.owner = e.owner AND t.id = e.task
WHERE e.tenant = :tenant AND (e.owner > :owner OR (e.owner = :owner AND e.task > :task))
ORDER BY e.owner, e.task LIMIT :limit;

-- doctor_questions: Questions about nothing that is there, and answers that are none or half kept.
SELECT q.owner, q.conversation, q.seq FROM question q
WHERE q.tenant = :tenant
  AND (NOT EXISTS (
        SELECT 1 FROM record r
        WHERE r.tenant = q.tenant AND r.id = q.record AND r.layer = q.layer)
    OR (q.answer IS NOT NULL AND q.answer NOT IN ('yes', 'no', 'unclear'))
    OR (q.answer IS NULL) <> (q.message IS NULL)
    OR (q.answer IS NULL) <> (q.answered_at IS NULL))
ORDER BY q.owner, q.conversation, q.seq LIMIT :limit;
