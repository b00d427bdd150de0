ALTER TABLE battles DROP COLUMN hidden_reason;
