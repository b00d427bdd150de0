//! The words for limits that are reached: what is full, and how to make room.

use time::OffsetDateTime;

use super::waiting;
use crate::store::{ACCOUNT, BROWSER, Spent};

/// Title and text.
pub(super) fn words(spent: Spent) -> (&'static str, String) {
    match spent {
        Spent::Works(most) => (
            "You have as many armies and layouts as are kept",
            format!(
                "They are {most} together. Delete some that you no longer need{}.",
                more_in_an_account(most == BROWSER.works, &format!("{} of them", ACCOUNT.works))
            ),
        ),
        Spent::States(most) => (
            "Your armies and layouts have as many states as are kept",
            format!(
                "They are {most} together, and every change makes one. Delete armies or layouts that you no longer need{}.",
                more_in_an_account(most == BROWSER.states, &format!("{} of them", ACCOUNT.states))
            ),
        ),
        Spent::Bytes(most) => (
            "Your armies and layouts take as much room as there is for you",
            format!(
                "They take {} MiB together. Delete some that you no longer need{}.",
                most >> 20,
                more_in_an_account(most == BROWSER.bytes, &format!("{} MiB", ACCOUNT.bytes >> 20))
            ),
        ),
        Spent::Holders(most) => (
            "No more browsers can be given this edit link",
            format!(
                "{most} browsers and accounts may edit it already. Whoever sent you the link can make a new one, which \
                 shuts the others out."
            ),
        ),
        Spent::Household(until) => (
            "Too much was saved from your internet address",
            format!(
                "Everybody who shares the address counts together. More can be saved in {}; everything can be read and \
                 printed meanwhile.",
                waiting(until - OffsetDateTime::now_utc())
            ),
        ),
    }
}

fn more_in_an_account(in_browser: bool, much: &str) -> String {
    if in_browser { format!(", or sign in: an account keeps {much}") } else { String::new() }
}
