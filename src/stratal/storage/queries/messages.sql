-- conversation_open: Make sure of the conversation and take its row, so that its writers queue up.
INSERT INTO conversation (tenant, owner, id, last_seq, created_at)
VALUES (:tenant, :owner, :conversation, 0, :now)
ON CONFLICT (tenant, owner, id) DO UPDATE SET last_seq = conversation.last_seq
RETURNING last_seq;

-- conversation_advance: Remember the number of the last message.
UPDATE conversation SET last_seq = :last_seq
WHERE tenant = :tenant AND owner = :owner AND id = :conversation;

-- conversation_list: The owner's conversations, newest first.
SELECT c.id, c.last_seq, c.created_at FROM conversation c
WHERE c.tenant = :tenant AND c.owner = :owner
ORDER BY c.created_at DESC, c.id;

-- message_add: One message at the end.
INSERT INTO message (tenant, owner, conversation, seq, id, role, speaker, body, digest, tokens,
                     secrets, said_at, time_zone, recorded_at)
VALUES (:tenant, :owner, :conversation, :seq, :id, :role, :speaker, :body, :digest, :tokens,
        :secrets, :said_at, :time_zone, :recorded_at);

-- message_by_ids: The messages of these ids, retracted or not.
SELECT m.*, EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq) AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.id IN {texts:ids};

-- message_by_seqs: The messages of these numbers, retracted or not, in order.
SELECT m.*, EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq) AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.seq IN {ints:seqs}
ORDER BY m.seq;

-- message_standing_before: The last messages that stand before a number, newest first.
SELECT m.*, 0 AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.seq < :before
  AND NOT EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq)
ORDER BY m.seq DESC LIMIT :limit;

-- message_last_like: The last assistant's messages of a span that stand and have a piece in the body.
SELECT m.*, 0 AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.seq BETWEEN :from_seq AND :to_seq AND m.role = 'assistant' AND m.body LIKE :piece
  AND NOT EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq)
ORDER BY m.seq DESC LIMIT :limit;

-- message_after: The messages after a number, retracted ones too, oldest first.
SELECT m.*, EXISTS (
    SELECT 1 FROM retraction r
    WHERE r.tenant = m.tenant AND r.owner = m.owner AND r.conversation = m.conversation
      AND m.seq BETWEEN r.from_seq AND r.to_seq) AS retracted
FROM message m
WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
  AND m.seq > :after
ORDER BY m.seq LIMIT :limit;

-- retraction_add: Take a span of messages out of window, recall and evidence.
INSERT INTO retraction (tenant, owner, conversation, from_seq, to_seq, actor, reason, retracted_at)
VALUES (:tenant, :owner, :conversation, :from_seq, :to_seq, :actor, :reason, :now);

-- retraction_marks_evidence: What cites the span is evidence no more.
UPDATE evidence SET standing = 'retracted'
WHERE tenant = :tenant AND type = 'message' AND owner = :owner AND conversation = :conversation
  AND ref IN (
    SELECT m.id FROM message m
    WHERE m.tenant = :tenant AND m.owner = :owner AND m.conversation = :conversation
      AND m.seq BETWEEN :from_seq AND :to_seq);
