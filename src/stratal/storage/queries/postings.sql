-- postings_entries: What entries numbered in a row list.
SELECT seq, length, terms FROM search_entry
WHERE tenant = :tenant AND space = :space AND seq BETWEEN :first AND :last
ORDER BY seq;

-- postings_of: Where these terms stand, by the runs that begin with these numbers. In no order.
SELECT space, first, term, places FROM posting
WHERE tenant = :tenant AND space IN {ints:spaces} AND first IN {ints:firsts}
  AND term IN {texts:terms};

-- postings_of_run: Where these terms stand in one run.
SELECT term, places FROM posting
WHERE tenant = :tenant AND space = :space AND first = :first AND term IN {texts:terms};

-- postings_add: A term of a run.
INSERT INTO posting (tenant, space, first, term, places)
VALUES (:tenant, :space, :first, :term, :places);

-- postings_change: The entries of a run that still hold a term.
UPDATE posting SET places = :places
WHERE tenant = :tenant AND space = :space AND first = :first AND term = :term;

-- postings_remove: Terms that no entry of a run holds any more.
DELETE FROM posting
WHERE tenant = :tenant AND space = :space AND first = :first AND term IN {texts:terms};

-- postings_clear_run: All terms of a run.
DELETE FROM posting WHERE tenant = :tenant AND space = :space AND first = :first;

-- postings_clear: All terms of a space.
DELETE FROM posting WHERE tenant = :tenant AND space = :space;
