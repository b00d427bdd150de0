DROP TABLE admin_log;
ALTER TABLE users DROP COLUMN locked_reason;
ALTER TABLE events DROP COLUMN hidden_reason;
ALTER TABLE works DROP COLUMN hidden_reason;
