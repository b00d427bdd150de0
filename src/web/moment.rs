//! Moments as pages show them.

use std::fmt::{self, Display, Formatter};

use askama::filters::HtmlSafe;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;
use time::{Date, OffsetDateTime};

/// A moment that pages show with day and time.
///
/// As HTML it is a `<time>` in UTC; `assets/app.js` turns it into the time on the reader's clock.
#[derive(Clone, Copy, Debug)]
pub struct Moment(OffsetDateTime);

impl Moment {
    /// The moment in words without markup, for labels: `27 Nov 2026, 11:00 UTC`.
    #[must_use]
    pub fn text(&self) -> String {
        const FORMAT: &[BorrowedFormatItem<'_>] =
            format_description!("[day padding:none] [month repr:short] [year], [hour]:[minute] UTC");
        self.0.format(FORMAT).unwrap_or_default()
    }
}

impl From<OffsetDateTime> for Moment {
    fn from(at: OffsetDateTime) -> Self {
        Self(at.to_offset(time::UtcOffset::UTC))
    }
}

impl Display for Moment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, r#"<time datetime="{}" data-clock="own">{}</time>"#, in_iso(self.0), self.text())
    }
}

impl HtmlSafe for Moment {}

/// A moment in the time zone of an event, which everybody who takes part goes by.
///
/// As HTML it is a `<time>`; to readers with other clocks `assets/app.js` adds the time on theirs.
#[derive(Clone, Debug)]
pub struct ZonedMoment {
    at: OffsetDateTime,
    /// The moment in the zone of the event: `25 Mar 2099, 20:00 GMT (Europe/London)`.
    text: String,
}

impl ZonedMoment {
    /// The moment, and its text in the zone of the event.
    #[must_use]
    pub fn new(at: OffsetDateTime, text: String) -> Self {
        Self { at: at.to_offset(time::UtcOffset::UTC), text }
    }
}

impl Display for ZonedMoment {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // The name of a zone has no letters with a meaning in HTML.
        write!(f, r#"<time datetime="{}" data-clock="beside">{}</time>"#, in_iso(self.at), self.text)
    }
}

impl HtmlSafe for ZonedMoment {}

/// A moment in UTC as HTML wants it, to the minute.
fn in_iso(at: OffsetDateTime) -> String {
    const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]T[hour]:[minute]Z");
    at.format(FORMAT).unwrap_or_default()
}

/// A day that is written as `2026-11-27` in words; as it is if it is written otherwise.
#[must_use]
pub fn day_of(written: &str) -> String {
    const WRITTEN: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
    Date::parse(written, WRITTEN).map_or_else(|_| written.to_owned(), |date| day(date.midnight().assume_utc()))
}

/// A day in words: `27 November 2026`.
#[must_use]
pub fn day(at: OffsetDateTime) -> String {
    const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[day padding:none] [month repr:long] [year]");
    at.format(FORMAT).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_moments_are_told_in_words() {
        let at = OffsetDateTime::from_unix_timestamp(1_795_777_500).unwrap();
        let told = Moment::from(at).to_string();
        assert_eq!(told, r#"<time datetime="2026-11-27T11:05Z" data-clock="own">27 Nov 2026, 11:05 UTC</time>"#);
        for (written, told) in [("2026-11-07", "7 November 2026"), ("soon", "soon"), ("2026-13-01", "2026-13-01")] {
            assert_eq!(day_of(written), told);
        }
    }
}
