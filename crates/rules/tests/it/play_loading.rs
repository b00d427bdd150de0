//! Mistakes in `play.toml` that the loader refuses.

use musterfield_rules::book;
use musterfield_rules::load::embedded_files;

use super::loading::mistakes;

const PLAY: &str = "rulesets/d3h2/play.toml";

#[test]
fn play_that_makes_no_sense_is_refused() {
    for (from, to, message) in [
        ("{ name = \"move\", pips = 1,", "{ name = \"move\", pips = 1, distance = 2,", "a number must have one unit"),
        ("{ name = \"move\", pips = 1,", "{ name = \"move\",", "a number must have one unit"),
        ("{ name = \"move\", pips = 1,", "{ name = \"move\", inches = 1,", "unknown field `inches`"),
        (
            "distance = 0.5, rule = \"D3H2-SHOOT-08\"",
            "distance = 0.3, rule = \"D3H2-SHOOT-08\"",
            "a whole or half number",
        ),
        (
            "distance = 0.5, rule = \"D3H2-SHOOT-08\"",
            "distance = -1, rule = \"D3H2-SHOOT-08\"",
            "a whole or half number",
        ),
        ("pips = 0,", "count = [3, 2],", "a count must be the least and the most"),
        ("score = [5, 6]", "score = [5, 7]", "a die must be from 1 to 6"),
        ("score = [5, 6]", "score = [6, 5]", "a die must be from 1 to 6"),
        ("rule = \"D3H2-PIP-04\" }", "rule = \"D3H2-PIP-99\" }", "rule `D3H2-PIP-99` is not in the reference"),
        ("rules = [\"D3H2-SEQ-04\"]", "rules = [\"D3H2-SEQ-99\"]", "rule `D3H2-SEQ-99` is not in the reference"),
        ("{ name = \"extra\", pips", "{ name = \"move\", pips", "`move` appears twice"),
        ("head = \"{move}:\"", "head = \"{step}:\"", "`step` is neither a number nor a list"),
        (
            "Never under enemy {giants of the air}.",
            "Never under others.",
            "no sentence and no battle uses `giants of the air`",
        ),
        ("{ name = \"not landed in\", of", "{ name = \"shunned\", of", "battles need the features `not landed in`"),
        (
            "{ name = \"land from the sea\", of",
            "{ name = \"sail\", of",
            "battles need the home terrains `land from the sea`",
        ),
        ("of = [\"littoral\"]", "of = [\"seaside\"]", "there is no home terrain `seaside`"),
        ("id = \"landings\"", "id = \"shipwrecks\"", "battles need the reading `landings`"),
        ("id = \"landings\"", "id = \"shipwrecks\"", "no battle uses the reading `shipwrecks`"),
        ("id = \"landings\"", "id = \"knights_equal\"", "the reading `knights_equal` appears twice"),
        (", { id = \"allowed\", words = \"allowed\" }", "", "the reading `landings` must have two values or more"),
        (
            "{ name = \"not landed in\", of = [\"woods\"",
            "{ name = \"not landed in\", of = [\"wood\"",
            "`wood` is not a feature",
        ),
        ("{ name = \"pushed back\", rule", "{ name = \"shoved back\", rule", "battles need the clause `pushed back`"),
        ("{ name = \"pushed back\", rule", "{ name = \"recoil stopped\", rule", "`recoil stopped` appears twice"),
        ("is = \"chosen\"", "is = \"rolled\"", "battles need the score `named edge`"),
        ("is = \"turns and runs\"", "is = \"recoils, then runs\"", "battles need the distance `flight`"),
        ("\"uphill\" = {", "\"downhill\" = {", "no battle has the policy `downhill`"),
        (
            "\"first bound\" = {",
            "\"last bound\" = {",
            "battles need the policy `first bound`: write `\"first bound\" = { is = …, rule = … }` under `[policies]`, with `defender` or `invader`",
        ),
        ("is = \"defender\"", "is = \"host\"", "the policy `first bound` is `defender` or `invader`, not `host`"),
        (
            "\"defeat\" = { is = \"losses\", rule = \"D3H2-WIN-01\" }",
            "\"defeat\" = { is = \"losses\" }",
            "the entry has neither `rule` nor `borrowed`",
        ),
        (
            "\"defeat\" = { is = \"losses\", rule = \"D3H2-WIN-01\"",
            "\"defeat\" = { is = \"losses\", rule = \"D3H2-WIN-99\"",
            "rule `D3H2-WIN-99` is not in the reference",
        ),
        ("\"uphill\" = {", "\"defeat\" = {", "duplicate key"),
        ("{ name = \"Blades\", of", "{ name = \"Axes\", of", "battles need the list `Blades`"),
        ("{ name = \"slide\", distance = 1,", "{ name = \"slide\", pips = 1,", "`slide` is a distance"),
        ("{ name = \"slide\", distance = 1,", "{ name = \"glide\", distance = 1,", "battles need the distance `slide`"),
        ("any other move of an element or group.", "any other move, at most 3 times.", "must not contain digits"),
        ("any other move of an element or group.", "any other move by ½.", "must not contain digits"),
        (
            "of = [\"LH\"], rule = \"D3H2-PIP-12\"",
            "of = [\"Elf\"], rule = \"D3H2-PIP-12\"",
            "`Elf` is not a type, class or feature",
        ),
        ("table = \"support\"", "table = \"supports\"", "there is no table `supports`"),
        ("table = \"support\"\nsection = \"SUPP\"", "", "a part must have a table or lines"),
        ("title = \"PIPs\"\n", "title = \"PIPs\"\nsection = \"PIP\"\n", "only a table can belong to a section"),
        ("whole_only = true", "whole_only = \"yes\"", "invalid type"),
    ] {
        let found = mistakes(PLAY, from, to);
        assert!(found.iter().any(|mistake| mistake.contains(message)), "{to}: {found:?}");
        assert!(found.iter().all(|mistake| mistake.starts_with(PLAY)), "{found:?}");
    }
}

#[test]
fn what_is_borrowed_is_said_to_be_and_is_a_rule_of_the_lender() {
    const HOTT: &str = "rulesets/hott25/play.toml";
    const CONFORMING: &str = "{ name = \"conforming\", borrowed = \"D3H2-CONT-04\" }";
    for (to, message) in [
        (
            "{ name = \"conforming\", rule = \"D3H2-CONT-04\" }",
            "`rule` must be a rule of HOTT25, which `D3H2-CONT-04` is not",
        ),
        ("{ name = \"conforming\", borrowed = \"HOTT25-SEQ-04\" }", "`borrowed` must be a rule of D3H2"),
        ("{ name = \"conforming\", borrowed = \"D3H2-CONT-99\" }", "rule `D3H2-CONT-99` is not in the reference"),
        (
            "{ name = \"conforming\", rule = \"HOTT25-SEQ-04\", borrowed = \"D3H2-CONT-04\" }",
            "an entry has either `rule` or `borrowed`",
        ),
        ("{ name = \"conforming\" }", "the entry has neither `rule` nor `borrowed`"),
        // A player who has the book replaces a line.
        ("{ name = \"conforming\", rule = \"HOTT25-SEQ-04\" }", ""),
    ] {
        let found = mistakes(HOTT, CONFORMING, to);
        let line = embedded_files()[HOTT].lines().position(|line| line.contains(CONFORMING)).unwrap() + 1;
        match message {
            "" => assert_eq!(found, [""; 0]),
            _ => assert!(
                found.iter().any(|found| found.starts_with(&format!("{HOTT}:{line}: ")) && found.contains(message)),
                "{to}: {found:?}"
            ),
        }
    }
    // A ruleset that names no lender borrows nothing.
    let found = mistakes(PLAY, "rule = \"D3H2-CONT-04\" }", "borrowed = \"HOTT25-SEQ-04\" }");
    assert!(found.iter().any(|found| found.contains("does not say from whom")), "{found:?}");
    for (from, message) in [
        ("\"d3h2-tradition\"", "there is no other ruleset `d3h2-tradition` to borrow from"),
        ("\"hott25\"", "there is no other ruleset `hott25` to borrow from"),
    ] {
        let found = mistakes("rulesets/hott25/ruleset.toml", "from = \"d3h2-traditional\"", &format!("from = {from}"));
        assert!(found.iter().any(|found| found.contains(message)), "{found:?}");
    }
}

#[test]
fn a_ruleset_tells_what_it_borrows() {
    let book = book().unwrap();
    let hott = book.ruleset("hott25").unwrap();
    let borrowed = hott.borrowed();
    let stands_for = |what: Option<&str>, rule: &str| {
        borrowed.iter().any(|borrowed| borrowed.what == what && borrowed.rule.as_str() == rule)
    };
    assert!(stands_for(Some("conforming"), "D3H2-CONT-04"));
    assert!(stands_for(Some("threat zone"), "D3H2-TZ-01"));
    assert!(stands_for(Some("replaced"), "D3H2-SUMM-24"));
    assert!(stands_for(Some("overlapping corners"), "D3H2-CC-02"));
    assert!(stands_for(Some("pursuit"), "D3H2-PURS-04"));
    assert!(stands_for(None, "D3H2-TZ-05"));
    assert!(borrowed.iter().all(|borrowed| borrowed.rule.as_str().starts_with("D3H2-")));
    assert!(!stands_for(Some("flight"), "D3H2-FLEE-01"));
    assert_eq!(&*hott.borrows.as_ref().unwrap().from, "d3h2-traditional");
    for id in ["d3h2", "d3h2-traditional", "dba3"] {
        assert_eq!(book.ruleset(id).unwrap().borrowed(), [], "{id}");
    }
    // The reason why others have no battles.
    let dba22 = book.ruleset("dba22").unwrap();
    assert!(dba22.battle.is_none() && dba22.no_battle.is_some());
}
