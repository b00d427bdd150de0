-- Otherwise cleared entries would reappear.
DELETE FROM entrants WHERE clearing_id IS NOT NULL;
DROP TABLE event_clearings;
DROP INDEX entrants_by_clearing;
ALTER TABLE entrants DROP COLUMN clearing_id;
ALTER TABLE entrants DROP COLUMN maker;
ALTER TABLE entrants DROP COLUMN household;
ALTER TABLE entrants DROP COLUMN pending;
ALTER TABLE events DROP COLUMN origin_key;
ALTER TABLE events DROP COLUMN most_entries;
ALTER TABLE events DROP COLUMN approval;
