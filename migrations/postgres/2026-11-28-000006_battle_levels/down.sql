ALTER TABLE battle_terms DROP COLUMN level;
