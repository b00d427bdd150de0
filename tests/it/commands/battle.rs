//! `musterfield battle`.

use serde_json::Value;

use super::Shell;

/// A ready army, as a file of this name in a folder.
fn ready(shell: &Shell, name: &str, ruleset: &str, army: &str) {
    let path = format!("{}/lists/{ruleset}/armies/{army}.army.json", env!("CARGO_MANIFEST_DIR"));
    shell.file(name, &std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}")));
}

#[test]
fn a_battle_tells_what_is_borrowed_and_its_record_is_played_again() {
    let shell = Shell::new();
    ready(&shell, "a.army.json", "hott25", "argonauts");
    ready(&shell, "b.army.json", "hott25", "colchis");
    let fight = ["battle", "--a", "a.army.json", "--b", "b.army.json", "--home", "arable", "--seed", "3"];
    let ended = shell.run(&[&fight[..], &["--record", "records"]].concat());
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(ended.text().contains(": hott25, 1 battle, seed 3\n"), "{}", ended.text());
    assert!(ended.text().contains("in battles, these rules are those of D3H2"), "{}", ended.text());
    let again = shell.run(&["replay", "records/battle-0.battle"]);
    assert!(again.code == 0 && again.text().contains("the same"), "{}", again.text());
    let json = shell.run(&[&fight[..], &["--format", "json"]].concat());
    let json: Value = serde_json::from_str(json.text()).unwrap();
    assert_eq!(json["borrowed"]["from"], "d3h2-traditional");
    let rules: Vec<&str> = json["borrowed"]["rules"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let record = std::fs::read_to_string(shell.path("records/battle-0.battle")).unwrap();
    let line = format!("\nborrowed d3h2-traditional {}\n", rules.join(" "));
    assert!(record.contains(&line) && rules.len() > 100, "{line}");
}

#[test]
fn armies_that_cannot_meet_are_refused_before_the_battle() {
    let shell = Shell::new();
    ready(&shell, "hott.army.json", "hott25", "argonauts");
    ready(&shell, "dba.army.json", "dba3", "akkad");
    let civilians = r#"{"ruleset": "dba3", "home_terrain": "arable", "elements": [
        {"type": "Civ", "general": true}, {"type": "4Bd", "count": 11}]}"#;
    shell.file("civilians.army.json", civilians);
    shell
        .run(&["battle", "--a", "dba.army.json", "--b", "hott.army.json"])
        .complains("the armies are for dba3 and hott25; both sides play by the same rules");
    shell
        .run(&["battle", "--a", "dba.army.json", "--b", "civilians.army.json", "--allow-illegal"])
        .complains("army b: Civilians are never part of an army");
}
