-- before: until when a key opens something. Code that does not know it lets every key in for ever.

-- NULL: until it is revoked.
ALTER TABLE api_key ADD COLUMN expires_at {int};
