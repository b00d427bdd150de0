//! What a game is worth, by a scheme that is data.
