ALTER TABLE entries ADD COLUMN document TEXT;
UPDATE entries SET document = d.body FROM documents d WHERE d.id = document_id;
ALTER TABLE entries ALTER COLUMN document SET NOT NULL;
ALTER TABLE entries DROP COLUMN document_id;

ALTER TABLE work_revisions ADD COLUMN document TEXT;
UPDATE work_revisions SET document = d.body FROM documents d WHERE d.id = document_id;
ALTER TABLE work_revisions ALTER COLUMN document SET NOT NULL;
ALTER TABLE work_revisions DROP COLUMN document_id;
-- The address of a deleted work used to answer with its current state, which was blank.
INSERT INTO work_revisions (work_id, number, parent, hash, document, ruleset, ruleset_version, name, legal, figure,
        action, created_at)
    SELECT id, head, NULL, '0000000000000000', '', '', '', '', FALSE, '', '', updated_at
    FROM works WHERE deleted_at IS NOT NULL;

DROP TABLE documents;
