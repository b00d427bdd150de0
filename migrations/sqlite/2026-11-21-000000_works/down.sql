-- The old tables had a place only for armies. Foreign keys may be off, so nothing is deleted by cascade.
DELETE FROM work_requests WHERE work_id IN (SELECT id FROM works WHERE kind <> 'army');
DELETE FROM work_holders WHERE work_id IN (SELECT id FROM works WHERE kind <> 'army');
DELETE FROM work_revisions WHERE work_id IN (SELECT id FROM works WHERE kind <> 'army');
DELETE FROM works WHERE kind <> 'army';
ALTER TABLE works DROP COLUMN kind;

DROP INDEX work_revisions_by_hash;
DROP INDEX work_revisions_by_parent;
DROP INDEX work_holders_by_visitor;
DROP INDEX work_requests_by_work;
DROP INDEX work_requests_by_age;

ALTER TABLE work_revisions RENAME COLUMN figure TO spent;
ALTER TABLE work_revisions RENAME COLUMN work_id TO army_id;
ALTER TABLE work_holders RENAME COLUMN work_id TO army_id;
ALTER TABLE work_requests RENAME COLUMN work_id TO army_id;
ALTER TABLE works RENAME TO armies;
ALTER TABLE work_revisions RENAME TO army_revisions;
ALTER TABLE work_holders RENAME TO army_holders;
ALTER TABLE work_requests RENAME TO army_requests;

CREATE INDEX army_revisions_by_hash ON army_revisions (army_id, hash);
CREATE INDEX army_revisions_by_parent ON army_revisions (army_id, parent, number);
CREATE INDEX army_holders_by_visitor ON army_holders (visitor, army_id);
CREATE INDEX army_requests_by_army ON army_requests (army_id);
CREATE INDEX army_requests_by_age ON army_requests (created_at);
