//! Accounts: signing in and out, and everything that belongs to an account.
//!
//! Nobody needs an account to build an army or to enter an event. With one, a visitor finds the same works in every
//! browser; organisers need one.
//!
//! | address | handler |
//! |---|---|
//! | `/account` | [`show`]: names, browsers, works, password |
//! | `/account/sign-in`, `/account/sign-out` | [`sign_in`] |
//! | `/account/new` | [`register`] |
//! | `/account/forgotten`, `/account/reset` | [`reset`] |
//! | `/account/export`, `/account/delete` | [`leave`] |
//! | `/browser`, `/browser/export`, `/browser/delete` | [`browser`], without an account |
//! | `/account/users` | [`users`], for administrators |
//!
//! [`identity`] finds out who asks, [`password`] creates and verifies hashes, [`limits`] limits how often something may
//! be tried, [`mail`] sends the links; `take_along` writes files with everything that somebody holds.
//!
//! No answer reveals whether a name exists: a failed sign-in, a request for a link and a registration get the same
//! answer in about the same time, whichever accounts exist. A sign-in name has digits that nobody chose, so none is
//! ever taken.

pub mod browser;
mod form;
pub mod identity;
pub mod leave;
pub mod limits;
pub mod mail;
pub mod password;
pub mod register;
pub mod reset;
pub mod show;
pub mod sign_in;
mod take_along;
pub mod users;

use self::mail::Mailer;
use self::password::Hasher;

/// The state that the pages of accounts share.
#[derive(Debug, Default)]
pub struct Accounts {
    /// Creates and verifies hashes of passwords.
    pub hasher: Hasher,
    /// Sends mail, if a mail server is configured.
    pub mailer: Option<Mailer>,
}
