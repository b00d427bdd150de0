ALTER TABLE battle_terms ALTER COLUMN game TYPE TEXT COLLATE "default";
