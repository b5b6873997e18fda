-- event_log_open: Take the row of the owner's time line, so that its writers queue up.
INSERT INTO event_log (tenant, owner, last_seq) VALUES (:tenant, :owner, 0)
ON CONFLICT (tenant, owner) DO UPDATE SET last_seq = event_log.last_seq
RETURNING last_seq;

-- event_log_advance: Remember the number of the last event.
UPDATE event_log SET last_seq = :last_seq WHERE tenant = :tenant AND owner = :owner;

-- event_add: One event at the end of the log.
INSERT INTO event (tenant, owner, seq, id, kind, text, data, source, actor, conversation, task,
                   evidence, at, until, all_day, time_zone, recorded_at)
VALUES (:tenant, :owner, :seq, :id, :kind, :text, :data, :source, :actor, :conversation, :task,
        :evidence, :at, :until, :all_day, :time_zone, :recorded_at);

-- event_by_id: The event of that id, retracted or not.
SELECT e.*, EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq) AS retracted
FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner AND e.id = :id;

-- event_by_ids: The events of these ids, retracted or not.
SELECT e.*, EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq) AS retracted
FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner AND e.id IN {texts:ids};

-- event_between: Events that stand and reach into a span of time, in its order.
SELECT e.*, 0 AS retracted FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner
  AND e.at < :before AND (e.at >= :since OR e.until > :since)
  AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
  AND NOT EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq)
ORDER BY e.at, e.seq;

-- event_latest: The latest events that stand, by when they happened, newest first.
SELECT e.*, 0 AS retracted FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner
  AND (CAST(:kind AS TEXT) IS NULL OR e.kind = :kind)
  AND NOT EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq)
ORDER BY e.at DESC, e.seq DESC LIMIT :limit;

-- event_after: The events after a number in the log, retracted ones marked.
SELECT e.*, EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq) AS retracted
FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner AND e.seq > :after
ORDER BY e.seq LIMIT :limit;

-- event_retract: Take an event off the time line; it stays in the log.
INSERT INTO event_retraction (tenant, owner, seq, actor, reason, retracted_at)
VALUES (:tenant, :owner, :seq, :actor, :reason, :now);

-- event_retraction_marks_evidence: What cites the event is evidence no more.
UPDATE evidence SET standing = 'retracted'
WHERE tenant = :tenant AND type = 'event' AND owner = :owner AND ref = :id;
