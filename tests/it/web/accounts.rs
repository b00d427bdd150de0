//! Accounts, as their owners use them, and as others try to take them over.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield::store::{Registered, UserId, WorkType};
use musterfield::web::accounts::Accounts;
use musterfield::web::accounts::mail::Mailer;

use super::harness::{Reply, TestApp, Visitor, army, encode, kept_table};
use crate::store::harness::TestDb;

mod battle_hooks;
mod battle_mail;
mod browser;
mod limits;
mod mail;
mod reset;
mod sessions;
mod sign_in;
pub(crate) mod works;

pub(crate) use crate::made::{PASSWORD, account};

/// Creates an account in the visitor's browser and returns the sign-in name.
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

/// Creates that account.
pub(crate) async fn made(db: &TestDb, name: &str, is_admin: bool) -> UserId {
    match db.store.create_user(account(name, is_admin)).await.unwrap() {
        Registered::Made(user) => user.id,
        Registered::Taken => panic!("{name} is taken"),
    }
}

/// The text that a visitor reads, without the parts that differ from request to request.
fn told(reply: &Reply) -> (StatusCode, Vec<String>) {
    (reply.status, reply.texts("h1, .lede, .field-error, .notice"))
}
