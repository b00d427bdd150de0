//! The clock of a battle: the days that its players have for each decision.

use crate::web::choice::Choice;

/// The largest number of days for a decision.
const MOST_DAYS: i64 = 30;

/// The days that a form asks for; `None` without a clock.
///
/// # Errors
/// A sentence, when it is no number of days that a clock can have.
pub(in crate::web) fn days(text: &str) -> Result<Option<i64>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        days => match days.parse().ok().filter(|days| (1..=MOST_DAYS).contains(days)) {
            Some(days) => Ok(Some(days)),
            None => Err("Give 1 to 30 days, or leave this empty."),
        },
    }
}

/// All clocks, as the options of a form; the first is none.
pub(in crate::web) fn choices() -> Vec<Choice> {
    let clock = |days: i64| {
        let unit = if days == 1 { "day" } else { "days" };
        Choice::among(days.to_string(), format!("{days} {unit} for each decision"), "")
    };
    let none = Choice::among("", "none", "");
    std::iter::once(none).chain((1..=MOST_DAYS).map(clock)).collect()
}
