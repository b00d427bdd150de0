//! Events: the requirements of an organiser, the pairings, and the standings.
//!
//! | part | what |
//! |---|---|
//! | [`plan`] | an event as a whole |
//! | [`difference`] | the differences between two versions of an entry |
//! | [`mistake`] | a mistake in a document, with its field |
//! | [`rules`] | an event's rules as data, and how an army breaks them |
//! | [`zone`] | dates and times in the time zone of the event |
//! | [`scoring`] | the value of a game, by a scheme that is data |
//! | [`standings`] | the standings, with the tie-breaks of the scheme |
//! | [`pairing`] | the pairings of a round |
//!
//! This layer knows nothing of accounts, of the clock or of where entries are stored: the caller supplies the time
//! and the games played.
//!
//! | file | what |
//! |---|---|
//! | `plan.rs`, `mistake.rs` | an event as a whole: from a document that may hold anything to a checked plan, or to all its mistakes |
//! | `rules.rs` | the requirements of an event: document, names in limits, raised warnings, the check with its fixes, several armies of one player |
//! | `zone.rs` | times in the event's time zone, from the built-in time zone database |
//! | `difference.rs` | the differences between two versions of an entry |
//! | `scoring.rs`, `standings.rs` | schemes from `crates/events/schemes`, results, the table with its tie-breaks |
//! | `pairing.rs` | pairings: a matching of least cost over all pairs, or a round robin |

pub mod difference;
pub mod mistake;
pub mod pairing;
pub mod plan;
pub mod rules;
pub mod scoring;
pub mod standings;
pub mod zone;
