//! Dates and times in the time zone of an event.
//!
//! An organiser says "1 December, 20:00, in Berlin"; a [`Moment`] is stored, which is the same for everybody. Zones
//! come from the database built into the program, never from that of the machine, so every machine computes the same
//! time. The caller supplies the current time.

use std::fmt;
use std::sync::OnceLock;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};

/// The first and the last year that dates can have.
pub const YEARS: (i16, i16) = (2000, 2199);

/// A moment, the same in every time zone; exact to a microsecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Timestamp);

impl Moment {
    /// The moment this many microseconds after the beginning of 1970 in UTC; none outside the years -9999 to 9999.
    #[must_use]
    pub fn from_micros(micros: i64) -> Option<Self> {
        Timestamp::from_microsecond(micros).ok().map(Self)
    }

    /// Microseconds since the beginning of 1970 in UTC.
    #[must_use]
    pub fn micros(self) -> i64 {
        self.0.as_microsecond()
    }

    /// The distance from `now`, in whole units, rounded down: with 179 minutes left, it is 2 hours ahead.
    #[must_use]
    pub fn seen_from(self, now: Self) -> Distance {
        const MINUTE: i64 = 60;
        const HOUR: i64 = 60 * MINUTE;
        const DAY: i64 = 24 * HOUR;
        const WEEK: i64 = 7 * DAY;
        const YEAR: i64 = 365 * DAY;
        // A unit is used from two of it on, so that little is lost by counting whole ones.
        const UNITS: [(i64, i64, TimeUnit); 4] = [
            (2 * YEAR, YEAR, TimeUnit::Years),
            (8 * WEEK, WEEK, TimeUnit::Weeks),
            (2 * DAY, DAY, TimeUnit::Days),
            (2 * HOUR, HOUR, TimeUnit::Hours),
        ];
        let ahead: SignedDuration = self.0.duration_since(now.0);
        let seconds = ahead.abs().as_secs();
        let unit = UNITS.into_iter().find(|(from, ..)| seconds >= *from);
        let (_, length, unit) = unit.unwrap_or((0, MINUTE, TimeUnit::Minutes));
        Distance { is_ahead: ahead.is_positive(), count: seconds / length, unit }
    }
}

/// The distance between two moments, as precisely as people tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Whether it is yet to come.
    pub is_ahead: bool,
    /// The whole units; 0 for less than a minute.
    pub count: i64,
    /// The unit.
    pub unit: TimeUnit,
}

/// A unit of a distance in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// Years of 365 days.
    Years,
    /// Weeks.
    Weeks,
    /// Days of 24 hours.
    Days,
    /// Hours.
    Hours,
    /// Minutes.
    Minutes,
}

/// A date and a time as shown by the clocks of a place, to the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Local(DateTime);

impl Local {
    /// Reads a date such as `2026-12-01` and a time such as `20:00`, as forms send them.
    ///
    /// # Errors
    /// [`ZoneError::Date`], [`ZoneError::Year`], [`ZoneError::Time`].
    pub fn parse(date: &str, time: &str) -> Result<Self, ZoneError> {
        let day = read_date(date.trim()).ok_or_else(|| ZoneError::Date(date.to_owned()))?;
        if !(YEARS.0..=YEARS.1).contains(&day.year()) {
            return Err(ZoneError::Year);
        }
        let time = read_time(time.trim()).ok_or_else(|| ZoneError::Time(time.to_owned()))?;
        Ok(Self(day.to_datetime(time)))
    }

    /// The date in the format of forms: `2026-12-01`.
    #[must_use]
    pub fn date(self) -> String {
        self.0.strftime("%Y-%m-%d").to_string()
    }

    /// The time in the format of forms: `20:00`.
    #[must_use]
    pub fn time(self) -> String {
        self.0.strftime("%H:%M").to_string()
    }
}

impl fmt::Display for Local {
    /// Writes it for people: `1 Dec 2026, 20:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.strftime("%-d %b %Y, %H:%M"))
    }
}

/// The numbers of a text of digits with a separator at fixed places; none for any other text.
fn digits(text: &str, separator: char, lengths: &[usize]) -> Option<Vec<i16>> {
    let parts: Vec<&str> = text.split(separator).collect();
    let fits = parts.len() == lengths.len()
        && parts
            .iter()
            .zip(lengths)
            .all(|(part, length)| part.len() == *length && part.bytes().all(|b| b.is_ascii_digit()));
    if fits { parts.iter().map(|part| part.parse().ok()).collect() } else { None }
}

fn read_date(text: &str) -> Option<Date> {
    let numbers = digits(text, '-', &[4, 2, 2])?;
    let [year, month, day] = numbers.as_slice() else { return None };
    Date::new(*year, i8::try_from(*month).ok()?, i8::try_from(*day).ok()?).ok()
}

fn read_time(text: &str) -> Option<Time> {
    let numbers = digits(text, ':', &[2, 2])?;
    let [hour, minute] = numbers.as_slice() else { return None };
    Time::new(i8::try_from(*hour).ok()?, i8::try_from(*minute).ok()?, 0, 0).ok()
}

/// The moment that is meant where clocks show a time twice, as they do when they are put back in autumn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twice {
    /// The first moment.
    Earlier,
    /// The second moment.
    Later,
}

/// A time zone with a name in the IANA database: `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: &'static str,
    zone: TimeZone,
}

/// The reason a zone, date or time is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ZoneError {
    /// No time zone has this name.
    Zone(String),
    /// Not written as a date, or a day that does not exist.
    Date(String),
    /// A year out of range.
    Year,
    /// Not written as a time, or one that no clock shows.
    Time(String),
    /// A time that the clocks of that place skip.
    Skipped {
        /// The requested time.
        local: Local,
        /// The zone.
        zone: &'static str,
        /// The time at which clocks are put forward.
        from: Local,
        /// The time to which they are put forward.
        to: Local,
    },
}

/// The names of all zones, in order.
fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let known = TimeZoneDatabase::bundled();
        let names = known.available().map(|name| name.as_str().to_owned());
        // A placeholder in the database for machines without a configured zone.
        let mut names: Vec<String> = names.filter(|name| name != "Factory").collect();
        names.sort();
        names
    })
}

impl Zone {
    /// Every name that [`Zone::parse`] reads, in order: for a selection on a page.
    pub fn names() -> impl Iterator<Item = &'static str> {
        names().iter().map(String::as_str)
    }

    /// The zone with this name, in upper or lower case.
    ///
    /// # Errors
    /// [`ZoneError::Zone`].
    pub fn parse(name: &str) -> Result<Self, ZoneError> {
        let unknown = || ZoneError::Zone(name.to_owned());
        let name = Self::names().find(|known| known.eq_ignore_ascii_case(name.trim())).ok_or_else(unknown)?;
        let zone = TimeZoneDatabase::bundled().get(name).map_err(|_| unknown())?;
        Ok(Self { name, zone })
    }

    /// Its name in the IANA database.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The moment at which the clocks of the zone show a local time.
    ///
    /// # Errors
    /// [`ZoneError::Skipped`] where they never do, because they are put forward.
    pub fn moment(&self, local: Local, twice: Twice) -> Result<Moment, ZoneError> {
        let found = self.zone.to_ambiguous_timestamp(local.0);
        if let AmbiguousOffset::Gap { before, after } = found.offset() {
            return Err(self.skipped(local, before, after));
        }
        let moment = match twice {
            Twice::Earlier => found.earlier(),
            Twice::Later => found.later(),
        };
        // Every date in the range of years has a moment.
        moment.map(Moment).map_err(|_| ZoneError::Year)
    }

    /// A deadline. Where the clocks show the time twice, it is the later of the two moments: nobody who is in time by
    /// the local clock is too late.
    ///
    /// # Errors
    /// The same as for [`Zone::moment`].
    pub fn deadline(&self, local: Local) -> Result<Moment, ZoneError> {
        self.moment(local, Twice::Later)
    }

    fn skipped(&self, local: Local, before: jiff::tz::Offset, after: jiff::tz::Offset) -> ZoneError {
        // With the offset before the change, a skipped time lies at the change or after it.
        let behind = before.to_timestamp(local.0).ok().and_then(|at| at.checked_add(SignedDuration::from_secs(1)).ok());
        let leap = behind.and_then(|behind| self.zone.preceding(behind).next()).map(|leap| leap.timestamp());
        let shown = |offset: jiff::tz::Offset| Local(leap.map_or(local.0, |leap| offset.to_datetime(leap)));
        ZoneError::Skipped { local, zone: self.name, from: shown(before), to: shown(after) }
    }

    /// The local time in the zone at a moment.
    #[must_use]
    pub fn local(&self, moment: Moment) -> Local {
        Local(self.zone.to_datetime(moment.0))
    }

    /// A moment for people: `1 Dec 2026, 20:00 CET (Europe/Berlin)`.
    #[must_use]
    pub fn format(&self, moment: Moment) -> String {
        let info = self.zone.to_offset_info(moment.0);
        let short = info.abbreviation();
        // Where a zone has no abbreviation, the database gives the offset from UTC: `-03`.
        let short = if short.starts_with(['+', '-']) { format!("UTC{short}") } else { short.to_owned() };
        let place = if short == self.name { String::new() } else { format!(" ({})", self.name) };
        format!("{} {short}{place}", self.local(moment))
    }
}
