-- question_add: A question is put to a person; a turn has one at most.
INSERT INTO question (tenant, owner, conversation, seq, layer, record, asked_at, answer, message,
                      answered_at)
VALUES (:tenant, :owner, :conversation, :seq, :layer, :record, :now, NULL, NULL, NULL)
ON CONFLICT (tenant, owner, conversation, seq) DO NOTHING;

-- question_last: The last question that was put to a person in a conversation.
SELECT * FROM question
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
ORDER BY seq DESC LIMIT 1;

-- question_answered_by: What was settled by these messages of the person.
SELECT * FROM question
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND message IN {texts:messages} AND answer IN ('yes', 'no')
ORDER BY seq;

-- question_counts: How often something was put to a person, by record.
SELECT record, count(*) AS times FROM question
WHERE tenant = :tenant AND owner = :owner AND record IN {texts:records} GROUP BY record;

-- question_answer: What the person answered, if nothing was answered yet.
UPDATE question SET answer = :answer, message = :message, answered_at = :now
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND seq = :seq
  AND answer IS NULL;

-- question_forget: A record is gone, and with it that it was asked about.
DELETE FROM question WHERE tenant = :tenant AND record = :record;
