//! Steps of DBA 3.0, of its Cities and of its Big Battles.

use serde_json::{Value, json};

use super::super::finding::Kind;
use super::story::{Story, change, element, next, start_of};

/// Knights beside Hordes; enemies stand far away.
fn ride() -> Story {
    let before = start_of(
        "dba3",
        "moving",
        &[
            element("a2", "3Kn", 0.75, [6.0, 5.0], 0.0),
            element("a3", "7Hd", 0.75, [8.0, 5.0], 0.0),
            element("b2", "4Sp", 0.5, [8.0, 12.0], 180.0),
        ],
    );
    let after = next(
        &before,
        "move a2: ahead 3",
        &[],
        "2 PIPs left",
        &[
            ("", "pips", json!(2)),
            ("a2", "at", json!([6.0, 8.0])),
            ("a2", "moves", json!(1)),
            ("a2", "longest", json!(3.0)),
        ],
    );
    Story(vec![before, after])
}

#[test]
fn moves() {
    let story = ride();
    story.is_right();
    let far = [("", "order", json!("move a2: ahead 4")), ("a2", "at", json!([6.0, 9.0]))];
    story.with(&[], &far).is(Kind::Allowance);
    story.with(&[("a2", "type", json!("Cv"))], &far).is_right();
    // Hordes cost a PIP more from the second bound on (DBA3-PIP-04).
    let hordes = [
        ("", "order", json!("move a3: ahead 2")),
        ("a2", "at", json!([6.0, 5.0])),
        ("a2", "moves", json!(0)),
        ("a3", "at", json!([8.0, 7.0])),
        ("a3", "moves", json!(1)),
    ];
    story.with(&[], &hordes).is(Kind::Pips);
    story.with(&[], &hordes).with(&[], &[("", "pips", json!(1))]).is_right();
    let spent = [("", "pips", json!(1))];
    story.with(&[], &hordes).with(&[("a", "bounds", json!(1))], &spent).is(Kind::Pips);
}

/// Knights against Blades: at equal scores they die (DBA3-OUT-08).
fn charge() -> Story {
    let before = start_of(
        "dba3",
        "fighting",
        &[element("a2", "4Bd", 0.5, [6.0, 6.0], 0.0), element("b2", "3Kn", 0.75, [7.0, 6.0], 180.0)],
    );
    let after = next(
        &before,
        "fight a2 b2",
        &[3, 3],
        "6 to 6, b2 destroyed",
        &[("b2", "state", json!("destroyed")), ("b2", "at", json!(null)), ("b", "lost", json!(1))],
    );
    Story(vec![before, after])
}

#[test]
fn fights() {
    let story = charge();
    story.is_right();
    story.with(&[], &[("", "result", json!("7 to 6, b2 destroyed"))]).is(Kind::Total);
    let recoils = [
        ("", "result", json!("6 to 6, b2 recoils to 7,6.75 south")),
        ("b2", "state", json!("table")),
        ("b2", "at", json!([7.0, 6.75])),
        ("b", "lost", json!(0)),
    ];
    story.with(&[], &recoils).is(Kind::Outcome);
    // Spears only throw them back (DBA3-OUT-09).
    let spears = [("a2", "type", json!("4Sp"))];
    let scores = [("", "result", json!("7 to 6, b2 recoils to 7,6.75 south")), ("", "dice", json!([3, 3]))];
    story.with(&spears, &recoils).with(&[], &scores).is_right();
    story.with(&[], &[("b", "lost", json!(2))]).is(Kind::Lost);
    // The first double element lost counts twice (DBA3-WIN-02), Hordes do not count (DBA3-WIN-03).
    story.with(&[("b2", "type", json!("6Kn"))], &[("", "result", json!("6 to 7, b2 destroyed"))]).is(Kind::Lost);
    let dead = [("", "result", json!("8 to 3, b2 destroyed")), ("", "dice", json!([3, 1]))];
    story.with(&[("b2", "type", json!("7Hd"))], &dead).is(Kind::Lost);
}

/// Side support and the going of supports (DBA3-SUPP-04, SUPP-11).
#[test]
fn supports() {
    let before = start_of(
        "dba3",
        "fighting",
        &[
            element("a2", "4Pk", 0.5, [6.0, 6.0], 0.0),
            element("a3", "4Pk", 0.5, [6.0, 5.5], 0.0),
            element("b2", "4Sp", 0.5, [7.0, 6.0], 180.0),
            element("b3", "4Bd", 0.5, [8.0, 6.0], 180.0),
        ],
    );
    // Three of its own and three of the second rank; four, side support, and no overlap.
    let after = next(&before, "fight a2 b2", &[2, 3], "7 to 8", &[]);
    let story = Story(vec![before, after]);
    story.with(&[], &[("", "result", json!("8 to 8"))]).is(Kind::Total);
    story.with(&[], &[("", "result", json!("7 to 7"))]).is(Kind::Total);
}

/// Blades assault a City that Spears hold.
fn assault() -> Story {
    let mut before = start_of(
        "dba3",
        "fighting",
        &[element("a2", "4Bd", 0.5, [2.0, 4.5], 180.0), element("b2", "4Sp", 0.5, [2.0, 2.0], 0.0)],
    );
    change(
        &mut before,
        &[
            ("", "stronghold", json!({"owner": "b", "holder": "b"})),
            ("b2", "state", json!("holds")),
            ("b2", "holds", json!("city")),
            ("a2", "at", json!([2.0, 4.0])),
        ],
    );
    let after = next(
        &before,
        "fight a2 city",
        &[3, 3],
        "8 to 11, a2 recoils to 2,4.5 south",
        &[("a2", "at", json!([2.0, 4.5]))],
    );
    Story(vec![before, after])
}

#[test]
fn cities() {
    let story = assault();
    story.is_right();
    story.with(&[], &[("", "result", json!("8 to 7, b2 destroyed"))]).is(Kind::Total);
    let held = [("", "result", json!("11 to 12")), ("a2", "at", json!([2.0, 4.0]))];
    story.with(&[], &held).is(Kind::Outcome);
    let lives = [("", "dice", json!([6, 1])), ("", "result", json!("11 to 9")), ("a2", "at", json!([2.0, 4.0]))];
    story.with(&[], &lives).is(Kind::Walls);
}

/// Enemies sack a City until they roll 5 or 6.
#[test]
fn sacks() {
    let town = |sack: &str| json!({"owner": "b", "holder": "a", "sack": sack});
    let mut before = start_of("dba3", "fighting", &[element("a2", "4Bd", 0.5, [2.0, 2.0], 0.0)]);
    change(
        &mut before,
        &[
            ("", "stronghold", town("busy")),
            ("", "player", json!("b")),
            ("a2", "state", json!("holds")),
            ("a2", "holds", json!("city")),
            ("b", "lost", json!(1)),
        ],
    );
    let begins = |die: i32, sack: &str| {
        let changes = [
            ("", "phase", json!("summoning")),
            ("", "bound", json!(4)),
            ("", "player", json!("a")),
            ("", "pips", json!(die)),
            ("", "dice", json!([die])),
            ("", "stronghold", town(sack)),
        ];
        Story(vec![before.clone(), next(&before, "end", &[], "bound 4 of a", &changes)])
    };
    begins(4, "busy").is_right();
    begins(5, "done").is_right();
    begins(4, "done").is(Kind::City);
    begins(5, "busy").is(Kind::City);
    let elephants = [("a2", "type", json!("El"))];
    begins(4, "busy").with(&elephants, &[]).is(Kind::City);
}

/// A command of a side.
fn command(number: u32, general: &str, elements: &[&str], die: u32, pips: i32) -> Value {
    json!({
        "number": number, "general": general, "elements": elements, "allied": false, "camp": null, "state": "fights",
        "pips": pips, "die": die, "lost": 0, "demoralised_at": 1, "lost_to_rout": 0, "routed_at": 1,
    })
}

/// A bound of a Big Battle begins with a die for each command.
#[test]
fn commands() {
    let mut before = start_of(
        "dba3",
        "fighting",
        &[element("a2", "4Bd", 0.5, [6.0, 6.0], 0.0), element("b2", "4Bd", 0.5, [9.0, 12.0], 180.0)],
    );
    let of = |side: &str, pips: [i32; 2]| {
        let [one, two] = ["1", "2"].map(|number| format!("{side}{number}"));
        json!([command(1, &one, &[&one], 2, pips[0]), command(2, &two, &[&two], 1, pips[1])])
    };
    let ranks = [("a1", "command", json!(1)), ("a2", "command", json!(2)), ("b1", "command", json!(1))];
    change(&mut before, &ranks);
    change(
        &mut before,
        &[("b2", "command", json!(2)), ("a", "commands", of("a", [1, 2])), ("b", "commands", of("b", [0, 0]))],
    );
    let begins = |pips: [i32; 2]| {
        let changes = [
            ("", "phase", json!("summoning")),
            ("", "bound", json!(4)),
            ("", "player", json!("b")),
            ("", "pips", json!(pips[0] + pips[1])),
            ("b", "commands", of("b", pips)),
        ];
        Story(vec![before.clone(), next(&before, "end", &[2, 5], "bound 4 of b", &changes)])
    };
    begins([2, 5]).is_right();
    begins([5, 2]).is(Kind::CommandPips);
    let mut broken = begins([2, 5]);
    broken.0[1]["b"]["commands"][0]["state"] = json!("demoralised");
    broken.is(Kind::Morale);
}
