DROP TABLE user_places;
