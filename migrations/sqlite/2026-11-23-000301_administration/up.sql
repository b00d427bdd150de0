-- The administrators' reason for hiding something or locking an account; null if they do not.
ALTER TABLE works ADD COLUMN hidden_reason TEXT;
ALTER TABLE events ADD COLUMN hidden_reason TEXT;
ALTER TABLE users ADD COLUMN locked_reason TEXT;

-- The actions of administrators. Rows are only ever added.
CREATE TABLE admin_log (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    -- The names at that time: accounts may be deleted, the log stays.
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    -- The subject of the action: the address of a page, or an account.
    subject     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL
);
