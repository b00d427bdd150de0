DROP TABLE army_requests;
DROP TABLE army_holders;
DROP TABLE army_revisions;
DROP TABLE armies;
