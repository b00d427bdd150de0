-- Players' own army lists are works too. A constraint of SQLite can only be changed with its table; foreign keys are off
-- meanwhile, so that what refers to it stays.
CREATE TABLE works_new (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    kind        TEXT NOT NULL CHECK (kind IN ('army', 'layout', 'list')),
    edit_key    TEXT NOT NULL CHECK (length(edit_key) = 64),
    head        BIGINT NOT NULL CHECK (head >= 1),
    -- The browser or account in whose allowance the work counts; empty for none.
    keeper      TEXT NOT NULL CHECK (length(keeper) IN (0, 64)),
    states      BIGINT NOT NULL CHECK (states >= 0),
    -- Bytes of the documents that were new when its states were added.
    bytes       BIGINT NOT NULL CHECK (bytes >= 0),
    -- A work that was printed, shared, exported or entered anywhere is never swept.
    lasting     BOOLEAN NOT NULL CHECK (lasting IN (0, 1)),
    -- Accurate to a week.
    opened_at   TIMESTAMP NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    deleted_at  TIMESTAMP,
    -- The administrators' reason for hiding it; null if they do not.
    hidden_reason TEXT
);
INSERT INTO works_new (id, public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at,
        updated_at, deleted_at, hidden_reason)
    SELECT id, public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at, updated_at,
        deleted_at, hidden_reason
    FROM works;
DROP TABLE works;
ALTER TABLE works_new RENAME TO works;

-- For the amount of an allowance that is used.
CREATE INDEX works_by_keeper ON works (keeper, states, bytes);
-- For the works that may be swept.
CREATE INDEX works_to_sweep ON works (opened_at) WHERE NOT lasting AND deleted_at IS NULL;
