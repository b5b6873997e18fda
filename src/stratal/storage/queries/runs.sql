-- run_add: A piece of work is begun, unless a run of it counts already.
INSERT INTO run (tenant, id, flow, key, owner, conversation, task, from_seq, to_seq, state, model,
                 prompt, actor, attempts, problem, calls, given, answered, cost, holder,
                 lease_until, started_at, ended_at)
VALUES (:tenant, :id, :flow, :key, :owner, :conversation, :task, :from_seq, :to_seq, 'running',
        :model, :prompt, :actor, 1, '', 0, 0, 0, 0, :holder, :until, :now, NULL)
ON CONFLICT (tenant, flow, key) WHERE state NOT IN ('dry_run', 'rolled_back', 'rejected')
DO NOTHING;

-- run_of_key: The run of a piece of work that counts.
SELECT * FROM run WHERE tenant = :tenant AND flow = :flow AND key = :key
  AND state NOT IN ('dry_run', 'rolled_back', 'rejected');

-- run_take: Go on with a run that failed, or that nobody is at any more.
UPDATE run SET state = 'running', attempts = attempts + :attempts, holder = :holder,
    lease_until = :until, model = :model, prompt = :prompt, problem = '', ended_at = NULL
WHERE tenant = :tenant AND id = :id
  AND (state = 'failed' OR (state = 'running' AND lease_until <= :now));

-- run_get: One run of a person.
SELECT * FROM run WHERE tenant = :tenant AND owner = :owner AND id = :id;

-- run_list: A person's runs, newest first.
SELECT * FROM run WHERE tenant = :tenant AND owner = :owner AND state IN {texts:states}
ORDER BY started_at DESC, id DESC LIMIT :limit;

-- run_beginning: At most three runs of a person whose ids begin so.
SELECT id FROM run WHERE tenant = :tenant AND owner = :owner AND id >= :low AND id < :high
ORDER BY id LIMIT 3;

-- run_end: What a run came to, if it is still its holder's.
UPDATE run SET state = :state, problem = :problem, lease_until = 0, ended_at = :now
WHERE tenant = :tenant AND id = :id AND state = 'running' AND holder = :holder;

-- run_move: A run goes from one state to another, if it was in that one; its work has that name now.
UPDATE run SET state = :to, key = :key, ended_at = :now
WHERE tenant = :tenant AND id = :id AND state = :from;

-- run_retry: Have a run tried again from the beginning that was set aside.
UPDATE run SET state = 'failed', attempts = 0
WHERE tenant = :tenant AND owner = :owner AND id = :id AND state = 'set_aside';

-- run_charge: What a reply took.
UPDATE run SET calls = calls + 1, given = given + :given, answered = answered + :answered,
    cost = cost + :cost
WHERE tenant = :tenant AND id = :id;

-- run_upto: How far a flow has taken a conversation, into a task or into none.
SELECT max(to_seq) AS upto FROM run
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND coalesce(task, '') = :task
  AND flow = :flow AND state IN ('done', 'awaiting_approval', 'set_aside');

-- run_begun: The span from a message on that a run has begun and not ended.
SELECT to_seq FROM run
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND coalesce(task, '') = :task
  AND flow = :flow AND from_seq = :from_seq AND state IN ('failed', 'running')
ORDER BY started_at LIMIT 1;

-- run_reply_add: A reply as it came.
INSERT INTO run_reply (tenant, run, no, text, problem, tokens, cost, at)
SELECT :tenant, :run, coalesce(max(r.no), 0) + 1, :text, :problem, :tokens, :cost, :now
FROM run_reply r WHERE r.tenant = :tenant AND r.run = :run;

-- run_replies: The replies of a run, in order.
SELECT * FROM run_reply WHERE tenant = :tenant AND run = :run ORDER BY no;

-- run_item_add: Something that a run proposed.
INSERT INTO run_item (tenant, run, no, proposal, outcome, undone)
VALUES (:tenant, :run, :no, :proposal, :outcome, NULL)
ON CONFLICT (tenant, run, no) DO UPDATE SET proposal = excluded.proposal,
    outcome = excluded.outcome;

-- run_item_undone: What became of it when the run was rolled back.
UPDATE run_item SET undone = :undone WHERE tenant = :tenant AND run = :run AND no = :no;

-- run_items: What a run proposed, in order.
SELECT * FROM run_item WHERE tenant = :tenant AND run = :run ORDER BY no;

-- runs_of_records: Runs that wrote revisions of these records.
SELECT DISTINCT run FROM revision
WHERE tenant = :tenant AND record IN {texts:records} AND run IS NOT NULL ORDER BY run;

-- spend_add: What a model took or may take; also less than nothing.
INSERT INTO spend (tenant, day, owner, flow, calls, tokens, cost)
VALUES (:tenant, :day, :owner, :flow, :calls, :tokens, :cost)
ON CONFLICT (tenant, day, owner, flow) DO UPDATE SET calls = spend.calls + excluded.calls,
    tokens = spend.tokens + excluded.tokens, cost = spend.cost + excluded.cost;

-- spend_of: What was taken on a day for a person by a flow.
SELECT calls FROM spend
WHERE tenant = :tenant AND day = :day AND owner = :owner AND flow = :flow;

-- spend_of_day: What was taken on a day, by person and flow; the row of nobody is the sum.
SELECT * FROM spend WHERE tenant = :tenant AND day = :day;

-- spend_between: What was taken on these days, by person and flow.
SELECT * FROM spend WHERE tenant = :tenant AND day >= :since AND day <= :until AND flow <> ''
ORDER BY day DESC, owner, flow;

-- entry_evidence_add: Words that an entry rests on; the same message counts once.
INSERT INTO entry_evidence (tenant, owner, task, entry, conversation, message, quotation, said_at)
VALUES (:tenant, :owner, :task, :entry, :conversation, :message, :quotation, :said_at)
ON CONFLICT (tenant, owner, task, entry, conversation, message) DO NOTHING;

-- entry_evidence_of: What the entries of a task rest on.
SELECT * FROM entry_evidence WHERE tenant = :tenant AND owner = :owner AND task = :task
ORDER BY said_at, message;

-- conversation_summary_add: What a conversation was about.
INSERT INTO conversation_summary (tenant, owner, conversation, from_seq, to_seq, summary,
                                  summarizer, run, made_at, withdrawn_at)
VALUES (:tenant, :owner, :conversation, :from_seq, :to_seq, :summary, :summarizer, :run, :now,
        NULL);

-- conversation_summaries: A person's conversations that have ended, the newest first.
SELECT s.* FROM conversation_summary s
WHERE s.tenant = :tenant AND s.owner = :owner AND s.withdrawn_at IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM conversation_summary n
    WHERE n.tenant = s.tenant AND n.owner = s.owner AND n.conversation = s.conversation
      AND n.withdrawn_at IS NULL AND n.to_seq > s.to_seq)
ORDER BY s.made_at DESC, s.run DESC LIMIT :limit;

-- conversation_summary_of: The newest summary of a conversation that stands.
SELECT s.* FROM conversation_summary s
WHERE s.tenant = :tenant AND s.owner = :owner AND s.conversation = :conversation
  AND s.withdrawn_at IS NULL
ORDER BY s.to_seq DESC, s.made_at DESC LIMIT 1;

-- conversation_summary_withdraw: Take back what tells of a message from that number on.
UPDATE conversation_summary SET withdrawn_at = :now
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND to_seq >= :from_seq AND withdrawn_at IS NULL;

-- conversation_summary_undo: Take back what a run told of a conversation.
UPDATE conversation_summary SET withdrawn_at = :now
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND run = :run
  AND withdrawn_at IS NULL;

-- conversations_idle: Conversations without a message since, that no summary tells of to their end.
SELECT c.owner, c.id, c.last_seq FROM conversation c
JOIN message m ON m.tenant = c.tenant AND m.owner = c.owner AND m.conversation = c.id
  AND m.seq = c.last_seq
WHERE c.tenant = :tenant AND c.last_seq > 0 AND m.recorded_at <= :before
  AND NOT EXISTS (
    SELECT 1 FROM conversation_summary s
    WHERE s.tenant = c.tenant AND s.owner = c.owner AND s.conversation = c.id
      AND s.withdrawn_at IS NULL AND s.to_seq >= c.last_seq)
  AND NOT EXISTS (
    SELECT 1 FROM run r
    WHERE r.tenant = c.tenant AND r.owner = c.owner AND r.conversation = c.id
      AND r.flow = 'end' AND r.state IN ('done', 'rolled_back') AND r.to_seq >= c.last_seq)
ORDER BY m.recorded_at, c.id LIMIT :limit;
