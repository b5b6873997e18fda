-- context_add: One context on the record.
INSERT INTO context (tenant, owner, conversation, id, scopes, task, asked, stage, stage_reason,
                     tokens, stable_prefix, notes, actor, made_at)
VALUES (:tenant, :owner, :conversation, :id, :scopes, :task, :asked, :stage, :stage_reason,
        :tokens, :stable_prefix, :notes, :actor, :made_at);

-- context_part_add: One part of it.
INSERT INTO context_part (tenant, owner, conversation, context, no, part, tokens, reason, digest)
VALUES (:tenant, :owner, :conversation, :context, :no, :part, :tokens, :reason, :digest);

-- context_item_add: One thing that was considered for it.
INSERT INTO context_item (tenant, owner, conversation, context, no, block, item, layer, revision,
                          reason, tokens, why)
VALUES (:tenant, :owner, :conversation, :context, :no, :block, :item, :layer, :revision, :reason,
        :tokens, :why);

-- context_text_add: The text of a part, once.
INSERT INTO context_text (tenant, owner, digest, content)
VALUES (:tenant, :owner, :digest, :content)
ON CONFLICT (tenant, owner, digest) DO NOTHING;

-- context_of: One context by its id.
SELECT c.id, c.conversation, c.scopes, c.task, c.asked, c.stage, c.stage_reason, c.tokens,
       c.stable_prefix, c.notes, c.actor, c.made_at
FROM context c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation AND c.id = :id;

-- context_newest: The newest contexts of a conversation, newest first.
SELECT c.id, c.conversation, c.scopes, c.task, c.asked, c.stage, c.stage_reason, c.tokens,
       c.stable_prefix, c.notes, c.actor, c.made_at
FROM context c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
ORDER BY c.id DESC LIMIT :limit;

-- context_beginning: Contexts of a conversation whose id begins like this, for people who type it.
SELECT c.id FROM context c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.id >= :low AND c.id < :high
ORDER BY c.id LIMIT 2;

-- context_ids: All contexts of a conversation, newest first.
SELECT c.id FROM context c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
ORDER BY c.id DESC;

-- context_conversations: The conversations of a person with any record of what a prompt held.
SELECT c.conversation FROM context c WHERE c.tenant = :tenant AND c.owner = :owner
UNION
SELECT m.conversation FROM compaction m WHERE m.tenant = :tenant AND m.owner = :owner
UNION
SELECT f.conversation FROM compaction_failure f WHERE f.tenant = :tenant AND f.owner = :owner
UNION
SELECT r.conversation FROM page_read r WHERE r.tenant = :tenant AND r.owner = :owner
ORDER BY 1;

-- context_parts: The parts of these contexts, each with its text if it is there.
SELECT p.context, p.no, p.part, p.tokens, p.reason, p.digest, t.content
FROM context_part p
LEFT JOIN context_text t
  ON t.tenant = p.tenant AND t.owner = p.owner AND t.digest = p.digest
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND p.context IN {texts:contexts}
ORDER BY p.context, p.no;

-- context_items: What was considered for these contexts.
SELECT i.context, i.no, i.block, i.item, i.layer, i.revision, i.reason, i.tokens, i.why
FROM context_item i
WHERE i.tenant = :tenant AND i.owner = :owner AND i.conversation = :conversation
  AND i.context IN {texts:contexts}
ORDER BY i.context, i.no;

-- context_digests: The texts that these contexts hold.
SELECT DISTINCT p.digest FROM context_part p
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND p.context IN {texts:contexts} AND p.digest <> '';

-- context_items_remove: All that was considered for these contexts.
DELETE FROM context_item
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND context IN {texts:contexts};

-- context_parts_remove: All parts of these contexts.
DELETE FROM context_part
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND context IN {texts:contexts};

-- context_remove: These contexts, once their parts and items are gone.
DELETE FROM context
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND id IN {texts:contexts};

-- context_texts_unused: Remove those of these texts that no part has any more.
DELETE FROM context_text
WHERE tenant = :tenant AND owner = :owner AND digest IN {texts:digests}
  AND NOT EXISTS (
    SELECT 1 FROM context_part p
    WHERE p.tenant = :tenant AND p.owner = :owner AND p.digest = context_text.digest);

-- context_holding: The texts in which an item of a layer stands, whoever was shown it.
SELECT DISTINCT p.owner, p.digest FROM context_item i
JOIN context_part p
  ON p.tenant = i.tenant AND p.owner = i.owner AND p.conversation = i.conversation
  AND p.context = i.context AND p.part = i.block
WHERE i.tenant = :tenant AND i.item >= :item AND i.item < :beyond AND i.layer = :layer
  AND i.why IS NULL AND p.digest <> '';

-- context_text_erase: A text, for good.
DELETE FROM context_text WHERE tenant = :tenant AND owner = :owner AND digest = :digest;

-- context_part_erase: That the text of these parts was erased; not even its hash stays.
UPDATE context_part SET digest = ''
WHERE tenant = :tenant AND owner = :owner AND digest = :digest;

-- context_item_erase: What is said of an item, which may have words of it. That it was there stays.
UPDATE context_item SET reason = ''
WHERE tenant = :tenant AND item >= :item AND item < :beyond AND layer = :layer;

-- context_query_erase: What these contexts searched for.
UPDATE context SET asked = '', notes = '[]'
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND id IN {texts:contexts};

-- context_compactions_count: How much there is of a conversation's compactions and contexts.
SELECT 'compaction' AS kind, count(*) AS found FROM compaction x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'compaction_failure', count(*) FROM compaction_failure x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'page', count(*) FROM page x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'page_read', count(*) FROM page_read x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'context', count(*) FROM context x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'context_part', count(*) FROM context_part x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'context_item', count(*) FROM context_item x
WHERE x.tenant = :tenant AND x.owner = :owner AND x.conversation = :conversation
UNION ALL
SELECT 'context_text', count(DISTINCT x.digest) FROM context_text x
JOIN context_part p ON p.tenant = x.tenant AND p.owner = x.owner AND p.digest = x.digest
WHERE x.tenant = :tenant AND x.owner = :owner AND p.conversation = :conversation;

-- page_reads_erase: All readings of pages of a conversation.
DELETE FROM page_read
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- pages_erase: All pages of a conversation.
DELETE FROM page WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- compactions_erase: All versions of a conversation's summary.
DELETE FROM compaction WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- compaction_failures_erase: All attempts that came to nothing.
DELETE FROM compaction_failure
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- doctor_compactions: A page of all versions of summaries, by conversation and number.
SELECT x.owner, x.conversation, x.version, x.from_seq, x.to_seq, x.covers, x.upto_seq,
       x.left_over, x.covered, x.kept, x.critical, x.stage, x.report, x.withdrawn_at, c.last_seq
FROM compaction x
JOIN conversation c ON c.tenant = x.tenant AND c.owner = x.owner AND c.id = x.conversation
WHERE x.tenant = :tenant
  AND (x.owner > :owner OR (x.owner = :owner AND (x.conversation > :conversation
    OR (x.conversation = :conversation AND x.version > :version))))
ORDER BY x.owner, x.conversation, x.version LIMIT :limit;

-- doctor_compaction_versions: Conversations whose summaries are not numbered from 1 on.
SELECT owner, conversation, count(*) AS versions, max(version) AS last FROM compaction
WHERE tenant = :tenant
GROUP BY owner, conversation
HAVING count(*) <> max(version) OR min(version) <> 1
ORDER BY owner, conversation LIMIT :limit;

-- doctor_compaction_failures: Failures of spans that there cannot be.
SELECT f.owner, f.conversation, f.from_seq, f.to_seq FROM compaction_failure f
JOIN conversation c ON c.tenant = f.tenant AND c.owner = f.owner AND c.id = f.conversation
WHERE f.tenant = :tenant
  AND (f.from_seq < 1 OR f.to_seq < f.from_seq OR f.to_seq > c.last_seq)
ORDER BY f.owner, f.conversation, f.from_seq LIMIT :limit;

-- doctor_retracted: What of a conversation was retracted.
SELECT from_seq, to_seq FROM retraction
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation;

-- doctor_compacted_pages: The pages of one version, in order.
SELECT from_seq, to_seq FROM page
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation AND version = :version
ORDER BY from_seq;

-- doctor_page_reads: Readings of pages that there never were.
SELECT r.owner, r.conversation, r.from_seq, r.to_seq FROM page_read r
WHERE r.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM page p
    WHERE p.tenant = r.tenant AND p.owner = r.owner AND p.conversation = r.conversation
      AND p.from_seq = r.from_seq AND p.to_seq = r.to_seq)
ORDER BY r.owner, r.conversation, r.from_seq LIMIT :limit;

-- doctor_context_texts: A page of all texts that contexts hold.
SELECT owner, digest, content FROM context_text
WHERE tenant = :tenant AND (owner > :owner OR (owner = :owner AND digest > :digest))
ORDER BY owner, digest LIMIT :limit;

-- doctor_context_parts: Parts of contexts whose text is lost.
SELECT p.owner, p.conversation, p.context, p.part FROM context_part p
WHERE p.tenant = :tenant AND p.digest <> '' AND NOT EXISTS (
    SELECT 1 FROM context_text t
    WHERE t.tenant = p.tenant AND t.owner = p.owner AND t.digest = p.digest)
ORDER BY p.owner, p.conversation, p.context, p.no LIMIT :limit;

-- doctor_context_orphans: Rows of contexts and compactions that belong to nothing, by table.
SELECT 'compaction' AS kind, count(*) AS lost FROM compaction x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'compaction_failure', count(*) FROM compaction_failure x
WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'page', count(*) FROM page x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM compaction o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.conversation = x.conversation
      AND o.version = x.version)
UNION ALL
SELECT 'page_read', count(*) FROM page_read x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'context', count(*) FROM context x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM conversation o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.id = x.conversation)
UNION ALL
SELECT 'context_part', count(*) FROM context_part x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM context o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.conversation = x.conversation
      AND o.id = x.context)
UNION ALL
SELECT 'context_item', count(*) FROM context_item x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM context o
    WHERE o.tenant = x.tenant AND o.owner = x.owner AND o.conversation = x.conversation
      AND o.id = x.context)
UNION ALL
SELECT 'context_text', count(*) FROM context_text x WHERE x.tenant = :tenant AND NOT EXISTS (
    SELECT 1 FROM context_part p
    WHERE p.tenant = x.tenant AND p.owner = x.owner AND p.digest = x.digest);
