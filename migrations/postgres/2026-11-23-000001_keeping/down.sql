DROP TABLE clock_marks;
DROP TABLE household_hours;
DROP INDEX works_to_sweep;
DROP INDEX works_by_keeper;
ALTER TABLE works DROP COLUMN opened_at, DROP COLUMN lasting, DROP COLUMN bytes, DROP COLUMN states, DROP COLUMN keeper;
