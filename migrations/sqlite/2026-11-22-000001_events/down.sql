DROP TABLE event_rounds;
DROP TABLE event_log;
DROP TABLE entries;
DROP TABLE entrants;
DROP TABLE event_staff;
DROP TABLE events;
