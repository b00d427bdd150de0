//! `musterfield ladder`.

use super::Shell;

#[test]
fn players_are_rated_the_same_for_the_same_seed_and_their_worst_losses_are_saved() {
    let shell = Shell::new();
    let common = ["ladder", "plain", "random", "--rounds", "3", "--seed", "5"];
    let run = || shell.run(&[&common[..], &["--format", "json", "--worst", "worst"]].concat());
    let (once, again) = (run(), run());
    assert_eq!((once.code, once.err.as_str()), (0, ""));
    assert_eq!(once.text(), again.text());
    let table: serde_json::Value = serde_json::from_str(once.text()).unwrap();
    assert_eq!((&table["ruleset"], &table["seed"], &table["rounds"]), (&"d3h2".into(), &5.into(), &3.into()));
    let players = table["players"].as_array().unwrap();
    assert_eq!(players.len(), 2);
    for player in players {
        assert_eq!(player["battles"], 6);
        assert!(player["elo_low"].as_f64() <= player["elo"].as_f64(), "{player}");
    }
    let shares: f64 = players.iter().map(|player| player["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let lost = shell.run(&["replay", "worst/random-1.battle"]);
    assert_eq!(lost.code, 0, "{}", lost.err);
    let text = shell.run(&["ladder", "--rounds", "3", "--seed", "5", "plain", "random"]);
    assert!(
        text.text().starts_with("3 rounds, seed 5\n") && text.text().contains("plain: Elo +0 ["),
        "{}",
        text.text()
    );
}

#[test]
fn what_is_no_ladder_is_told() {
    let shell = Shell::new();
    for (arguments, told) in [
        (&["ladder", "plain"][..], "a ladder needs two players at least"),
        (&["ladder", "plain", "nobody"], "there is no player “nobody”; use random, plain, searcher"),
        (&["ladder", "--rounds", "0"], "--rounds: 1 to"),
        (&["ladder", "--ruleset", "dba22"], "there are no battles of DBA 2.2"),
        (&["ladder", "--ruleset", "chess"], "there is no ruleset “chess”"),
        (&["ladder", "--army", "gone.army.json"], "gone.army.json"),
    ] {
        let ended = shell.run(arguments);
        assert_eq!((ended.code, ended.text()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains(told), "{arguments:?}: {}", ended.err);
    }
}
