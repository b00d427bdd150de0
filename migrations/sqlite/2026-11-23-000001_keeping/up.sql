-- Limits on works: the allowance in which each counts, and whether it is kept permanently.
CREATE TABLE works_new (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    kind        TEXT NOT NULL CHECK (kind IN ('army', 'layout')),
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
    deleted_at  TIMESTAMP
);
-- It is unknown which works were printed or shared so far, so all of them are kept.
INSERT INTO works_new (id, public_id, kind, edit_key, head, keeper, states, bytes, lasting, opened_at, created_at,
        updated_at, deleted_at)
    SELECT id, public_id, kind, edit_key, head,
        coalesce((SELECT visitor FROM work_holders h WHERE h.work_id = works.id ORDER BY h.id LIMIT 1), ''),
        (SELECT count(*) FROM work_revisions r WHERE r.work_id = works.id),
        (SELECT coalesce(sum(length(CAST(d.body AS BLOB))), 0) FROM documents d
            WHERE d.id IN (SELECT document_id FROM work_revisions r WHERE r.work_id = works.id)),
        TRUE, updated_at, created_at, updated_at, deleted_at
    FROM works;
DROP TABLE works;
ALTER TABLE works_new RENAME TO works;

-- For the amount of an allowance that is used.
CREATE INDEX works_by_keeper ON works (keeper, states, bytes);
-- For the works that may be swept.
CREATE INDEX works_to_sweep ON works (opened_at) WHERE NOT lasting AND deleted_at IS NULL;

-- The bytes written by each household in each hour.
CREATE TABLE household_hours (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    household   TEXT NOT NULL CHECK (length(household) = 64),
    hour        TIMESTAMP NOT NULL,
    works       BIGINT NOT NULL,
    bytes       BIGINT NOT NULL,
    UNIQUE (household, hour)
);

CREATE INDEX household_hours_by_age ON household_hours (hour);

-- The last time at which the clock was known to be right, in at most one row: nothing is deleted by age while the clock
-- is far ahead of it.
CREATE TABLE clock_marks (
    id          BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    trusted_at  TIMESTAMP NOT NULL
);
INSERT INTO clock_marks (id, trusted_at) SELECT 1, max(updated_at) FROM works HAVING count(*) > 0;
