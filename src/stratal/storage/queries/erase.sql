-- erasure_add: An erasure is begun.
INSERT INTO erasure (tenant, id, kind, target, hash, state, step, asked_by, asked_at, counts,
                     excluded, key, signature)
VALUES (:tenant, :id, :kind, :target, :hash, 'running', '', :asked_by, :now, '{}', '[]', :key, '');

-- erasure_of_target: The last erasure of a target, by its keyed hash.
SELECT id FROM erasure WHERE tenant = :tenant AND hash = :hash ORDER BY asked_at DESC LIMIT 1;

-- erasure_of: One erasure.
SELECT * FROM erasure WHERE tenant = :tenant AND id = :id;

-- erasure_beginning: Erasures whose id begins like this, for people who type it.
SELECT * FROM erasure WHERE tenant = :tenant AND id >= :low AND id < :high ORDER BY id LIMIT 2;

-- erasure_list: Erasures in one of these states, oldest first.
SELECT * FROM erasure WHERE tenant = :tenant AND state IN {texts:states} ORDER BY asked_at, id;

-- erasure_first: Since when there was something of what goes; of a conversation, a person or a scope.
UPDATE erasure SET first_at = (
    SELECT min(f.first_at) FROM (
        SELECT min(m.recorded_at) AS first_at FROM message m
        WHERE m.tenant = :tenant AND m.owner = :owner
          AND (:conversation = '' OR m.conversation = :conversation)
        UNION ALL
        SELECT min(e.recorded_at) FROM event e
        WHERE e.tenant = :tenant AND e.owner = :owner AND :conversation = ''
        UNION ALL
        SELECT min(t.created_at) FROM task t
        WHERE t.tenant = :tenant AND t.owner = :owner AND :conversation = ''
        UNION ALL
        SELECT min(a.created_at) FROM agent_state a
        WHERE a.tenant = :tenant AND a.owner = :owner AND :conversation = ''
        UNION ALL
        SELECT min(r.known_from) FROM revision r
        WHERE r.tenant = :tenant AND r.scope = :scope
        UNION ALL
        SELECT min(d.created_at) FROM document d
        WHERE d.tenant = :tenant AND d.scope = :scope
        UNION ALL
        SELECT min(s.created_at) FROM store s
        WHERE s.tenant = :tenant AND s.scope = :scope) AS f)
WHERE tenant = :tenant AND id = :id;

-- erasure_step: A step is done.
UPDATE erasure SET step = :step WHERE tenant = :tenant AND id = :id;

-- erasure_counts: How much was done.
UPDATE erasure SET counts = :counts WHERE tenant = :tenant AND id = :id;

-- erasure_move: What a receipt says from now on.
UPDATE erasure SET state = :state, target = '', counts = :counts, excluded = :excluded,
    logical_at = :logical_at, physical_at = :physical_at, key = :key, signature = :signature
WHERE tenant = :tenant AND id = :id;

-- erasure_unmark: It is gone: nothing says any more what it was.
DELETE FROM erasure_mark WHERE tenant = :tenant AND erasure = :erasure;

-- erasure_mark_add: Something that goes.
INSERT INTO erasure_mark (tenant, erasure, kind, owner, part, id, seq)
VALUES (:tenant, :erasure, :kind, :owner, :part, :id, :seq)
ON CONFLICT (tenant, erasure, kind, owner, part, id) DO NOTHING;

-- erasure_count_marks: How much goes.
SELECT count(*) AS found FROM erasure_mark WHERE tenant = :tenant AND erasure = :erasure;

-- erasure_marks: What goes, of one kind, after one of them.
SELECT kind, owner, part, id, seq FROM erasure_mark
WHERE tenant = :tenant AND erasure = :erasure AND kind = :kind
  AND (owner > :owner OR (owner = :owner AND (part > :part OR (part = :part AND id > :after))))
ORDER BY owner, part, id LIMIT :limit;

-- erased_hash_add: What must not come back.
INSERT INTO erased_hash (tenant, hash, purpose, kind, erasure)
VALUES (:tenant, :hash, :purpose, :kind, :erasure)
ON CONFLICT (tenant, hash, purpose) DO NOTHING;

-- erased_any: Whether anything ever was erased.
SELECT hash FROM erased_hash WHERE tenant = :tenant LIMIT 1;

-- erased_among: Which of these hashes are of something erased, and when that was asked for.
SELECT h.hash, h.purpose, e.asked_at FROM erased_hash h
JOIN erasure e ON e.tenant = h.tenant AND e.id = h.erasure
WHERE h.tenant = :tenant AND h.hash IN {texts:hashes};

-- erased_listed: The ids that an erasure lists, as hashes.
SELECT kind, hash FROM erased_hash
WHERE tenant = :tenant AND erasure = :erasure AND purpose IN ('id', 'listed')
ORDER BY kind, hash;

-- find_records: Records of a scope, of every status.
SELECT id, layer, scope FROM record
WHERE tenant = :tenant AND layer IN ('memories', 'profile') AND scope = :scope;

-- find_record: One record, whatever its scope.
SELECT id, layer, scope FROM record WHERE tenant = :tenant AND id = :id;

-- find_values: All records of the topic that a record is of.
SELECT o.id FROM record r
JOIN record o ON o.tenant = r.tenant AND o.layer = r.layer AND o.scope = r.scope
  AND o.subject = r.subject AND o.attribute = r.attribute
WHERE r.tenant = :tenant AND r.id = :id;

-- find_documents: Documents of a scope, those without a version too.
SELECT id, scope, name FROM document WHERE tenant = :tenant AND scope = :scope;

-- find_document: One document, whatever its scope.
SELECT id, scope, name FROM document WHERE tenant = :tenant AND id = :id;

-- find_stores: Stores of a scope.
SELECT id, scope, place FROM store WHERE tenant = :tenant AND scope = :scope;

-- find_files: Files that have versions in a store, deleted ones too, but not erased ones.
SELECT DISTINCT file AS id FROM file_version
WHERE tenant = :tenant AND store = :store AND (redacted_by IS NULL OR redacted_by <> 'erased');

-- find_tasks: Tasks of a person.
SELECT id FROM task WHERE tenant = :tenant AND owner = :owner;

-- find_states: Agent states of a person.
SELECT agent, name FROM agent_state WHERE tenant = :tenant AND owner = :owner;

-- find_events: Events of a person after a number.
SELECT seq, id, kind, conversation, evidence FROM event
WHERE tenant = :tenant AND owner = :owner AND seq > :seq ORDER BY seq LIMIT :limit;

-- find_event: One event of a person.
SELECT seq, id FROM event WHERE tenant = :tenant AND owner = :owner AND id = :id;

-- find_messages: Messages of a span.
SELECT seq, id, digest, body FROM message
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND seq BETWEEN :first AND :last ORDER BY seq LIMIT :limit;

-- find_conversation: How far a conversation goes.
SELECT last_seq FROM conversation
WHERE tenant = :tenant AND owner = :owner AND id = :conversation;

-- find_spaces: Spaces of a scope, that of what is cold there too.
SELECT no, layer FROM search_space WHERE tenant = :tenant AND scope IN (:scope, :cold);

-- erase_space_name: A space that is nobody's. Its number is never given again: vectors lie by it.
UPDATE search_space SET scope = :name WHERE tenant = :tenant AND no = :space;

-- erase_messages: Messages of a conversation up to a number, and all of the person's without one.
DELETE FROM message
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND seq <= :upto;

-- erase_span_messages: Messages stay in the row of numbers, and nothing of them; without a name
-- for them, their ids stay too.
UPDATE message SET speaker = NULL, body = :body,
    id = CASE WHEN :name = '' THEN id ELSE :name || CAST(seq AS TEXT) END,
    digest = :digest, tokens = 0, secrets = '[]', said_at = recorded_at
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND seq BETWEEN :first AND :last AND role = :role
  AND (digest <> :digest OR (:name <> '' AND id <> :name || CAST(seq AS TEXT)));

-- erase_span_add: The erased span is out of window, recall and evidence, and no code need know more.
INSERT INTO retraction (tenant, owner, conversation, from_seq, to_seq, actor, reason, retracted_at)
VALUES (:tenant, :owner, :conversation, :from_seq, :to_seq, :actor, '', :now)
ON CONFLICT (tenant, owner, conversation, from_seq, to_seq)
DO UPDATE SET actor = excluded.actor, reason = '';

-- erase_span_reasons: Why messages of the span were retracted.
UPDATE retraction SET reason = ''
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND from_seq <= :to_seq AND to_seq >= :from_seq AND reason <> '';

-- erase_retractions: Of a conversation, or of all of a person.
DELETE FROM retraction
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation);

-- erase_conversation: The conversation itself.
DELETE FROM conversation
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR id = :conversation);

-- erase_page_reads: From a message on; of a conversation, or of all of a person.
DELETE FROM page_read
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND to_seq >= :from_seq;

-- erase_pages: Of the versions that tell of a message from that number on.
DELETE FROM page
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND EXISTS (
    SELECT 1 FROM compaction c
    WHERE c.tenant = :tenant AND c.owner = page.owner AND c.conversation = page.conversation
      AND c.version = page.version AND c.upto_seq >= :from_seq);

-- erase_compactions: Versions that tell of a message from that number on.
DELETE FROM compaction
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND upto_seq >= :from_seq;

-- erase_compaction_failures: Attempts at spans that reach a message from that number on.
DELETE FROM compaction_failure
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND to_seq >= :from_seq;

-- erase_summaries: What ended conversations were about, from a message on.
DELETE FROM conversation_summary
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND to_seq >= :from_seq;

-- erase_usage: What requests cost.
DELETE FROM usage_report
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation);

-- erase_questions: What a person was asked.
DELETE FROM question
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation);

-- erase_attachments: Which stores a conversation worked with.
DELETE FROM store_attachment
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation);

-- erase_context_items: What was considered for contexts made since.
DELETE FROM context_item
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND EXISTS (
    SELECT 1 FROM context c
    WHERE c.tenant = :tenant AND c.owner = context_item.owner
      AND c.conversation = context_item.conversation AND c.id = context_item.context
      AND c.made_at >= :since);

-- erase_context_parts: The parts of contexts made since.
DELETE FROM context_part
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND EXISTS (
    SELECT 1 FROM context c
    WHERE c.tenant = :tenant AND c.owner = context_part.owner
      AND c.conversation = context_part.conversation AND c.id = context_part.context
      AND c.made_at >= :since);

-- erase_contexts: Contexts made since.
DELETE FROM context
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND made_at >= :since;

-- erase_context_texts: Texts of a person that no context holds.
DELETE FROM context_text
WHERE tenant = :tenant AND owner = :owner AND NOT EXISTS (
    SELECT 1 FROM context_part p
    WHERE p.tenant = :tenant AND p.owner = context_text.owner AND p.digest = context_text.digest);

-- erase_runs: Runs of a person, of a conversation or of a task.
SELECT id FROM run
WHERE tenant = :tenant AND owner = :owner AND (:conversation = '' OR conversation = :conversation)
  AND (:task = '' OR task = :task)
ORDER BY id LIMIT :limit;

-- erase_span_runs: Runs that read a span, and those of the conversation that read no span.
SELECT id FROM run
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND (to_seq IS NULL OR (to_seq >= :from_seq AND from_seq <= :to_seq));

-- erase_run_replies: All replies of these runs.
DELETE FROM run_reply WHERE tenant = :tenant AND run IN {texts:runs};

-- erase_run_items: All that these runs proposed.
DELETE FROM run_item WHERE tenant = :tenant AND run IN {texts:runs};

-- erase_run: These runs.
DELETE FROM run WHERE tenant = :tenant AND id IN {texts:runs};

-- erase_reply_texts: What was replied to these runs; that it was stays.
UPDATE run_reply SET text = '', problem = ''
WHERE tenant = :tenant AND run IN {texts:runs} AND (text <> '' OR problem <> '');

-- erase_run_hold: Whoever is at these runs has read what is erased: what comes of it is not kept.
UPDATE run SET state = 'failed', holder = '', lease_until = 0, ended_at = :now
WHERE tenant = :tenant AND id IN {texts:runs} AND state = 'running';

-- erase_task_hold: The same of a task that lost entries.
UPDATE run SET state = 'failed', holder = '', lease_until = 0, ended_at = :now
WHERE tenant = :tenant AND owner = :owner AND task = :task AND state = 'running';

-- erase_runs_after: Runs of a person or of all, without those of another, in order.
SELECT id, owner, problem FROM run
WHERE tenant = :tenant AND (:owner = '' OR owner = :owner) AND owner <> :but AND id > :run
ORDER BY id LIMIT :limit;

-- erase_replies_of: What was replied to these runs.
SELECT run, text, problem FROM run_reply WHERE tenant = :tenant AND run IN {texts:runs};

-- erase_items_of: What these runs proposed.
SELECT run, no, proposal, outcome, undone FROM run_item
WHERE tenant = :tenant AND run IN {texts:runs};

-- erase_shared: Whether something outside of the person's own scope rests on what they said.
SELECT e.record FROM evidence e
JOIN record r ON r.tenant = e.tenant AND r.id = e.record
WHERE e.tenant = :tenant AND e.owner = :owner AND r.scope <> :own LIMIT 1;

-- expire_runs_of: Runs of tasks that cite a conversation, and those that wrote what cites these.
SELECT id, owner, problem FROM run
WHERE tenant = :tenant AND owner = :owner AND task IN (
    SELECT v.task FROM entry_evidence v
    WHERE v.tenant = :tenant AND v.owner = :owner AND v.conversation = :conversation)
UNION
SELECT r.id, r.owner, r.problem FROM evidence e
JOIN revision v ON v.tenant = e.tenant AND v.record = e.record
JOIN run r ON r.tenant = v.tenant AND r.id = v.run
WHERE e.tenant = :tenant AND e.type = 'message' AND e.owner = :owner
  AND e.conversation = :conversation AND e.ref IN {texts:refs};

-- erase_run_problems: What was wrong with these runs.
UPDATE run SET problem = '' WHERE tenant = :tenant AND id IN {texts:runs} AND problem <> '';

-- erase_item_text: What was proposed and answered; that it was stays.
UPDATE run_item SET proposal = :blank, outcome = :outcome, undone = NULL
WHERE tenant = :tenant AND run = :run AND no = :no AND proposal <> :blank;

-- erase_items_after: What all runs proposed, in order.
SELECT i.run, i.no, i.proposal, i.outcome, i.undone, r.owner FROM run_item i
JOIN run r ON r.tenant = i.tenant AND r.id = i.run
WHERE i.tenant = :tenant AND (i.run > :run OR (i.run = :run AND i.no > :no))
ORDER BY i.run, i.no LIMIT :limit;

-- erase_event: The event stays in the row of numbers, and nothing of it.
UPDATE event SET id = :blank, kind = :actor, text = '', data = '{}', actor = :actor,
    source = 'agent_inferred', conversation = '', task = NULL, evidence = '[]', at = recorded_at,
    until = NULL, all_day = 0
WHERE tenant = :tenant AND owner = :owner AND seq = :seq AND (text <> '' OR id <> :blank);

-- erase_event_off: It is off the time line.
INSERT INTO event_retraction (tenant, owner, seq, actor, reason, retracted_at)
VALUES (:tenant, :owner, :seq, :actor, '', :now)
ON CONFLICT (tenant, owner, seq) DO UPDATE SET actor = excluded.actor, reason = '';

-- erase_event_evidence: What an event rests on, without the erased.
UPDATE event SET evidence = :evidence
WHERE tenant = :tenant AND owner = :owner AND seq = :seq;

-- erase_event_conversation: Events name the conversation no longer.
UPDATE event SET conversation = ''
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- erase_event_task: Events name the task no longer.
UPDATE event SET task = NULL WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_event_retractions: All of a person.
DELETE FROM event_retraction WHERE tenant = :tenant AND owner = :owner;

-- erase_events: All of a person.
DELETE FROM event WHERE tenant = :tenant AND owner = :owner;

-- erase_event_log: A person has no time line.
DELETE FROM event_log WHERE tenant = :tenant AND owner = :owner;

-- erase_state_revisions: The history of an agent state, or of all of a person.
DELETE FROM agent_state_revision
WHERE tenant = :tenant AND owner = :owner AND (:name = '' OR (agent = :agent AND name = :name));

-- erase_states: An agent state, or all of a person.
DELETE FROM agent_state
WHERE tenant = :tenant AND owner = :owner AND (:name = '' OR (agent = :agent AND name = :name));

-- erase_entry_evidence: What entries of a task rest on.
DELETE FROM entry_evidence WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_scratch: All notes of a task.
DELETE FROM scratch WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_payloads: All long texts of a task.
DELETE FROM payload WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_heads: All lines of a task.
DELETE FROM task_head WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_checkpoints: All checkpoints of a task.
DELETE FROM checkpoint WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_task: The task itself.
DELETE FROM task WHERE tenant = :tenant AND owner = :owner AND id = :task;

-- erase_cited_entries: Entries of tasks that cite a conversation.
SELECT task, entry, message FROM entry_evidence
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
ORDER BY task, entry, message;

-- erase_entry_citation: An entry rests on that message no longer.
DELETE FROM entry_evidence
WHERE tenant = :tenant AND owner = :owner AND task = :task AND entry = :entry
  AND conversation = :conversation AND message = :message;

-- erase_checkpoint_rows: All checkpoints of a task, the first first.
SELECT seq, parent, depth, patch, whole, reason FROM checkpoint
WHERE tenant = :tenant AND owner = :owner AND task = :task ORDER BY seq;

-- erase_checkpoint_again: A checkpoint without what was erased.
UPDATE checkpoint SET patch = :patch, whole = :whole, reason = :reason
WHERE tenant = :tenant AND owner = :owner AND task = :task AND seq = :seq;

-- erase_payload: A long text.
DELETE FROM payload
WHERE tenant = :tenant AND owner = :owner AND task = :task AND handle = :handle;

-- erase_citing: Records that rest on something of a person. The second condition is met by all: it
-- leads SQLite to the index that begins with it.
SELECT DISTINCT record FROM evidence
WHERE tenant = :tenant AND owner = :owner AND conversation >= '';

-- erase_citing_talk: Records that rest on messages of a conversation.
SELECT DISTINCT record FROM evidence
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND type = 'message';

-- erase_citing_thing: Records that rest on one thing.
SELECT DISTINCT record FROM evidence
WHERE tenant = :tenant AND type = :type AND owner = :owner AND conversation = :conversation
  AND ref = :ref;

-- erase_citing_document: Records that rest on any version of a document.
SELECT DISTINCT record FROM evidence
WHERE tenant = :tenant AND type = 'document' AND owner = '' AND conversation >= ''
  AND ref = :document;

-- erase_evidence_rows: What a record rests on.
SELECT * FROM evidence WHERE tenant = :tenant AND record = :record ORDER BY no;

-- erase_evidence: A record rests on that no longer.
DELETE FROM evidence WHERE tenant = :tenant AND record = :record AND no = :no;

-- erase_evidence_again: The rest is numbered on.
UPDATE evidence SET no = :new WHERE tenant = :tenant AND record = :record AND no = :no;

-- erase_revision_rows: Every revision of a record, oldest first.
SELECT revision, layer, scope, content, reason_given FROM revision
WHERE tenant = :tenant AND record = :record ORDER BY revision;

-- erase_revision_text: A revision says what is left.
UPDATE revision SET content = :content, reason_given = '', reason = '', status_reason = ''
WHERE tenant = :tenant AND record = :record AND revision = :revision;

-- erase_tombstone: What is erased leaves its id, and nothing of what it was of.
INSERT INTO tombstone (tenant, id, layer, scope, actor, reason, deleted_at)
VALUES (:tenant, :id, :layer, 'erased', 'erased', '', :now)
ON CONFLICT (tenant, id) DO UPDATE SET scope = 'erased', actor = 'erased', reason = '';

-- erase_tombstones: What was deleted in a scope.
UPDATE tombstone SET scope = 'erased', actor = 'erased', reason = ''
WHERE tenant = :tenant AND scope = :scope;

-- erase_file_changes: All of a file.
DELETE FROM file_change WHERE tenant = :tenant AND store = :store AND file = :file;

-- erase_file_waiting: What waits for a file, or for its path.
DELETE FROM file_waiting
WHERE tenant = :tenant AND store = :store AND (file = :file OR path = :path);

-- erase_file_versions: The versions of a file say nothing; that there were some stays.
UPDATE file_version SET path = NULL, content = NULL, digest = NULL, size = NULL, reason = '',
    actor = 'erased', conversation = NULL, redacted_at = :now, redacted_by = 'erased'
WHERE tenant = :tenant AND store = :store AND file = :file
  AND (redacted_at IS NULL OR redacted_by <> 'erased');

-- erase_consents: All that a person decided.
DELETE FROM consent WHERE tenant = :tenant AND owner = :owner;

-- erase_consent_reasons: Why a person decided about a conversation; the decision stays in force.
UPDATE consent SET reason = ''
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND reason <> '';

-- erase_spend_moved: What models took for a person is nobody's from now on.
INSERT INTO spend (tenant, day, owner, flow, calls, tokens, cost)
SELECT s.tenant, s.day, 'erased', s.flow, s.calls, s.tokens, s.cost FROM spend s
WHERE s.tenant = :tenant AND s.owner = :owner
ON CONFLICT (tenant, day, owner, flow) DO UPDATE SET calls = spend.calls + excluded.calls,
    tokens = spend.tokens + excluded.tokens, cost = spend.cost + excluded.cost;

-- erase_spend: What models took for a person.
DELETE FROM spend WHERE tenant = :tenant AND owner = :owner;

-- erase_keys: All keys of a person.
DELETE FROM api_key WHERE tenant = :tenant AND owner = :owner;

-- erase_jobs_after: All jobs, in order.
SELECT id, kind, key, lane, payload FROM job
WHERE tenant = :tenant AND id > :id ORDER BY id LIMIT :limit;

-- erase_job: One job.
DELETE FROM job WHERE tenant = :tenant AND id = :id;

-- erase_lane: A lane that no job needs.
DELETE FROM job_lane
WHERE tenant = :tenant AND lane = :lane AND NOT EXISTS (
    SELECT 1 FROM job j WHERE j.tenant = :tenant AND j.lane = job_lane.lane);

-- erase_name_revisions: Records of others name a person no longer, nor give their words as a reason.
UPDATE revision SET actor = CASE
        WHEN actor = :user OR (actor >= :first AND actor < :last) THEN 'erased' ELSE actor END,
    reason = '', conversation = NULL, task = NULL, run = NULL,
    verified_by = CASE WHEN verified_by = :user THEN 'erased' ELSE verified_by END
WHERE tenant = :tenant AND actor = :user;

-- erase_name_revisions_via: The same of what agents wrote for them.
UPDATE revision SET actor = CASE
        WHEN actor = :user OR (actor >= :first AND actor < :last) THEN 'erased' ELSE actor END,
    reason = '', conversation = NULL, task = NULL, run = NULL,
    verified_by = CASE WHEN verified_by = :user THEN 'erased' ELSE verified_by END
WHERE tenant = :tenant AND actor >= :first AND actor < :last;

-- erase_name_revisions_verified: The same of what they confirmed.
UPDATE revision SET actor = CASE
        WHEN actor = :user OR (actor >= :first AND actor < :last) THEN 'erased' ELSE actor END,
    reason = '', conversation = NULL, task = NULL, run = NULL,
    verified_by = CASE WHEN verified_by = :user THEN 'erased' ELSE verified_by END
WHERE tenant = :tenant AND verified_by = :user;

-- erase_name_versions: The same of documents.
UPDATE document_version SET actor = 'erased', reason = ''
WHERE tenant = :tenant AND (actor = :user OR actor LIKE :via ESCAPE '!');

-- erase_name_files: The same of files.
UPDATE file_version SET actor = 'erased', reason = '', conversation = NULL
WHERE tenant = :tenant AND (actor = :user OR actor LIKE :via ESCAPE '!');

-- erase_name_redactions: Who redacted.
UPDATE file_version SET redacted_by = 'erased'
WHERE tenant = :tenant AND (redacted_by = :user OR redacted_by LIKE :via ESCAPE '!');

-- erase_name_waiting: Texts of a person that wait in stores of others.
DELETE FROM file_waiting
WHERE tenant = :tenant AND (actor = :user OR actor LIKE :via ESCAPE '!');

-- erase_name_tombstones: Who deleted, and why.
UPDATE tombstone SET actor = 'erased', reason = ''
WHERE tenant = :tenant AND (actor = :user OR actor LIKE :via ESCAPE '!');

-- erase_context_holding: Texts of a person in which an item of theirs stands.
SELECT DISTINCT p.digest FROM context_item i
JOIN context_part p
  ON p.tenant = i.tenant AND p.owner = i.owner AND p.conversation = i.conversation
  AND p.context = i.context AND p.part = i.block
WHERE i.tenant = :tenant AND i.owner = :owner AND i.item = :item AND i.layer = :layer
  AND i.why IS NULL AND p.digest <> '';

-- erase_context_item: What is said of an item of a person.
UPDATE context_item SET reason = ''
WHERE tenant = :tenant AND owner = :owner AND item = :item AND layer = :layer AND reason <> '';

-- erase_contexts_of_task: Contexts that showed a task.
SELECT DISTINCT conversation FROM context
WHERE tenant = :tenant AND owner = :owner AND task = :task;

-- erase_context_ids_of_task: Those of one conversation.
SELECT id FROM context
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND task = :task;

-- erasure_marked: Whether that goes.
SELECT seq FROM erasure_mark
WHERE tenant = :tenant AND erasure = :erasure AND kind = :kind AND owner = :owner AND part = :part
  AND id = :id;

-- erasure_marked_id: Whether anything of that kind with that id goes, whatever it is part of.
SELECT seq FROM erasure_mark
WHERE tenant = :tenant AND erasure = :erasure AND kind IN {texts:kinds} AND id = :id LIMIT 1;

-- erase_uses: How often a thing was used.
DELETE FROM recall_use WHERE tenant = :tenant AND layer = :layer AND item = :item;

-- erase_sweep_actions: What sweeps did to things of a person.
DELETE FROM sweep_action WHERE tenant = :tenant AND owner = :owner;

-- erase_sweep_action: What sweeps did to a thing.
DELETE FROM sweep_action WHERE tenant = :tenant AND kind = :kind AND item = :item;

-- erase_sweep_other: What sweeps did to another thing for it.
DELETE FROM sweep_action WHERE tenant = :tenant AND other = :item;

-- erase_sweep_names: Who had swept.
UPDATE sweep SET actor = 'erased'
WHERE tenant = :tenant AND (actor = :user OR actor LIKE :via ESCAPE '!');

-- erase_sweep_places: What sweeps did within something of a person.
DELETE FROM sweep_action WHERE tenant = :tenant AND owner = :owner AND place = :place;

-- erase_span_questions: What a person was asked, or answered, in a span.
DELETE FROM question
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND (seq BETWEEN :first AND :last OR message IN {texts:messages});

-- doctor_erasures_running: Erasures that were begun and not ended.
SELECT id, kind FROM erasure WHERE tenant = :tenant AND state = 'running' ORDER BY id LIMIT :limit;

-- doctor_erasures: Erasures in no state that there is, or without what a state needs.
SELECT id FROM erasure
WHERE tenant = :tenant AND (
    state NOT IN ('running', 'logical', 'physical')
    OR (state = 'running') <> (logical_at IS NULL)
    OR (state = 'physical') <> (physical_at IS NOT NULL)
    OR (state <> 'running' AND (signature = '' OR target <> ''))
    OR logical_at < asked_at OR physical_at < logical_at)
ORDER BY id LIMIT :limit;

-- doctor_erasure_marks: Erasures that have ended and still say what went.
SELECT m.erasure, count(*) AS marks FROM erasure_mark m
JOIN erasure e ON e.tenant = m.tenant AND e.id = m.erasure
WHERE m.tenant = :tenant AND e.state <> 'running'
GROUP BY m.erasure ORDER BY m.erasure LIMIT :limit;

-- doctor_erasure_orphans: Hashes and marks of erasures that are not there.
SELECT DISTINCT o.erasure FROM (
    SELECT h.erasure FROM erased_hash h WHERE h.tenant = :tenant
    UNION
    SELECT m.erasure FROM erasure_mark m WHERE m.tenant = :tenant) AS o
WHERE NOT EXISTS (SELECT 1 FROM erasure e WHERE e.tenant = :tenant AND e.id = o.erasure)
ORDER BY o.erasure LIMIT :limit;
