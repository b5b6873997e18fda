-- document_create: A new document that has no version yet; nothing if the scope has one so named.
INSERT INTO document (tenant, id, scope, name, current_version, created_at)
VALUES (:tenant, :id, :scope, :name, 0, :now)
ON CONFLICT (tenant, scope, name) DO NOTHING;

-- document_take: The row of a document, taken, so that its writers queue up.
UPDATE document SET current_version = current_version
WHERE tenant = :tenant AND scope = :scope AND name = :name
RETURNING id, current_version, making, created_at;

-- document_making: Somebody makes the next version in several transactions, and who.
UPDATE document SET making = :making WHERE tenant = :tenant AND id = :document;

-- document_named: The documents of that name in these scopes.
SELECT d.id, d.scope, d.name, d.created_at, v.* FROM document d
JOIN document_version v
  ON v.tenant = d.tenant AND v.document = d.id AND v.version = d.current_version
WHERE d.tenant = :tenant AND d.scope IN {texts:scopes} AND d.name = :name;

-- document_of: The document with that id, if it is in one of these scopes.
SELECT d.id, d.scope, d.name, d.created_at, v.* FROM document d
JOIN document_version v
  ON v.tenant = d.tenant AND v.document = d.id AND v.version = d.current_version
WHERE d.tenant = :tenant AND d.scope IN {texts:scopes} AND d.id = :id;

-- document_list: The documents of these scopes, by name.
SELECT d.id, d.scope, d.name, d.created_at, v.* FROM document d
JOIN document_version v
  ON v.tenant = d.tenant AND v.document = d.id AND v.version = d.current_version
WHERE d.tenant = :tenant AND d.scope IN {texts:scopes}
ORDER BY d.scope, d.name;

-- document_list_as_of: The same with the version that was current at a time.
SELECT d.id, d.scope, d.name, d.created_at, v.* FROM document d
JOIN document_version v ON v.tenant = d.tenant AND v.document = d.id
WHERE d.tenant = :tenant AND d.scope IN {texts:scopes}
  AND v.known_from <= :known_at AND (v.known_to IS NULL OR v.known_to > :known_at)
ORDER BY d.scope, d.name;

-- document_metadata: What is said about the current versions of these scopes.
SELECT d.id, v.metadata FROM document d
JOIN document_version v
  ON v.tenant = d.tenant AND v.document = d.id AND v.version = d.current_version
WHERE d.tenant = :tenant AND d.scope IN {texts:scopes};

-- document_scopes: The scopes that hold documents.
SELECT DISTINCT scope FROM document WHERE tenant = :tenant ORDER BY scope;

-- document_versions: Every version, oldest first.
SELECT * FROM document_version
WHERE tenant = :tenant AND document = :document
ORDER BY version;

-- document_version_close: What was current is known no longer.
UPDATE document_version SET known_to = :now
WHERE tenant = :tenant AND document = :document AND version = :version AND known_to IS NULL;

-- document_version_add: The next version.
INSERT INTO document_version (tenant, document, version, digest, media_type, size, characters,
                              chunks, withheld, secrets, metadata, actor, reason, known_from)
VALUES (:tenant, :document, :version, :digest, :media_type, :size, :characters, :chunks, :withheld,
        :secrets, :metadata, :actor, :reason, :now);

-- document_advance: The version that is current from now on.
UPDATE document SET current_version = :version, making = NULL
WHERE tenant = :tenant AND id = :document;

-- chunks_back: What a version that never was finished took over is the current one's alone.
UPDATE chunk_place SET last_version = :version
WHERE tenant = :tenant AND document = :document AND first_version <= :version
  AND last_version > :version;

-- chunks_unplaced: What stands in that version alone stands nowhere.
DELETE FROM chunk_place
WHERE tenant = :tenant AND document = :document AND first_version > :version;

-- chunks_unused: Pieces that stand in no version.
DELETE FROM chunk
WHERE tenant = :tenant AND document = :document AND NOT EXISTS (
    SELECT 1 FROM chunk_place p
    WHERE p.tenant = chunk.tenant AND p.document = chunk.document AND p.digest = chunk.digest);

-- chunks_strayed: Entries of the index whose pieces stand neither in this version nor in a later.
SELECT e.item FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND e.part = :document AND NOT EXISTS (
    SELECT 1 FROM chunk_place p
    WHERE p.tenant = e.tenant AND p.document = e.part
      AND p.digest = substr(e.item, length(e.part) + 2) AND p.last_version >= :version)
ORDER BY e.seq LIMIT :limit;

-- chunk_live: Which of these pieces a version holds.
SELECT DISTINCT digest FROM chunk_place
WHERE tenant = :tenant AND document = :document AND digest IN {texts:digests}
  AND last_version >= :version;

-- chunk_add: A piece, unless some version has it.
INSERT INTO chunk (tenant, document, digest, heading, tokens, secrets, content)
VALUES (:tenant, :document, :digest, :heading, :tokens, :secrets, :content)
ON CONFLICT (tenant, document, digest) DO NOTHING;

-- chunk_stays: The next version has this piece where the last one had it.
UPDATE chunk_place SET last_version = :version
WHERE tenant = :tenant AND document = :document AND start_offset = :start AND digest = :digest
  AND last_version = :version - 1;

-- chunk_placed: It stands elsewhere from this version on, or is new.
INSERT INTO chunk_place (tenant, document, start_offset, first_version, last_version, end_offset,
                         digest)
VALUES (:tenant, :document, :start, :version, :version, :end, :digest);

-- chunks_stay: The next version has all pieces where the last one had them.
UPDATE chunk_place SET last_version = :version
WHERE tenant = :tenant AND document = :document AND last_version = :version - 1;

-- chunks_current: These pieces where they stand in the current version of these documents.
SELECT d.id, d.scope, d.name, d.created_at, d.current_version AS version, v.known_from,
       p.start_offset, p.end_offset, c.*
FROM chunk c
JOIN chunk_place p
  ON p.tenant = c.tenant AND p.document = c.document AND p.digest = c.digest
JOIN document d ON d.tenant = c.tenant AND d.id = c.document
JOIN document_version v
  ON v.tenant = d.tenant AND v.document = d.id AND v.version = d.current_version
WHERE c.tenant = :tenant AND c.document IN {texts:documents} AND c.digest IN {texts:digests}
  AND p.first_version <= d.current_version AND p.last_version >= d.current_version
ORDER BY p.start_offset DESC;

-- chunks_kept: These pieces where they stand in the current version, or in one in the making.
SELECT d.id, d.scope, d.name, p.last_version AS version, p.start_offset, p.end_offset, c.*
FROM chunk c
JOIN chunk_place p
  ON p.tenant = c.tenant AND p.document = c.document AND p.digest = c.digest
JOIN document d ON d.tenant = c.tenant AND d.id = c.document
WHERE c.tenant = :tenant AND c.document IN {texts:documents} AND c.digest IN {texts:digests}
  AND p.last_version >= d.current_version
ORDER BY p.start_offset DESC;

-- chunks_of: The next pieces of a version after an offset, in order.
SELECT d.id, d.scope, d.name, p.start_offset, p.end_offset, c.*
FROM chunk_place p
JOIN chunk c ON c.tenant = p.tenant AND c.document = p.document AND c.digest = p.digest
JOIN document d ON d.tenant = p.tenant AND d.id = p.document
WHERE p.tenant = :tenant AND p.document = :document AND p.start_offset > :after
  AND p.first_version <= :version AND p.last_version >= :version
ORDER BY p.start_offset LIMIT :limit;

-- delete_chunk_places: All places of a document's pieces.
DELETE FROM chunk_place WHERE tenant = :tenant AND document = :document;

-- delete_chunks: All pieces of a document.
DELETE FROM chunk WHERE tenant = :tenant AND document = :document;

-- delete_document_versions: All versions of a document.
DELETE FROM document_version WHERE tenant = :tenant AND document = :document;

-- delete_document: The document itself.
DELETE FROM document WHERE tenant = :tenant AND id = :document;
