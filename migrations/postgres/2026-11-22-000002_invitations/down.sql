DROP TABLE event_invitations;
