DROP TABLE attempts;

CREATE TABLE attempts (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    subject     TEXT NOT NULL CHECK (length(subject) = 64),
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX attempts_by_subject ON attempts (subject, created_at);
CREATE INDEX attempts_by_age ON attempts (created_at);
