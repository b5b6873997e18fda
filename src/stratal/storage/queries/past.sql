-- past_messages: Messages that were recorded by a time, those marked that had been retracted by then.
SELECT m.*, EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq AND r.retracted_at <= :at) AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.seq > :after AND m.recorded_at <= :at
  AND NOT EXISTS (
    SELECT 1 FROM retraction e
    WHERE e.tenant = m.tenant AND e.owner = m.owner AND e.conversation = m.conversation
      AND m.seq BETWEEN e.from_seq AND e.to_seq AND e.actor IN ('erased', 'expired'))
ORDER BY m.seq LIMIT :limit;

-- past_messages_gone: How many of them were erased, or expired, since, and when the last of these was.
SELECT count(*) AS gone, max(r.retracted_at) AS since FROM message m
JOIN retraction r ON r.tenant = m.tenant AND r.owner = m.owner
  AND r.conversation = m.conversation AND m.seq BETWEEN r.from_seq AND r.to_seq
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.recorded_at <= :at AND r.actor = :actor;

-- past_events: Events that were recorded by a time, those marked that had been retracted by then.
SELECT e.*, EXISTS (
    SELECT 1 FROM event_retraction r
    WHERE r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq
      AND r.retracted_at <= :at) AS retracted
FROM event e
WHERE e.tenant = :tenant AND e.owner = :owner AND e.seq > :after AND e.recorded_at <= :at
  AND NOT EXISTS (
    SELECT 1 FROM event_retraction x
    WHERE x.tenant = e.tenant AND x.owner = e.owner AND x.seq = e.seq AND x.actor IN ('erased', 'expired'))
ORDER BY e.seq LIMIT :limit;

-- past_events_gone: How many of them were erased, or expired, since, and when the last of these was.
SELECT count(*) AS gone, max(r.retracted_at) AS since FROM event e
JOIN event_retraction r ON r.tenant = e.tenant AND r.owner = e.owner AND r.seq = e.seq
WHERE e.tenant = :tenant AND e.owner = :owner AND e.recorded_at <= :at AND r.actor = :actor;

-- past_checkpoint: Where a line of a task stood. CROSS JOIN keeps SQLite from reading all of it.
WITH RECURSIVE line (seq, parent, at) AS (
    SELECT c.seq, c.parent, c.recorded_at FROM checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = :seq
    UNION ALL
    SELECT c.seq, c.parent, c.recorded_at FROM line CROSS JOIN checkpoint c
    WHERE c.tenant = :tenant AND c.owner = :owner AND c.task = :task AND c.seq = line.parent
      AND line.at > :at)
SELECT max(seq) AS seq FROM line WHERE at <= :at;

-- past_tombstones: What of these scopes was deleted since a time.
SELECT id, layer, deleted_at FROM tombstone
WHERE tenant = :tenant AND scope IN {texts:scopes} AND deleted_at > :at
ORDER BY deleted_at;

-- past_erasures: Which of these targets had something at a time and were erased since.
SELECT id, hash, counts, asked_at, logical_at FROM erasure
WHERE tenant = :tenant AND hash IN {texts:hashes} AND asked_at > :at AND first_at <= :at
ORDER BY asked_at, id;

-- past_erased: How many things of each kind an erasure lists.
SELECT kind, count(*) AS listed FROM erased_hash
WHERE tenant = :tenant AND erasure = :erasure AND purpose IN ('id', 'listed')
GROUP BY kind ORDER BY kind;
