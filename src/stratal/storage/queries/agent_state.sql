-- agent_state_of: The document of an instance.
SELECT * FROM agent_state
WHERE tenant = :tenant AND owner = :owner AND agent = :agent AND name = :name;

-- agent_state_take: Take the row of an instance, so that its writers queue up.
UPDATE agent_state SET revision = revision
WHERE tenant = :tenant AND owner = :owner AND agent = :agent AND name = :name;

-- agent_state_names: The instances of an owner.
SELECT name FROM agent_state
WHERE tenant = :tenant AND owner = :owner AND agent = :agent ORDER BY name;

-- agent_state_create: A new instance; nothing if there is one of that name.
INSERT INTO agent_state (tenant, owner, agent, name, schema_version, revision, document,
                         created_at, updated_at)
VALUES (:tenant, :owner, :agent, :name, :schema_version, 1, :document, :now, :now)
ON CONFLICT (tenant, owner, agent, name) DO NOTHING;

-- agent_state_replace: The next document, if the revision is still the expected one.
UPDATE agent_state SET document = :document, schema_version = :schema_version,
    revision = revision + 1, updated_at = :now
WHERE tenant = :tenant AND owner = :owner AND agent = :agent AND name = :name
  AND revision = :expected;

-- agent_state_remember: The row of history that goes with every change.
INSERT INTO agent_state_revision (tenant, owner, agent, name, revision, schema_version, document,
                                  actor, reason, recorded_at)
VALUES (:tenant, :owner, :agent, :name, :revision, :schema_version, :document, :actor, :reason,
        :now);

-- agent_state_history: Every revision of an instance, oldest first.
SELECT * FROM agent_state_revision
WHERE tenant = :tenant AND owner = :owner AND agent = :agent AND name = :name
ORDER BY revision;
