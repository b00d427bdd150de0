-- How the computer plays in a battle: a level and a style, `colonel bold`; null for the plain player.
ALTER TABLE battle_terms ADD COLUMN level TEXT;
