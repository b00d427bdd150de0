-- The administrators' reason for hiding a battle; null if they do not.
ALTER TABLE battles ADD COLUMN hidden_reason TEXT;
