//! Times to wait, for people and for programs.

/// A time to wait, in words, rounded up.
pub(in crate::web) fn waiting(time: time::Duration) -> String {
    let counted = |count: i64, word: &str| match count {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    };
    match waiting_seconds(time) {
        seconds @ ..=90 => counted(seconds, "second"),
        seconds @ 91..=5_400 => counted((seconds + 59) / 60, "minute"),
        seconds => counted((seconds + 3_599) / 3_600, "hour"),
    }
}

/// The time in whole seconds, for `Retry-After`.
pub(in crate::web) fn waiting_seconds(time: time::Duration) -> i64 {
    (time.whole_seconds() + i64::from(time.subsec_nanoseconds() > 0)).max(1)
}
