CREATE TABLE events (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    slug        TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 3 AND 60),
    state       TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed', 'running', 'done', 'hidden')),
    name        TEXT NOT NULL,
    begins      TEXT NOT NULL,
    -- Everything that pages show and that entries are checked against.
    document    TEXT NOT NULL,
    -- Needed inside the transaction of an entry: the deadline, the places, and whether the document has changed.
    deadline    TIMESTAMP,
    late        BOOLEAN NOT NULL CHECK (late IN (0, 1)),
    places      BIGINT CHECK (places >= 1),
    version     BIGINT NOT NULL CHECK (version >= 1),
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL
);

-- The list of events.
CREATE INDEX events_by_beginning ON events (begins, id);

CREATE TABLE event_staff (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role        TEXT NOT NULL CHECK (role IN ('owner', 'organiser', 'helper')),
    created_at  TIMESTAMP NOT NULL,
    UNIQUE (event_id, user_id)
);

CREATE INDEX event_staff_by_user ON event_staff (user_id, event_id);

CREATE TABLE entrants (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    public_id   TEXT NOT NULL UNIQUE CHECK (length(public_id) = 12),
    name        TEXT NOT NULL,
    -- The name in the form used for comparison: no two players of an event have the same name.
    name_key    TEXT NOT NULL,
    club        TEXT NOT NULL,
    email       TEXT,
    -- The browser or account that may change the entry, and the secret of the link that may too.
    holder      TEXT NOT NULL,
    entry_key   TEXT NOT NULL CHECK (length(entry_key) = 64),
    state       TEXT NOT NULL CHECK (state IN ('nothing', 'draft', 'entered', 'returned', 'accepted', 'withdrawn')),
    locked      BOOLEAN NOT NULL CHECK (locked IN (0, 1)),
    -- The organiser lets this player enter after the deadline.
    may_still   BOOLEAN NOT NULL CHECK (may_still IN (0, 1)),
    waiting     BOOLEAN NOT NULL CHECK (waiting IN (0, 1)),
    checked_in  BOOLEAN NOT NULL CHECK (checked_in IN (0, 1)),
    -- For the organisers only.
    note        TEXT NOT NULL,
    -- The reason the entry was returned, for the player.
    word        TEXT NOT NULL,
    -- The number of the version that counts; null until there is one.
    head        BIGINT CHECK (head >= 1),
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    UNIQUE (event_id, name_key)
);

CREATE INDEX entrants_by_holder ON entrants (holder, event_id);

CREATE TABLE entries (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    entrant_id      BIGINT NOT NULL REFERENCES entrants (id) ON DELETE CASCADE,
    number          BIGINT NOT NULL CHECK (number >= 1),
    request_key     TEXT NOT NULL UNIQUE CHECK (length(request_key) = 64),
    hash            TEXT NOT NULL CHECK (length(hash) BETWEEN 16 AND 40),
    document        TEXT NOT NULL,
    ruleset_version TEXT NOT NULL,
    event_version   BIGINT NOT NULL,
    title           TEXT NOT NULL,
    legal           BOOLEAN NOT NULL CHECK (legal IN (0, 1)),
    submitted       BOOLEAN NOT NULL CHECK (submitted IN (0, 1)),
    made_by         TEXT NOT NULL,
    -- The time when its transaction began, which decides about the deadline.
    created_at      TIMESTAMP NOT NULL,
    UNIQUE (entrant_id, number)
);

CREATE TABLE event_log (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    entrant_id  BIGINT REFERENCES entrants (id) ON DELETE CASCADE,
    actor       TEXT NOT NULL,
    action      TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX event_log_by_event ON event_log (event_id, id);
CREATE INDEX event_log_by_entrant ON event_log (entrant_id, id);

CREATE TABLE event_rounds (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    number      BIGINT NOT NULL CHECK (number >= 1),
    document    TEXT NOT NULL,
    published   BOOLEAN NOT NULL CHECK (published IN (0, 1)),
    version     BIGINT NOT NULL CHECK (version >= 1),
    created_at  TIMESTAMP NOT NULL,
    updated_at  TIMESTAMP NOT NULL,
    UNIQUE (event_id, number)
);
