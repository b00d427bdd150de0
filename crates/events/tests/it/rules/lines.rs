//! The rules in plain sentences.

use musterfield_words::events::rules::lines;

use super::rules;

#[test]
fn rules_are_told_in_plain_sentences() {
    let rules = rules(
        r#""ruleset": "d3h2", "points": 24, "board": [15, 15], "home_terrains": ["forest", "dry", "hilly"],
           "lists": ["d3h2/aesir", "d3h2/barrow-kings"], "allies": ["d3h2/riders-of-the-west"],
           "raised": ["points-unspent", "needs-permission"], "armies": 2,
           "limits": [
             {"of": ["Dg", "Gd"], "most": 0, "why": "mortals only"},
             {"of": ["Kn"], "least": 6, "count": "points"},
             {"of": ["Hr"], "most": 1},
             {"of": ["Foot"], "least": 2, "most": 4},
             {"of": ["Mounted"], "least": 4, "most": 8, "count": "points"},
             {"of": ["Ps"], "least": 2, "most": 2, "allies": false}
           ]"#,
    );
    assert_eq!(
        lines(&rules),
        [
            "24 AP",
            "Boards of 15 by 15 BW",
            "Home terrain Forest, Dry or Hilly",
            "Only the lists “Æsir and Einherjar” and “Barrow Kings”",
            "Allies from the list “Riders of the West” only",
            "No Dragons or Gods (mortals only)",
            "At least 6 AP of Knights",
            "At most 1 Hero",
            "From 2 to 4 Foot",
            "From 4 AP to 8 AP of Mounted",
            "Exactly 2 Psiloi, allies not counted",
            "A warning about unspent points counts as an error",
            "A warning about elements that need permission counts as an error",
            "Each player brings up to 2 armies and picks one for each game",
        ]
    );
}

#[test]
fn what_is_not_asked_for_is_not_told() {
    assert_eq!(lines(&rules(r#""ruleset": "d3h2""#)), ["24 AP"]);
    let rules = rules(
        r#""ruleset": "dba3", "lists": "listed", "allies": "none", "limits": [{"of": ["not Bd", "not Sp"], "most": 0}]"#,
    );
    assert_eq!(
        lines(&rules),
        ["12 elements", "Only armies from a known army list", "No allies", "Nothing but Blades and Spears"]
    );
}
