DROP TABLE battle_hooks;
