DROP TABLE battle_notices;
DROP TABLE battle_terms;
