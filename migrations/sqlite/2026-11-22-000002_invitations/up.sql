-- Links for joining the staff of an event; each works once.
CREATE TABLE event_invitations (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    key_digest  TEXT NOT NULL UNIQUE CHECK (length(key_digest) = 64),
    role        TEXT NOT NULL CHECK (role IN ('owner', 'organiser', 'helper')),
    -- The account that has invited. If it loses the role that allows this, its links are deleted.
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at  TIMESTAMP NOT NULL,
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX event_invitations_by_event ON event_invitations (event_id, id);
CREATE INDEX event_invitations_by_user ON event_invitations (user_id);

-- Whether an entry came after the deadline in force at that time; later changes of the deadline do not affect this.
ALTER TABLE entries ADD COLUMN late BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE entries SET late = TRUE WHERE EXISTS (
    SELECT 1 FROM entrants JOIN events ON events.id = entrants.event_id
    WHERE entrants.id = entries.entrant_id AND entries.created_at >= events.deadline
);
