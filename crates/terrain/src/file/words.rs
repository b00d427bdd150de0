//! Rewords the messages of the JSON parser for people who lay out tables.

use serde_path_to_error::{Path, Segment};

/// Locates an error in a part of the file, and describes it.
pub(super) fn located(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let message = error.inner().to_string();
    // The position is counted within the part being parsed, and means nothing for the file.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let said = plain(message);
    place(error.path()).map_or_else(|| said.clone(), |place| format!("{place}: {said}"))
}

/// The place in words: `polygon[0][1]` is the y of the first point.
fn place(path: &Path) -> Option<String> {
    let mut said: Option<String> = None;
    let mut inside = 0;
    for segment in path {
        let next = match (segment, &said) {
            (Segment::Map { key }, Some(outer)) => format!("`{key}` of {outer}"),
            (Segment::Map { key }, None) => format!("`{key}`"),
            (Segment::Seq { index }, Some(outer)) if inside == 0 => format!("entry {} of {outer}", index + 1),
            (Segment::Seq { index: 0 }, Some(outer)) => format!("x of {outer}"),
            (Segment::Seq { index: 1 }, Some(outer)) => format!("y of {outer}"),
            (Segment::Seq { index }, Some(outer)) => format!("number {} of {outer}", index + 1),
            (Segment::Seq { index }, None) => format!("entry {}", index + 1),
            (Segment::Enum { .. } | Segment::Unknown, _) => continue,
        };
        inside = if matches!(segment, Segment::Seq { .. }) { inside + 1 } else { 0 };
        said = Some(next);
    }
    said
}

/// The message in plain words.
fn plain(message: &str) -> String {
    let quoted = |after: &str| message.strip_prefix(after).and_then(|rest| rest.split('`').nth(1)).map(str::to_owned);
    if let Some((found, wanted)) =
        message.strip_prefix("invalid type: ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("here stands {}; it should be {}", found_in_words(found), wanted_in_words(wanted));
    }
    if let Some((number, wanted)) =
        message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        return format!("here stands a list of {number}; it should be {}", wanted_in_words(wanted));
    }
    if let Some(value) = quoted("invalid value: ") {
        return format!("{value} cannot stand here");
    }
    if let Some(field) = quoted("missing field ") {
        return format!("`{field}` is missing");
    }
    if let Some(field) = quoted("unknown field ") {
        return format!("there is no field `{field}`");
    }
    if let Some(field) = quoted("duplicate field ") {
        return format!("`{field}` stands there twice");
    }
    if let Some(word) = quoted("unknown variant ") {
        let known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        return format!("“{word}” is none of {}", known.join(", "));
    }
    match message {
        "number out of range" => "the number is beyond everything".to_owned(),
        // The only value that may have one of two forms is a gate.
        _ if message.contains("did not match any variant") => "it should be a point, or a list of points".to_owned(),
        _ => "this cannot be read".to_owned(),
    }
}

fn found_in_words(found: &str) -> &'static str {
    match found.split([' ', '`']).next().unwrap_or_default() {
        "string" => "a text",
        "sequence" => "a list",
        "map" => "something between { and }",
        "null" | "unit" => "nothing",
        "boolean" => "true or false",
        "integer" | "floating" => "a number of another sort",
        _ => "something else",
    }
}

fn wanted_in_words(wanted: &str) -> &'static str {
    match wanted {
        "f64" => "a number",
        "u8" | "u64" => "a whole number",
        "a string" | "a borrowed string" | "string" => "a text",
        "a sequence" => "a list",
        "an array of length 2" => "two numbers between [ and ]",
        "a boolean" => "true or false",
        _ => "something between { and }",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_the_reader_says_is_told_in_its_own_words() {
        for (message, said) in [
            ("invalid type: string \"1\", expected f64", "here stands a text; it should be a number"),
            ("invalid type: null, expected f64", "here stands nothing; it should be a number"),
            (
                "invalid length 1, expected an array of length 2",
                "here stands a list of 1; it should be two numbers between [ and ]",
            ),
            ("invalid value: integer `-1`, expected u8", "-1 cannot stand here"),
            ("missing field `id`", "`id` is missing"),
            ("unknown field `colour`, expected one of `id`, `kind`", "there is no field `colour`"),
            ("duplicate field `kind`", "`kind` stands there twice"),
            ("unknown variant `ferry`, expected `ford` or `bridge`", "“ferry” is none of ford, bridge"),
            ("number out of range", "the number is beyond everything"),
            ("data did not match any variant of untagged enum Gate", "it should be a point, or a list of points"),
            ("whatever comes later", "this cannot be read"),
        ] {
            assert_eq!(plain(message), said);
        }
    }
}
