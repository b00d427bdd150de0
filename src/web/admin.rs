//! Administration: what somebody may do who looks after the site as a whole.
//!
//! | address | handler |
//! |---|---|
//! | `/admin`, `/admin/works`, `/admin/events` | [`find`]: finds something by its address; hides, shows or deletes it |
//! | `/admin/accounts/{id}` | [`account`] |
//! | `/admin/log` | [`log`] |
//!
//! [`fold`] is the form that stands on the pages of works and events too. Every deed asks for a reason, and each has a line
//! in the log that nothing changes. Whoever is no administrator finds nothing at these addresses.

pub mod account;
pub mod find;
pub mod fold;
pub mod log;
