-- All games of a round stand between two texts, in the order of bytes.
ALTER TABLE battle_terms ALTER COLUMN game TYPE TEXT COLLATE "C";
