-- A battle that is played in the browser. Its state is not stored: it comes from playing its orders.
CREATE TABLE battles (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public_id       TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    -- The request that created it.
    request_key     TEXT NOT NULL UNIQUE CHECK (length(request_key) = 64),
    ruleset         TEXT NOT NULL,
    ruleset_version TEXT NOT NULL,
    -- All dice of the battle follow from it, as hexadecimal digits; empty once the battle is deleted.
    dice_secret     TEXT NOT NULL CHECK (length(dice_secret) IN (0, 64)),
    name_a          TEXT NOT NULL,
    name_b          TEXT NOT NULL,
    -- Who decides for the side: a person, or the plain player of the program.
    by_a            TEXT NOT NULL CHECK (by_a IN ('person', 'plain')),
    by_b            TEXT NOT NULL CHECK (by_b IN ('person', 'plain')),
    -- The secrets of the links that play the sides.
    key_a           TEXT NOT NULL CHECK (length(key_a) = 64),
    key_b           TEXT NOT NULL CHECK (length(key_b) = 64),
    -- The browser or account in whose allowance the battle counts; empty for none.
    keeper          TEXT NOT NULL CHECK (length(keeper) IN (0, 64)),
    orders          BIGINT NOT NULL CHECK (orders >= 0),
    -- Bytes of the head and of the lines of all orders.
    bytes           BIGINT NOT NULL CHECK (bytes >= 0),
    standing        TEXT NOT NULL,
    is_over         BOOLEAN NOT NULL CHECK (is_over IN (0, 1)),
    -- Accurate to a week.
    opened_at       TIMESTAMP NOT NULL,
    created_at      TIMESTAMP NOT NULL,
    updated_at      TIMESTAMP NOT NULL,
    deleted_at      TIMESTAMP,
    -- The first lines of its record. It comes last because it is long: a list is read without it.
    head            TEXT NOT NULL
);

-- For the amount of an allowance that is used.
CREATE INDEX battles_by_keeper ON battles (keeper, bytes);
-- For the battles that may be swept.
CREATE INDEX battles_to_sweep ON battles (opened_at) WHERE deleted_at IS NULL;
CREATE INDEX battles_without_orders ON battles (created_at) WHERE orders = 0 AND deleted_at IS NULL;

CREATE TABLE battle_orders (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id   BIGINT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL CHECK (number >= 1),
    -- The order, its dice, its result, and the digest of the state after it.
    line        TEXT NOT NULL,
    side        TEXT NOT NULL CHECK (side IN ('a', 'b')),
    -- The request that gave it, if it was the first order of one.
    request     TEXT CHECK (length(request) = 64),
    created_at  TIMESTAMP NOT NULL,
    UNIQUE (battle_id, number)
);

CREATE UNIQUE INDEX battle_orders_by_request ON battle_orders (battle_id, request) WHERE request IS NOT NULL;

-- Who plays which side.
CREATE TABLE battle_holders (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    battle_id   BIGINT NOT NULL REFERENCES battles (id) ON DELETE CASCADE,
    side        TEXT NOT NULL CHECK (side IN ('a', 'b')),
    holder      TEXT NOT NULL CHECK (length(holder) = 64),
    created_at  TIMESTAMP NOT NULL,
    UNIQUE (battle_id, side, holder)
);

CREATE INDEX battle_holders_by_holder ON battle_holders (holder, battle_id);
