-- There was no place for army lists. Foreign keys may be off, so nothing is deleted by cascade; they may be on, so the
-- table is not replaced, which would delete everything that refers to it.
DELETE FROM work_requests WHERE work_id IN (SELECT id FROM works WHERE kind = 'list');
DELETE FROM work_holders WHERE work_id IN (SELECT id FROM works WHERE kind = 'list');
DELETE FROM work_revisions WHERE work_id IN (SELECT id FROM works WHERE kind = 'list');
DELETE FROM works WHERE kind = 'list';
ALTER TABLE works ADD COLUMN old_kind TEXT NOT NULL DEFAULT 'army' CHECK (old_kind IN ('army', 'layout'));
UPDATE works SET old_kind = kind;
ALTER TABLE works DROP COLUMN kind;
ALTER TABLE works RENAME COLUMN old_kind TO kind;
