-- consent_all: What a person decided, in order.
SELECT c.no, c.given, c.layer, c.conversation, c.actor, c.reason, c.recorded_at FROM consent c
WHERE c.tenant = :tenant AND c.owner = :owner ORDER BY c.no;

-- consent_add: One more decision; nothing if somebody took its number meanwhile.
INSERT INTO consent (tenant, owner, no, given, layer, conversation, actor, reason, recorded_at)
VALUES (:tenant, :owner, :no, :given, :layer, :conversation, :actor, :reason, :now)
ON CONFLICT (tenant, owner, no) DO NOTHING;
