-- One row for each subject instead of one for each attempt; earlier counts are dropped.
DROP TABLE attempts;

-- The subject is a digest of what is tried and by whom; tried_at is the time of its last attempt.
CREATE TABLE attempts (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    subject     TEXT NOT NULL UNIQUE CHECK (length(subject) = 64),
    tries       BIGINT NOT NULL CHECK (tries > 0),
    tried_at    TIMESTAMP NOT NULL
);

CREATE INDEX attempts_by_age ON attempts (tried_at);
