//! Clauses about files that cannot be read as layouts. They begin without a capital, since they stand behind a place.

use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::{FORMAT, MOST_BOARD};
use musterfield_terrain::layout::{LONGEST_ID, LONGEST_NAME, LONGEST_REASON, MOST_FEATURES, MOST_POINTS};
use musterfield_terrain::problem::{FormatFault, JsonType, PartFault, PartPath, WantedType};

use super::terms::joined;

pub(super) fn clause(fault: &FormatFault) -> String {
    match fault {
        FormatFault::NotUtf8 { byte } => format!("not UTF-8 text at byte {byte}"),
        FormatFault::NotJson { line, column } => format!(
            "this is no JSON from line {line}, character {column} on; a comma, bracket or quotation mark may be missing or too many"
        ),
        FormatFault::NotAnObject => "this is JSON, but no layout: a layout stands between { and }".to_owned(),
        FormatFault::AfterTheEnd => "something stands after the end of the layout".to_owned(),
        FormatFault::Part { path, wrong } => {
            let said = wrong_part(wrong);
            place(path).map_or_else(|| said.clone(), |place| format!("{place}: {said}"))
        }
        FormatFault::Format { found } => format!("the format is “{found}”; what can be read is “{FORMAT}”"),
        FormatFault::UnknownRuleset { found, known } => {
            format!("there is no ruleset “{found}” with terrain; there are {}", joined(known, ", "))
        }
        FormatFault::UnknownHome { found, known } => {
            format!("there is no home terrain “{found}”; there are {}", joined(known, ", "))
        }
        FormatFault::Board => format!("a board is 1 to {MOST_BOARD} BW wide and deep"),
        FormatFault::Name => {
            format!("the name is longer than {LONGEST_NAME} characters or has signs that do not print")
        }
        FormatFault::Features { count } => format!("there are {count} features; {MOST_FEATURES} are the most"),
        FormatFault::PointsInAll { count, most } => format!(
            "the outlines, paths, beaches, crests, gates and crossings have {count} points in all; {most} are the most"
        ),
        FormatFault::Id => format!("an id has 1 to {LONGEST_ID} characters that can be printed"),
        FormatFault::SameId => "two features have this id".to_owned(),
        FormatFault::UnknownKind { found } => {
            format!("there is no kind “{found}”; there are {}", joined(Kind::ALL, ", "))
        }
        FormatFault::NotABua => "only a bua has a `gate` or a `base_edge`".to_owned(),
        FormatFault::NotAHill => "only hills have a `crest`".to_owned(),
        FormatFault::NotARiver => "only rivers have `crossings`".to_owned(),
        FormatFault::NotAWaterway => "only a waterway has an `edge` or a `beach`".to_owned(),
        FormatFault::NotAnArea { kind } => format!("a {kind} has a `path` and a `width`, no `polygon`"),
        FormatFault::NoCourse { kind } => format!("a {kind} needs a `path` and a `width`"),
        FormatFault::NotACourse { kind } => format!("a {kind} has a `polygon`, no `path` or `width`"),
        FormatFault::NoOutline { kind } => format!("a {kind} needs a `polygon`"),
        FormatFault::Width => "the `width` is more than 0".to_owned(),
        FormatFault::NoEdge => "a waterway names its `edge`".to_owned(),
        FormatFault::FewPoints { field, least, count } => {
            format!("a `{field}` has {least} points or more; here are {count}")
        }
        FormatFault::Points { field, count } => format!("`{field}` has {count} points; {MOST_POINTS} are the most"),
        FormatFault::FarPoint { field, number, x, y } => {
            format!("point {number} of `{field}`, ({:?}, {:?}), lies beyond everything", x.value(), y.value())
        }
        FormatFault::WhichBua => format!("a bua says which `bua` it is: {}", joined(Bua::ALL, ", ")),
        FormatFault::UnknownBua { found } => {
            format!("there is no bua “{found}”; there are {}", joined(Bua::ALL, ", "))
        }
        FormatFault::HasNoBua { kind } => format!("a {kind} has no `bua`"),
        FormatFault::Quarter => "a quarter is 1, 2, 3 or 4".to_owned(),
        FormatFault::Edge { field } => format!("`{field}` is north, east, south or west"),
        FormatFault::RecordLines { count } => format!("the record has {count} lines; {MOST_FEATURES} are the most"),
        FormatFault::Size => "`size` is a length and a width in BW".to_owned(),
        FormatFault::Die => "a `die` shows 1 to 6".to_owned(),
        FormatFault::Reason => format!("a `reason` has {LONGEST_REASON} characters at most"),
        FormatFault::FeatureId => "`feature` is the id of a feature".to_owned(),
    }
}

/// The place of a value: `polygon[0][1]` is the y of the first point.
fn place(path: &[PartPath]) -> Option<String> {
    let mut said: Option<String> = None;
    let mut inside = 0;
    for step in path {
        let next = match (step, &said) {
            (PartPath::Field(key), Some(outer)) => format!("`{key}` of {outer}"),
            (PartPath::Field(key), None) => format!("`{key}`"),
            (PartPath::Entry(index), Some(outer)) if inside == 0 => format!("entry {} of {outer}", index + 1),
            (PartPath::Entry(0), Some(outer)) => format!("x of {outer}"),
            (PartPath::Entry(1), Some(outer)) => format!("y of {outer}"),
            (PartPath::Entry(index), Some(outer)) => format!("number {} of {outer}", index + 1),
            (PartPath::Entry(index), None) => format!("entry {}", index + 1),
        };
        inside = if matches!(step, PartPath::Entry(_)) { inside + 1 } else { 0 };
        said = Some(next);
    }
    said
}

fn wrong_part(wrong: &PartFault) -> String {
    match wrong {
        PartFault::Type { found, wanted } => {
            format!("here stands {}; it should be {}", type_found(*found), type_wanted(*wanted))
        }
        PartFault::Length { count, wanted } => {
            format!("here stands a list of {count}; it should be {}", type_wanted(*wanted))
        }
        PartFault::Value(value) => format!("{value} cannot stand here"),
        PartFault::Missing(field) => format!("`{field}` is missing"),
        PartFault::Unknown(field) => format!("there is no field `{field}`"),
        PartFault::Twice(field) => format!("`{field}` stands there twice"),
        PartFault::Word { found, known } => format!("“{found}” is none of {}", known.join(", ")),
        PartFault::OutOfRange => "the number is beyond everything".to_owned(),
        PartFault::NotPoints => "it should be a point, or a list of points".to_owned(),
        PartFault::Other => "this cannot be read".to_owned(),
    }
}

const fn type_found(found: JsonType) -> &'static str {
    match found {
        JsonType::Text => "a text",
        JsonType::List => "a list",
        JsonType::Object => "something between { and }",
        JsonType::Null => "nothing",
        JsonType::Bool => "true or false",
        JsonType::Number => "a number of another sort",
        JsonType::Other => "something else",
    }
}

const fn type_wanted(wanted: WantedType) -> &'static str {
    match wanted {
        WantedType::Number => "a number",
        WantedType::WholeNumber => "a whole number",
        WantedType::Text => "a text",
        WantedType::List => "a list",
        WantedType::Pair => "two numbers between [ and ]",
        WantedType::Bool => "true or false",
        WantedType::Object => "something between { and }",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_the_parser_says_is_told_in_its_own_words() {
        let text = |text: &str| text.to_owned();
        for (fault, said) in [
            (
                PartFault::Type { found: JsonType::Text, wanted: WantedType::Number },
                "here stands a text; it should be a number",
            ),
            (
                PartFault::Type { found: JsonType::Null, wanted: WantedType::Number },
                "here stands nothing; it should be a number",
            ),
            (
                PartFault::Length { count: 1, wanted: WantedType::Pair },
                "here stands a list of 1; it should be two numbers between [ and ]",
            ),
            (PartFault::Value(text("-1")), "-1 cannot stand here"),
            (PartFault::Missing(text("id")), "`id` is missing"),
            (PartFault::Unknown(text("colour")), "there is no field `colour`"),
            (PartFault::Twice(text("kind")), "`kind` stands there twice"),
            (
                PartFault::Word { found: text("ferry"), known: vec![text("ford"), text("bridge")] },
                "“ferry” is none of ford, bridge",
            ),
            (PartFault::OutOfRange, "the number is beyond everything"),
            (PartFault::NotPoints, "it should be a point, or a list of points"),
            (PartFault::Other, "this cannot be read"),
        ] {
            assert_eq!(wrong_part(&fault), said);
        }
    }
}
