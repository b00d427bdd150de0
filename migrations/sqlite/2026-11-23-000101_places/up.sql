-- Places from which an account was signed in before: browsers by the digest of a mark in their cookie, households by the
-- digest of their address together with the account.
CREATE TABLE user_places (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('device', 'household')),
    digest      TEXT NOT NULL CHECK (length(digest) = 64),
    seen_at     TIMESTAMP NOT NULL,
    UNIQUE (user_id, digest)
);

-- A browser in which several accounts have signed in has one mark.
CREATE INDEX user_places_by_digest ON user_places (digest);
