//! Events: what an organiser demands of armies, who meets whom, and who stands where.
//!
//! | part | what |
//! |---|---|
//! | [`plan`] | an event as a whole |
//! | [`difference`] | what differs between two versions of an entry |
//! | [`rules`] | an event's rules as data, and what an army breaks of them |
//! | [`zone`] | dates and hours in the time zone of the event |
//! | [`scoring`] | what a game is worth, by a scheme that is data |
//! | [`standings`] | who stands where, with the tie-breaks of the scheme |
//! | [`pairing`] | who meets whom in a round |
//!
//! Knows nothing of accounts, of the clock or of where entries are kept: the caller says what time it is and brings what
//! was played.

pub mod difference;
pub mod pairing;
pub mod plan;
pub mod rules;
pub mod scoring;
pub mod standings;
pub mod zone;
