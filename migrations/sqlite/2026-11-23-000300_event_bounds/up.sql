-- Whether entries of players without an account await the staff's approval, and how many entries are accepted in all.
ALTER TABLE events ADD COLUMN approval BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE events ADD COLUMN most_entries BIGINT NOT NULL DEFAULT 300 CHECK (most_entries BETWEEN 1 AND 2000);
UPDATE events SET most_entries = min(places, 2000) WHERE places > 300;
-- The key for the digests of the origins of entries; empty while there are none. It is deleted after the event.
ALTER TABLE events ADD COLUMN origin_key TEXT NOT NULL DEFAULT '';

-- Whether the player awaits the staff's approval.
ALTER TABLE entrants ADD COLUMN pending BOOLEAN NOT NULL DEFAULT FALSE;
-- Digests of the household and of the browser or account that sent the first entry; empty where that is not known.
ALTER TABLE entrants ADD COLUMN household TEXT NOT NULL DEFAULT '';
ALTER TABLE entrants ADD COLUMN maker TEXT NOT NULL DEFAULT '';
-- The clearing that removed the player; players with one are not found.
ALTER TABLE entrants ADD COLUMN clearing_id BIGINT;

CREATE INDEX entrants_by_clearing ON entrants (clearing_id);

-- Entries that organisers have cleared together, until they are deleted permanently.
CREATE TABLE event_clearings (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event_id    BIGINT NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    request_key TEXT NOT NULL UNIQUE CHECK (length(request_key) = 64),
    actor       TEXT NOT NULL,
    entries     BIGINT NOT NULL CHECK (entries >= 1),
    created_at  TIMESTAMP NOT NULL,
    undone_at   TIMESTAMP
);

CREATE INDEX event_clearings_by_event ON event_clearings (event_id, id);
CREATE INDEX event_clearings_by_age ON event_clearings (created_at);
