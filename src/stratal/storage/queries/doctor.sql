-- doctor_messages_numbered: Conversations whose messages are not numbered from 1 up to the last.
SELECT c.owner, c.id, c.last_seq, count(m.seq) AS messages
FROM conversation c
LEFT JOIN message m ON m.tenant = c.tenant AND m.owner = c.owner AND m.conversation = c.id
WHERE c.tenant = :tenant
GROUP BY c.owner, c.id, c.last_seq
HAVING count(m.seq) <> c.last_seq OR coalesce(max(m.seq), 0) <> c.last_seq
    OR coalesce(min(m.seq), 1) <> 1
ORDER BY c.owner, c.id LIMIT :limit;

-- doctor_retractions: Retractions of messages that there cannot be.
SELECT r.owner, r.conversation, r.from_seq, r.to_seq FROM retraction r
JOIN conversation c ON c.tenant = r.tenant AND c.owner = r.owner AND c.id = r.conversation
WHERE r.tenant = :tenant
  AND (r.from_seq < 1 OR r.to_seq < r.from_seq OR r.to_seq > c.last_seq)
ORDER BY r.owner, r.conversation, r.from_seq LIMIT :limit;

-- doctor_conversations: A page of all conversations.
SELECT owner, id FROM conversation
WHERE tenant = :tenant AND (owner > :owner OR (owner = :owner AND id > :id))
ORDER BY owner, id LIMIT :limit;

-- doctor_messages: A page of the messages of a conversation.
SELECT seq, role, body, digest, time_zone FROM message
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND seq > :seq
ORDER BY seq LIMIT :limit;

-- doctor_events_numbered: Time lines whose events are not numbered from 1 up to the last.
SELECT l.owner, l.last_seq, count(e.seq) AS events
FROM event_log l
LEFT JOIN event e ON e.tenant = l.tenant AND e.owner = l.owner
WHERE l.tenant = :tenant
GROUP BY l.owner, l.last_seq
HAVING count(e.seq) <> l.last_seq OR coalesce(max(e.seq), 0) <> l.last_seq
    OR coalesce(min(e.seq), 1) <> 1
ORDER BY l.owner LIMIT :limit;

-- doctor_events_unlisted: Owners whose events no log counts.
SELECT DISTINCT e.owner FROM event e
WHERE e.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM event_log l WHERE l.tenant = e.tenant AND l.owner = e.owner)
ORDER BY e.owner LIMIT :limit;

-- doctor_event_owners: A page of all who have a time line.
SELECT owner FROM event_log WHERE tenant = :tenant AND owner > :owner ORDER BY owner LIMIT :limit;

-- doctor_records_numbered: Records without exactly one current revision, or with gaps in the row.
SELECT r.id, r.layer, count(v.revision) AS revisions, coalesce(max(v.revision), 0) AS last,
       coalesce(min(v.revision), 1) AS first,
       coalesce(sum(CASE WHEN v.revision IS NOT NULL AND v.known_to IS NULL THEN 1 ELSE 0 END), 0)
           AS open
FROM record r
LEFT JOIN revision v ON v.tenant = r.tenant AND v.record = r.id
WHERE r.tenant = :tenant
GROUP BY r.id, r.layer
HAVING sum(CASE WHEN v.revision IS NOT NULL AND v.known_to IS NULL THEN 1 ELSE 0 END) <> 1
    OR count(v.revision) <> max(v.revision) OR min(v.revision) <> 1
ORDER BY r.id LIMIT :limit;

-- doctor_known_times: Revisions whose known time does not end where that of the next begins.
SELECT v.record, v.layer, v.revision FROM revision v
LEFT JOIN revision n ON n.tenant = v.tenant AND n.record = v.record AND n.revision = v.revision + 1
WHERE v.tenant = :tenant
  AND (v.known_to < v.known_from
    OR (n.record IS NOT NULL AND (v.known_to IS NULL OR v.known_to <> n.known_from)))
ORDER BY v.record, v.revision LIMIT :limit;

-- doctor_copies: Revisions that repeat what identifies their record otherwise than it is.
SELECT v.record, r.layer, v.revision FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant
  AND (v.layer <> r.layer OR v.scope <> r.scope
    OR coalesce(v.subject, '') <> coalesce(r.subject, '')
    OR coalesce(v.attribute, '') <> coalesce(r.attribute, ''))
ORDER BY v.record, v.revision LIMIT :limit;

-- doctor_overlaps: Values of a topic that hold while the next one holds already.
SELECT record, layer, scope, subject, attribute FROM (
    SELECT v.record, v.layer, v.scope, v.subject, v.attribute, v.valid_to,
           lead(v.valid_from) OVER (
               PARTITION BY v.layer, v.scope, v.subject, v.attribute
               ORDER BY v.valid_from, r.created_at, v.record) AS following
    FROM revision v
    JOIN record r ON r.tenant = v.tenant AND r.id = v.record
    WHERE v.tenant = :tenant AND v.known_to IS NULL AND v.subject IS NOT NULL AND v.slot = ''
      AND v.status IN ('active', 'superseded')
      AND (v.valid_to IS NULL OR v.valid_to > v.valid_from)) AS line
WHERE following IS NOT NULL AND (valid_to IS NULL OR valid_to > following)
ORDER BY record LIMIT :limit;

-- doctor_revisions: A page of all revisions.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant
  AND (v.record > :record OR (v.record = :record AND v.revision > :revision))
ORDER BY v.record, v.revision LIMIT :limit;

-- doctor_known_ids: Which of these ids are records, or were.
SELECT id FROM record WHERE tenant = :tenant AND id IN {texts:ids}
UNION
SELECT id FROM tombstone WHERE tenant = :tenant AND id IN {texts:ids};

-- doctor_returned: Records and documents that were deleted.
SELECT r.id AS id, r.layer AS layer FROM record r
JOIN tombstone t ON t.tenant = r.tenant AND t.id = r.id
WHERE r.tenant = :tenant
UNION ALL
SELECT d.id AS id, 'knowledge' AS layer FROM document d
JOIN tombstone t ON t.tenant = d.tenant AND t.id = d.id
WHERE d.tenant = :tenant
ORDER BY id LIMIT :limit;

-- doctor_evidence: A page of all evidence of records.
SELECT e.*, r.layer FROM evidence e
JOIN record r ON r.tenant = e.tenant AND r.id = e.record
WHERE e.tenant = :tenant AND (e.record > :record OR (e.record = :record AND e.no > :no))
ORDER BY e.record, e.no LIMIT :limit;

-- doctor_contents: Every content that a record has had.
SELECT content FROM revision WHERE tenant = :tenant AND record = :record;

-- doctor_scopes: A page of the scopes of a layer's records.
SELECT DISTINCT scope FROM record
WHERE tenant = :tenant AND layer = :layer AND scope > :scope
ORDER BY scope LIMIT :limit;

-- doctor_ids_in_scope: A page of the records of a scope.
SELECT id FROM record
WHERE tenant = :tenant AND layer = :layer AND scope = :scope AND id > :id
ORDER BY id LIMIT :limit;

-- doctor_checkpoints_numbered: Tasks whose checkpoints are not numbered from 1 up to the last.
SELECT t.owner, t.id, t.last_seq, count(c.seq) AS checkpoints
FROM task t
LEFT JOIN checkpoint c ON c.tenant = t.tenant AND c.owner = t.owner AND c.task = t.id
WHERE t.tenant = :tenant
GROUP BY t.owner, t.id, t.last_seq
HAVING count(c.seq) <> t.last_seq OR coalesce(max(c.seq), 0) <> t.last_seq
    OR coalesce(min(c.seq), 1) <> 1
ORDER BY t.owner, t.id LIMIT :limit;

-- doctor_parents: Checkpoints that do not follow on the one they say.
SELECT c.owner, c.task, c.seq FROM checkpoint c
LEFT JOIN checkpoint p ON p.tenant = c.tenant AND p.owner = c.owner AND p.task = c.task
  AND p.seq = c.parent
WHERE c.tenant = :tenant
  AND ((c.parent IS NULL AND (c.depth <> 0 OR (c.whole IS NULL AND c.patch IS NOT NULL)))
    OR (c.parent IS NOT NULL
      AND (p.seq IS NULL OR p.seq >= c.seq OR c.depth <> p.depth + 1))
    OR (c.patch IS NULL AND c.whole IS NULL AND NOT EXISTS (
      SELECT 1 FROM task t
      WHERE t.tenant = c.tenant AND t.owner = c.owner AND t.id = c.task AND t.status <> 'open'
        AND c.reason = '' AND NOT EXISTS (
          SELECT 1 FROM task_head h
          WHERE h.tenant = c.tenant AND h.owner = c.owner AND h.task = c.task
            AND h.seq = c.seq))))
ORDER BY c.owner, c.task, c.seq LIMIT :limit;

-- doctor_heads: Heads that stand at no checkpoint.
SELECT h.owner, h.task, h.name, h.seq FROM task_head h
WHERE h.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM checkpoint c
    WHERE c.tenant = h.tenant AND c.owner = h.owner AND c.task = h.task AND c.seq = h.seq)
ORDER BY h.owner, h.task, h.name LIMIT :limit;

-- doctor_headless: Tasks without a head.
SELECT t.owner, t.id FROM task t
WHERE t.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task_head h
    WHERE h.tenant = t.tenant AND h.owner = t.owner AND h.task = t.id)
ORDER BY t.owner, t.id LIMIT :limit;

-- doctor_task_status: Tasks that are closed without a time, or open with one.
SELECT owner, id, status FROM task
WHERE tenant = :tenant
  AND (status NOT IN ('open', 'closed', 'abandoned')
    OR (status = 'open') <> (closed_at IS NULL))
ORDER BY owner, id LIMIT :limit;

-- doctor_tasks: A page of all tasks.
SELECT owner, id FROM task
WHERE tenant = :tenant AND (owner > :owner OR (owner = :owner AND id > :id))
ORDER BY owner, id LIMIT :limit;

-- doctor_checkpoints: A page of the checkpoints of a task.
SELECT seq, parent, patch, whole FROM checkpoint
WHERE tenant = :tenant AND owner = :owner AND task = :task AND seq > :seq
ORDER BY seq LIMIT :limit;

-- doctor_payloads: A page of the long texts of a task.
SELECT handle, content FROM payload
WHERE tenant = :tenant AND owner = :owner AND task = :task AND handle > :handle
ORDER BY handle LIMIT :limit;

-- doctor_states_numbered: Agent states whose history does not lead up to them.
SELECT s.owner, s.agent, s.name, s.revision, count(v.revision) AS revisions
FROM agent_state s
LEFT JOIN agent_state_revision v ON v.tenant = s.tenant AND v.owner = s.owner
  AND v.agent = s.agent AND v.name = s.name
WHERE s.tenant = :tenant
GROUP BY s.owner, s.agent, s.name, s.revision
HAVING count(v.revision) <> s.revision OR coalesce(max(v.revision), 0) <> s.revision
    OR coalesce(min(v.revision), 1) <> 1
ORDER BY s.owner, s.agent, s.name LIMIT :limit;

-- doctor_states: A page of all agent states, each with the last row of its history.
SELECT s.owner, s.agent, s.name, s.document, v.document AS remembered
FROM agent_state s
JOIN agent_state_revision v ON v.tenant = s.tenant AND v.owner = s.owner
  AND v.agent = s.agent AND v.name = s.name AND v.revision = s.revision
WHERE s.tenant = :tenant
  AND (s.owner > :owner OR (s.owner = :owner AND s.agent > :agent)
    OR (s.owner = :owner AND s.agent = :agent AND s.name > :name))
ORDER BY s.owner, s.agent, s.name LIMIT :limit;

-- doctor_versions_numbered: Documents whose versions are not numbered from 1 up to the current.
SELECT d.id, d.current_version, count(v.version) AS versions
FROM document d
LEFT JOIN document_version v ON v.tenant = d.tenant AND v.document = d.id
WHERE d.tenant = :tenant
GROUP BY d.id, d.current_version
HAVING count(v.version) <> d.current_version OR coalesce(max(v.version), 0) <> d.current_version
    OR coalesce(min(v.version), 1) <> 1
ORDER BY d.id LIMIT :limit;

-- doctor_version_times: Versions whose known time does not end where that of the next begins.
SELECT v.document, v.version FROM document_version v
LEFT JOIN document_version n
  ON n.tenant = v.tenant AND n.document = v.document AND n.version = v.version + 1
WHERE v.tenant = :tenant
  AND (v.known_to < v.known_from
    OR (n.version IS NULL AND v.known_to IS NOT NULL)
    OR (n.version IS NOT NULL AND (v.known_to IS NULL OR v.known_to <> n.known_from)))
ORDER BY v.document, v.version LIMIT :limit;

-- doctor_documents: A page of all documents.
SELECT id, scope FROM document WHERE tenant = :tenant AND id > :id ORDER BY id LIMIT :limit;

-- doctor_chunks: A page of the pieces of a document, whatever versions hold them.
SELECT digest, heading, secrets, content FROM chunk
WHERE tenant = :tenant AND document = :document AND digest > :digest
ORDER BY digest LIMIT :limit;

-- doctor_chunk_digests: The same by their digests alone.
SELECT digest FROM chunk
WHERE tenant = :tenant AND document = :document AND digest > :digest
ORDER BY digest LIMIT :limit;

-- doctor_version_texts: What each version of a document says of its pieces, and how these stand.
SELECT version, chunks, withheld, characters, count(digest) AS placed,
       sum(kept_back) AS kept_back, coalesce(max(end_offset), 0) AS reached, sum(torn) AS torn
FROM (
    SELECT v.version, v.chunks, v.withheld, v.characters, p.digest, p.end_offset,
           CASE WHEN c.secrets <> '[]' THEN 1 ELSE 0 END AS kept_back,
           CASE WHEN p.start_offset
                  <> coalesce(lag(p.end_offset) OVER (
                       PARTITION BY v.version ORDER BY p.start_offset), 0)
                  OR (c.secrets = '[]' AND length(c.content) <> p.end_offset - p.start_offset)
                THEN 1 ELSE 0 END AS torn
    FROM document_version v
    LEFT JOIN chunk_place p ON p.tenant = v.tenant AND p.document = v.document
      AND p.first_version <= v.version AND p.last_version >= v.version
    LEFT JOIN chunk c ON c.tenant = p.tenant AND c.document = p.document AND c.digest = p.digest
    WHERE v.tenant = :tenant AND v.document = :document) AS laid
GROUP BY version, chunks, withheld, characters
ORDER BY version;

-- doctor_jobs: Jobs in no state that there is, or running with no end.
SELECT id, kind, state FROM job
WHERE tenant = :tenant
  AND (state NOT IN ('waiting', 'running', 'done', 'set_aside')
    OR (state = 'running' AND lease_until IS NULL))
ORDER BY id LIMIT :limit;

-- doctor_orphans: Rows that belong to something that is not there, by table.
SELECT 'message' AS kind, count(*) AS lost FROM message x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'retraction', count(*) FROM retraction x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'event_retraction', count(*) FROM event_retraction x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM event o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.seq = x.seq)
UNION ALL
SELECT 'revision', count(*) FROM revision x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM record o WHERE o.tenant = x.tenant AND o.id = x.record)
UNION ALL
SELECT 'evidence', count(*) FROM evidence x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM record o WHERE o.tenant = x.tenant AND o.id = x.record)
UNION ALL
SELECT 'checkpoint', count(*) FROM checkpoint x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.task)
UNION ALL
SELECT 'task_head', count(*) FROM task_head x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.task)
UNION ALL
SELECT 'payload', count(*) FROM payload x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.task)
UNION ALL
SELECT 'scratch', count(*) FROM scratch x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM task o WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.task)
UNION ALL
SELECT 'agent_state_revision', count(*) FROM agent_state_revision x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM agent_state o WHERE o.tenant = x.tenant AND o.owner = x.owner
      AND o.agent = x.agent AND o.name = x.name)
UNION ALL
SELECT 'document_version', count(*) FROM document_version x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM document o WHERE o.tenant = x.tenant AND o.id = x.document)
UNION ALL
SELECT 'chunk', count(*) FROM chunk x WHERE x.tenant = :tenant AND (NOT EXISTS (
    SELECT 1 FROM document o WHERE o.tenant = x.tenant AND o.id = x.document)
  OR NOT EXISTS (
    SELECT 1 FROM chunk_place p
    WHERE p.tenant = x.tenant AND p.document = x.document AND p.digest = x.digest))
UNION ALL
SELECT 'chunk_place', count(*) FROM chunk_place x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM chunk o
    WHERE o.tenant = x.tenant AND o.document = x.document AND o.digest = x.digest)
UNION ALL
SELECT 'file', count(*) FROM file x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM store o WHERE o.tenant = x.tenant AND o.id = x.store)
UNION ALL
SELECT 'file_version', count(*) FROM file_version x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM store o WHERE o.tenant = x.tenant AND o.id = x.store);

-- doctor_spaces: A page of all spaces of the index, as they are counted.
SELECT no, layer, scope, tokenizer, next_seq, entries, terms FROM search_space
WHERE tenant = :tenant AND no > :no
ORDER BY no LIMIT :limit;

-- doctor_space_counts: What is in a space indeed.
SELECT count(*) AS entries, coalesce(sum(length), 0) AS terms, coalesce(max(seq), 0) AS last
FROM search_entry WHERE tenant = :tenant AND space = :space;

-- doctor_parts_differ: Parts of a space that are counted otherwise than they are.
SELECT part, sum(entries) AS entries FROM (
    SELECT p.part, p.entries, p.terms FROM search_part p
    WHERE p.tenant = :tenant AND p.space = :space
    UNION ALL
    SELECT e.part, -count(*), -sum(e.length) FROM search_entry e
    WHERE e.tenant = :tenant AND e.space = :space AND e.part <> ''
    GROUP BY e.part) AS counted
GROUP BY part
HAVING sum(entries) <> 0 OR sum(terms) <> 0
ORDER BY part LIMIT :limit;

-- doctor_entries: A page of the entries of a space.
SELECT seq, item, part, spoken_by_person, at, length, terms FROM search_entry
WHERE tenant = :tenant AND space = :space AND seq > :seq
ORDER BY seq LIMIT :limit;

-- doctor_entries_of: The entries of these items.
SELECT seq, item, part, spoken_by_person, at, length, terms FROM search_entry
WHERE tenant = :tenant AND space = :space AND item IN {texts:items};

-- doctor_runs: The runs of a space whose terms are packed.
SELECT DISTINCT first FROM posting WHERE tenant = :tenant AND space = :space;

-- doctor_run: All terms of a run.
SELECT term, places FROM posting
WHERE tenant = :tenant AND space = :space AND first = :first;

-- doctor_lost_spaces: Numbers of spaces that hold something and are not listed.
SELECT space FROM (
    SELECT DISTINCT e.space FROM search_entry e WHERE e.tenant = :tenant
    UNION SELECT DISTINCT p.space FROM posting p WHERE p.tenant = :tenant
    UNION SELECT DISTINCT p.space FROM search_part p WHERE p.tenant = :tenant) AS used
WHERE NOT EXISTS (
    SELECT 1 FROM search_space s WHERE s.tenant = :tenant AND s.no = used.space)
ORDER BY space LIMIT :limit;

-- doctor_generations: The generations of vectors.
SELECT no, key, dimension, current FROM generation WHERE tenant = :tenant ORDER BY no;

-- rebuild_counts: A space is counted again.
UPDATE search_space SET entries = :entries, terms = :terms, next_seq = :next_seq
WHERE tenant = :tenant AND no = :space;

-- rebuild_parts: The parts of a space are counted again.
INSERT INTO search_part (tenant, space, part, entries, terms)
SELECT e.tenant, e.space, e.part, count(*), sum(e.length) FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND e.part <> ''
GROUP BY e.tenant, e.space, e.part;

-- rebuild_tokenizer: All terms of a space are those of this tokenizer.
UPDATE search_space SET tokenizer = :tokenizer WHERE tenant = :tenant AND no = :space;
