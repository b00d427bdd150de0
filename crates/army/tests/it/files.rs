//! Army files: those that are read, those that are refused, and the messages.

use musterfield_army::file::{ReadError, from_json, from_toml, to_json};
use musterfield_army::input::{InputFormat, army, form_of};
use musterfield_fixtures::armies::{report, ruleset, the_book};
use musterfield_words::army::file::message;

fn refused(text: &str) -> String {
    message(&from_json(text, the_book()).unwrap_err())
}

#[test]
fn what_is_left_out_has_its_usual_value() {
    let draft = from_json(r#"{"ruleset": "d3h2", "elements": [{"type": "Knights"}]}"#, the_book()).unwrap();
    assert_eq!((draft.points.to_string().as_str(), draft.aggression, draft.camp), ("24", 0, true));
    assert_eq!((draft.lines[0].count, draft.lines[0].fast), (1, false));
    assert_eq!(
        to_json(&draft),
        r#"{"format":"musterfield-army/1","ruleset":"d3h2","points":24,"elements":[{"type":"Kn"}]}"#
    );
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place() {
    for (text, message) in [
        ("", "line 1, column 0, EOF while parsing a value"),
        ("{", "EOF while parsing an object"),
        (r#"{"ruleset": "d3h2", "colour": 1}"#, "field colour: unknown field `colour`"),
        (r#"{"points": 24}"#, "field ruleset: missing field `ruleset`"),
        (r#"{"ruleset": "d3h9"}"#, "field ruleset: there is no ruleset “d3h9”"),
        (r#"{"format": "musterfield-army/9", "ruleset": "d3h2"}"#, "field format: the format is “musterfield-army/9”"),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd"}, {"type": "Bd", "count": 1.5}]}"#,
            "field elements[1].count: 1.5 is not a whole number",
        ),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd", "count": "two"}]}"#,
            "field elements[0].count: invalid type",
        ),
        (r#"{"ruleset": "d3h2", "elements": [{"count": 2}]}"#, "field elements[0].type: missing field `type`"),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd", "size": 2}]}"#,
            "field elements[0].size: unknown field `size`",
        ),
        (r#"{"ruleset": "d3h2", "points": "24"}"#, "field points: invalid type"),
        (r#"{"ruleset": "d3h2", "points": 24.12345}"#, "field points: 24.12345 has more than three decimals"),
        (r#"{"ruleset": "d3h2", "ruleset": "d3h2"}"#, "duplicate field `ruleset`"),
        (r#"{"ruleset": "d3h2"} x"#, "trailing characters"),
        (r#"{"ruleset": "d3h2", "name": "a\u0000b"}"#, "field name: the text contains a control character"),
    ] {
        let found = refused(text);
        assert!(found.contains(message), "{text}: {found}");
    }
    let long = format!(r#"{{"ruleset": "d3h2", "notes": "{}"}}"#, "x".repeat(20_001));
    assert!(refused(&long).contains("field notes: the text is longer than 20000 characters"));
    let many = format!(r#"{{"ruleset": "d3h2", "elements": [{}]}}"#, vec![r#"{"type":"Bd"}"#; 201].join(","));
    assert!(refused(&many).contains("field elements: there are more than 200 lines"));
}

#[test]
fn senseless_numbers_are_read_and_told_as_problems() {
    for (text, code) in [
        (r#"{"ruleset": "d3h2", "points": 0, "elements": [{"type": "Bd", "general": true}]}"#, "bad-points"),
        (r#"{"ruleset": "d3h2", "points": -1, "elements": [{"type": "Bd", "general": true}]}"#, "bad-points"),
        (r#"{"ruleset": "d3h2", "points": 24.3, "elements": [{"type": "Bd", "general": true}]}"#, "bad-points"),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd", "general": true}, {"type": "Bd", "count": 0}]}"#,
            "bad-count",
        ),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd", "general": true}, {"type": "Bd", "count": -1}]}"#,
            "bad-count",
        ),
        (
            r#"{"ruleset": "d3h2", "elements": [{"type": "Bd", "general": true}, {"type": "Bd", "count": 1e9}]}"#,
            "bad-count",
        ),
    ] {
        let draft = from_json(text, the_book()).unwrap();
        assert!(report(&draft).problems.iter().any(|problem| problem.code().as_str() == code), "{text}");
    }
}

#[test]
fn numbers_at_the_edge_of_what_can_be_written_are_refused_by_field_or_checked() {
    let numbers = ["-9223372036854775808", "9223372036854775807", "1e308", "-1e308", "-0", "0", "-0.0", "1e-308"];
    let json_only = ["18446744073709551615", "-18446744073709551616", "1e1000"];
    let toml_only = ["nan", "-nan", "inf", "-inf", "0xffff_ffff", "0x7fff_ffff_ffff_ffff"];
    let fields = [("points", "points"), ("aggression", "aggression"), ("count", "elements[0].count")];
    for (field, named) in fields {
        let is_harmless = |number: &str, read: Result<musterfield_army::Draft, ReadError>| match read {
            Ok(draft) => {
                report(&draft);
            }
            // Text that is not a number at all in JSON has a position and no field.
            Err(error) => {
                assert!(error.field.as_deref().is_none_or(|field| field == named), "{field} {number}: {error:?}")
            }
        };
        for number in numbers.iter().chain(&json_only) {
            let text = match field {
                "count" => format!(r#"{{"ruleset": "d3h2", "elements": [{{"type": "Bd", "count": {number}}}]}}"#),
                _ => format!(r#"{{"ruleset": "d3h2", "{field}": {number}}}"#),
            };
            is_harmless(number, from_json(&text, the_book()));
        }
        for number in numbers.iter().chain(&toml_only) {
            let line = if field == "count" { "[[elements]]\ntype = \"Bd\"\n" } else { "" };
            is_harmless(number, from_toml(&format!("ruleset = \"d3h2\"\n{line}{field} = {number}\n"), the_book()));
        }
    }
    for number in ["-9223372036854775808", "9223372036854775807", "1e308"] {
        for field in ["points", "aggression"] {
            let found = refused(&format!(r#"{{"ruleset": "d3h2", "{field}": {number}}}"#));
            assert!(found.contains(&format!("field {field}: {number} is out of range")), "{found}");
        }
    }
}

#[test]
fn points_that_are_nearly_the_agreed_ones_are_not_taken_for_them() {
    for number in ["500.0004", "499.9996", "24.00000001"] {
        let found = refused(&format!(r#"{{"ruleset": "d3h2", "points": {number}}}"#));
        assert!(found.contains(&format!("field points: {number} has more than three decimals")), "{found}");
        let found = from_toml(&format!("ruleset = \"d3h2\"\npoints = {number}\n"), the_book()).unwrap_err();
        assert_eq!((found.line, found.field.as_deref()), (Some(2), Some("points")), "{found:?}");
    }
}

#[test]
fn toml_is_read_and_refused_alike() {
    let text = "ruleset = \"d3h2\"\nname = \"Host\"\npoints = 25.5\n\n[[elements]]\ntype = \"Hr\"\ngeneral = true\n";
    assert_eq!(from_toml(text, the_book()).unwrap().points.to_string(), "25.5");
    let found =
        from_toml("ruleset = \"d3h2\"\n\n[[elements]]\ntype = \"Hr\"\ncount = \"x\"\n", the_book()).unwrap_err();
    assert_eq!((found.line, found.field.as_deref()), (Some(5), Some("elements[0].count")), "{found:?}");
    assert!(from_toml("ruleset = ", the_book()).is_err());
    let unknown = from_toml("ruleset = \"d3h2\"\ncolour = 1\n", the_book()).unwrap_err();
    assert_eq!((unknown.line, unknown.field.as_deref()), (Some(2), Some("colour")), "{unknown:?}");
}

#[test]
fn any_form_is_recognised_by_what_stands_in_it() {
    assert_eq!(form_of("  \n{\"ruleset\""), InputFormat::Json);
    assert_eq!(form_of("# mine\nformat = \"musterfield-army/1\"\n"), InputFormat::Toml);
    assert_eq!(form_of("Host\n2 x Blades"), InputFormat::Text);
    assert_eq!(form_of(""), InputFormat::Text);
    let read = army("Ruleset: d3h2-traditional\nHr (Gen)", InputFormat::Text, ruleset("d3h2"), the_book()).unwrap();
    assert_eq!(&*read.draft.ruleset.id, "d3h2-traditional");
}
