-- record_add: A new identity.
INSERT INTO record (tenant, id, layer, scope, kind, subject, attribute, created_at)
VALUES (:tenant, :id, :layer, :scope, :kind, :subject, :attribute, :now);

-- revision_add: The next revision of a record.
INSERT INTO revision (
    tenant, record, revision, layer, scope, subject, attribute, slot, status, status_reason,
    content, reason_given, source, confidence, importance, binding, pinned, valid_from, valid_to,
    expires_at, supersedes, superseded_by, confirmed_at, actor, reason, conversation, task, run,
    verified_by, side_effect, known_from, known_to)
VALUES (
    :tenant, :record, :revision, :layer, :scope, :subject, :attribute, :slot, :status,
    :status_reason, :content, :reason_given, :source, :confidence, :importance, :binding, :pinned,
    :valid_from, :valid_to, :expires_at, :supersedes, :superseded_by, :confirmed_at, :actor,
    :reason, :conversation, :task, :run, :verified_by, :side_effect, :known_from, NULL);

-- revision_close: What was current is known no longer. The only change a revision ever sees.
UPDATE revision SET known_to = :now
WHERE tenant = :tenant AND record = :record AND revision = :revision AND known_to IS NULL;

-- revision_close_now: The same, and never before it began to be known.
UPDATE revision SET known_to = CASE WHEN known_from > :now THEN known_from ELSE :now END
WHERE tenant = :tenant AND record = :record AND revision = :revision AND known_to IS NULL;

-- revision_restate: A revision more with the words of the one that was closed for it.
INSERT INTO revision (
    tenant, record, revision, layer, scope, subject, attribute, slot, status, status_reason,
    content, reason_given, source, confidence, importance, binding, pinned, valid_from, valid_to,
    expires_at, supersedes, superseded_by, confirmed_at, actor, reason, conversation, task, run,
    verified_by, side_effect, known_from, known_to)
SELECT v.tenant, v.record, v.revision + 1, v.layer, v.scope, v.subject, v.attribute, v.slot,
    :status, :status_reason, v.content, v.reason_given, v.source, v.confidence, :importance,
    v.binding, v.pinned, v.valid_from, v.valid_to, :expires_at, v.supersedes, v.superseded_by,
    v.confirmed_at, :actor, :reason, NULL, NULL, NULL, NULL, :side_effect, v.known_to, NULL
FROM revision v
WHERE v.tenant = :tenant AND v.record = :record AND v.revision = :revision;

-- records_standing: The number of the current revision of these records.
SELECT v.record, v.revision FROM revision v
WHERE v.tenant = :tenant AND v.record IN {texts:ids} AND v.known_to IS NULL;

-- records_current: The current revision of these records. The layer is asked of the record: asked of
-- the revision, it would lead SQLite to read all that the tenant has in it.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND r.layer = :layer AND v.record IN {texts:ids} AND v.known_to IS NULL;

-- records_weights: What ranking needs to know of these records before it reads any of them.
SELECT v.record, r.kind, v.importance FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND r.layer = :layer AND v.record IN {texts:ids} AND v.known_to IS NULL;

-- records_history: Every revision of a record, oldest first.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.record = :record
ORDER BY v.revision;

-- records_in_scope: Current revisions of a scope with one of these statuses, oldest first.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope AND v.known_to IS NULL
  AND v.status IN {texts:statuses}
ORDER BY r.created_at, v.record;

-- records_always: Active records of a scope that stand in every prompt, oldest first.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope AND v.known_to IS NULL
  AND v.status = 'active' AND (v.pinned = 1 OR v.binding = 1)
ORDER BY r.created_at, v.record;

-- records_as_of: What was known at one time to hold at another, in a scope.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope
  AND v.known_from <= :known_at AND (v.known_to IS NULL OR v.known_to > :known_at)
  AND v.valid_from <= :valid_at AND (v.valid_to IS NULL OR v.valid_to > :valid_at)
  AND v.status IN ('active', 'superseded')
ORDER BY r.created_at, v.record;

-- records_of_topic: The timeline of a topic as it is known now, by when each value holds.
SELECT r.kind, v.* FROM revision v
JOIN record r ON r.tenant = v.tenant AND r.id = v.record
WHERE v.tenant = :tenant AND v.layer = :layer AND v.scope = :scope
  AND v.subject = :subject AND v.attribute = :attribute AND v.known_to IS NULL
  AND v.status IN {texts:statuses}
ORDER BY v.valid_from, r.created_at, v.record;

-- records_scopes: The scopes in which something is remembered, of whatever status.
SELECT DISTINCT scope FROM record WHERE tenant = :tenant ORDER BY scope;

-- records_find: Ids that begin like this, for people who type the beginning.
SELECT id, layer FROM record
WHERE tenant = :tenant AND id >= :low AND id < :high
ORDER BY id LIMIT 3;

-- evidence_add: One more piece of evidence; the same message twice is one.
INSERT INTO evidence (tenant, record, no, revision, type, owner, conversation, ref, quotation,
                      digest, said_at, standing)
VALUES (:tenant, :record, :no, :revision, :type, :owner, :conversation, :ref, :quotation, :digest,
        :said_at, :standing);

-- evidence_of: The evidence of these records, in the order it came.
SELECT * FROM evidence
WHERE tenant = :tenant AND record IN {texts:ids}
ORDER BY record, no;

-- tombstone_add: What is deleted leaves its id, and who did it.
INSERT INTO tombstone (tenant, id, layer, scope, actor, reason, deleted_at)
VALUES (:tenant, :id, :layer, :scope, :actor, :reason, :now);

-- tombstone_of: Whether that id was deleted.
SELECT * FROM tombstone WHERE tenant = :tenant AND id = :id;

-- delete_evidence: All evidence of a record.
DELETE FROM evidence WHERE tenant = :tenant AND record = :record;

-- delete_revisions: All revisions of a record.
DELETE FROM revision WHERE tenant = :tenant AND record = :record;

-- delete_record: The record itself.
DELETE FROM record WHERE tenant = :tenant AND id = :record;
