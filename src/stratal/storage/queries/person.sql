-- person_conversations: The conversations of a person.
SELECT * FROM conversation WHERE tenant = :tenant AND owner = :user ORDER BY created_at, id;

-- person_messages: Everything that was said in them, taken back or not.
SELECT * FROM message WHERE tenant = :tenant AND owner = :user ORDER BY recorded_at, conversation, seq;

-- person_retractions: What was taken back.
SELECT * FROM retraction WHERE tenant = :tenant AND owner = :user ORDER BY retracted_at, conversation, from_seq;

-- person_compactions: What became of the older parts of conversations.
SELECT * FROM compaction WHERE tenant = :tenant AND owner = :user ORDER BY made_at, conversation, version;

-- person_compaction_failures: Summaries that came to nothing.
SELECT * FROM compaction_failure WHERE tenant = :tenant AND owner = :user ORDER BY failed_at, id;

-- person_pages: Pieces of conversations that can be read again.
SELECT * FROM page WHERE tenant = :tenant AND owner = :user ORDER BY conversation, version, from_seq;

-- person_page_reads: When they were.
SELECT * FROM page_read WHERE tenant = :tenant AND owner = :user ORDER BY read_at, id;

-- person_summaries: What conversations that ended were about.
SELECT * FROM conversation_summary WHERE tenant = :tenant AND owner = :user ORDER BY made_at, run;

-- person_records: Memories and facts in a person's scope, and those elsewhere that rest on their words or are of their hand.
SELECT r.* FROM record r
WHERE r.tenant = :tenant
  AND (r.scope = :own
    OR EXISTS (SELECT 1 FROM evidence e
       WHERE e.tenant = :tenant AND e.record = r.id AND e.owner = :user)
    OR EXISTS (SELECT 1 FROM revision v
       WHERE v.tenant = :tenant AND v.record = r.id
         AND (v.actor = :user OR v.actor LIKE :via ESCAPE '!' OR v.verified_by = :user)))
ORDER BY r.created_at, r.id;

-- person_revisions: Their revisions: in scopes of others those alone that rest on the person.
SELECT v.* FROM revision v
WHERE v.tenant = :tenant
  AND (v.scope = :own OR v.actor = :user OR v.actor LIKE :via ESCAPE '!' OR v.verified_by = :user
    OR EXISTS (SELECT 1 FROM evidence e
       WHERE e.tenant = :tenant AND e.record = v.record AND e.revision = v.revision
         AND e.owner = :user))
ORDER BY v.known_from, v.record, v.revision;

-- person_evidence: What they rest on.
SELECT e.* FROM evidence e
JOIN record r ON r.tenant = e.tenant AND r.id = e.record
WHERE e.tenant = :tenant AND (e.owner = :user OR r.scope = :own)
ORDER BY e.record, e.no;

-- person_tombstones: What was deleted in a person's scope, and what they deleted elsewhere.
SELECT * FROM tombstone
WHERE tenant = :tenant AND (scope = :own OR actor = :user OR actor LIKE :via ESCAPE '!')
ORDER BY deleted_at, id;

-- person_uses: How often what is in a person's scope was used.
SELECT u.* FROM recall_use u
WHERE u.tenant = :tenant
  AND u.item IN (SELECT r.id FROM record r WHERE r.tenant = :tenant AND r.scope = :own)
ORDER BY u.layer, u.item;

-- person_sweep_actions: What sweeps did to a person's things.
SELECT * FROM sweep_action
WHERE tenant = :tenant AND (owner = :user OR place = :own) ORDER BY done_at, id;

-- person_sweeps: The sweeps that did it.
SELECT s.* FROM sweep s
WHERE s.tenant = :tenant AND EXISTS (SELECT 1 FROM sweep_action a
   WHERE a.tenant = :tenant AND a.sweep = s.id AND (a.owner = :user OR a.place = :own))
ORDER BY s.started_at, s.id;

-- person_tasks: A person's tasks.
SELECT * FROM task WHERE tenant = :tenant AND owner = :user ORDER BY created_at, id;

-- person_checkpoints: Every change of them.
SELECT * FROM checkpoint WHERE tenant = :tenant AND owner = :user ORDER BY recorded_at, task, seq;

-- person_heads: Their lines.
SELECT * FROM task_head WHERE tenant = :tenant AND owner = :user ORDER BY task, name;

-- person_payloads: Their long texts.
SELECT * FROM payload WHERE tenant = :tenant AND owner = :user ORDER BY recorded_at, task, handle;

-- person_notes: Their scratch notes.
SELECT * FROM scratch WHERE tenant = :tenant AND owner = :user ORDER BY touched_at, id;

-- person_entry_evidence: What their entries rest on.
SELECT * FROM entry_evidence WHERE tenant = :tenant AND owner = :user ORDER BY said_at, task, entry, message;

-- person_events: A person's time line.
SELECT * FROM event WHERE tenant = :tenant AND owner = :user ORDER BY seq;

-- person_event_retractions: What was taken off it.
SELECT * FROM event_retraction WHERE tenant = :tenant AND owner = :user ORDER BY seq;

-- person_documents: Documents in a person's scope, and those elsewhere that they gave a version.
SELECT d.* FROM document d
WHERE d.tenant = :tenant
  AND (d.scope = :own OR EXISTS (SELECT 1 FROM document_version v
     WHERE v.tenant = :tenant AND v.document = d.id
       AND (v.actor = :user OR v.actor LIKE :via ESCAPE '!')))
ORDER BY d.created_at, d.id;

-- person_document_versions: Their versions: in scopes of others those alone that the person gave.
SELECT v.* FROM document_version v
JOIN document d ON d.tenant = v.tenant AND d.id = v.document
WHERE v.tenant = :tenant
  AND (d.scope = :own OR v.actor = :user OR v.actor LIKE :via ESCAPE '!')
ORDER BY v.known_from, v.document, v.version;

-- person_chunks: What these versions say, each piece once.
SELECT DISTINCT d.name, c.* FROM chunk c
JOIN document d ON d.tenant = c.tenant AND d.id = c.document
JOIN chunk_place p ON p.tenant = c.tenant AND p.document = c.document AND p.digest = c.digest
JOIN document_version v ON v.tenant = c.tenant AND v.document = c.document
  AND v.version BETWEEN p.first_version AND p.last_version
WHERE c.tenant = :tenant
  AND (d.scope = :own OR v.actor = :user OR v.actor LIKE :via ESCAPE '!')
ORDER BY c.document, c.digest;

-- person_chunk_places: Where these pieces stand in which version.
SELECT DISTINCT p.* FROM chunk_place p
JOIN document d ON d.tenant = p.tenant AND d.id = p.document
JOIN document_version v ON v.tenant = p.tenant AND v.document = p.document
  AND v.version BETWEEN p.first_version AND p.last_version
WHERE p.tenant = :tenant
  AND (d.scope = :own OR v.actor = :user OR v.actor LIKE :via ESCAPE '!')
ORDER BY p.document, p.start_offset, p.first_version;

-- person_stores: Stores in a person's scope.
SELECT * FROM store WHERE tenant = :tenant AND scope = :own ORDER BY created_at, id;

-- person_files: Their files.
SELECT f.* FROM file f JOIN store s ON s.tenant = f.tenant AND s.id = f.store
WHERE f.tenant = :tenant AND s.scope = :own ORDER BY f.store, f.path;

-- person_file_versions: Every version of them, and those that the person wrote in stores of others.
SELECT v.* FROM file_version v JOIN store s ON s.tenant = v.tenant AND s.id = v.store
WHERE v.tenant = :tenant
  AND (s.scope = :own OR v.actor = :user OR v.actor LIKE :via ESCAPE '!')
ORDER BY v.created_at, v.store, v.seq;

-- person_file_changes: Changes of them that were told apart by an id.
SELECT c.* FROM file_change c JOIN store s ON s.tenant = c.tenant AND s.id = c.store
WHERE c.tenant = :tenant AND s.scope = :own ORDER BY c.created_at, c.id;

-- person_files_waiting: Texts that wait for a person.
SELECT w.* FROM file_waiting w JOIN store s ON s.tenant = w.tenant AND s.id = w.store
WHERE w.tenant = :tenant
  AND (s.scope = :own OR w.actor = :user OR w.actor LIKE :via ESCAPE '!')
ORDER BY w.created_at, w.id;

-- person_attachments: Stores that conversations of the person worked with.
SELECT * FROM store_attachment
WHERE tenant = :tenant AND owner = :user ORDER BY attached_at, conversation, store;

-- person_agent_states: What state the person's agents are in.
SELECT * FROM agent_state WHERE tenant = :tenant AND owner = :user ORDER BY agent, name;

-- person_agent_state_revisions: And were in.
SELECT * FROM agent_state_revision
WHERE tenant = :tenant AND owner = :user ORDER BY agent, name, revision;

-- person_contexts: Prompts that were recorded.
SELECT * FROM context WHERE tenant = :tenant AND owner = :user ORDER BY made_at, id;

-- person_context_parts: What they held, with the texts.
SELECT p.*, t.content FROM context_part p
LEFT JOIN context_text t ON t.tenant = p.tenant AND t.owner = p.owner AND t.digest = p.digest
WHERE p.tenant = :tenant AND p.owner = :user ORDER BY p.conversation, p.context, p.no;

-- person_context_items: What was considered for them.
SELECT * FROM context_item
WHERE tenant = :tenant AND owner = :user ORDER BY conversation, context, no;

-- person_runs: What models and rules did with the person's data.
SELECT * FROM run WHERE tenant = :tenant AND owner = :user ORDER BY started_at, id;

-- person_run_replies: What models answered.
SELECT p.* FROM run_reply p JOIN run r ON r.tenant = p.tenant AND r.id = p.run
WHERE p.tenant = :tenant AND r.owner = :user ORDER BY p.at, p.run, p.no;

-- person_run_items: What was proposed, and what became of it.
SELECT p.* FROM run_item p JOIN run r ON r.tenant = p.tenant AND r.id = p.run
WHERE p.tenant = :tenant AND r.owner = :user ORDER BY p.run, p.no;

-- person_consents: What the person decided about being remembered.
SELECT * FROM consent WHERE tenant = :tenant AND owner = :user ORDER BY no;

-- person_usage: What requests cost.
SELECT * FROM usage_report WHERE tenant = :tenant AND owner = :user ORDER BY reported_at, id;

-- person_spend: What models took for the person.
SELECT * FROM spend WHERE tenant = :tenant AND owner = :user ORDER BY day, flow;

-- person_keys: Keys to the server that act as the person; of their secrets only a digest is kept.
SELECT id, scopes, label, created_at, revoked_at FROM api_key
WHERE tenant = :tenant AND owner = :user ORDER BY created_at, id;

-- person_jobs: All work that waits or was done; whose it is says its payload.
SELECT * FROM job WHERE tenant = :tenant ORDER BY created_at, id;

-- person_questions: What was put to the person for their yes or no.
SELECT * FROM question WHERE tenant = :tenant AND owner = :user ORDER BY asked_at, conversation, seq;
