ALTER TABLE battle_terms DROP COLUMN minutes;
ALTER TABLE battle_terms DROP COLUMN used_a;
ALTER TABLE battle_terms DROP COLUMN used_b;
