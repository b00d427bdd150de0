-- A work is an army or a layout that a visitor has saved.
ALTER TABLE armies RENAME TO works;
ALTER TABLE army_revisions RENAME TO work_revisions;
ALTER TABLE army_holders RENAME TO work_holders;
ALTER TABLE army_requests RENAME TO work_requests;
ALTER TABLE work_revisions RENAME COLUMN army_id TO work_id;
ALTER TABLE work_holders RENAME COLUMN army_id TO work_id;
ALTER TABLE work_requests RENAME COLUMN army_id TO work_id;

-- Only armies have spent AP, which lists show beside the name.
ALTER TABLE work_revisions RENAME COLUMN spent TO figure;

ALTER INDEX army_revisions_by_hash RENAME TO work_revisions_by_hash;
ALTER INDEX army_revisions_by_parent RENAME TO work_revisions_by_parent;
ALTER INDEX army_holders_by_visitor RENAME TO work_holders_by_visitor;
ALTER INDEX army_requests_by_army RENAME TO work_requests_by_work;
ALTER INDEX army_requests_by_age RENAME TO work_requests_by_age;
ALTER SEQUENCE armies_id_seq RENAME TO works_id_seq;
ALTER SEQUENCE army_revisions_id_seq RENAME TO work_revisions_id_seq;
ALTER SEQUENCE army_holders_id_seq RENAME TO work_holders_id_seq;
ALTER SEQUENCE army_requests_id_seq RENAME TO work_requests_id_seq;

-- The server had chosen the names of constraints, which differ between its versions.
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
            replace(replace(replace(old.name, 'armies', 'works'), 'army', 'work'), 'spent', 'figure'));
    END LOOP;
END
$$;

-- All existing works are armies. The default must not remain, or a work saved without a kind would become an army.
ALTER TABLE works ADD COLUMN kind TEXT NOT NULL DEFAULT 'army' CHECK (kind IN ('army', 'layout'));
ALTER TABLE works ALTER COLUMN kind DROP DEFAULT;
