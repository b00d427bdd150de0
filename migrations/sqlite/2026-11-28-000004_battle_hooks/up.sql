-- The addresses to which the site posts a message when an account has to decide in a battle.
CREATE TABLE battle_hooks (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id   BIGINT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address     TEXT NOT NULL,
    told_at     TIMESTAMP,
    -- The number of messages in a row that were not taken.
    failures    BIGINT NOT NULL DEFAULT 0,
    UNIQUE (battle_id, user_id)
);

CREATE INDEX battle_hooks_by_user ON battle_hooks (user_id);
