//! Accounts: signing in and out, and everything that belongs to who has signed in.
//!
//! Nobody needs one to build an army or to enter an event. Whoever has one finds his works in every browser, and whoever
//! organises has one.
//!
//! | address | handler |
//! |---|---|
//! | `/account` | [`show`]: names, browsers, works, password |
//! | `/account/sign-in`, `/account/sign-out` | [`sign_in`] |
//! | `/account/new` | [`register`] |
//! | `/account/forgotten`, `/account/reset` | [`reset`] |
//! | `/account/export`, `/account/delete` | [`leave`] |
//! | `/account/users` | [`users`], for administrators |
//!
//! [`who`] says who asks, [`password`] makes and checks hashes, [`limits`] says how often something may be tried, [`mail`]
//! sends the links.
//!
//! No answer tells whether a name exists: those who sign in wrongly, ask for a link or register get the same answer in
//! about the same time, whoever else is there. A name to sign in with has digits that nobody chose, so that none is ever
//! taken.

mod form;
pub mod leave;
pub mod limits;
pub mod mail;
pub mod password;
pub mod register;
pub mod reset;
pub mod show;
pub mod sign_in;
pub mod users;
pub mod who;

use self::mail::Mailer;
use self::password::Hasher;

/// What the pages of accounts share.
#[derive(Debug, Default)]
pub struct Accounts {
    /// Makes and checks hashes of passwords.
    pub hasher: Hasher,
    /// Sends mail, where a server for it is known.
    pub mailer: Option<Mailer>,
}
