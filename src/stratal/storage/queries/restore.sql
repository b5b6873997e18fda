-- restore_conversation: A row of an export, as it was.
INSERT INTO conversation (
    tenant, owner, id, last_seq, created_at
) VALUES (
    :tenant, :owner, :id, :last_seq, :created_at
) ON CONFLICT DO NOTHING;

-- restore_message: A row of an export, as it was.
INSERT INTO message (
    tenant, owner, conversation, seq, id, role, speaker, body, digest, tokens, secrets,
    said_at, time_zone, recorded_at
) VALUES (
    :tenant, :owner, :conversation, :seq, :id, :role, :speaker, :body, :digest, :tokens,
    :secrets, :said_at, :time_zone, :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_retraction: A row of an export, as it was.
INSERT INTO retraction (
    tenant, owner, conversation, from_seq, to_seq, actor, reason, retracted_at
) VALUES (
    :tenant, :owner, :conversation, :from_seq, :to_seq, :actor, :reason, :retracted_at
) ON CONFLICT DO NOTHING;

-- restore_compaction: A row of an export, as it was.
INSERT INTO compaction (
    tenant, owner, conversation, version, id, from_seq, to_seq, covers, upto_seq,
    left_over, covered, covered_tokens, summary, kept, critical, overflow, stage,
    report, summarizer, task, checkpoint, actor, made_at, withdrawn_at
) VALUES (
    :tenant, :owner, :conversation, :version, :id, :from_seq, :to_seq, :covers,
    :upto_seq, :left_over, :covered, :covered_tokens, :summary, :kept, :critical,
    :overflow, :stage, :report, :summarizer, :task, :checkpoint, :actor, :made_at,
    :withdrawn_at
) ON CONFLICT DO NOTHING;

-- restore_compaction_failure: A row of an export, as it was.
INSERT INTO compaction_failure (
    tenant, owner, conversation, id, from_seq, to_seq, summarizer, error, actor,
    failed_at
) VALUES (
    :tenant, :owner, :conversation, :id, :from_seq, :to_seq, :summarizer, :error,
    :actor, :failed_at
) ON CONFLICT DO NOTHING;

-- restore_page: A row of an export, as it was.
INSERT INTO page (
    tenant, owner, conversation, version, from_seq, to_seq, title, tokens
) VALUES (
    :tenant, :owner, :conversation, :version, :from_seq, :to_seq, :title, :tokens
) ON CONFLICT DO NOTHING;

-- restore_page_read: A row of an export, as it was.
INSERT INTO page_read (
    tenant, owner, conversation, id, from_seq, to_seq, actor, read_at
) VALUES (
    :tenant, :owner, :conversation, :id, :from_seq, :to_seq, :actor, :read_at
) ON CONFLICT DO NOTHING;

-- restore_conversation_summary: A row of an export, as it was.
INSERT INTO conversation_summary (
    tenant, owner, conversation, from_seq, to_seq, summary, summarizer, run, made_at,
    withdrawn_at
) VALUES (
    :tenant, :owner, :conversation, :from_seq, :to_seq, :summary, :summarizer, :run,
    :made_at, :withdrawn_at
) ON CONFLICT DO NOTHING;

-- restore_usage_report: A row of an export, as it was.
INSERT INTO usage_report (
    tenant, owner, conversation, id, response, model, input, cached, written, output,
    estimated, ratio, exceeded, stop_reason, actor, reported_at
) VALUES (
    :tenant, :owner, :conversation, :id, :response, :model, :input, :cached, :written,
    :output, :estimated, :ratio, :exceeded, :stop_reason, :actor, :reported_at
) ON CONFLICT DO NOTHING;

-- restore_context: A row of an export, as it was.
INSERT INTO context (
    tenant, owner, conversation, id, scopes, task, asked, stage, stage_reason, tokens,
    stable_prefix, notes, actor, made_at
) VALUES (
    :tenant, :owner, :conversation, :id, :scopes, :task, :asked, :stage, :stage_reason,
    :tokens, :stable_prefix, :notes, :actor, :made_at
) ON CONFLICT DO NOTHING;

-- restore_context_text: A row of an export, as it was.
INSERT INTO context_text (
    tenant, owner, digest, content
) VALUES (
    :tenant, :owner, :digest, :content
) ON CONFLICT DO NOTHING;

-- restore_context_part: A row of an export, as it was.
INSERT INTO context_part (
    tenant, owner, conversation, context, no, part, tokens, reason, digest
) VALUES (
    :tenant, :owner, :conversation, :context, :no, :part, :tokens, :reason, :digest
) ON CONFLICT DO NOTHING;

-- restore_context_item: A row of an export, as it was.
INSERT INTO context_item (
    tenant, owner, conversation, context, no, block, item, layer, revision, reason,
    tokens, why
) VALUES (
    :tenant, :owner, :conversation, :context, :no, :block, :item, :layer, :revision,
    :reason, :tokens, :why
) ON CONFLICT DO NOTHING;

-- restore_record: A row of an export, as it was.
INSERT INTO record (
    tenant, id, layer, scope, kind, subject, attribute, created_at
) VALUES (
    :tenant, :id, :layer, :scope, :kind, :subject, :attribute, :created_at
) ON CONFLICT DO NOTHING;

-- restore_revision: A row of an export, as it was.
INSERT INTO revision (
    tenant, record, revision, layer, scope, subject, attribute, slot, status,
    status_reason, content, reason_given, source, confidence, importance, binding,
    pinned, valid_from, valid_to, expires_at, supersedes, superseded_by, confirmed_at,
    actor, reason, conversation, task, run, verified_by, side_effect, known_from,
    known_to
) VALUES (
    :tenant, :record, :revision, :layer, :scope, :subject, :attribute, :slot, :status,
    :status_reason, :content, :reason_given, :source, :confidence, :importance,
    :binding, :pinned, :valid_from, :valid_to, :expires_at, :supersedes, :superseded_by,
    :confirmed_at, :actor, :reason, :conversation, :task, :run, :verified_by,
    :side_effect, :known_from, :known_to
) ON CONFLICT DO NOTHING;

-- restore_evidence: A row of an export, as it was.
INSERT INTO evidence (
    tenant, record, no, revision, type, owner, conversation, ref, quotation, digest,
    said_at, standing
) VALUES (
    :tenant, :record, :no, :revision, :type, :owner, :conversation, :ref, :quotation,
    :digest, :said_at, :standing
) ON CONFLICT DO NOTHING;

-- restore_tombstone: A row of an export, as it was.
INSERT INTO tombstone (
    tenant, id, layer, scope, actor, reason, deleted_at
) VALUES (
    :tenant, :id, :layer, :scope, :actor, :reason, :deleted_at
) ON CONFLICT DO NOTHING;

-- restore_recall_use: A row of an export, as it was.
INSERT INTO recall_use (
    tenant, layer, item, uses, first_used, last_used
) VALUES (
    :tenant, :layer, :item, :uses, :first_used, :last_used
) ON CONFLICT DO NOTHING;

-- restore_question: A row of an export, as it was.
INSERT INTO question (
    tenant, owner, conversation, seq, layer, record, asked_at, answer, message,
    answered_at
) VALUES (
    :tenant, :owner, :conversation, :seq, :layer, :record, :asked_at, :answer, :message,
    :answered_at
) ON CONFLICT DO NOTHING;

-- restore_task: A row of an export, as it was.
INSERT INTO task (
    tenant, owner, id, status, last_seq, created_at, closed_at
) VALUES (
    :tenant, :owner, :id, :status, :last_seq, :created_at, :closed_at
) ON CONFLICT DO NOTHING;

-- restore_checkpoint: A row of an export, as it was.
INSERT INTO checkpoint (
    tenant, owner, task, seq, id, parent, depth, patch, whole, actor, reason,
    recorded_at
) VALUES (
    :tenant, :owner, :task, :seq, :id, :parent, :depth, :patch, :whole, :actor, :reason,
    :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_task_head: A row of an export, as it was.
INSERT INTO task_head (
    tenant, owner, task, name, seq
) VALUES (
    :tenant, :owner, :task, :name, :seq
) ON CONFLICT DO NOTHING;

-- restore_payload: A row of an export, as it was.
INSERT INTO payload (
    tenant, owner, task, handle, content, recorded_at
) VALUES (
    :tenant, :owner, :task, :handle, :content, :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_scratch: A row of an export, as it was.
INSERT INTO scratch (
    tenant, owner, task, id, content, touched_at
) VALUES (
    :tenant, :owner, :task, :id, :content, :touched_at
) ON CONFLICT DO NOTHING;

-- restore_entry_evidence: A row of an export, as it was.
INSERT INTO entry_evidence (
    tenant, owner, task, entry, conversation, message, quotation, said_at
) VALUES (
    :tenant, :owner, :task, :entry, :conversation, :message, :quotation, :said_at
) ON CONFLICT DO NOTHING;

-- restore_event: A row of an export, as it was.
INSERT INTO event (
    tenant, owner, seq, id, kind, text, data, source, actor, conversation, task,
    evidence, at, until, all_day, time_zone, recorded_at
) VALUES (
    :tenant, :owner, :seq, :id, :kind, :text, :data, :source, :actor, :conversation,
    :task, :evidence, :at, :until, :all_day, :time_zone, :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_event_retraction: A row of an export, as it was.
INSERT INTO event_retraction (
    tenant, owner, seq, actor, reason, retracted_at
) VALUES (
    :tenant, :owner, :seq, :actor, :reason, :retracted_at
) ON CONFLICT DO NOTHING;

-- restore_document: A row of an export, as it was.
INSERT INTO document (
    tenant, id, scope, name, current_version, making, created_at
) VALUES (
    :tenant, :id, :scope, :name, :current_version, :making, :created_at
) ON CONFLICT DO NOTHING;

-- restore_document_version: A row of an export, as it was.
INSERT INTO document_version (
    tenant, document, version, digest, media_type, size, characters, chunks, withheld,
    secrets, metadata, actor, reason, known_from, known_to
) VALUES (
    :tenant, :document, :version, :digest, :media_type, :size, :characters, :chunks,
    :withheld, :secrets, :metadata, :actor, :reason, :known_from, :known_to
) ON CONFLICT DO NOTHING;

-- restore_chunk: A row of an export, as it was.
INSERT INTO chunk (
    tenant, document, digest, heading, tokens, secrets, content
) VALUES (
    :tenant, :document, :digest, :heading, :tokens, :secrets, :content
) ON CONFLICT DO NOTHING;

-- restore_chunk_place: A row of an export, as it was.
INSERT INTO chunk_place (
    tenant, document, start_offset, first_version, last_version, end_offset, digest
) VALUES (
    :tenant, :document, :start_offset, :first_version, :last_version, :end_offset,
    :digest
) ON CONFLICT DO NOTHING;

-- restore_store: A row of an export, as it was.
INSERT INTO store (
    tenant, id, scope, name, description, metadata, index_by, personal_data, place,
    files, seq, created_at, updated_at, changed_at, archived_at
) VALUES (
    :tenant, :id, :scope, :name, :description, :metadata, :index_by, :personal_data,
    :place, :files, :seq, :created_at, :updated_at, :changed_at, :archived_at
) ON CONFLICT DO NOTHING;

-- restore_file: A row of an export, as it was.
INSERT INTO file (
    tenant, store, id, path, seq, digest, size, title, hook, indexed, stamp, created_at,
    updated_at
) VALUES (
    :tenant, :store, :id, :path, :seq, :digest, :size, :title, :hook, :indexed, :stamp,
    :created_at, :updated_at
) ON CONFLICT DO NOTHING;

-- restore_file_version: A row of an export, as it was.
INSERT INTO file_version (
    tenant, store, seq, file, operation, path, content, digest, size, actor,
    conversation, via, reason, created_at, redacted_at, redacted_by
) VALUES (
    :tenant, :store, :seq, :file, :operation, :path, :content, :digest, :size, :actor,
    :conversation, :via, :reason, :created_at, :redacted_at, :redacted_by
) ON CONFLICT DO NOTHING;

-- restore_file_change: A row of an export, as it was.
INSERT INTO file_change (
    tenant, store, id, fingerprint, file, seq, done, code, created_at
) VALUES (
    :tenant, :store, :id, :fingerprint, :file, :seq, :done, :code, :created_at
) ON CONFLICT DO NOTHING;

-- restore_file_waiting: A row of an export, as it was.
INSERT INTO file_waiting (
    tenant, store, id, path, content, file, expected, kinds, actor, conversation, via,
    reason, created_at, expires_at
) VALUES (
    :tenant, :store, :id, :path, :content, :file, :expected, :kinds, :actor,
    :conversation, :via, :reason, :created_at, :expires_at
) ON CONFLICT DO NOTHING;

-- restore_store_attachment: A row of an export, as it was.
INSERT INTO store_attachment (
    tenant, owner, conversation, store, access, instructions, name, description, slug,
    attached_at
) VALUES (
    :tenant, :owner, :conversation, :store, :access, :instructions, :name, :description,
    :slug, :attached_at
) ON CONFLICT DO NOTHING;

-- restore_agent_state: A row of an export, as it was.
INSERT INTO agent_state (
    tenant, owner, agent, name, schema_version, revision, document, created_at,
    updated_at
) VALUES (
    :tenant, :owner, :agent, :name, :schema_version, :revision, :document, :created_at,
    :updated_at
) ON CONFLICT DO NOTHING;

-- restore_agent_state_revision: A row of an export, as it was.
INSERT INTO agent_state_revision (
    tenant, owner, agent, name, revision, schema_version, document, actor, reason,
    recorded_at
) VALUES (
    :tenant, :owner, :agent, :name, :revision, :schema_version, :document, :actor,
    :reason, :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_run: A row of an export, as it was.
INSERT INTO run (
    tenant, id, flow, key, owner, conversation, task, from_seq, to_seq, state, model,
    prompt, actor, attempts, problem, calls, given, answered, cost, holder, lease_until,
    started_at, ended_at
) VALUES (
    :tenant, :id, :flow, :key, :owner, :conversation, :task, :from_seq, :to_seq, :state,
    :model, :prompt, :actor, :attempts, :problem, :calls, :given, :answered, :cost,
    :holder, :lease_until, :started_at, :ended_at
) ON CONFLICT DO NOTHING;

-- restore_run_reply: A row of an export, as it was.
INSERT INTO run_reply (
    tenant, run, no, text, problem, tokens, cost, at
) VALUES (
    :tenant, :run, :no, :text, :problem, :tokens, :cost, :at
) ON CONFLICT DO NOTHING;

-- restore_run_item: A row of an export, as it was.
INSERT INTO run_item (
    tenant, run, no, proposal, outcome, undone
) VALUES (
    :tenant, :run, :no, :proposal, :outcome, :undone
) ON CONFLICT DO NOTHING;

-- restore_job: A row of an export, as it was.
INSERT INTO job (
    tenant, id, kind, key, lane, payload, state, attempts, run_after, lease_until,
    worker, error, created_at, done_at
) VALUES (
    :tenant, :id, :kind, :key, :lane, :payload, :state, :attempts, :run_after,
    :lease_until, :worker, :error, :created_at, :done_at
) ON CONFLICT DO NOTHING;

-- restore_consent: A row of an export, as it was.
INSERT INTO consent (
    tenant, owner, no, given, layer, conversation, actor, reason, recorded_at
) VALUES (
    :tenant, :owner, :no, :given, :layer, :conversation, :actor, :reason, :recorded_at
) ON CONFLICT DO NOTHING;

-- restore_spend: A row of an export, as it was.
INSERT INTO spend (
    tenant, day, owner, flow, calls, tokens, cost
) VALUES (
    :tenant, :day, :owner, :flow, :calls, :tokens, :cost
) ON CONFLICT DO NOTHING;

-- restore_sweep: A row of an export, as it was.
INSERT INTO sweep (
    tenant, id, state, actor, started_at, ended_at
) VALUES (
    :tenant, :id, :state, :actor, :started_at, :ended_at
) ON CONFLICT DO NOTHING;

-- restore_sweep_action: A row of an export, as it was.
INSERT INTO sweep_action (
    tenant, id, sweep, act, cause, kind, owner, place, item, other, before, written,
    frees, state, done_at, due_at
) VALUES (
    :tenant, :id, :sweep, :act, :cause, :kind, :owner, :place, :item, :other, :before,
    :written, :frees, :state, :done_at, :due_at
) ON CONFLICT DO NOTHING;
