-- Sessions that began when their cookie had no prefix in its name may still come under that name; later ones may not.
ALTER TABLE user_sessions ADD COLUMN plain_cookie BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE user_sessions SET plain_cookie = TRUE;

-- The digest of the form that created the account, so that the same form does not create a second one.
ALTER TABLE users ADD COLUMN registration TEXT CHECK (length(registration) = 64);
CREATE UNIQUE INDEX users_by_registration ON users (registration);
