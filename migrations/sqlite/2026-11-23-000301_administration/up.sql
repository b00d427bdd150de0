-- Why the administrators hide something or lock an account; nothing where they do not.
ALTER TABLE works ADD COLUMN hidden_reason TEXT;
ALTER TABLE events ADD COLUMN hidden_reason TEXT;
ALTER TABLE users ADD COLUMN locked_reason TEXT;

-- The deeds of administrators. Rows are only ever added.
CREATE TABLE admin_log (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    -- As they were called then: accounts may end, the log stays.
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    -- The address of the page, or the account, that it was done to.
    subject     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL
);
