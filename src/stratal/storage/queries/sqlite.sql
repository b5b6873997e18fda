-- search_space_add: A new space. Its number is unique in the file, since vectors lie by it.
INSERT INTO search_space (tenant, layer, scope, no, tokenizer, next_seq, entries, terms)
SELECT :tenant, :layer, :scope, coalesce(max(no), 0) + 1, :tokenizer, 1, 0, 0 FROM search_space WHERE true
ON CONFLICT DO NOTHING;

-- vector_put: The vector of an entry, if the entry still exists.
INSERT OR REPLACE INTO vector (id, tenant, value)
SELECT (:generation << 56) | (:space << 24) | seq, tenant, :value FROM search_entry
WHERE tenant = :tenant AND space = :space AND seq = :seq;

-- vector_remove: The vectors of an entry, in every generation.
DELETE FROM vector WHERE tenant = :tenant AND id IN (
    SELECT (no << 56) | (:space << 24) | :seq FROM generation WHERE tenant = :tenant);

-- vector_missing: Entries of a space without a vector, the newest first; of one part, if named.
SELECT e.seq, e.item FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND (:part = '' OR e.part = :part)
  AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.id = (:generation << 56) | (:space << 24) | e.seq)
ORDER BY e.seq DESC LIMIT :limit;

-- vector_count_missing: How many there are.
SELECT count(*) AS missing FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND (:part = '' OR e.part = :part)
  AND NOT EXISTS (SELECT 1 FROM vector v WHERE v.id = (:generation << 56) | (:space << 24) | e.seq);

-- vector_clear: All vectors of a space in one generation.
DELETE FROM vector
WHERE tenant = :tenant
  AND id BETWEEN (:generation << 56) | (:space << 24)
             AND (:generation << 56) | (:space << 24) | 0xFFFFFF;

-- vector_page: Vectors of a space in order, after an entry.
SELECT id & 0xFFFFFF AS seq, value FROM vector
WHERE tenant = :tenant
  AND id > (:generation << 56) | (:space << 24) | :after
  AND id <= (:generation << 56) | (:space << 24) | 0xFFFFFF
ORDER BY id LIMIT :limit;

-- vector_numbers: The entries of a space that have a vector.
SELECT id & 0xFFFFFF AS seq FROM vector
WHERE tenant = :tenant
  AND id BETWEEN (:generation << 56) | (:space << 24)
             AND (:generation << 56) | (:space << 24) | 0xFFFFFF;

-- vector_some: The vectors of these entries.
SELECT id & 0xFFFFFF AS seq, value FROM vector
WHERE tenant = :tenant
  AND id IN (SELECT (:generation << 56) | (:space << 24) | value FROM json_each(:seqs))
ORDER BY id;

-- vector_sweep: All vectors of a space, in one read.
SELECT id & 0xFFFFFF AS seq, value FROM vector
WHERE tenant = :tenant
  AND id BETWEEN (:generation << 56) | (:space << 24)
             AND (:generation << 56) | (:space << 24) | 0xFFFFFF
ORDER BY id;

-- vector_sweep_part: The vectors of one part of a space.
SELECT e.seq, v.value FROM search_entry e
JOIN vector v ON v.id = (:generation << 56) | (:space << 24) | e.seq
WHERE e.tenant = :tenant AND e.space = :space AND e.part = :part
ORDER BY e.seq;

-- doctor_vector_strays: Vectors of no entry, or of no generation.
SELECT v.id >> 56 AS generation, (v.id >> 24) & 0xFFFFFFFF AS space, v.id & 0xFFFFFF AS seq
FROM vector v
WHERE v.tenant = :tenant
  AND (NOT EXISTS (
      SELECT 1 FROM search_entry e
      WHERE e.tenant = :tenant AND e.space = (v.id >> 24) & 0xFFFFFFFF
        AND e.seq = v.id & 0xFFFFFF)
    OR NOT EXISTS (SELECT 1 FROM generation g WHERE g.tenant = :tenant AND g.no = v.id >> 56))
ORDER BY v.id LIMIT :limit;

-- doctor_vector_sizes: Vectors that have not as many numbers as their generation says.
SELECT g.no AS generation, (v.id >> 24) & 0xFFFFFFFF AS space, v.id & 0xFFFFFF AS seq
FROM vector v JOIN generation g ON g.tenant = v.tenant AND g.no = v.id >> 56
WHERE v.tenant = :tenant AND length(v.value) <> 4 * g.dimension
ORDER BY v.id LIMIT :limit;

-- doctor_vector_counts: How many vectors each generation has.
SELECT v.id >> 56 AS generation, count(*) AS vectors FROM vector v
WHERE v.tenant = :tenant GROUP BY v.id >> 56 ORDER BY v.id >> 56;

-- rebuild_vector_remove: One vector.
DELETE FROM vector
WHERE tenant = :tenant AND id = (:generation << 56) | (:space << 24) | :seq;
