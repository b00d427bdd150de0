-- The documents of states and entries, each stored once: a copy, a restored state or an entry refers to it. The program
-- supplies the hash function that SQLite lacks.
CREATE TABLE documents (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    -- SHA-256 of the body.
    digest      BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    body        TEXT NOT NULL
);

-- The states of a deleted work were blanked. Nothing reads them: its address is answered from the work alone.
DELETE FROM work_revisions WHERE work_id IN (SELECT id FROM works WHERE deleted_at IS NOT NULL);

INSERT OR IGNORE INTO documents (digest, body) SELECT sha256(document), document FROM work_revisions ORDER BY id;
INSERT OR IGNORE INTO documents (digest, body) SELECT sha256(document), document FROM entries ORDER BY id;

-- A column that is not null and has no default requires a new table.
CREATE TABLE work_revisions_new (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    work_id         BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
    number          BIGINT NOT NULL CHECK (number >= 1),
    parent          BIGINT CHECK (parent >= 1 AND parent < number),
    hash            TEXT NOT NULL CHECK (length(hash) BETWEEN 16 AND 40),
    document_id     BIGINT NOT NULL REFERENCES documents (id),
    ruleset         TEXT NOT NULL,
    ruleset_version TEXT NOT NULL,
    name            TEXT NOT NULL,
    legal           BOOLEAN NOT NULL CHECK (legal IN (0, 1)),
    figure          TEXT NOT NULL,
    action          TEXT NOT NULL,
    created_at      TIMESTAMP NOT NULL,
    UNIQUE (work_id, number),
    FOREIGN KEY (work_id, parent) REFERENCES work_revisions_new (work_id, number) ON DELETE CASCADE
);
INSERT INTO work_revisions_new (id, work_id, number, parent, hash, document_id, ruleset, ruleset_version, name, legal,
        figure, action, created_at)
    SELECT r.id, r.work_id, r.number, r.parent, r.hash, d.id, r.ruleset, r.ruleset_version, r.name, r.legal, r.figure,
        r.action, r.created_at
    FROM work_revisions r JOIN documents d ON d.digest = sha256(r.document) ORDER BY r.id;
DROP TABLE work_revisions;
ALTER TABLE work_revisions_new RENAME TO work_revisions;
CREATE INDEX work_revisions_by_hash ON work_revisions (work_id, hash);
CREATE INDEX work_revisions_by_parent ON work_revisions (work_id, parent, number);
-- For the foreign key: finds other references to a document.
CREATE INDEX work_revisions_by_document ON work_revisions (document_id);

CREATE TABLE entries_new (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    entrant_id      BIGINT NOT NULL REFERENCES entrants (id) ON DELETE CASCADE,
    number          BIGINT NOT NULL CHECK (number >= 1),
    request_key     TEXT NOT NULL UNIQUE CHECK (length(request_key) = 64),
    hash            TEXT NOT NULL CHECK (length(hash) BETWEEN 16 AND 40),
    document_id     BIGINT NOT NULL REFERENCES documents (id),
    ruleset_version TEXT NOT NULL,
    event_version   BIGINT NOT NULL,
    title           TEXT NOT NULL,
    legal           BOOLEAN NOT NULL CHECK (legal IN (0, 1)),
    submitted       BOOLEAN NOT NULL CHECK (submitted IN (0, 1)),
    made_by         TEXT NOT NULL,
    -- The time when its transaction began, which decides about the deadline.
    created_at      TIMESTAMP NOT NULL,
    late            BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (entrant_id, number)
);
INSERT INTO entries_new (id, entrant_id, number, request_key, hash, document_id, ruleset_version, event_version, title,
        legal, submitted, made_by, created_at, late)
    SELECT e.id, e.entrant_id, e.number, e.request_key, e.hash, d.id, e.ruleset_version, e.event_version, e.title,
        e.legal, e.submitted, e.made_by, e.created_at, e.late
    FROM entries e JOIN documents d ON d.digest = sha256(e.document) ORDER BY e.id;
DROP TABLE entries;
ALTER TABLE entries_new RENAME TO entries;
CREATE INDEX entries_by_document ON entries (document_id);
