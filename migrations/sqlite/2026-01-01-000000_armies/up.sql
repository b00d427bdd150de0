CREATE TABLE armies (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    edit_key    TEXT NOT NULL CHECK (length(edit_key) = 64),
    head        BIGINT NOT NULL CHECK (head >= 1),
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    deleted_at  TIMESTAMP
);

CREATE TABLE army_revisions (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    army_id         BIGINT NOT NULL REFERENCES armies (id) ON DELETE CASCADE,
    number          BIGINT NOT NULL CHECK (number >= 1),
    parent          BIGINT CHECK (parent >= 1 AND parent < number),
    hash            TEXT NOT NULL CHECK (length(hash) BETWEEN 16 AND 40),
    document        TEXT NOT NULL,
    ruleset         TEXT NOT NULL,
    ruleset_version TEXT NOT NULL,
    name            TEXT NOT NULL,
    legal           BOOLEAN NOT NULL CHECK (legal IN (0, 1)),
    spent           TEXT NOT NULL,
    action          TEXT NOT NULL,
    created_at      TIMESTAMP NOT NULL,
    UNIQUE (army_id, number),
    FOREIGN KEY (army_id, parent) REFERENCES army_revisions (army_id, number) ON DELETE CASCADE
);

-- The permanent address of a state names its hash.
CREATE INDEX army_revisions_by_hash ON army_revisions (army_id, hash);

-- Every page of the editor asks whether there is anything to redo.
CREATE INDEX army_revisions_by_parent ON army_revisions (army_id, parent, number);

CREATE TABLE army_holders (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    army_id     BIGINT NOT NULL REFERENCES armies (id) ON DELETE CASCADE,
    visitor     TEXT NOT NULL CHECK (length(visitor) = 64),
    created_at  TIMESTAMP NOT NULL,
    UNIQUE (army_id, visitor)
);

-- "My armies".
CREATE INDEX army_holders_by_visitor ON army_holders (visitor, army_id);

CREATE TABLE army_requests (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    request_key TEXT NOT NULL UNIQUE CHECK (length(request_key) = 64),
    army_id     BIGINT NOT NULL REFERENCES armies (id) ON DELETE CASCADE,
    revision    BIGINT NOT NULL CHECK (revision >= 1),
    created_at  TIMESTAMP NOT NULL
);

-- For the foreign key, and for pruning old requests.
CREATE INDEX army_requests_by_army ON army_requests (army_id);
CREATE INDEX army_requests_by_age ON army_requests (created_at);
