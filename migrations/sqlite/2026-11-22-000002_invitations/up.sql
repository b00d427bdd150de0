-- Links by which somebody joins the staff of an event, each once.
CREATE TABLE event_invitations (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    key_digest  TEXT NOT NULL UNIQUE CHECK (length(key_digest) = 64),
    role        TEXT NOT NULL CHECK (role IN ('owner', 'organiser', 'helper')),
    -- Who has invited, by the name of the log.
    made_by     TEXT NOT NULL,
    expires_at  TIMESTAMP NOT NULL,
    created_at  TIMESTAMP NOT NULL
);

CREATE INDEX event_invitations_by_event ON event_invitations (event_id, id);
