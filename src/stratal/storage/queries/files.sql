-- store_add: A new store without files.
INSERT INTO store (tenant, id, scope, name, description, metadata, index_by, personal_data, place,
                   files, seq, created_at, updated_at, changed_at)
VALUES (:tenant, :id, :scope, :name, :description, :metadata, :index_by, :personal_data, :place,
        0, 0, :now, :now, :now);

-- store_of: A store by its id.
SELECT * FROM store WHERE tenant = :tenant AND id = :store;

-- store_take: The row of a store, taken, so that its writers queue up.
UPDATE store SET seq = seq WHERE tenant = :tenant AND id = :store RETURNING *;

-- store_lock: The same, for who reads it next.
UPDATE store SET seq = seq WHERE tenant = :tenant AND id = :store;

-- store_locked: A store, and what a conversation may do with it, if it is attached.
SELECT s.*, a.access FROM store s
LEFT JOIN store_attachment a ON a.tenant = s.tenant AND a.owner = :owner
  AND a.conversation = :conversation AND a.store = s.id
WHERE s.tenant = :tenant AND s.id = :store;

-- store_list: The stores of these scopes, the newest first.
SELECT * FROM store
WHERE tenant = :tenant AND scope IN {texts:scopes}
  AND (archived_at IS NULL OR :archived = 1)
  AND created_at >= :since AND created_at <= :until
  AND (created_at < :before_at OR (created_at = :before_at AND id < :before_id))
ORDER BY created_at DESC, id DESC LIMIT :limit;

-- store_scopes: The scopes that hold stores.
SELECT DISTINCT scope FROM store WHERE tenant = :tenant ORDER BY scope;

-- store_describe: What is said about a store.
UPDATE store SET name = :name, description = :description, metadata = :metadata,
    index_by = :index_by, personal_data = :personal_data, updated_at = :now
WHERE tenant = :tenant AND id = :store;

-- store_archive: No new session and no change from now on; a second time changes nothing.
UPDATE store SET archived_at = :now WHERE tenant = :tenant AND id = :store AND archived_at IS NULL;

-- store_changed: Files of the store were changed.
UPDATE store SET seq = :seq, files = files + :more, changed_at = :now
WHERE tenant = :tenant AND id = :store;

-- store_remove: The store itself, after all that stands in it.
DELETE FROM store WHERE tenant = :tenant AND id = :store;

-- file_of: A file by its id.
SELECT * FROM file WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_at: A file by its path.
SELECT * FROM file WHERE tenant = :tenant AND store = :store AND path = :path;

-- file_of_whole: A file by its id, with its text.
SELECT f.*, v.content FROM file f
JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND f.store = :store AND f.id = :file;

-- file_of_seen: The scope of a store, and a file in it by its id, with its text, if there is one.
SELECT s.scope AS store_scope, f.*, v.content FROM store s
LEFT JOIN file f ON f.tenant = s.tenant AND f.store = s.id AND f.id = :file
LEFT JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE s.tenant = :tenant AND s.id = :store;

-- file_at_seen: The scope of a store, and a file in it by its path, with its text, if there is one.
SELECT s.scope AS store_scope, f.*, v.content FROM store s
LEFT JOIN file f ON f.tenant = s.tenant AND f.store = s.id AND f.path = :path
LEFT JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE s.tenant = :tenant AND s.id = :store;

-- file_in_the_way: Files that stand at, above or below a path.
SELECT id, path FROM file
WHERE tenant = :tenant AND store = :store AND path IN {texts:above}
UNION ALL
SELECT id, path FROM file
WHERE tenant = :tenant AND store = :store AND path > :below AND path < :beyond
ORDER BY path LIMIT 2;

-- file_names: Paths and sizes of the files below a folder, by path.
SELECT path, size FROM file
WHERE tenant = :tenant AND store = :store AND path > :below AND path < :beyond
ORDER BY path;

-- file_list: The files of a folder and of those in it, by path.
SELECT * FROM file
WHERE tenant = :tenant AND store = :store AND path > :below AND path < :beyond AND path > :after
ORDER BY path LIMIT :limit;

-- file_list_whole: The same with their texts.
SELECT f.*, v.content FROM file f
JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND f.store = :store AND f.path > :below AND f.path < :beyond
  AND f.path > :after
ORDER BY f.path LIMIT :limit;

-- file_add: A new file.
INSERT INTO file (tenant, store, id, path, seq, digest, size, title, hook, indexed, stamp,
                  created_at, updated_at)
VALUES (:tenant, :store, :file, :path, :seq, :digest, :size, :title, :hook, 0, :stamp,
        :created_at, :now);

-- file_change: What the file is from now on.
UPDATE file SET path = :path, seq = :seq, digest = :digest, size = :size, title = :title,
    hook = :hook, stamp = :stamp, updated_at = :now
WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_move: The file has another path from now on.
UPDATE file SET path = :path, seq = :seq, stamp = :stamp, updated_at = :now
WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_stamp: The outside file has been read again, and is the same.
UPDATE file SET stamp = :stamp WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_remove: The file; its versions stay.
DELETE FROM file WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_unindexed: Files of these scopes that search does not know as they are.
SELECT f.* FROM store s
JOIN file f ON f.tenant = s.tenant AND f.store = s.id
WHERE s.tenant = :tenant AND s.scope IN {texts:scopes} AND f.indexed <> f.seq
ORDER BY f.store, f.path LIMIT :limit;

-- file_unindexed_of: Files of one store that search does not know as they are, with their texts.
SELECT f.*, v.content FROM file f
JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND f.store = :store AND f.indexed <> f.seq
ORDER BY f.path LIMIT :limit;

-- file_count_unindexed: How many there are.
SELECT count(*) AS missing FROM store s
JOIN file f ON f.tenant = s.tenant AND f.store = s.id
WHERE s.tenant = :tenant AND s.scope IN {texts:scopes} AND f.indexed <> f.seq;

-- file_indexed: The version of a file that search knows from now on.
UPDATE file SET indexed = :seq WHERE tenant = :tenant AND store = :store AND id = :file;

-- file_version_add: What a change made of a file.
INSERT INTO file_version (tenant, store, seq, file, operation, path, content, digest, size, actor,
                          conversation, via, reason, created_at)
VALUES (:tenant, :store, :seq, :file, :operation, :path, :content, :digest, :size, :actor,
        :conversation, :via, :reason, :now);

-- file_version_moved: A version that says the same under another path.
INSERT INTO file_version (tenant, store, seq, file, operation, path, content, digest, size, actor,
                          conversation, via, reason, created_at)
SELECT tenant, store, :seq, file, :operation, :path, content, digest, size, :actor,
       :conversation, :via, :reason, :now
FROM file_version WHERE tenant = :tenant AND store = :store AND seq = :old;

-- file_version_of: One version, with its text.
SELECT * FROM file_version WHERE tenant = :tenant AND store = :store AND seq = :seq;

-- file_version_list: Versions of the store, the newest first, without their texts.
SELECT tenant, store, seq, file, operation, path, NULL AS content, digest, size, actor,
       conversation, via, reason, created_at, redacted_at, redacted_by
FROM file_version
WHERE tenant = :tenant AND store = :store AND seq < :before
  AND (:operation = '' OR operation = :operation)
  AND (:conversation = '' OR conversation = :conversation)
  AND (:via = '' OR via = :via)
  AND created_at >= :since AND created_at <= :until
ORDER BY seq DESC LIMIT :limit;

-- file_version_list_whole: The same with their texts.
SELECT * FROM file_version
WHERE tenant = :tenant AND store = :store AND seq < :before
  AND (:operation = '' OR operation = :operation)
  AND (:conversation = '' OR conversation = :conversation)
  AND (:via = '' OR via = :via)
  AND created_at >= :since AND created_at <= :until
ORDER BY seq DESC LIMIT :limit;

-- file_version_list_of: Versions of one file, the newest first, without their texts.
SELECT tenant, store, seq, file, operation, path, NULL AS content, digest, size, actor,
       conversation, via, reason, created_at, redacted_at, redacted_by
FROM file_version
WHERE tenant = :tenant AND store = :store AND file = :file AND seq < :before
  AND (:operation = '' OR operation = :operation)
  AND (:conversation = '' OR conversation = :conversation)
  AND (:via = '' OR via = :via)
  AND created_at >= :since AND created_at <= :until
ORDER BY seq DESC LIMIT :limit;

-- file_version_list_of_whole: The same with their texts.
SELECT * FROM file_version
WHERE tenant = :tenant AND store = :store AND file = :file AND seq < :before
  AND (:operation = '' OR operation = :operation)
  AND (:conversation = '' OR conversation = :conversation)
  AND (:via = '' OR via = :via)
  AND created_at >= :since AND created_at <= :until
ORDER BY seq DESC LIMIT :limit;

-- file_version_files: The files that have versions in the store.
SELECT DISTINCT file FROM file_version WHERE tenant = :tenant AND store = :store;

-- file_last_at: The file that last stood at a path, from its versions.
SELECT file FROM file_version
WHERE tenant = :tenant AND store = :store AND path = :path
ORDER BY seq DESC LIMIT 1;

-- file_versions_as_of: What each file was at a time, deleted ones too.
SELECT v.* FROM file_version v
WHERE v.tenant = :tenant AND v.store = :store AND v.created_at <= :at
  AND NOT EXISTS (
    SELECT 1 FROM file_version w
    WHERE w.tenant = v.tenant AND w.store = v.store AND w.file = v.file AND w.seq > v.seq
      AND w.created_at <= :at)
ORDER BY v.path, v.seq;

-- file_version_redact: Content and path are gone; who wrote, and when, stays.
UPDATE file_version SET path = NULL, content = NULL, digest = NULL, size = NULL, reason = '',
    redacted_at = :now, redacted_by = :actor
WHERE tenant = :tenant AND store = :store AND seq = :seq AND redacted_at IS NULL;

-- file_change_of: What an earlier change with that id did.
SELECT * FROM file_change WHERE tenant = :tenant AND store = :store AND id = :id;

-- file_change_add: What this change did.
INSERT INTO file_change (tenant, store, id, fingerprint, file, seq, done, code, created_at)
VALUES (:tenant, :store, :id, :fingerprint, :file, :seq, :done, :code, :now);

-- file_change_forget: Nothing tells how a version came about.
DELETE FROM file_change WHERE tenant = :tenant AND store = :store AND seq = :seq;

-- file_waiting_add: A text that waits for a person.
INSERT INTO file_waiting (tenant, store, id, path, content, file, expected, kinds, actor,
                          conversation, via, reason, created_at, expires_at)
VALUES (:tenant, :store, :id, :path, :content, :file, :expected, :kinds, :actor, :conversation,
        :via, :reason, :now, :expires_at);

-- file_waiting_list: What waits in a store, the oldest first.
SELECT * FROM file_waiting
WHERE tenant = :tenant AND store = :store AND expires_at > :now ORDER BY created_at, id;

-- file_waiting_of: One of them.
SELECT * FROM file_waiting
WHERE tenant = :tenant AND store = :store AND id = :id AND expires_at > :now;

-- file_waiting_remove: It waits no longer.
DELETE FROM file_waiting WHERE tenant = :tenant AND store = :store AND id = :id;

-- file_waiting_expire: Nobody has confirmed these in time.
DELETE FROM file_waiting WHERE tenant = :tenant AND store = :store AND expires_at <= :now;

-- attachment_add: A conversation works with a store from now on.
INSERT INTO store_attachment (tenant, owner, conversation, store, access, instructions, name,
                              description, slug, attached_at)
VALUES (:tenant, :owner, :conversation, :store, :access, :instructions, :name, :description,
        :slug, :now);

-- attachment_change: It does so in another way.
UPDATE store_attachment SET access = :access, instructions = :instructions
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND store = :store;

-- attachment_remove: It does so no longer.
DELETE FROM store_attachment
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND store = :store;

-- attachment_list: The stores of a conversation, in the order in which they were attached.
SELECT a.access, a.instructions, a.name AS attached_name, a.description AS attached_description,
       a.slug, a.attached_at, s.*
FROM store_attachment a
JOIN store s ON s.tenant = a.tenant AND s.id = a.store
WHERE a.tenant = :tenant AND a.owner = :owner AND a.conversation = :conversation
ORDER BY a.attached_at, a.store;

-- attachment_access: What a conversation may do with a store, if it is attached.
SELECT access FROM store_attachment
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND store = :store;

-- delete_file_changes: All of a store.
DELETE FROM file_change WHERE tenant = :tenant AND store = :store;

-- delete_file_waiting: All of a store.
DELETE FROM file_waiting WHERE tenant = :tenant AND store = :store;

-- delete_attachments: All of a store.
DELETE FROM store_attachment WHERE tenant = :tenant AND store = :store;

-- delete_file_versions: All of a store.
DELETE FROM file_version WHERE tenant = :tenant AND store = :store;

-- delete_files: All of a store.
DELETE FROM file WHERE tenant = :tenant AND store = :store;

-- file_items: Entries of the index that are of a file, of whatever version.
SELECT item FROM search_entry
WHERE tenant = :tenant AND space = :space AND item >= :first AND item < :upto;

-- store_items: Entries of the index that are of a store.
SELECT item FROM search_entry WHERE tenant = :tenant AND space = :space AND part = :store;

-- file_wholes: Files of any store by their ids, with their texts.
SELECT f.*, v.content FROM file f
JOIN file_version v ON v.tenant = f.tenant AND v.store = f.store AND v.seq = f.seq
WHERE f.tenant = :tenant AND f.id IN {texts:ids};
