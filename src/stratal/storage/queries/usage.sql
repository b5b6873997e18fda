-- usage_add: One report on the record; nothing if its response was reported before.
INSERT INTO usage_report (tenant, owner, conversation, id, response, model, input, cached, written,
                          output, estimated, ratio, exceeded, stop_reason, actor, reported_at)
VALUES (:tenant, :owner, :conversation, :id, :response, :model, :input, :cached, :written,
        :output, :estimated, :ratio, :exceeded, :stop_reason, :actor, :reported_at)
ON CONFLICT (tenant, owner, conversation, response) DO NOTHING;

-- usage_of_response: The report of one response.
SELECT * FROM usage_report
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND response = :response;

-- usage_newest: The newest reports of a conversation, newest first.
SELECT * FROM usage_report
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
ORDER BY id DESC LIMIT :limit;

-- usage_sums: What the reports of a conversation add up to.
SELECT count(*) AS reports, sum(input) AS input, sum(cached) AS cached, sum(written) AS written,
       sum(output) AS output
FROM usage_report
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- usage_ratios: What the last reports of a model say of its estimates, newest first.
SELECT ratio, exceeded FROM usage_report
WHERE tenant = :tenant AND model = :model AND ratio IS NOT NULL
ORDER BY id DESC LIMIT :limit;

-- usage_erase: All reports of a conversation.
DELETE FROM usage_report
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;
