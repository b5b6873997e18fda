-- Vectors lie by generation and space: id = generation<<56 | space<<24 | seq, so that all vectors
-- of a space are read in one sweep. A row-id table, since blobs of this size overflow the others.
CREATE TABLE vector (
    id INTEGER PRIMARY KEY,
    tenant TEXT NOT NULL,
    value BLOB NOT NULL
) STRICT;

-- Vectors know a space by its number alone: no two tenants may share one.
CREATE UNIQUE INDEX search_space_by_no ON search_space (no);
