-- The old tables had a place only for armies.
DELETE FROM works WHERE kind <> 'army';
ALTER TABLE works DROP COLUMN kind;

DO $$
DECLARE
    old RECORD;
BEGIN
    FOR old IN
        SELECT conrelid::regclass AS place, conname AS name FROM pg_constraint
        WHERE conrelid IN ('works'::regclass, 'work_revisions'::regclass, 'work_holders'::regclass,
            'work_requests'::regclass)
    LOOP
        EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', old.place, old.name,
            replace(replace(replace(old.name, 'works', 'armies'), 'work', 'army'), 'figure', 'spent'));
    END LOOP;
END
$$;

ALTER SEQUENCE works_id_seq RENAME TO armies_id_seq;
ALTER SEQUENCE work_revisions_id_seq RENAME TO army_revisions_id_seq;
ALTER SEQUENCE work_holders_id_seq RENAME TO army_holders_id_seq;
ALTER SEQUENCE work_requests_id_seq RENAME TO army_requests_id_seq;
ALTER INDEX work_revisions_by_hash RENAME TO army_revisions_by_hash;
ALTER INDEX work_revisions_by_parent RENAME TO army_revisions_by_parent;
ALTER INDEX work_holders_by_visitor RENAME TO army_holders_by_visitor;
ALTER INDEX work_requests_by_work RENAME TO army_requests_by_army;
ALTER INDEX work_requests_by_age RENAME TO army_requests_by_age;

ALTER TABLE work_revisions RENAME COLUMN figure TO spent;
ALTER TABLE work_revisions RENAME COLUMN work_id TO army_id;
ALTER TABLE work_holders RENAME COLUMN work_id TO army_id;
ALTER TABLE work_requests RENAME COLUMN work_id TO army_id;
ALTER TABLE works RENAME TO armies;
ALTER TABLE work_revisions RENAME TO army_revisions;
ALTER TABLE work_holders RENAME TO army_holders;
ALTER TABLE work_requests RENAME TO army_requests;
