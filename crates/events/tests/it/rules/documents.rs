//! From documents to rules and back, and every mistake with its field.

use musterfield_army::Catalogue;
use musterfield_events::rules::{Code, EventRules, EventRulesDocument};
use musterfield_fixtures::armies::{the_book, the_catalogue};
use musterfield_words::events::rules as words;
use proptest::prelude::*;

use super::plainly::any_rules;
use super::{build, rules};

/// The fields of all mistakes, in order.
fn fields(document: &str) -> Vec<String> {
    build(document).map(|_| Vec::new()).unwrap_or_else(|all| all.into_iter().map(|mistake| mistake.field).collect())
}

#[test]
fn every_mistake_of_a_document_names_its_field() {
    for (document, expected) in [
        (r#""ruleset": "d3h3""#, &["ruleset"][..]),
        (r#""format": "musterfield-event-rules/2", "ruleset": "chess""#, &["format", "ruleset"]),
        (r#""ruleset": "d3h2", "points": 0"#, &["points"]),
        (r#""ruleset": "d3h2", "points": 24.25"#, &["points"]),
        (r#""ruleset": "dba3", "points": 24"#, &["points"]),
        (r#""ruleset": "d3h2", "board": [0, 101]"#, &["board[0]", "board[1]"]),
        (
            r#""ruleset": "d3h2", "home_terrains": ["forest", "moon", "Forest"]"#,
            &["home_terrains[1]", "home_terrains[2]"],
        ),
        (r#""ruleset": "dbmf", "home_terrains": ["forest"]"#, &["home_terrains[0]"]),
        (r#""ruleset": "d3h2", "lists": "none""#, &["lists"]),
        (r#""ruleset": "d3h2", "lists": []"#, &["lists"]),
        (
            r#""ruleset": "d3h2", "lists": ["d3h2/nobody", "dba3/carthage", "d3h2/aesir", "d3h2/aesir"]"#,
            &["lists[0]", "lists[1]", "lists[3]"],
        ),
        (r#""ruleset": "dba3", "own_lists": [{"text": "12x4Sp"}]"#, &["own_lists"]),
        (
            r#""ruleset": "dba3", "lists": [], "own_lists": [
                {"text": "1x3Kn (Gen), 11x4Sp"}, {"text": "1x3Kn (Gen), 11x4Sp\n"}, {"text": " "}, {"text": "4xHorrors"}]"#,
            &["own_lists[1]", "own_lists[2].text", "own_lists[3].text"],
        ),
        (r#""ruleset": "d3h2", "allies": "listed""#, &["allies"]),
        (r#""ruleset": "d3h2", "allies": ["d3h2/nobody"]"#, &["allies[0]"]),
        (
            r#""ruleset": "d3h2", "raised": ["over-budget", "points-unspent", "nonsense", "number-unclear", "points-unspent"]"#,
            &["raised[0]", "raised[2]", "raised[3]", "raised[4]"],
        ),
        (r#""ruleset": "d3h2", "armies": 0"#, &["armies"]),
        (r#""ruleset": "d3h2", "armies": 11"#, &["armies"]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Kn"]}, {"of": []  , "most": 1}]"#, &["limits[0]", "limits[1].of"]),
        (
            r#""ruleset": "d3h2", "limits": [{"of": ["Kn", "Dragosn", "Fast Gods", "kn"], "least": 3, "most": 2}]"#,
            &["limits[0].of[1]", "limits[0].of[2]", "limits[0].of[3]", "limits[0].least"],
        ),
        (
            r#""ruleset": "d3h2", "limits": [{"of": ["Kn"], "least": -1}, {"of": ["Cv"], "most": 1.5}]"#,
            &["limits[0].least", "limits[1].most"],
        ),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Kn", "not Mounted"], "most": 1}]"#, &["limits[0].of"]),
        (r#""ruleset": "dba3", "limits": [{"of": ["Kn"], "most": 1, "count": "points"}]"#, &["limits[0].count"]),
        (
            r#""ruleset": "d3h2", "limits": [{"of": ["Foot"], "most": 0}, {"of": ["Mounted", "Aerial"], "most": 0}]"#,
            &["limits"],
        ),
        // All mistakes at once.
        (
            r#""ruleset": "d3h2", "points": -1, "raised": ["x"], "armies": 99, "limits": [{"of": ["zzz"], "most": 1}]"#,
            &["points", "raised[0]", "armies", "limits[0].of[0]"],
        ),
    ] {
        assert_eq!(fields(document), expected, "{document}");
    }
    let long = format!(r#""ruleset": "d3h2", "limits": [{{"of": ["Kn"], "most": 1, "why": "{}"}}]"#, "x".repeat(81));
    assert_eq!(fields(&long), ["limits[0].why"]);
    let many = format!(r#""ruleset": "d3h2", "limits": [{}]"#, vec![r#"{"of": ["Kn"], "most": 1}"#; 51].join(","));
    assert_eq!(fields(&many), ["limits"]);
}

/// A ruleset without army lists has none that an event could require.
#[test]
fn no_list_can_be_required_where_there_is_none() {
    let without = the_catalogue_without("dba22");
    let document = EventRulesDocument::from_json(r#"{"ruleset": "dba22", "lists": "listed"}"#).unwrap();
    let mistakes = EventRules::new(&document, the_book(), &without).unwrap_err();
    assert_eq!(mistakes.iter().map(|mistake| mistake.field.as_str()).collect::<Vec<_>>(), ["lists"]);
    assert!(EventRules::new(&document, the_book(), the_catalogue()).is_ok());
}

/// The built-in army lists except those of one ruleset.
fn the_catalogue_without(ruleset: &str) -> Catalogue {
    let mut files = musterfield_lists::embedded_files();
    files.retain(|path, _| !path.starts_with(ruleset));
    Catalogue::read(&files, the_book()).0
}

#[test]
fn a_document_of_another_shape_is_refused_with_place_and_field() {
    for (text, field) in [
        (r#"{"ruleset": "d3h2", "bans": ["Dg"]}"#, "bans"),
        (r#"{"points": 24}"#, "ruleset"),
        (r#"{"ruleset": "d3h2", "limits": [{"of": ["Dg"], "max": 0}]}"#, "limits[0].max"),
        (r#"{"ruleset": "d3h2", "limits": [{"of": ["Dg"], "most": 0, "count": "figures"}]}"#, "limits[0].count"),
        (r#"{"ruleset": "d3h2", "lists": 3}"#, "lists"),
        (r#"{"ruleset": "d3h2", "board": [15]}"#, "board"),
    ] {
        let error = EventRulesDocument::from_json(text).unwrap_err();
        assert_eq!((error.field.as_deref(), error.line), (Some(field), Some(1)), "{text}: {error:?}");
    }
}

#[test]
fn demands_that_nobody_can_meet_are_doubted() {
    for (document, expected) in [
        (r#""ruleset": "d3h2""#, &[][..]),
        (r#""ruleset": "d3h2", "board": [15, 15]"#, &[]),
        (r#""ruleset": "d3h2", "board": [15, 14]"#, &["board"]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 6}]"#, &[]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 7}]"#, &["limits[0].least"]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 25, "count": "points"}]"#, &["limits[0].least"]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 4}, {"of": ["Dg"], "least": 2}]"#, &[]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 4}, {"of": ["Dg"], "least": 3}]"#, &["limits"]),
        // The same elements may meet two requirements.
        (r#""ruleset": "d3h2", "limits": [{"of": ["Hr"], "least": 4}, {"of": ["Hr", "Kn"], "least": 6}]"#, &[]),
        (
            r#""ruleset": "d3h2", "limits": [{"of": ["Kn"], "least": 1}, {"of": ["Mounted"], "most": 0}]"#,
            &["limits[0].least"],
        ),
        (
            r#""ruleset": "d3h2", "limits": [{"of": ["Kn"], "least": 3}, {"of": ["Mounted"], "most": 2}]"#,
            &["limits[0].least"],
        ),
        (r#""ruleset": "dba3", "limits": [{"of": ["Kn"], "least": 12}]"#, &[]),
        (r#""ruleset": "dba3", "limits": [{"of": ["Kn"], "least": 13}]"#, &["limits[0].least"]),
        (r#""ruleset": "d3h2", "limits": [{"of": ["not Dg"], "most": 0}]"#, &["limits"]),
        (r#""ruleset": "d3h2", "home_terrains": ["dry"], "lists": ["d3h2/aesir", "d3h2/uruk"]"#, &["lists[0]"]),
    ] {
        let doubts = rules(document).doubts(the_book(), the_catalogue());
        let fields: Vec<&str> = doubts.iter().map(|doubt| doubt.field.as_str()).collect();
        assert_eq!(fields, expected, "{document}: {doubts:?}");
    }
}

/// The examples of `docs/FORMATS.md`, and its table of codes.
#[test]
fn what_the_document_of_formats_says_is_so() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/FORMATS.md");
    let text = std::fs::read_to_string(path).unwrap();
    let examples = |fence: &str| -> Vec<String> {
        let fence = format!("```{fence}\n");
        let blocks = text.split(fence.as_str()).skip(1);
        blocks.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
    };
    let (json, toml) = (examples("json event"), examples("toml event"));
    assert!(!json.is_empty() && !toml.is_empty());
    let json = json.iter().map(|text| EventRulesDocument::from_json(text).unwrap_or_else(|error| panic!("{error:?}")));
    let toml = toml.iter().map(|text| EventRulesDocument::from_toml(text).unwrap_or_else(|error| panic!("{error:?}")));
    for document in json.chain(toml) {
        let rules = EventRules::new(&document, the_book(), the_catalogue()).unwrap_or_else(|all| panic!("{all:?}"));
        assert_eq!(rules.doubts(the_book(), the_catalogue()), []);
    }
    for code in Code::EVENT {
        assert!(text.contains(&format!("| `{code}` |")), "{code} is not explained in docs/FORMATS.md");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A document in its exact spelling survives a round trip through rules, JSON and TOML.
    #[test]
    fn a_document_through_rules_is_the_same(rules in any_rules()) {
        let document = rules.document();
        let again = EventRules::new(&document, the_book(), the_catalogue());
        let again = again.map_err(|mistakes| TestCaseError::fail(format!("{mistakes:?}")))?;
        prop_assert_eq!(&again.document(), &document);
        prop_assert_eq!(words::lines(&again), words::lines(&rules));
        prop_assert_eq!(&EventRulesDocument::from_json(&document.to_json()).unwrap(), &document);
        prop_assert_eq!(&EventRulesDocument::from_json(&document.to_json_pretty()).unwrap(), &document);
        prop_assert_eq!(&EventRulesDocument::from_toml(&document.to_toml()).unwrap(), &document);
    }

    /// Any document becomes either rules, or mistakes that all name one of its fields.
    #[test]
    fn anything_typed_is_rules_or_mistakes(
        ruleset in prop::sample::select(vec!["d3h2", "dba3", "dbmf", "hott25", "nothing"]),
        points in -3i64..60,
        words in prop::collection::vec("[A-Za-z()]{0,6}|not Foot|Fast Kn|all", 0..4),
        least in prop::option::of(-2i64..30),
        most in prop::option::of(-2i64..30),
        armies in -1i64..14,
    ) {
        let number = |number: Option<i64>| number.map_or("null".to_owned(), |number| number.to_string());
        let words = serde_json::to_string(&words).unwrap();
        let text = format!(
            r#"{{"ruleset": "{ruleset}", "points": {points}, "home_terrains": {words}, "lists": {words}, "raised": {words}, "armies": {armies},
                "limits": [{{"of": {words}, "least": {}, "most": {}}}]}}"#, number(least), number(most)
        );
        let document = EventRulesDocument::from_json(&text).map_err(|error| TestCaseError::fail(format!("{error:?}")))?;
        if let Err(mistakes) = EventRules::new(&document, the_book(), the_catalogue()) {
            prop_assert!(!mistakes.is_empty());
            for mistake in mistakes {
                let head = mistake.field.split(['[', '.']).next().unwrap_or_default();
                let known = ["ruleset", "points", "home_terrains", "lists", "raised", "armies", "limits"];
                prop_assert!(known.contains(&head) && !words::message(&mistake.fault).is_empty(), "{mistake:?}");
            }
        }
    }
}
