DROP TABLE clock_marks;
DROP TABLE household_hours;
DROP INDEX works_to_sweep;
DROP INDEX works_by_keeper;
ALTER TABLE works DROP COLUMN opened_at;
ALTER TABLE works DROP COLUMN lasting;
ALTER TABLE works DROP COLUMN bytes;
ALTER TABLE works DROP COLUMN states;
ALTER TABLE works DROP COLUMN keeper;
