//! What an event demands of armies.
