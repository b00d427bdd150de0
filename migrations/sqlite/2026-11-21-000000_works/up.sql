-- A work is an army or a layout that a visitor has saved.
ALTER TABLE armies RENAME TO works;
ALTER TABLE army_revisions RENAME TO work_revisions;
ALTER TABLE army_holders RENAME TO work_holders;
ALTER TABLE army_requests RENAME TO work_requests;
ALTER TABLE work_revisions RENAME COLUMN army_id TO work_id;
ALTER TABLE work_holders RENAME COLUMN army_id TO work_id;
ALTER TABLE work_requests RENAME COLUMN army_id TO work_id;

-- Only armies have spent AP, which lists show beside the name.
ALTER TABLE work_revisions RENAME COLUMN spent TO figure;

DROP INDEX army_revisions_by_hash;
DROP INDEX army_revisions_by_parent;
DROP INDEX army_holders_by_visitor;
DROP INDEX army_requests_by_army;
DROP INDEX army_requests_by_age;
CREATE INDEX work_revisions_by_hash ON work_revisions (work_id, hash);
CREATE INDEX work_revisions_by_parent ON work_revisions (work_id, parent, number);
CREATE INDEX work_holders_by_visitor ON work_holders (visitor, work_id);
CREATE INDEX work_requests_by_work ON work_requests (work_id);
CREATE INDEX work_requests_by_age ON work_requests (created_at);

-- All existing works are armies. The default must not remain, or a work saved without a kind would become an army. A
-- column without a default requires a new table.
CREATE TABLE works_new (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    kind        TEXT NOT NULL CHECK (kind IN ('army', 'layout')),
    edit_key    TEXT NOT NULL CHECK (length(edit_key) = 64),
    head        BIGINT NOT NULL CHECK (head >= 1),
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    deleted_at  TIMESTAMP
);
INSERT INTO works_new (id, public_id, kind, edit_key, head, created_at, updated_at, deleted_at)
    SELECT id, public_id, 'army', edit_key, head, created_at, updated_at, deleted_at FROM works;
DROP TABLE works;
ALTER TABLE works_new RENAME TO works;
