-- The minutes that each side has for a whole battle, null without such a clock, and the seconds that each has used.
ALTER TABLE battle_terms ADD COLUMN minutes BIGINT;
ALTER TABLE battle_terms ADD COLUMN used_a BIGINT NOT NULL DEFAULT 0;
ALTER TABLE battle_terms ADD COLUMN used_b BIGINT NOT NULL DEFAULT 0;
