-- key_add: A new key.
INSERT INTO api_key (tenant, id, owner, scopes, label, digest, created_at, expires_at)
VALUES (:tenant, :id, :owner, :scopes, :label, :digest, :now, :expires_at);

-- key_of: The key of an id.
SELECT * FROM api_key WHERE tenant = :tenant AND id = :id;

-- key_list: All keys, the newest first.
SELECT * FROM api_key WHERE tenant = :tenant ORDER BY created_at DESC, id DESC;

-- key_revoke: From now on it opens nothing.
UPDATE api_key SET revoked_at = :now
WHERE tenant = :tenant AND id = :id AND revoked_at IS NULL;

-- doctor_keys: A page of the keys.
SELECT * FROM api_key WHERE tenant = :tenant AND id > :id ORDER BY id LIMIT :limit;
