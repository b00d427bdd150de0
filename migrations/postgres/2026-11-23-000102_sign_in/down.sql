DROP INDEX users_by_registration;
ALTER TABLE users DROP COLUMN registration;
ALTER TABLE user_sessions DROP COLUMN plain_cookie;
