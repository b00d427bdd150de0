DROP TABLE battle_holders;
DROP TABLE battle_orders;
DROP TABLE battles;
