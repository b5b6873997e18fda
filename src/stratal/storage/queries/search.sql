-- search_space_take: The number of a space, its row taken, so that its writers queue up.
UPDATE search_space SET next_seq = next_seq
WHERE tenant = :tenant AND layer = :layer AND scope = :scope
RETURNING no;

-- search_space_find: The number of a space, for readers.
SELECT no FROM search_space WHERE tenant = :tenant AND layer = :layer AND scope = :scope;

-- search_spaces: Every space.
SELECT no FROM search_space WHERE tenant = :tenant ORDER BY no;

-- search_space_of: What the space with that number is.
SELECT layer, scope FROM search_space WHERE tenant = :tenant AND no = :space;

-- search_space_grow: Some entries more; the first one's number, none of which is given again.
UPDATE search_space
SET next_seq = next_seq + :count, entries = entries + :count, terms = terms + :length
WHERE tenant = :tenant AND no = :space
RETURNING next_seq - :count AS seq;

-- search_space_shrink: Some entries less; the last number that was given.
UPDATE search_space SET entries = entries - :count, terms = terms - :length
WHERE tenant = :tenant AND no = :space
RETURNING next_seq - 1 AS last;

-- search_space_empty: No entry left. The numbers that were given stay given.
UPDATE search_space SET entries = 0, terms = 0 WHERE tenant = :tenant AND no = :space;

-- search_space_sizes: How much is in these spaces.
SELECT coalesce(sum(entries), 0) AS entries, coalesce(sum(terms), 0) AS terms
FROM search_space WHERE tenant = :tenant AND no IN {ints:spaces};

-- search_extents: How much is in each of these spaces, and the last number that it gave.
SELECT no, entries, terms, next_seq - 1 AS last FROM search_space
WHERE tenant = :tenant AND no IN {ints:spaces}
ORDER BY no;

-- search_part_grow: Some entries more in a part.
INSERT INTO search_part (tenant, space, part, entries, terms)
VALUES (:tenant, :space, :part, :count, :length)
ON CONFLICT (tenant, space, part)
DO UPDATE SET entries = search_part.entries + excluded.entries,
              terms = search_part.terms + excluded.terms;

-- search_part_shrink: Some entries less in a part.
UPDATE search_part SET entries = entries - :count, terms = terms - :length
WHERE tenant = :tenant AND space = :space AND part = :part;

-- search_part_forget: A part without entries is none.
DELETE FROM search_part
WHERE tenant = :tenant AND space = :space AND part = :part AND entries = 0;

-- search_part_totals: How many parts these spaces have, and how long they are together.
SELECT count(*) AS parts, coalesce(sum(terms), 0) AS terms
FROM search_part WHERE tenant = :tenant AND space IN {ints:spaces};

-- search_part_sizes: Entries and length of these parts.
SELECT space, part, entries, terms FROM search_part
WHERE tenant = :tenant AND space IN {ints:spaces} AND part IN {texts:parts};

-- search_parts_clear: All parts of a space.
DELETE FROM search_part WHERE tenant = :tenant AND space = :space;

-- search_entry_add: One item that can be found.
INSERT INTO search_entry (tenant, space, seq, item, part, spoken_by_person, at, length, terms)
VALUES (:tenant, :space, :seq, :item, :part, :spoken_by_person, :at, :length, :terms);

-- search_entry_of: What is needed to take an item out.
SELECT seq, part, length, terms FROM search_entry
WHERE tenant = :tenant AND space = :space AND item = :item;

-- search_entries_out: All that these items' entries say.
SELECT seq, item, part, spoken_by_person, at, length, terms FROM search_entry
WHERE tenant = :tenant AND space = :space AND item IN {texts:items};

-- search_entry_remove: One item out.
DELETE FROM search_entry WHERE tenant = :tenant AND space = :space AND seq = :seq;

-- search_entries_remove: The entries of these numbers out.
DELETE FROM search_entry WHERE tenant = :tenant AND space = :space AND seq IN {ints:seqs};

-- search_entries: The entries of these numbers.
SELECT seq, item, part, spoken_by_person, at, length FROM search_entry
WHERE tenant = :tenant AND space = :space AND seq IN {ints:seqs};

-- search_entries_named: The entries of these items. In no order: for one by number SQLite would read
-- the whole space.
SELECT seq, item, part, spoken_by_person, at, length FROM search_entry
WHERE tenant = :tenant AND space = :space AND item IN {texts:items};

-- search_entries_of_part: The entries of one part.
SELECT space, seq FROM search_entry
WHERE tenant = :tenant AND space IN {ints:spaces} AND part = :part AND part <> '';

-- search_parts_of: To which part each of these entries belongs, if to any.
SELECT seq, part FROM search_entry
WHERE tenant = :tenant AND space = :space AND seq IN {ints:seqs} AND part <> '';

-- search_entries_clear: All entries of a space.
DELETE FROM search_entry WHERE tenant = :tenant AND space = :space;

-- vector_generation_find: The number of a generation.
SELECT no FROM generation WHERE tenant = :tenant AND key = :key;

-- vector_generation_add: A new generation, numbered on.
INSERT INTO generation (tenant, no, key, dimension, current, created_at)
SELECT :tenant, coalesce(max(no), 0) + 1, :key, :dimension, 0, :now
FROM generation WHERE tenant = :tenant
ON CONFLICT DO NOTHING;

-- vector_generation_use: This generation is the one in use, the others are not.
UPDATE generation SET current = CASE WHEN no = :generation THEN 1 ELSE 0 END
WHERE tenant = :tenant;

-- vector_generation_first: This generation is the one in use, if none is.
UPDATE generation SET current = 1
WHERE tenant = :tenant AND no = :generation
  AND NOT EXISTS (SELECT 1 FROM generation g WHERE g.tenant = :tenant AND g.current = 1);

-- vector_generation_current: The one in use.
SELECT no, key FROM generation WHERE tenant = :tenant AND current = 1 ORDER BY no DESC LIMIT 1;

-- vector_generations: The generations that there are.
SELECT no FROM generation WHERE tenant = :tenant ORDER BY no;
