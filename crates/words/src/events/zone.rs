//! The reasons a time zone, a date or a time cannot be read, and distances in time.

use musterfield_events::zone::{Distance, TimeUnit, YEARS, ZoneError};

use crate::number::counted;

/// The reason it cannot be read, and the way to write it.
#[must_use]
pub fn message(error: &ZoneError) -> String {
    match error {
        ZoneError::Zone(name) => format!("“{name}” is not a known time zone; write it like Europe/Berlin."),
        ZoneError::Date(date) if date.is_empty() => "Choose a day, or write it like 2026-12-01.".to_owned(),
        ZoneError::Date(date) => format!("“{date}” is not a date; write it like 2026-12-01."),
        ZoneError::Year => format!("The year must be from {} to {}.", YEARS.0, YEARS.1),
        ZoneError::Time(time) => format!("“{time}” is not a time; write it like 20:00."),
        ZoneError::Skipped { local, zone, from, to } => {
            format!("There is no {local} in {zone}: the clocks go from {from} straight to {to}.")
        }
    }
}

/// A distance from now: `in 3 hours`, `2 days ago`.
#[must_use]
pub fn distance(distance: Distance) -> String {
    let counted = |one, many| counted(distance.count, one, many);
    let told = match distance.unit {
        TimeUnit::Years => counted("year", "years"),
        TimeUnit::Weeks => counted("week", "weeks"),
        TimeUnit::Days => counted("day", "days"),
        TimeUnit::Hours => counted("hour", "hours"),
        TimeUnit::Minutes if distance.count == 0 => "less than a minute".to_owned(),
        TimeUnit::Minutes => counted("minute", "minutes"),
    };
    if distance.is_ahead { format!("in {told}") } else { format!("{told} ago") }
}

#[cfg(test)]
mod tests {
    use musterfield_events::zone::{Local, Zone};

    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_with_the_way_to_write_it() {
        let text = |text: &str| text.to_owned();
        for (error, expected) in [
            (ZoneError::Zone(text("Berlin")), "“Berlin” is not a known time zone; write it like Europe/Berlin."),
            (ZoneError::Date(text("")), "Choose a day, or write it like 2026-12-01."),
            (ZoneError::Date(text("1.12.2026")), "“1.12.2026” is not a date; write it like 2026-12-01."),
            (ZoneError::Year, "The year must be from 2000 to 2199."),
            (ZoneError::Time(text("8:00")), "“8:00” is not a time; write it like 20:00."),
        ] {
            assert_eq!(message(&error), expected);
        }
    }

    #[test]
    fn a_time_that_clocks_skip_is_told_with_the_leap() {
        let local = Local::parse("2026-03-29", "02:15").unwrap();
        let skipped = Zone::parse("Europe/Berlin").unwrap().deadline(local).unwrap_err();
        assert_eq!(
            message(&skipped),
            "There is no 29 Mar 2026, 02:15 in Europe/Berlin: the clocks go from 29 Mar 2026, 02:00 straight to \
             29 Mar 2026, 03:00."
        );
    }
}
