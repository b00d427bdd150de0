//! Times to wait, for people and for programs.

use musterfield_words::number::counted;

/// A time to wait, in words, rounded up.
pub(in crate::web) fn waiting(time: time::Duration) -> String {
    match waiting_seconds(time) {
        seconds @ ..=90 => counted(seconds, "second", "seconds"),
        seconds @ 91..=5_400 => counted((seconds + 59) / 60, "minute", "minutes"),
        seconds => counted((seconds + 3_599) / 3_600, "hour", "hours"),
    }
}

/// The time in whole seconds, for `Retry-After`.
pub(in crate::web) fn waiting_seconds(time: time::Duration) -> i64 {
    (time.whole_seconds() + i64::from(time.subsec_nanoseconds() > 0)).max(1)
}
