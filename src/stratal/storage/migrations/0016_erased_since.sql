-- before: since when there was something of what was erased whole. Code that does not know it says
-- nothing of such things to who looks back.

-- NULL: of what is no conversation, person or scope, or was erased before this was kept.
ALTER TABLE erasure ADD COLUMN first_at {int};
