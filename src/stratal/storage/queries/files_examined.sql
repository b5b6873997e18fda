-- doctor_stores: A page of the stores.
SELECT id AS store, scope FROM store WHERE tenant = :tenant AND id > :store
ORDER BY id LIMIT :limit;

-- doctor_store_numbers: Stores that count otherwise than is there.
SELECT * FROM (
    SELECT s.id AS store, s.files, s.seq,
        (SELECT count(*) FROM file f WHERE f.tenant = s.tenant AND f.store = s.id) AS counted,
        (SELECT count(*) FROM file_version v
         WHERE v.tenant = s.tenant AND v.store = s.id) AS versions,
        (SELECT coalesce(max(v.seq), 0) FROM file_version v
         WHERE v.tenant = s.tenant AND v.store = s.id) AS last
    FROM store s WHERE s.tenant = :tenant) AS counts
WHERE files <> counted OR seq <> last OR last <> versions
ORDER BY store LIMIT :limit;

-- doctor_file_times: Changes that were made before the one before them.
SELECT v.store, v.seq FROM file_version v
JOIN file_version w ON w.tenant = v.tenant AND w.store = v.store AND w.seq = v.seq - 1
WHERE v.tenant = :tenant AND v.created_at < w.created_at
ORDER BY v.store, v.seq LIMIT :limit;

-- doctor_file_heads: Files that are not what their last version says.
SELECT f.store, f.id AS file FROM file f
LEFT JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND (
    v.seq IS NULL OR v.file <> f.id OR v.operation = 'deleted' OR v.redacted_at IS NOT NULL
    OR v.path <> f.path OR v.digest <> f.digest OR v.size <> f.size
    OR EXISTS (
        SELECT 1 FROM file_version w
        WHERE w.tenant = f.tenant AND w.store = f.store AND w.file = f.id AND w.seq > f.seq))
ORDER BY f.store, f.id LIMIT :limit;

-- doctor_files_lost: Versions that are the last of a file that is not there, and do not say so.
SELECT v.store, v.file FROM file_version v
WHERE v.tenant = :tenant AND v.operation <> 'deleted'
  AND NOT EXISTS (
    SELECT 1 FROM file f WHERE f.tenant = v.tenant AND f.store = v.store AND f.id = v.file)
  AND NOT EXISTS (
    SELECT 1 FROM file_version w
    WHERE w.tenant = v.tenant AND w.store = v.store AND w.file = v.file AND w.seq > v.seq)
ORDER BY v.store, v.file LIMIT :limit;

-- doctor_file_texts: A page of the versions, with their texts.
SELECT store, seq, operation, path, content, digest, size, redacted_at FROM file_version
WHERE tenant = :tenant AND (store > :store OR (store = :store AND seq > :seq))
ORDER BY store, seq LIMIT :limit;

-- doctor_file_paths: A page of the paths.
SELECT store, id AS file, path FROM file
WHERE tenant = :tenant AND (store > :store OR (store = :store AND path > :path))
ORDER BY store, path LIMIT :limit;

-- doctor_files_indexed: A page of the files of a store that search knows as they are.
SELECT f.*, v.content FROM file f
JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND f.store = :store AND f.indexed = f.seq AND f.id > :file
ORDER BY f.id LIMIT :limit;
