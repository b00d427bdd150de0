//! Administration: the pages for people who look after the site as a whole.
//!
//! | address | handler |
//! |---|---|
//! | `/admin`, `/admin/works`, `/admin/events` | [`find`]: finds something by its address; hides, shows or deletes it |
//! | `/admin/accounts/{id}` | [`account`] |
//! | `/admin/log` | [`log`] |
//!
//! [`moderation`] is the form that also appears on the pages of works and events. Every action asks for a reason, and
//! each has a permanent line in the log. Visitors who are not administrators get "not found" at these addresses.

pub mod account;
pub mod find;
pub mod log;
pub mod moderation;
