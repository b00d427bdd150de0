//! Time zones: conversion in both directions, times that are skipped or occur twice, words.

use musterfield_events::zone::{Local, Moment, Twice, Zone};
use musterfield_words::events::zone::{distance, message};
use proptest::prelude::*;

fn zone(name: &str) -> Zone {
    Zone::parse(name).unwrap_or_else(|error| panic!("{error:?}"))
}

fn local(text: &str) -> Local {
    let (date, time) = text.split_once(' ').unwrap();
    Local::parse(date, time).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A deadline in seconds since 1970.
fn seconds(name: &str, text: &str) -> i64 {
    zone(name).deadline(local(text)).unwrap_or_else(|error| panic!("{error:?}")).micros() / 1_000_000
}

#[test]
fn a_deadline_is_the_moment_at_which_clocks_there_show_it() {
    // By calendar: 20788 days from 1970 to 1 December 2026, 20635 to 1 July.
    const WINTER: i64 = 20_788 * 86_400;
    const SUMMER: i64 = 20_635 * 86_400;
    for (name, text, expected) in [
        ("UTC", "2026-12-01 20:00", WINTER + 20 * 3600),
        ("Europe/Berlin", "2026-12-01 20:00", WINTER + 19 * 3600),
        ("Europe/Berlin", "2026-07-01 20:00", SUMMER + 18 * 3600),
        ("America/New_York", "2026-12-01 20:00", WINTER + 25 * 3600),
        ("America/New_York", "2026-07-01 20:00", SUMMER + 24 * 3600),
        ("Asia/Kolkata", "2026-12-01 20:00", WINTER + 14 * 3600 + 1800),
        ("Australia/Lord_Howe", "2026-07-01 20:00", SUMMER + 9 * 3600 + 1800),
        ("Australia/Lord_Howe", "2026-12-01 20:00", WINTER + 9 * 3600),
        ("Pacific/Kiritimati", "2026-12-01 20:00", WINTER + 6 * 3600),
        ("America/Sao_Paulo", "2026-12-01 20:00", WINTER + 23 * 3600),
    ] {
        assert_eq!(seconds(name, text), expected, "{name} {text}");
    }
}

#[test]
fn an_hour_that_is_twice_is_the_later_one_for_a_deadline() {
    let berlin = zone("Europe/Berlin");
    let twice = local("2026-10-25 02:30");
    let (earlier, later) = (berlin.moment(twice, Twice::Earlier).unwrap(), berlin.moment(twice, Twice::Later).unwrap());
    assert_eq!(later.micros() - earlier.micros(), 3_600_000_000);
    assert_eq!(berlin.deadline(twice), Ok(later));
    assert_eq!((berlin.local(earlier), berlin.local(later)), (twice, twice));
    assert_eq!(berlin.format(earlier), "25 Oct 2026, 02:30 CEST (Europe/Berlin)");
    assert_eq!(berlin.format(later), "25 Oct 2026, 02:30 CET (Europe/Berlin)");
    let once = local("2026-10-25 03:00");
    assert_eq!(berlin.moment(once, Twice::Earlier), berlin.moment(once, Twice::Later));
}

#[test]
fn an_hour_that_there_is_not_is_refused_with_the_leap() {
    for (name, text, expected) in [
        (
            "Europe/Berlin",
            "2026-03-29 02:00",
            "There is no 29 Mar 2026, 02:00 in Europe/Berlin: the clocks go from 29 Mar 2026, 02:00 straight to 29 Mar 2026, 03:00.",
        ),
        (
            "Europe/Berlin",
            "2026-03-29 02:59",
            "There is no 29 Mar 2026, 02:59 in Europe/Berlin: the clocks go from 29 Mar 2026, 02:00 straight to 29 Mar 2026, 03:00.",
        ),
        (
            "Australia/Lord_Howe",
            "2026-10-04 02:15",
            "There is no 4 Oct 2026, 02:15 in Australia/Lord_Howe: the clocks go from 4 Oct 2026, 02:00 straight to 4 Oct 2026, 02:30.",
        ),
        // A whole day was skipped when the date line moved.
        (
            "Pacific/Apia",
            "2011-12-30 12:00",
            "There is no 30 Dec 2011, 12:00 in Pacific/Apia: the clocks go from 30 Dec 2011, 00:00 straight to 31 Dec 2011, 00:00.",
        ),
        // Beyond the entries of the database, its final rule continues.
        (
            "America/New_York",
            "2100-03-14 02:30",
            "There is no 14 Mar 2100, 02:30 in America/New_York: the clocks go from 14 Mar 2100, 02:00 straight to 14 Mar 2100, 03:00.",
        ),
    ] {
        assert_eq!(message(&zone(name).deadline(local(text)).unwrap_err()), expected);
    }
    for text in ["2026-03-29 01:59", "2026-03-29 03:00"] {
        assert!(zone("Europe/Berlin").deadline(local(text)).is_ok(), "{text}");
    }
}

#[test]
fn dates_and_hours_are_read_strictly() {
    for (date, time, expected) in [
        ("2026-02-29", "20:00", "“2026-02-29” is not a date; write it like 2026-12-01."),
        ("2026-13-01", "20:00", "“2026-13-01” is not a date; write it like 2026-12-01."),
        ("1.12.2026", "20:00", "“1.12.2026” is not a date; write it like 2026-12-01."),
        ("2026-12-01T00", "20:00", "“2026-12-01T00” is not a date; write it like 2026-12-01."),
        ("+026-12-01", "20:00", "“+026-12-01” is not a date; write it like 2026-12-01."),
        ("", "20:00", "Choose a day, or write it like 2026-12-01."),
        ("1999-12-31", "20:00", "The year must be from 2000 to 2199."),
        ("2200-01-01", "20:00", "The year must be from 2000 to 2199."),
        ("2026-12-01", "24:00", "“24:00” is not a time; write it like 20:00."),
        ("2026-12-01", "8:00", "“8:00” is not a time; write it like 20:00."),
        ("2026-12-01", "20:00:30", "“20:00:30” is not a time; write it like 20:00."),
        ("2026-12-01", "20:60", "“20:60” is not a time; write it like 20:00."),
    ] {
        assert_eq!(message(&Local::parse(date, time).unwrap_err()), expected);
    }
    let read = Local::parse(" 2028-02-29 ", "00:05").unwrap();
    assert_eq!((read.date().as_str(), read.time().as_str()), ("2028-02-29", "00:05"));
}

#[test]
fn zones_have_names_in_order_and_no_others() {
    let names: Vec<&str> = Zone::names().collect();
    assert!(names.len() > 400, "{}", names.len());
    assert!(names.is_sorted());
    for name in ["Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kolkata", "UTC"] {
        assert!(names.contains(&name), "{name}");
    }
    for name in &names {
        assert_eq!(zone(name).name(), *name);
    }
    assert_eq!(zone(" europe/BERLIN ").name(), "Europe/Berlin");
    for name in ["", "Berlin", "Europe/Berlin ; x", "Factory", "CET+1", "../etc/passwd"] {
        let expected = format!("“{name}” is not a known time zone; write it like Europe/Berlin.");
        assert_eq!(message(&Zone::parse(name).unwrap_err()), expected);
    }
}

#[test]
fn moments_are_told_as_clocks_there_show_them() {
    for (name, told) in [
        ("Europe/Berlin", "1 Dec 2026, 20:00 CET (Europe/Berlin)"),
        ("America/Sao_Paulo", "1 Dec 2026, 16:00 UTC-03 (America/Sao_Paulo)"),
        ("Pacific/Kiritimati", "2 Dec 2026, 09:00 UTC+14 (Pacific/Kiritimati)"),
        ("UTC", "1 Dec 2026, 19:00 UTC"),
    ] {
        let moment = zone("Europe/Berlin").deadline(local("2026-12-01 20:00")).unwrap();
        assert_eq!(zone(name).format(moment), told);
    }
}

#[test]
fn distances_are_told_in_whole_units_and_never_more_than_there_are() {
    const MINUTE: i64 = 60;
    const HOUR: i64 = 3600;
    const DAY: i64 = 86_400;
    for (seconds, ahead, past) in [
        (0, "less than a minute ago", "less than a minute ago"),
        (59, "in less than a minute", "less than a minute ago"),
        (MINUTE, "in 1 minute", "1 minute ago"),
        (2 * MINUTE - 1, "in 1 minute", "1 minute ago"),
        (119 * MINUTE, "in 119 minutes", "119 minutes ago"),
        (2 * HOUR, "in 2 hours", "2 hours ago"),
        (3 * HOUR - 1, "in 2 hours", "2 hours ago"),
        (47 * HOUR, "in 47 hours", "47 hours ago"),
        (2 * DAY, "in 2 days", "2 days ago"),
        (55 * DAY, "in 55 days", "55 days ago"),
        (56 * DAY, "in 8 weeks", "8 weeks ago"),
        (730 * DAY, "in 2 years", "2 years ago"),
    ] {
        let at = |seconds: i64| Moment::from_micros(1_796_000_000_000_000 + seconds * 1_000_000).unwrap();
        assert_eq!(distance(at(seconds).seen_from(at(0))), ahead, "{seconds}");
        assert_eq!(distance(at(0).seen_from(at(seconds))), past, "{seconds}");
    }
}

proptest! {
    /// The local time of a moment leads back to it, as its first or second occurrence.
    #[test]
    fn a_moment_is_found_again_by_what_clocks_show(
        name in prop::sample::select(Zone::names().collect::<Vec<_>>()),
        minutes in 15_800_000i64..120_000_000,
    ) {
        let (zone, moment) = (zone(name), Moment::from_micros(minutes * 60_000_000).unwrap());
        let shown = zone.local(moment);
        let again = Local::parse(&shown.date(), &shown.time()).unwrap();
        let found = [Twice::Earlier, Twice::Later].map(|twice| zone.moment(again, twice).unwrap());
        prop_assert!(found.contains(&moment), "{} {shown}: {found:?}", name);
        prop_assert!(found[0] <= found[1]);
        prop_assert_eq!(zone.deadline(again).unwrap(), found[1]);
    }

    #[test]
    fn microseconds_are_kept_exactly(micros in any::<i64>()) {
        if let Some(moment) = Moment::from_micros(micros) {
            prop_assert_eq!(moment.micros(), micros);
        }
    }
}
