//! The clocks of a battle: the days that its players have for each decision, and the minutes for the whole of it.

use time::Duration;

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

/// The least and the largest number of minutes that each side can have for a whole battle.
const MINUTES: [i64; 2] = [5, 10_000];

/// The minutes of each side that a form asks for; `None` without such a clock.
///
/// # Errors
/// A sentence, when no clock can have so few or so many minutes, or the text is not a number.
pub(in crate::web) fn minutes(text: &str) -> Result<Option<i64>, &'static str> {
    let [least, most] = MINUTES;
    match text.trim() {
        "" => Ok(None),
        minutes => match minutes.parse().ok().filter(|minutes| (least..=most).contains(minutes)) {
            Some(minutes) => Ok(Some(minutes)),
            None => Err("Give 5 to 10000 minutes, or leave this empty."),
        },
    }
}

/// A time that is left, in whole minutes: `1 h 12 min`.
pub(super) fn in_words(left: Duration) -> String {
    match (left.whole_hours(), left.whole_minutes() % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_within_their_bounds_and_told_in_words() {
        assert_eq!((minutes(""), minutes(" 90 ")), (Ok(None), Ok(Some(90))));
        for wrong in ["4", "10001", "-5", "x", "1.5"] {
            assert!(minutes(wrong).is_err(), "{wrong}");
        }
        for (seconds, words) in [(0, "0 min"), (59, "0 min"), (3540, "59 min"), (3600, "1 h"), (4330, "1 h 12 min")] {
            assert_eq!(in_words(Duration::seconds(seconds)), words);
        }
    }
}
