//! Steps of HOTT 2.5.

use serde_json::json;

use super::super::finding::Kind;
use super::story::{Story, change, element, next, start_of};

/// Spears with a second rank beat Warband.
fn push() -> Story {
    let before = start_of(
        "hott25",
        "fighting",
        &[
            element("a2", "Sp", 0.5, [6.0, 6.0], 0.0),
            element("a3", "Sp", 0.5, [6.0, 5.5], 0.0),
            element("b2", "Wb", 0.5, [7.0, 6.0], 180.0),
        ],
    );
    let after =
        next(&before, "fight a2 b2", &[3, 3], "8 to 6, b2 recoils to 7,6.5 south", &[("b2", "at", json!([7.0, 6.5]))]);
    Story(vec![before, after])
}

#[test]
fn fights() {
    let story = push();
    story.is_right();
    // Without its second rank it has one less (HOTT25-SUPP-01).
    story.with(&[("a3", "at", json!([3.0, 5.5]))], &[]).is(Kind::Total);
    story.with(&[], &[("", "result", json!("8 to 6"))]).is(Kind::Outcome);
    // A recoil is as long as the base is deep (HOTT25-RECOIL-01).
    story.with(&[], &[("b2", "at", json!([7.0, 6.75]))]).is(Kind::Recoil);
    story.with(&[("b2", "depth", json!(0.75))], &[("b2", "at", json!([7.0, 6.75]))]).is_right();
}

/// Two Heroes with the same odd score both die (HOTT25-OUT-02).
#[test]
fn heroes() {
    let before = start_of(
        "hott25",
        "fighting",
        &[element("a2", "Hr", 0.75, [6.0, 6.0], 0.0), element("b2", "Hr", 0.75, [7.0, 6.0], 180.0)],
    );
    let dead = [
        ("a2", "state", json!("destroyed")),
        ("b2", "state", json!("destroyed")),
        ("a", "lost", json!(1)),
        ("b", "lost", json!(1)),
    ];
    let story =
        Story(vec![before.clone(), next(&before, "fight a2 b2", &[2, 2], "7 to 7, a2 destroyed, b2 destroyed", &dead)]);
    story.is_right();
    let live = [
        ("", "result", json!("7 to 7")),
        ("a2", "state", json!("table")),
        ("b2", "state", json!("table")),
        ("a", "lost", json!(0)),
        ("b", "lost", json!(0)),
    ];
    story.with(&[], &live).is(Kind::Outcome);
    let even = [("", "dice", json!([3, 3])), ("", "result", json!("8 to 8"))];
    story.with(&[], &live).with(&[], &even).is_right();
}

/// Riders flee 600 paces in all (HOTT25-FLEE-01), and a Magician who has moved casts nothing (HOTT25-MAGIC-02).
#[test]
fn flights_and_spells() {
    let before = start_of(
        "hott25",
        "fighting",
        &[element("a2", "Sp", 0.5, [6.0, 6.0], 0.0), element("b2", "Sk", 0.5, [7.0, 6.0], 180.0)],
    );
    let flees = next(
        &before,
        "fight a2 b2",
        &[6, 1],
        "10 to 6, b2 flees to 6,10.31 north",
        &[("b2", "at", json!([6.0, 10.31])), ("b2", "facing", json!(0.0))],
    );
    let story = Story(vec![before, flees]);
    story.is_right();
    story.with(&[], &[("b2", "at", json!([6.0, 9.3]))]).is(Kind::Flight);

    let before = start_of(
        "hott25",
        "bespelling",
        &[element("a2", "Mg", 0.75, [6.0, 6.0], 0.0), element("b2", "Sp", 0.5, [7.0, 9.0], 180.0)],
    );
    let after = next(
        &before,
        "bespell a2 at b2",
        &[3, 3],
        "7 to 7, 2 PIPs left",
        &[("", "pips", json!(2)), ("a2", "shot", json!(true))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[("a2", "moves", json!(1))], &[]).is(Kind::Spell);
    story.with(&[("b2", "at", json!([7.0, 10.0]))], &[]).is(Kind::Spell);
}

/// A side loses that has lost its general, and more than the enemy has lost (HOTT25-WIN-02).
#[test]
fn victory() {
    let mut before = start_of("hott25", "fighting", &[element("b2", "Sp", 0.5, [7.0, 9.0], 180.0)]);
    change(&mut before, &[("b1", "state", json!("destroyed")), ("b", "lost", json!(1))]);
    let over = [("", "phase", json!("over")), ("", "winner", json!("a"))];
    let story = Story(vec![before.clone(), next(&before, "end", &[], "a wins", &over)]);
    story.is_right();
    let goes_on = [
        ("", "phase", json!("summoning")),
        ("", "winner", json!(null)),
        ("", "bound", json!(4)),
        ("", "player", json!("b")),
        ("", "dice", json!([3])),
        ("", "pips", json!(3)),
    ];
    story.with(&[], &goes_on).is(Kind::Victory);
}
