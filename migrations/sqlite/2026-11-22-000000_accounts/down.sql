DROP TABLE attempts;
DROP TABLE user_links;
DROP TABLE user_sessions;
DROP TABLE users;
