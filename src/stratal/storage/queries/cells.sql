-- cells_of: What is known of the cells of these spaces, but for their centres.
SELECT c.space, c.cells, c.chosen_from, c.vectors, c.ready FROM search_cells c
WHERE c.tenant = :tenant AND c.generation = :generation AND c.space IN {ints:spaces};

-- cells_all: The same of every space and generation.
SELECT c.generation, c.space, c.cells, c.vectors, c.ready FROM search_cells c
WHERE c.tenant = :tenant ORDER BY c.generation, c.space;

-- cells_hold: Make the other writers of a space wait.
UPDATE search_space SET next_seq = next_seq WHERE tenant = :tenant AND no = :space;

-- cells_centres: The centres of the cells of a space, one after the other.
SELECT c.centres FROM search_cells c
WHERE c.tenant = :tenant AND c.generation = :generation AND c.space = :space;

-- cells_add: Cells of a space, empty so far.
INSERT INTO search_cells (tenant, generation, space, cells, centres, chosen_from, vectors, ready)
VALUES (:tenant, :generation, :space, :cells, :centres, :chosen_from, 0, 0)
ON CONFLICT DO NOTHING;

-- cells_grow: So many vectors more, or fewer, are in its cells.
UPDATE search_cells SET vectors = vectors + :count
WHERE tenant = :tenant AND generation = :generation AND space = :space;

-- cells_ready: Whether the cells of a space hold all of its vectors.
UPDATE search_cells SET ready = :ready
WHERE tenant = :tenant AND generation = :generation AND space = :space;

-- cells_remove: Forget the centres of a space.
DELETE FROM search_cells
WHERE tenant = :tenant AND generation = :generation AND space = :space;

-- cells_blocks_in: What lies in these cells.
SELECT b.cell, b.no, b.seqs, b.lengths, b.codes FROM search_block b
WHERE b.tenant = :tenant AND b.generation = :generation AND b.space = :space
  AND b.cell IN {ints:cells}
ORDER BY b.cell, b.no;

-- cells_last_blocks: The last block of each of these cells.
SELECT b.cell, b.no, b.seqs, b.lengths, b.codes FROM search_block b
JOIN (SELECT l.cell, max(l.no) AS no FROM search_block l
      WHERE l.tenant = :tenant AND l.generation = :generation AND l.space = :space
        AND l.cell IN {ints:cells}
      GROUP BY l.cell) AS last ON last.cell = b.cell AND last.no = b.no
WHERE b.tenant = :tenant AND b.generation = :generation AND b.space = :space;

-- cells_block: One block.
SELECT b.cell, b.no, b.seqs, b.lengths, b.codes FROM search_block b
WHERE b.tenant = :tenant AND b.generation = :generation AND b.space = :space
  AND b.cell = :cell AND b.no = :no;

-- cells_block_put: A block as it is now.
INSERT INTO search_block (tenant, generation, space, cell, no, seqs, lengths, codes)
VALUES (:tenant, :generation, :space, :cell, :no, :seqs, :lengths, :codes)
ON CONFLICT (tenant, generation, space, cell, no)
DO UPDATE SET seqs = excluded.seqs, lengths = excluded.lengths, codes = excluded.codes;

-- cells_block_remove: A block that is empty now.
DELETE FROM search_block
WHERE tenant = :tenant AND generation = :generation AND space = :space AND cell = :cell
  AND no = :no;

-- cells_blocks_clear: All blocks of a space.
DELETE FROM search_block
WHERE tenant = :tenant AND generation = :generation AND space = :space;

-- cells_blocks_all: What is in every block of a space, but for the codes.
SELECT b.cell, b.no, b.seqs FROM search_block b
WHERE b.tenant = :tenant AND b.generation = :generation AND b.space = :space
ORDER BY b.cell, b.no;

-- cells_members_of: Where the vectors of these entries stand.
SELECT m.generation, m.seq, m.cell, m.block FROM search_member m
WHERE m.tenant = :tenant AND m.space = :space AND m.seq IN {ints:seqs};

-- cells_members: Which of these entries stand in a cell.
SELECT m.seq FROM search_member m
WHERE m.tenant = :tenant AND m.space = :space AND m.generation = :generation
  AND m.seq IN {ints:seqs};

-- cells_member_add: An entry's vector stands there.
INSERT INTO search_member (tenant, space, seq, generation, cell, block)
VALUES (:tenant, :space, :seq, :generation, :cell, :block);

-- cells_member_remove: An entry's vector stands in no cell any more.
DELETE FROM search_member
WHERE tenant = :tenant AND space = :space AND seq = :seq AND generation = :generation;

-- cells_members_clear: No vector of a generation stands in a cell of the space.
DELETE FROM search_member
WHERE tenant = :tenant AND space = :space AND generation = :generation;

-- cells_members_all: Where each vector of a space stands.
SELECT m.seq, m.cell, m.block FROM search_member m
WHERE m.tenant = :tenant AND m.space = :space AND m.generation = :generation ORDER BY m.seq;

-- cells_entries: Which of these entries there are.
SELECT e.seq FROM search_entry e
WHERE e.tenant = :tenant AND e.space = :space AND e.seq IN {ints:seqs};
