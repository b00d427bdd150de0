-- What the players of a battle agreed besides the rules, and whose turn it is. It stands apart from the battles, whose
-- rows end with a long text.
CREATE TABLE battle_terms (
    battle_id   BIGINT NOT NULL PRIMARY KEY REFERENCES battles (id) ON DELETE CASCADE,
    -- Whether others than the players may look on while it goes on.
    is_open     BOOLEAN NOT NULL CHECK (is_open IN (0, 1)),
    -- The days that a player has for each decision, if there is a clock.
    days        BIGINT CHECK (days BETWEEN 1 AND 30),
    -- The side that decides now; empty when the battle is over.
    decides     TEXT CHECK (decides IN ('a', 'b')),
    -- When it began to be the one that decides.
    since       TIMESTAMP NOT NULL,
    -- The state of another battle from which it was begun as a sketch: its public id and the number of a line, `id/12`.
    sketch_of   TEXT,
    -- The game of an event that it plays: the numbers of event, round, table and both players, `12/3/4/17/18`.
    game        TEXT
);

CREATE INDEX battle_terms_by_game ON battle_terms (game) WHERE game IS NOT NULL;

INSERT INTO battle_terms (battle_id, is_open, since)
    SELECT id, 1, updated_at FROM battles WHERE deleted_at IS NULL;

-- The accounts that want to be told by mail when they have to decide in a battle.
CREATE TABLE battle_notices (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id   BIGINT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Whether they are told each time, and not at most once a day.
    is_always   BOOLEAN NOT NULL CHECK (is_always IN (0, 1)),
    sent_at     TIMESTAMP,
    UNIQUE (battle_id, user_id)
);

CREATE INDEX battle_notices_by_user ON battle_notices (user_id);
