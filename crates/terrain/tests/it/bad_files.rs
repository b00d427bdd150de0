//! Files that are not layouts: errors name the feature, and nothing takes long.

use std::time::{Duration, Instant};

use musterfield_terrain::file::{Unreadable, from_json, from_kept_json};
use musterfield_terrain::{Code, Problem, check as check_layout};

use super::{codes, message, the_book};

/// A layout file with these features.
fn with(features: &str) -> String {
    format!(
        r#"{{"format": "musterfield-layout/1", "home_terrain": "forest", "board": [15, 15], "features": [{features}]}}"#
    )
}

fn woods(polygon: &str) -> String {
    with(&format!(r#"{{"id": "f7", "kind": "woods", "polygon": {polygon}}}"#))
}

#[track_caller]
fn refused(text: &str) -> Vec<Problem> {
    let problems = from_json(text, the_book()).map(|_| "a layout").unwrap_err().problems().to_vec();
    assert!(problems.iter().all(|problem| problem.code() == Code::Format && problem.rule.is_none()), "{problems:?}");
    problems
}

#[track_caller]
fn assert_refused(text: &str, feature: Option<&str>, said: &str) {
    let problems = refused(text);
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(problem.place.as_deref(), feature, "{problem:?}");
    assert!(message(problem).contains(said), "{said}: {problem:?}");
}

#[test]
fn a_bad_outline_is_told_with_the_id_of_its_feature() {
    for (polygon, said) in [
        ("[[1, 1], [2, 2]]", "3 points or more; this one has 2"),
        ("[]", "3 points or more; this one has 0"),
        (
            "[[[1, 1], [5, 1], [5, 5]], [[2, 2], [3, 2], [3, 3]]]",
            "x of entry 1 of `polygon`: expected a number, found a list",
        ),
        ("[[1, 1, 1], [5, 1, 1], [5, 5, 1]]", "entry 1 of `polygon`"),
        ("[[1], [5, 1], [5, 5]]", "entry 1 of `polygon`: expected two numbers between [ and ], found a list of 1"),
        ("[[1, null], [5, 1], [5, 5]]", "y of entry 1 of `polygon`: expected a number, found nothing"),
        ("[[1, \"1\"], [5, 1], [5, 5]]", "y of entry 1 of `polygon`: expected a number, found a text"),
        ("[[1, 1e999], [5, 1], [5, 5]]", "out of range"),
        ("[[1, -1e999], [5, 1], [5, 5]]", "out of range"),
        ("[[1, 1], [5, 1e9], [5, 5]]", "point 2 of `polygon`, (5.0, 1000000000.0), is out of range"),
        ("[[1, 1], [5, NaN], [5, 5]]", "not JSON"),
        ("[[1, 1], [5, Infinity], [5, 5]]", "not JSON"),
        ("[[1, 1], [5, -Infinity], [5, 5]]", "not JSON"),
    ] {
        assert_refused(&woods(polygon), Some("f7"), said);
    }
}

#[test]
fn a_bad_feature_is_told_with_its_id() {
    let area = r#""polygon": [[1, 1], [5, 1], [5, 5]]"#;
    let line = r#""path": [[0, 6], [15, 6]]"#;
    for (fields, said) in [
        (format!(r#""kind": "volcano", {area}"#), "“volcano” is not a known kind; known kinds are bua, plough"),
        (format!(r#""kind": "woods", "colour": 1, {area}"#), "there is no field `colour`"),
        (format!(r#""kind": "woods", "kind": "marsh", {area}"#), "`kind` is given twice"),
        (format!(r#""kind": "woods", {area}, {line}"#), "a `polygon`, not a `path`"),
        (r#""kind": "woods""#.to_owned(), "needs a `polygon`"),
        (format!(r#""kind": "woods", "bua": "hamlet", {area}"#), "cannot have a `bua`"),
        (format!(r#""kind": "bua", {area}"#), "which `bua` it is: stronghold, hamlet"),
        (format!(r#""kind": "bua", "bua": "castle", {area}"#), "“castle” is not a known bua"),
        (format!(r#""kind": "woods", "quarter": 5, {area}"#), "a quarter must be 1, 2, 3 or 4"),
        (format!(r#""kind": "woods", "quarter": -1, {area}"#), "`quarter`: -1 is not allowed here"),
        (format!(r#""kind": "woods", "gate": [1, 1], {area}"#), "only a bua can have a `gate`"),
        (format!(r#""kind": "woods", "crest": [[1, 1]], {area}"#), "only hills can have a `crest`"),
        (format!(r#""kind": "woods", "edge": "north", {area}"#), "only a waterway can have an `edge`"),
        (format!(r#""kind": "waterway", "edge": "top", {area}"#), "north, east, south or west"),
        (format!(r#""kind": "waterway", {area}"#), "must name its `edge`"),
        (format!(r#""kind": "river", {line}"#), "needs a `path` and a `width`"),
        (format!(r#""kind": "river", "width": 0, {line}"#), "more than 0"),
        (format!(r#""kind": "river", "width": 1, {area}"#), "not a `polygon`"),
        (r#""kind": "river", "width": 1, "path": [[0, 6]]"#.to_owned(), "2 points or more"),
        (
            format!(r#""kind": "road", "width": 1, {line}, "crossings": [{{"at": [1, 1], "kind": "ford"}}]"#),
            "only rivers can have `crossings`",
        ),
        (
            format!(r#""kind": "river", "width": 1, {line}, "crossings": [{{"at": [1, 1], "kind": "ferry"}}]"#),
            "`kind` of entry 1 of `crossings`: “ferry” is not one of ford, bridge",
        ),
    ] {
        let problems = refused(&with(&format!(r#"{{"id": "f7", {fields}}}"#)));
        assert!(problems.iter().all(|problem| problem.place.as_deref() == Some("f7")), "{problems:?}");
        assert!(problems.iter().any(|problem| message(problem).contains(said)), "{said}: {problems:?}");
    }
    assert_refused(&with(r#"{"kind": "woods"}"#), Some("number 1"), "`id` is missing");
    assert_refused(
        &with(r#"{"id": "", "kind": "woods", "polygon": [[1, 1], [5, 1], [5, 5]]}"#),
        Some("number 1"),
        "id",
    );
}

#[test]
fn a_bad_head_is_told() {
    for (from, to, said) in [
        ("layout/1", "layout/2", "only “musterfield-layout/1” can be read"),
        (r#""home_terrain": "forest", "#, "", "`home_terrain` is missing"),
        ("forest", "moor", "“moor” is not a known home terrain; known home terrains are arable"),
        ("[15, 15]", "[15]", "board"),
        ("[15, 15]", "[0, 15]", "1 to 100 BW"),
        ("[15, 15]", "[15, 1e9]", "1 to 100 BW"),
        ("[15, 15]", "[15, 15], \"weather\": \"rain\"", "there is no field `weather`"),
        ("[15, 15]", "[15, 15], \"ruleset\": \"chess\"", "“chess” is not a known ruleset"),
        ("[15, 15]", "[15, 15], \"seed\": -1", "seed"),
    ] {
        assert_refused(&with("").replace(from, to), None, said);
    }
}

#[test]
fn what_is_no_json_is_told_apart_from_what_is_no_layout() {
    for text in ["", "layout", "{", "[1, 2", "{\"format\": NaN}", "{} x"] {
        assert!(matches!(from_json(text, the_book()), Err(Unreadable::Syntax(_) | Unreadable::Content(_))), "{text}");
    }
    assert!(matches!(from_json("layout", the_book()), Err(Unreadable::Syntax(_))));
    for text in ["{}", "[]", "null", "7", "{\"format\": 7}"] {
        assert!(matches!(from_json(text, the_book()), Err(Unreadable::Content(_))), "{text}");
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let text = with(
        r#"{"id": "a", "kind": "woods", "polygon": [[1, 1]]}, {"id": "b", "kind": "lava"},
           {"id": "c", "kind": "marsh", "polygon": [[9, 9], [12, 9], [12, 12]]},
           {"id": "c", "kind": "marsh", "polygon": [[9, 9], [12, 9], [12, 12]]}"#,
    );
    let features: Vec<Option<String>> = refused(&text).into_iter().map(|problem| problem.place).collect();
    assert_eq!(features, ["a", "b", "c"].map(|id| Some(id.to_owned())));
}

#[test]
fn a_bad_line_of_the_record_is_told_with_its_number_and_feature() {
    let with = |line: &str| {
        with("").replacen("}", &format!(r#", "record": [{{"kind": "woods", "placed": true}}, {line}]}}"#), 1)
    };
    for (line, feature, said) in [
        (
            r#"{"feature": "f2", "kind": "lava", "placed": true}"#,
            Some("f2"),
            "line 2 of the record: “lava” is not a known kind",
        ),
        (r#"{"feature": "f2", "kind": "woods"}"#, Some("f2"), "line 2 of the record: `placed` is missing"),
        (r#"{"kind": "woods", "placed": true, "die": 7}"#, None, "a `die` must be 1 to 6"),
        (r#"{"kind": "woods", "placed": true, "size": [1e999, 1]}"#, None, "out of range"),
        (r#"{"feature": "", "kind": "woods", "placed": true}"#, None, "must be the id of a feature"),
    ] {
        assert_refused(&with(line), feature, said);
    }
    let long = "x".repeat(401);
    assert_refused(
        &with(&format!(r#"{{"kind": "woods", "placed": false, "reason": "{long}"}}"#)),
        None,
        "at most 400 characters",
    );
}

#[test]
fn the_limits_are_64_features_of_512_points() {
    let feature = |id: usize, points: usize| {
        let polygon: Vec<String> = (0..points).map(|x| format!("[{},{}]", x % 15, (x * x) % 15)).collect();
        format!(r#"{{"id": "f{id}", "kind": "woods", "polygon": [{}]}}"#, polygon.join(","))
    };
    assert!(from_json(&with(&feature(1, 512)), the_book()).is_ok());
    assert_refused(&with(&feature(1, 513)), Some("f1"), "513 points; 512 is the maximum");
    let many = |count| with(&(0..count).map(|id| feature(id, 3)).collect::<Vec<_>>().join(","));
    assert!(from_json(&many(64), the_book()).is_ok());
    assert_refused(&many(65), None, "65 features; 64 is the maximum");
    let line = r#"{"kind": "woods", "placed": false}"#;
    let record = vec![line; 65].join(",");
    assert_refused(&with("").replacen("}", &format!(r#", "record": [{record}]}}"#), 1), None, "65 lines");
    let begun = Instant::now();
    let refused = from_json(&with(&feature(1, 1_000_000)), the_book()).unwrap_err();
    assert!(refused.problems().iter().any(|problem| message(problem).contains("1000000 points; 512 is the maximum")));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn outlines_that_cross_themselves_or_lie_off_the_table_are_layouts_and_illegal() {
    let crossing = from_json(&woods("[[9, 2], [13, 5], [13, 2], [9, 5]]"), the_book()).unwrap();
    let problems = check_layout(&crossing).problems;
    let problem = problems.iter().find(|problem| problem.code() == Code::SelfCrossing).unwrap();
    assert_eq!(problem.place.as_deref(), Some("f7"));
    assert!(message(problem).contains("begin at points 1 and 3 meet"), "{}", message(problem));
    let off = from_json(&woods("[[900, 900], [904, 900], [904, 903], [900, 903]]"), the_book()).unwrap();
    assert!(codes(&check_layout(&off).problems).contains("outside-board"));
}

/// A comb with the thinnest possible teeth, up and down over the whole table.
fn comb(id: &str, kind: &str, turned: bool) -> String {
    let mut line: Vec<(f64, f64)> = Vec::new();
    for tooth in 0..127 {
        let x = 1.0 + 0.1 * f64::from(tooth);
        line.extend([(x, 1.0), (x, 14.0), (x + 0.012, 14.0), (x + 0.012, 1.0)]);
    }
    line.extend([(14.0, 0.9), (1.0, 0.9)]);
    let points: Vec<String> =
        line.iter().map(|(x, y)| if turned { format!("[{y},{x}]") } else { format!("[{x},{y}]") }).collect();
    let edge = if kind == "waterway" { r#""edge": "west", "# } else { "" };
    format!(r#"{{"id": "{id}", "kind": "{kind}", {edge}"polygon": [{}]}}"#, points.join(","))
}

#[test]
fn nothing_of_the_largest_size_keeps_the_check_busy() {
    let all: Vec<String> =
        (0..64).map(|at| comb(&format!("f{at}"), if at % 2 == 0 { "waterway" } else { "woods" }, at % 4 < 2)).collect();
    // More points than are allowed today, in a file from before the limit.
    let layout = from_kept_json(&with(&all.join(",")), the_book()).unwrap();
    let begun = Instant::now();
    assert!(!check_layout(&layout).is_legal());
    // A minute for an unoptimised build; otherwise some seconds.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
