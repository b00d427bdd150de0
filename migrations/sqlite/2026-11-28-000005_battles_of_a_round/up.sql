-- All games of a round stand between two texts, in the order of bytes, which SQLite follows by itself.
REINDEX battle_terms_by_game;
