-- before: what a sweep knows of a scope that it looked through, and ways to what an erasure asks for.

-- Of memories that are in use: how they stood then, and until when no rule can have work there.
-- Empty: they have to be looked through. It vouches for nothing once an entry came or went.
ALTER TABLE search_space ADD COLUMN swept TEXT NOT NULL DEFAULT '';

-- What is of a scope or of a person, among all that a tenant has.
CREATE INDEX record_by_scope ON record (tenant, scope, layer, id);
CREATE INDEX revision_by_actor ON revision (tenant, actor);
CREATE INDEX revision_by_verifier ON revision (tenant, verified_by) WHERE verified_by IS NOT NULL;
CREATE INDEX sweep_action_by_place ON sweep_action (tenant, owner, place);
CREATE INDEX sweep_action_by_other ON sweep_action (tenant, other) WHERE other IS NOT NULL;
-- With all that is asked in it: else SQLite reads the evidence of the whole tenant instead.
DROP INDEX evidence_by_message;
CREATE INDEX evidence_by_message ON evidence (tenant, owner, conversation, ref, type, record);
