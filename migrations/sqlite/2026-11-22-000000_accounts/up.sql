CREATE TABLE users (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    sign_in     TEXT NOT NULL UNIQUE CHECK (length(sign_in) BETWEEN 3 AND 50),
    name        TEXT NOT NULL,
    email       TEXT,
    password    TEXT NOT NULL,
    -- The digest by which works know the account, as they know a browser by the digest of its secret.
    holder      TEXT NOT NULL UNIQUE CHECK (length(holder) = 64),
    is_admin    BOOLEAN NOT NULL CHECK (is_admin IN (0, 1)),
    created_at  TIMESTAMP NOT NULL
);

CREATE TABLE user_sessions (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token       TEXT NOT NULL UNIQUE CHECK (length(token) = 64),
    browser     TEXT NOT NULL,
    created_at  TIMESTAMP NOT NULL,
    seen_at     TIMESTAMP NOT NULL,
    expires_at  TIMESTAMP NOT NULL
);

-- For the foreign key with the list of sessions, and for ending old sessions.
CREATE INDEX user_sessions_by_user ON user_sessions (user_id, seen_at);
CREATE INDEX user_sessions_by_end ON user_sessions (expires_at);

-- Links that open an account once, to set a new password.
CREATE TABLE user_links (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token       TEXT NOT NULL UNIQUE CHECK (length(token) = 64),
    created_at  TIMESTAMP NOT NULL,
    expires_at  TIMESTAMP NOT NULL
);

CREATE INDEX user_links_by_user ON user_links (user_id);
CREATE INDEX user_links_by_end ON user_links (expires_at);

-- Counts that limit attempts. The subject is a digest of what is tried and by whom.
CREATE TABLE attempts (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    subject     TEXT NOT NULL CHECK (length(subject) = 64),
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX attempts_by_subject ON attempts (subject, created_at);
CREATE INDEX attempts_by_age ON attempts (created_at);
