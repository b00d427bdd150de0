//! Accounts, as those who have one meet them, and those who would like to have another's.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield::store::{Kind, NewUser, Registered, SignIn, UserId};
use musterfield::web::accounts::Accounts;
use musterfield::web::accounts::mail::Mailer;
use musterfield::web::accounts::password::hash_now;

use super::harness::{Reply, TestApp, Visitor, army, encode, kept_table};
use crate::store::harness::TestDb;

mod limits;
mod mail;
mod reset;
mod sessions;
mod sign_in;
mod works;

/// The password of everybody here.
pub(crate) const PASSWORD: &str = "four words are easy";

/// Makes an account in the visitor's browser and gives the name to sign in with.
pub(crate) async fn register(visitor: &Visitor<'_>, name: &str) -> String {
    let form = visitor.get("/account/new").await.form("/account/new");
    let form = form.with("name", name).with("mail", "").with("password", PASSWORD);
    let reply = visitor.submit(&form).await;
    visitor.follow(reply).await.text(".sign-in")
}

/// Signs the visitor in.
pub(crate) async fn sign_in(visitor: &Visitor<'_>, name: &str, password: &str) -> Reply {
    let form = visitor.get("/account/sign-in").await.form("/account/sign-in");
    visitor.submit(&form.with("name", name).with("password", password)).await
}

/// An account to be made past the pages, which may be an administrator's.
pub(crate) fn account(name: &str, is_admin: bool) -> NewUser {
    NewUser {
        sign_in: SignIn::parse(name).unwrap(),
        name: name.to_owned(),
        email: Some(format!("{name}@example.org")),
        password: hash_now(PASSWORD).unwrap(),
        is_admin,
    }
}

/// The same, made.
pub(crate) async fn made(db: &TestDb, name: &str, is_admin: bool) -> UserId {
    match db.store.create_user(account(name, is_admin)).await.unwrap() {
        Registered::Made(user) => user.id,
        Registered::Taken => panic!("{name} is taken"),
    }
}

/// What a visitor reads, without what differs from request to request.
fn told(reply: &Reply) -> (StatusCode, Vec<String>) {
    (reply.status, reply.texts("h1, .lede, .field-error, .notice"))
}
