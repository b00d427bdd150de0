//! The text for limits that are reached: which limit, and how to make room.

use time::OffsetDateTime;

use super::waiting::waiting;
use crate::store::{ACCOUNT, ACCOUNT_BATTLES, BROWSER, BROWSER_BATTLES, LimitReached};

/// Title and text.
pub(super) fn words(spent: LimitReached) -> (&'static str, String) {
    match spent {
        LimitReached::Works(most) => (
            "You have reached the limit of armies, layouts and lists",
            format!(
                "The limit is {most} in total. Delete some that you no longer need{}.",
                more_in_an_account(most == BROWSER.works, &format!("{} of them", ACCOUNT.works))
            ),
        ),
        LimitReached::States(most) => (
            "Your armies, layouts and lists have reached the limit of versions",
            format!(
                "The limit is {most} in total, and every change creates one. Delete some that you no longer \
                 need{}.",
                more_in_an_account(most == BROWSER.revisions, &format!("{} of them", ACCOUNT.revisions))
            ),
        ),
        LimitReached::Bytes(most) => (
            "Your armies, layouts and lists take up all your space",
            format!(
                "The limit is {} MiB in total. Delete some that you no longer need{}.",
                most >> 20,
                more_in_an_account(most == BROWSER.bytes, &format!("{} MiB", ACCOUNT.bytes >> 20))
            ),
        ),
        LimitReached::Holders(most) => (
            "No more browsers can use this edit link",
            format!(
                "{most} browsers and accounts can edit it already. The person who sent you the link can create a new \
                 one, which shuts the others out."
            ),
        ),
        LimitReached::Battles(most) => (
            "You have reached the limit of battles",
            format!(
                "The limit is {most}. Delete some that you no longer need{}.",
                more_in_an_account(most == BROWSER_BATTLES.battles, &format!("{} of them", ACCOUNT_BATTLES.battles))
            ),
        ),
        LimitReached::BattleBytes(most) => (
            "Your battles take up all your space",
            format!(
                "The limit is {} MiB in total, and every order takes some. The battles of whoever set this one up count. \
                 Delete some that are no longer needed{}.",
                most >> 20,
                more_in_an_account(most == BROWSER_BATTLES.bytes, &format!("{} MiB", ACCOUNT_BATTLES.bytes >> 20))
            ),
        ),
        LimitReached::BattleOrders(most) => (
            "This battle has reached the limit of orders",
            format!("A battle can have up to {most} orders. You can still watch all of it."),
        ),
        LimitReached::BattleHolders(most) => (
            "No more browsers can play this side",
            format!("{most} browsers and accounts can play it already. You can still watch the battle."),
        ),
        LimitReached::Household(until) => (
            "Too much has been saved from your internet address",
            format!(
                "The limit counts everybody who shares this address. You can save more in {}; until then you can view \
                 and print everything.",
                waiting(until - OffsetDateTime::now_utc())
            ),
        ),
    }
}

fn more_in_an_account(in_browser: bool, much: &str) -> String {
    if in_browser { format!(", or sign in: an account can hold {much}") } else { String::new() }
}
