-- Links by which somebody joins the staff of an event, each once.
CREATE TABLE event_invitations (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    key_digest  TEXT NOT NULL UNIQUE CHECK (length(key_digest) = 64),
    role        TEXT NOT NULL CHECK (role IN ('owner', 'organiser', 'helper')),
    -- Who has invited: with the role that allows it, the links go.
    user_id     BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at  TIMESTAMP NOT NULL,
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX event_invitations_by_event ON event_invitations (event_id, id);
CREATE INDEX event_invitations_by_user ON event_invitations (user_id);

-- Whether an entry came after the deadline that was in force then: another deadline does not change that.
ALTER TABLE entries ADD COLUMN late BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE entries SET late = TRUE WHERE EXISTS (
    SELECT 1 FROM entrants JOIN events ON events.id = entrants.event_id
    WHERE entrants.id = entries.entrant_id AND entries.created_at >= events.deadline
);
