ALTER TABLE entries DROP COLUMN late;
DROP TABLE event_invitations;
