//! Recognises the messages of the JSON parser, so that they can be put in terms that players know.

use serde_path_to_error::{Path, Segment};

use crate::problem::{FormatFault, JsonType, PartFault, PartPath, WantedType};

/// The fault of a part of the file, and its place in the part.
pub(super) fn located(error: &serde_path_to_error::Error<serde_json::Error>) -> FormatFault {
    let message = error.inner().to_string();
    // The position is counted within the part being parsed, and means nothing for the file.
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    FormatFault::Part { path: steps(error.path()), wrong: fault_in(message) }
}

fn steps(path: &Path) -> Vec<PartPath> {
    let step = |segment: &Segment| match segment {
        Segment::Map { key } => Some(PartPath::Field(key.clone())),
        Segment::Seq { index } => Some(PartPath::Entry(*index)),
        Segment::Enum { .. } | Segment::Unknown => None,
    };
    path.iter().filter_map(step).collect()
}

fn fault_in(message: &str) -> PartFault {
    let quoted = |after: &str| message.strip_prefix(after).and_then(|rest| rest.split('`').nth(1)).map(str::to_owned);
    let instead = |of: &str| message.strip_prefix(of).and_then(|rest| rest.split_once(", expected "));
    if let Some((found, wanted)) = instead("invalid type: ") {
        return PartFault::Type { found: json_type(found), wanted: wanted_type(wanted) };
    }
    if let Some((count, wanted)) = instead("invalid length ") {
        return PartFault::Length { count: count.parse().unwrap_or_default(), wanted: wanted_type(wanted) };
    }
    if let Some(value) = quoted("invalid value: ") {
        return PartFault::Value(value);
    }
    if let Some(field) = quoted("missing field ") {
        return PartFault::Missing(field);
    }
    if let Some(field) = quoted("unknown field ") {
        return PartFault::Unknown(field);
    }
    if let Some(field) = quoted("duplicate field ") {
        return PartFault::Twice(field);
    }
    if let Some(found) = quoted("unknown variant ") {
        return PartFault::Word { found, known: message.split('`').skip(3).step_by(2).map(str::to_owned).collect() };
    }
    match message {
        "number out of range" => PartFault::OutOfRange,
        // The only value that may have one of two forms is a gate.
        _ if message.contains("did not match any variant") => PartFault::NotPoints,
        _ => PartFault::Other,
    }
}

fn json_type(found: &str) -> JsonType {
    match found.split([' ', '`']).next().unwrap_or_default() {
        "string" => JsonType::Text,
        "sequence" => JsonType::List,
        "map" => JsonType::Object,
        "null" | "unit" => JsonType::Null,
        "boolean" => JsonType::Bool,
        "integer" | "floating" => JsonType::Number,
        _ => JsonType::Other,
    }
}

fn wanted_type(wanted: &str) -> WantedType {
    match wanted {
        "f64" => WantedType::Number,
        "u8" | "u64" => WantedType::WholeNumber,
        "a string" | "a borrowed string" | "string" => WantedType::Text,
        "a sequence" => WantedType::List,
        "an array of length 2" => WantedType::Pair,
        "a boolean" => WantedType::Bool,
        _ => WantedType::Object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_the_parser_says_is_recognised() {
        let text = |text: &str| text.to_owned();
        for (message, fault) in [
            (
                "invalid type: string \"1\", expected f64",
                PartFault::Type { found: JsonType::Text, wanted: WantedType::Number },
            ),
            ("invalid type: null, expected f64", PartFault::Type { found: JsonType::Null, wanted: WantedType::Number }),
            (
                "invalid length 1, expected an array of length 2",
                PartFault::Length { count: 1, wanted: WantedType::Pair },
            ),
            ("invalid value: integer `-1`, expected u8", PartFault::Value(text("-1"))),
            ("missing field `id`", PartFault::Missing(text("id"))),
            ("unknown field `colour`, expected one of `id`, `kind`", PartFault::Unknown(text("colour"))),
            ("duplicate field `kind`", PartFault::Twice(text("kind"))),
            (
                "unknown variant `ferry`, expected `ford` or `bridge`",
                PartFault::Word { found: text("ferry"), known: vec![text("ford"), text("bridge")] },
            ),
            ("number out of range", PartFault::OutOfRange),
            ("data did not match any variant of untagged enum Gate", PartFault::NotPoints),
            ("whatever comes later", PartFault::Other),
        ] {
            assert_eq!(fault_in(message), fault);
        }
    }
}
