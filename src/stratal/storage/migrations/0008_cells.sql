-- before: short forms of vectors by cell. Code that does not know them reads the vectors.

-- The vectors of a large space once more, in short form and by cell: a question reads those of the
-- cells near it. Derived from the vectors; where there is nothing, or it is not ready, all are read.

CREATE TABLE search_cells (
    tenant TEXT NOT NULL,
    generation {int} NOT NULL,
    space {int} NOT NULL,
    cells {int} NOT NULL,
    centres {blob} NOT NULL,
    chosen_from {int} NOT NULL,
    vectors {int} NOT NULL,
    ready {int} NOT NULL,
    PRIMARY KEY (tenant, generation, space)
) {strict};

-- A few dozen vectors of one cell: their numbers, lengths and codes lie side by side.
CREATE TABLE search_block (
    tenant TEXT NOT NULL,
    generation {int} NOT NULL,
    space {int} NOT NULL,
    cell {int} NOT NULL,
    no {int} NOT NULL,
    seqs {blob} NOT NULL,
    lengths {blob} NOT NULL,
    codes {blob} NOT NULL,
    PRIMARY KEY (tenant, generation, space, cell, no)
) {strict};

-- Where the vector of an entry stands, to take it out.
CREATE TABLE search_member (
    tenant TEXT NOT NULL,
    space {int} NOT NULL,
    seq {int} NOT NULL,
    generation {int} NOT NULL,
    cell {int} NOT NULL,
    block {int} NOT NULL,
    PRIMARY KEY (tenant, space, seq, generation)
) {clustered};
