-- compaction_current: The newest version that stands, without what only the next one needs.
SELECT c.version, c.id, c.conversation, c.covers, c.upto_seq, c.left_over, c.covered,
       c.covered_tokens, c.summary, c.kept, c.overflow, c.stage, c.report, c.summarizer, c.task,
       c.checkpoint, c.made_at
FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.withdrawn_at IS NULL
ORDER BY c.version DESC LIMIT 1;

-- compaction_current_at: The newest version that stood at a time, without what only the next needs.
SELECT c.version, c.id, c.conversation, c.covers, c.upto_seq, c.left_over, c.covered,
       c.covered_tokens, c.summary, c.kept, c.overflow, c.stage, c.report, c.summarizer, c.task,
       c.checkpoint, c.made_at
FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.made_at <= :at AND (c.withdrawn_at IS NULL OR c.withdrawn_at > :at)
ORDER BY c.version DESC LIMIT 1;

-- compaction_of: One version, if it stands.
SELECT c.version, c.id, c.conversation, c.covers, c.upto_seq, c.left_over, c.covered,
       c.covered_tokens, c.summary, c.kept, c.overflow, c.stage, c.report, c.summarizer, c.task,
       c.checkpoint, c.made_at
FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.version = :version AND c.withdrawn_at IS NULL;

-- compaction_history: Every version that stands, oldest first.
SELECT c.version, c.id, c.conversation, c.covers, c.upto_seq, c.left_over, c.covered,
       c.covered_tokens, c.summary, c.kept, c.overflow, c.stage, c.report, c.summarizer, c.task,
       c.checkpoint, c.made_at
FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.withdrawn_at IS NULL
ORDER BY c.version;

-- compaction_last_version: The highest number that was given, withdrawn or not.
SELECT max(c.version) AS version FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation;

-- compaction_critical: The critical spans of all versions up to one, oldest first.
SELECT c.critical FROM compaction c
WHERE c.tenant = :tenant AND c.owner = :owner AND c.conversation = :conversation
  AND c.withdrawn_at IS NULL AND c.version <= :version
ORDER BY c.version;

-- compaction_add: The next version.
INSERT INTO compaction (tenant, owner, conversation, version, id, from_seq, to_seq, covers,
                        upto_seq, left_over, covered, covered_tokens, summary, kept, critical,
                        overflow, stage, report, summarizer, task, checkpoint, actor, made_at)
VALUES (:tenant, :owner, :conversation, :version, :id, :from_seq, :to_seq, :covers, :upto_seq,
        :left_over, :covered, :covered_tokens, :summary, :kept, :critical, :overflow, :stage,
        :report, :summarizer, :task, :checkpoint, :actor, :made_at);

-- compaction_withdraw: Take back every version that tells of a message from that number on.
UPDATE compaction SET withdrawn_at = :now
WHERE tenant = :tenant AND owner = :owner AND conversation = :conversation
  AND upto_seq >= :from_seq AND withdrawn_at IS NULL;

-- compaction_failure_add: An attempt that came to nothing.
INSERT INTO compaction_failure (tenant, owner, conversation, id, from_seq, to_seq, summarizer,
                                error, actor, failed_at)
VALUES (:tenant, :owner, :conversation, :id, :from_seq, :to_seq, :summarizer, :error, :actor,
        :failed_at);

-- compaction_failures: The last attempts that came to nothing, newest first.
SELECT f.id, f.from_seq, f.to_seq, f.summarizer, f.error, f.failed_at FROM compaction_failure f
WHERE f.tenant = :tenant AND f.owner = :owner AND f.conversation = :conversation
ORDER BY f.failed_at DESC, f.id DESC LIMIT :limit;

-- page_add: A piece of what a version has put out of the window.
INSERT INTO page (tenant, owner, conversation, version, from_seq, to_seq, title, tokens)
VALUES (:tenant, :owner, :conversation, :version, :from_seq, :to_seq, :title, :tokens);

-- page_newest: The newest pages of the versions that stand.
SELECT p.from_seq, p.to_seq, p.title, p.tokens, c.made_at FROM page p
JOIN compaction c ON c.tenant = p.tenant AND c.owner = p.owner
  AND c.conversation = p.conversation AND c.version = p.version
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND c.withdrawn_at IS NULL
ORDER BY p.to_seq DESC, p.from_seq DESC LIMIT :limit;

-- page_of: The page of a span.
SELECT p.from_seq, p.to_seq, p.title, p.tokens, c.made_at FROM page p
JOIN compaction c ON c.tenant = p.tenant AND c.owner = p.owner
  AND c.conversation = p.conversation AND c.version = p.version
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND p.from_seq = :from_seq AND p.to_seq = :to_seq AND c.withdrawn_at IS NULL
ORDER BY p.version DESC LIMIT 1;

-- page_at: The page that holds a message.
SELECT p.from_seq, p.to_seq, p.title, p.tokens, c.made_at FROM page p
JOIN compaction c ON c.tenant = p.tenant AND c.owner = p.owner
  AND c.conversation = p.conversation AND c.version = p.version
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND p.from_seq <= :seq AND p.to_seq >= :seq AND c.withdrawn_at IS NULL
ORDER BY p.version DESC LIMIT 1;

-- page_count: How many pages there are.
SELECT count(*) AS pages FROM page p
JOIN compaction c ON c.tenant = p.tenant AND c.owner = p.owner
  AND c.conversation = p.conversation AND c.version = p.version
WHERE p.tenant = :tenant AND p.owner = :owner AND p.conversation = :conversation
  AND c.withdrawn_at IS NULL;

-- page_read_add: Somebody read a page.
INSERT INTO page_read (tenant, owner, conversation, id, from_seq, to_seq, actor, read_at)
VALUES (:tenant, :owner, :conversation, :id, :from_seq, :to_seq, :actor, :read_at);

-- page_reads: The last readings of pages, newest first.
SELECT r.from_seq, r.to_seq, r.actor, r.read_at FROM page_read r
WHERE r.tenant = :tenant AND r.owner = :owner AND r.conversation = :conversation
ORDER BY r.read_at DESC, r.id DESC LIMIT :limit;
