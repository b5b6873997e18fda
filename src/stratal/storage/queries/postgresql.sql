-- search_space_add: A new space, numbered on within the tenant.
INSERT INTO search_space (tenant, layer, scope, no, tokenizer, next_seq, entries, terms)
SELECT :tenant, :layer, :scope, coalesce(max(no), 0) + 1, :tokenizer, 1, 0, 0
FROM search_space WHERE tenant = :tenant
ON CONFLICT DO NOTHING;

-- vector_put: The vector of an entry, if the entry still exists.
-- Waits for who writes to the space, and then for the entry: one that is taken out meanwhile must
-- neither miss this vector nor leave it behind.
WITH held AS (
    SELECT s.no FROM search_space s WHERE s.tenant = :tenant AND s.no = :space FOR NO KEY UPDATE)
INSERT INTO search_vector (tenant, generation, space, seq, value)
SELECT e.tenant, :generation, e.space, e.seq, {vector:value} FROM held
JOIN search_entry e ON e.tenant = :tenant AND e.space = held.no
WHERE e.seq = :seq
FOR KEY SHARE OF e
ON CONFLICT (tenant, generation, space, seq) DO UPDATE SET value = excluded.value;

-- vector_remove: The vectors of an entry, in every generation.
DELETE FROM search_vector
WHERE tenant = :tenant AND space = :space AND seq = :seq
  AND generation IN (SELECT g.no FROM generation g WHERE g.tenant = :tenant);

-- vector_missing: Entries of a space without a vector, the newest first; of one part, if named.
SELECT e.seq, e.item FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND (:part = '' OR e.part = :part)
  AND NOT EXISTS (
    SELECT 1 FROM search_vector v
    WHERE v.tenant = e.tenant AND v.generation = :generation AND v.space = e.space
      AND v.seq = e.seq)
ORDER BY e.seq DESC LIMIT :limit;

-- vector_count_missing: How many there are.
SELECT count(*) AS missing FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND (:part = '' OR e.part = :part)
  AND NOT EXISTS (
    SELECT 1 FROM search_vector v
    WHERE v.tenant = e.tenant AND v.generation = :generation AND v.space = e.space
      AND v.seq = e.seq);

-- vector_clear: All vectors of a space in one generation.
DELETE FROM search_vector
WHERE tenant = :tenant AND generation = :generation AND space = :space;

-- vector_page: Vectors of a space in order, after an entry, as they go over the wire.
SELECT v.seq, vector_send(v.value) AS value FROM search_vector v
WHERE v.tenant = :tenant AND v.generation = :generation AND v.space = :space AND v.seq > :after
ORDER BY v.seq LIMIT :limit;

-- vector_these: The vectors of these entries, as they go over the wire.
SELECT v.seq, vector_send(v.value) AS value FROM search_vector v
WHERE v.tenant = :tenant AND v.generation = :generation AND v.space = :space
  AND v.seq IN {ints:seqs} ORDER BY v.seq;

-- vector_numbers: The entries of a space that have a vector.
SELECT v.seq FROM search_vector v
WHERE v.tenant = :tenant AND v.generation = :generation AND v.space = :space;

-- vector_some: How far the vectors of these entries are from a query, rounded as in the next.
SELECT v.seq, round((v.value <=> {vector:asked}) * 1000000) AS distance FROM search_vector v
WHERE v.tenant = :tenant AND v.generation = :generation AND v.space = :space
  AND v.seq IN {ints:seqs};

-- vector_nearest: The nearest of a space, those asked for besides, and what is said of all of them.
-- No index can order by a rounded distance, so every vector of the space is compared: exact. Rounded
-- to what all databases agree on, and equal ones by number, as everywhere.
WITH near AS MATERIALIZED (
    SELECT v.seq, round((v.value <=> {vector:asked}) * 1000000) AS distance FROM search_vector v
    WHERE v.tenant = :tenant AND v.generation = :generation AND v.space = :space)
SELECT seq, distance, farthest, seen FROM (
    SELECT near.seq, near.distance, row_number() OVER (ORDER BY near.distance, near.seq) AS rank,
           max(near.distance) OVER () AS farthest, count(*) OVER () AS seen
    FROM near) AS ranked
WHERE rank <= greatest(:limit, 1) OR seq IN {ints:also}
ORDER BY rank;

-- vector_nearest_part: The same within one part of a space.
WITH near AS MATERIALIZED (
    SELECT v.seq, round((v.value <=> {vector:asked}) * 1000000) AS distance FROM search_entry e
    JOIN search_vector v ON v.tenant = e.tenant AND v.generation = :generation
      AND v.space = e.space AND v.seq = e.seq
    WHERE e.tenant = :tenant AND e.space = :space AND e.part = :part)
SELECT seq, distance, farthest, seen FROM (
    SELECT near.seq, near.distance, row_number() OVER (ORDER BY near.distance, near.seq) AS rank,
           max(near.distance) OVER () AS farthest, count(*) OVER () AS seen
    FROM near) AS ranked
WHERE rank <= greatest(:limit, 1) OR seq IN {ints:also}
ORDER BY rank;

-- doctor_vector_strays: Vectors of no entry, or of no generation.
SELECT v.generation, v.space, v.seq FROM search_vector v
WHERE v.tenant = :tenant
  AND (NOT EXISTS (
      SELECT 1 FROM search_entry e
      WHERE e.tenant = v.tenant AND e.space = v.space AND e.seq = v.seq)
    OR NOT EXISTS (SELECT 1 FROM generation g WHERE g.tenant = v.tenant AND g.no = v.generation))
ORDER BY v.generation, v.space, v.seq LIMIT :limit;

-- doctor_vector_sizes: Vectors that have not as many numbers as their generation says.
SELECT v.generation, v.space, v.seq
FROM search_vector v JOIN generation g ON g.tenant = v.tenant AND g.no = v.generation
WHERE v.tenant = :tenant AND vector_dims(v.value) <> g.dimension
ORDER BY v.generation, v.space, v.seq LIMIT :limit;

-- doctor_vector_counts: How many vectors each generation has.
SELECT v.generation, count(*) AS vectors FROM search_vector v
WHERE v.tenant = :tenant GROUP BY v.generation ORDER BY v.generation;

-- rebuild_vector_remove: One vector.
DELETE FROM search_vector
WHERE tenant = :tenant AND generation = :generation AND space = :space AND seq = :seq;
