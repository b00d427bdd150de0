-- There was no place for army lists.
DELETE FROM works WHERE kind = 'list';
ALTER TABLE works DROP CONSTRAINT works_kind_check;
ALTER TABLE works ADD CONSTRAINT works_kind_check CHECK (kind IN ('army', 'layout'));
