DROP INDEX entries_by_document;
CREATE TABLE entries_old (
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
    created_at      TIMESTAMP NOT NULL,
    late            BOOLEAN NOT NULL DEFAULT FALSE,
    UNIQUE (entrant_id, number)
);
INSERT INTO entries_old (id, entrant_id, number, request_key, hash, document, ruleset_version, event_version, title,
        legal, submitted, made_by, created_at, late)
    SELECT e.id, e.entrant_id, e.number, e.request_key, e.hash, d.body, e.ruleset_version, e.event_version, e.title,
        e.legal, e.submitted, e.made_by, e.created_at, e.late
    FROM entries e JOIN documents d ON d.id = e.document_id ORDER BY e.id;
DROP TABLE entries;
ALTER TABLE entries_old RENAME TO entries;

CREATE TABLE work_revisions_old (
    id              INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    work_id         BIGINT NOT NULL REFERENCES works (id) ON DELETE CASCADE,
    number          BIGINT NOT NULL CHECK (number >= 1),
    parent          BIGINT CHECK (parent >= 1 AND parent < number),
    hash            TEXT NOT NULL CHECK (length(hash) BETWEEN 16 AND 40),
    document        TEXT NOT NULL,
    ruleset         TEXT NOT NULL,
    ruleset_version TEXT NOT NULL,
    name            TEXT NOT NULL,
    legal           BOOLEAN NOT NULL CHECK (legal IN (0, 1)),
    figure          TEXT NOT NULL,
    action          TEXT NOT NULL,
    created_at      TIMESTAMP NOT NULL,
    UNIQUE (work_id, number),
    FOREIGN KEY (work_id, parent) REFERENCES work_revisions_old (work_id, number) ON DELETE CASCADE
);
INSERT INTO work_revisions_old (id, work_id, number, parent, hash, document, ruleset, ruleset_version, name, legal,
        figure, action, created_at)
    SELECT r.id, r.work_id, r.number, r.parent, r.hash, d.body, r.ruleset, r.ruleset_version, r.name, r.legal, r.figure,
        r.action, r.created_at
    FROM work_revisions r JOIN documents d ON d.id = r.document_id ORDER BY r.id;
-- The address of a deleted work used to answer with its current state, which was blank.
INSERT INTO work_revisions_old (work_id, number, parent, hash, document, ruleset, ruleset_version, name, legal, figure,
        action, created_at)
    SELECT id, head, NULL, '0000000000000000', '', '', '', '', FALSE, '', '', updated_at
    FROM works WHERE deleted_at IS NOT NULL;
DROP TABLE work_revisions;
ALTER TABLE work_revisions_old RENAME TO work_revisions;
CREATE INDEX work_revisions_by_hash ON work_revisions (work_id, hash);
CREATE INDEX work_revisions_by_parent ON work_revisions (work_id, parent, number);

DROP TABLE documents;
