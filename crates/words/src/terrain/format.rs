//! Clauses about files that cannot be read as layouts. They begin without a capital because they follow a place.

use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::file::{FORMAT, MOST_BOARD};
use musterfield_terrain::layout::{LONGEST_ID, LONGEST_NAME, LONGEST_REASON, MOST_FEATURES, MOST_POINTS};
use musterfield_terrain::problem::{FormatFault, JsonType, PartFault, PartPath, WantedType};

use super::terms::joined;

pub(super) fn clause(fault: &FormatFault) -> String {
    match fault {
        FormatFault::NotUtf8 { byte } => format!("not UTF-8 text at byte {byte}"),
        FormatFault::NotJson { line, column } => format!(
            "this is not JSON from line {line}, character {column} on; there may be a comma, bracket or quotation mark missing, or one too many"
        ),
        FormatFault::NotAnObject => "this is JSON, but not a layout: a layout is written between { and }".to_owned(),
        FormatFault::AfterTheEnd => "there is something after the end of the layout".to_owned(),
        FormatFault::Part { path, wrong } => {
            let said = wrong_part(wrong);
            place(path).map_or_else(|| said.clone(), |place| format!("{place}: {said}"))
        }
        FormatFault::Format { found } => format!("the format is “{found}”; only “{FORMAT}” can be read"),
        FormatFault::UnknownRuleset { found, known } => {
            format!("“{found}” is not a known ruleset with terrain; known rulesets are {}", joined(known, ", "))
        }
        FormatFault::UnknownHome { found, known } => {
            format!("“{found}” is not a known home terrain; known home terrains are {}", joined(known, ", "))
        }
        FormatFault::Board => format!("a board must be 1 to {MOST_BOARD} BW wide and deep"),
        FormatFault::Name => {
            format!("the name is longer than {LONGEST_NAME} characters or has characters that cannot be printed")
        }
        FormatFault::Features { count } => format!("there are {count} features; {MOST_FEATURES} is the maximum"),
        FormatFault::PointsInAll { count, most } => format!(
            "the outlines, paths, beaches, crests, gates and crossings have {count} points in all; {most} is the maximum"
        ),
        FormatFault::Id => format!("an id must have 1 to {LONGEST_ID} characters that can be printed"),
        FormatFault::SameId => "two features have this id".to_owned(),
        FormatFault::UnknownKind { found } => {
            format!("“{found}” is not a known kind; known kinds are {}", joined(Kind::ALL, ", "))
        }
        FormatFault::NotABua => "only a bua can have a `gate` or a `base_edge`".to_owned(),
        FormatFault::NotAHill => "only hills can have a `crest`".to_owned(),
        FormatFault::NotARiver => "only rivers can have `crossings`".to_owned(),
        FormatFault::NotAWaterway => "only a waterway can have an `edge` or a `beach`".to_owned(),
        FormatFault::NotAnArea { kind } => format!("a {kind} has a `path` and a `width`, not a `polygon`"),
        FormatFault::NoCourse { kind } => format!("a {kind} needs a `path` and a `width`"),
        FormatFault::NotACourse { kind } => format!("a {kind} has a `polygon`, not a `path` or `width`"),
        FormatFault::NoOutline { kind } => format!("a {kind} needs a `polygon`"),
        FormatFault::Width => "the `width` must be more than 0".to_owned(),
        FormatFault::NoEdge => "a waterway must name its `edge`".to_owned(),
        FormatFault::FewPoints { field, least, count } => {
            format!("a `{field}` needs {least} points or more; this one has {count}")
        }
        FormatFault::Points { field, count } => format!("`{field}` has {count} points; {MOST_POINTS} is the maximum"),
        FormatFault::FarPoint { field, number, x, y } => {
            format!("point {number} of `{field}`, ({:?}, {:?}), is out of range", x.value(), y.value())
        }
        FormatFault::WhichBua => format!("a bua must say which `bua` it is: {}", joined(Bua::ALL, ", ")),
        FormatFault::UnknownBua { found } => {
            format!("“{found}” is not a known bua; known ones are {}", joined(Bua::ALL, ", "))
        }
        FormatFault::HasNoBua { kind } => format!("a {kind} cannot have a `bua`"),
        FormatFault::Quarter => "a quarter must be 1, 2, 3 or 4".to_owned(),
        FormatFault::Edge { field } => format!("`{field}` must be north, east, south or west"),
        FormatFault::RecordLines { count } => format!("the record has {count} lines; {MOST_FEATURES} is the maximum"),
        FormatFault::Size => "`size` must be a length and a width in BW".to_owned(),
        FormatFault::Die => "a `die` must be 1 to 6".to_owned(),
        FormatFault::Reason => format!("a `reason` can have at most {LONGEST_REASON} characters"),
        FormatFault::FeatureId => "`feature` must be the id of a feature".to_owned(),
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
            format!("expected {}, found {}", type_wanted(*wanted), type_found(*found, *wanted))
        }
        PartFault::Length { count, wanted } => {
            format!("expected {}, found a list of {count}", type_wanted(*wanted))
        }
        PartFault::Value(value) => format!("{value} is not allowed here"),
        PartFault::Missing(field) => format!("`{field}` is missing"),
        PartFault::Unknown(field) => format!("there is no field `{field}`"),
        PartFault::Twice(field) => format!("`{field}` is given twice"),
        PartFault::Word { found, known } => format!("“{found}” is not one of {}", known.join(", ")),
        PartFault::OutOfRange => "the number is out of range".to_owned(),
        PartFault::NotPoints => "it should be a point, or a list of points".to_owned(),
        PartFault::Other => "this cannot be read".to_owned(),
    }
}

const fn type_found(found: JsonType, wanted: WantedType) -> &'static str {
    match found {
        JsonType::Text => "a text",
        JsonType::List => "a list",
        JsonType::Object => "something between { and }",
        JsonType::Null => "nothing",
        JsonType::Bool => "true or false",
        JsonType::Number if matches!(wanted, WantedType::Number | WantedType::WholeNumber) => "another kind of number",
        JsonType::Number => "a number",
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
            (PartFault::Type { found: JsonType::Text, wanted: WantedType::Number }, "expected a number, found a text"),
            (PartFault::Type { found: JsonType::Null, wanted: WantedType::Number }, "expected a number, found nothing"),
            (
                PartFault::Length { count: 1, wanted: WantedType::Pair },
                "expected two numbers between [ and ], found a list of 1",
            ),
            (PartFault::Value(text("-1")), "-1 is not allowed here"),
            (PartFault::Missing(text("id")), "`id` is missing"),
            (PartFault::Unknown(text("colour")), "there is no field `colour`"),
            (PartFault::Twice(text("kind")), "`kind` is given twice"),
            (
                PartFault::Word { found: text("ferry"), known: vec![text("ford"), text("bridge")] },
                "“ferry” is not one of ford, bridge",
            ),
            (PartFault::OutOfRange, "the number is out of range"),
            (PartFault::NotPoints, "it should be a point, or a list of points"),
            (PartFault::Other, "this cannot be read"),
        ] {
            assert_eq!(wrong_part(&fault), said);
        }
    }
}
