//! Steps that are right, and what the referee says once something in them is changed: every kind of finding.

mod dba3;
mod hott;
mod story;

use serde_json::json;

use self::story::{Story, change, element, next, start};
use super::finding::Kind;

/// Two Spears go ahead, beside them Auxilia; enemies stand far away.
fn advance() -> Story {
    let before = start(
        "moving",
        &[
            element("a2", "Sp", 0.5, [6.0, 5.0], 0.0),
            element("a3", "Sp", 0.5, [7.0, 5.0], 0.0),
            element("a4", "Fl", 0.75, [4.0, 3.0], 0.0),
            element("b2", "Sp", 0.5, [8.0, 12.0], 180.0),
        ],
    );
    let after = next(
        &before,
        "move a2 a3: ahead 1",
        &[],
        "2 PIPs left",
        &[
            ("", "pips", json!(2)),
            ("a2", "at", json!([6.0, 6.0])),
            ("a3", "at", json!([7.0, 6.0])),
            ("a2", "moves", json!(1)),
            ("a3", "moves", json!(1)),
            ("a2", "longest", json!(1.0)),
            ("a3", "longest", json!(1.0)),
        ],
    );
    Story(vec![before, after])
}

#[test]
fn moves() {
    let story = advance();
    story.is_right();
    story.with(&[], &[("a3", "at", json!([6.5, 6.0]))]).is(Kind::Overlap);
    story.with(&[], &[("a3", "at", json!([7.0, 15.5]))]).is(Kind::Beside);
    story.with(&[], &[("a4", "at", json!([1.5, 10.0]))]).is(Kind::Barred);
    story.with(&[], &[("a4", "at", json!([13.5, 6.0]))]).is(Kind::Barred);
    story.with(&[], &[("b2", "at", json!([8.0, 11.0]))]).is(Kind::Changed);
    story.with(&[], &[("b2", "cost", json!(3))]).is(Kind::Changed);
    story.with(&[], &[("", "pips", json!(1))]).is(Kind::Pips);
    story.with(&[], &[("", "pips", json!(3))]).is(Kind::Pips);
    story.with(&[], &[("a", "lost", json!(2))]).is(Kind::Lost);
    story.with(&[], &[("", "phase", json!("shooting"))]).is(Kind::Sequence);
    story.with(&[], &[("a3", "at", json!([7.1, 6.0]))]).is(Kind::Course);
    story.with(&[("a2", "moves", json!(1))], &[]).is(Kind::Again);
    story.with(&[("", "player", json!("b"))], &[]).is(Kind::Mover);
    story.with(&[("a3", "at", json!([7.5, 5.0]))], &[]).is(Kind::Group);
    let back =
        [("", "order", json!("move a2 a3: back 1")), ("a2", "at", json!([6.0, 4.0])), ("a3", "at", json!([7.0, 4.0]))];
    story.with(&[], &back).is(Kind::Group);
    let far = [
        ("", "order", json!("move a2 a3: ahead 2.1")),
        ("a2", "at", json!([6.0, 7.1])),
        ("a3", "at", json!([7.0, 7.1])),
    ];
    story.with(&[], &far).is(Kind::Allowance);
    let wood = [("a2", "at", json!([1.0, 7.8])), ("a3", "at", json!([2.0, 7.8]))];
    story.with(&wood, &[("a2", "at", json!([1.0, 8.8])), ("a3", "at", json!([2.0, 8.8]))]).is(Kind::Column);
    story.with(&[("b2", "at", json!([8.0, 5.5])), ("b2", "depth", json!(0.2))], &[]).is(Kind::Passage);
    story.with(&[("b2", "at", json!([7.3, 6.0]))], &[]).is(Kind::Contact);
    // A zone from the side, crossed and left.
    story.with(&[("b2", "at", json!([8.5, 5.0])), ("b2", "facing", json!(270.0))], &[]).is(Kind::Zone);
    // One of the group passes under a Flyer in whose zone it starts, and the other beside it; a Dragon lets nobody pass.
    let across =
        [("", "order", json!("move a2 a3: ahead 2")), ("a2", "at", json!([6.0, 7.0])), ("a3", "at", json!([7.0, 7.0]))];
    let over = |kind: &str| {
        let flyer = [("b2", "type", json!(kind)), ("b2", "at", json!([7.0, 5.4])), ("b2", "depth", json!(0.75))];
        story.with(&flyer, &across)
    };
    over("Fl").is_right();
    over("Dg").is(Kind::Zone);
}

/// Spears beyond the wood, with their general on this side of it.
#[test]
fn command() {
    let before = start("moving", &[element("a2", "Sp", 0.5, [1.5, 12.0], 0.0)]);
    let after = next(
        &before,
        "move a2: ahead 1",
        &[],
        "1 PIP left",
        &[
            ("", "pips", json!(1)),
            ("a2", "at", json!([1.5, 13.0])),
            ("a2", "moves", json!(1)),
            ("a2", "longest", json!(1.0)),
        ],
    );
    let story = Story(vec![before, after]).with(&[("a1", "at", json!([1.5, 5.0]))], &[]);
    story.is_right();
    story.with(&[], &[("", "pips", json!(2))]).is(Kind::Pips);
    // A general who stands against the wood is not in it.
    let at_the_edge = story.with(&[("a1", "at", json!([1.5, 8.0]))], &[]);
    let beyond = |y: f64| at_the_edge.with(&[("a2", "at", json!([1.5, y]))], &[("a2", "at", json!([1.5, y + 1.0]))]);
    beyond(12.51).is_right();
    beyond(12.51).with(&[], &[("", "pips", json!(2))]).is(Kind::Pips);
    // A general who stands partly in it looks out of it.
    let looks_out = beyond(13.5).with(&[("a1", "at", json!([1.5, 8.5]))], &[("", "pips", json!(2))]);
    looks_out.is_right();
    looks_out.with(&[], &[("", "pips", json!(1))]).is(Kind::Pips);
}

#[test]
fn attacks_on_a_flank() {
    let before =
        start("moving", &[element("a2", "Cv", 0.75, [5.0, 8.2], 90.0), element("b2", "Sp", 0.5, [8.0, 8.0], 180.0)]);
    let after = next(
        &before,
        "move a2: to 7,9 east",
        &[],
        "2 PIPs left",
        &[("", "pips", json!(2)), ("a2", "at", json!([7.0, 9.0])), ("a2", "moves", json!(1))],
    );
    // The right flank of b2 is at x = 7, its front at y = 8: front corners together is the right one of a2 at 7, 8.
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[]).with(&[("b2", "at", json!([8.0, 8.3]))], &[]).is(Kind::Contact);
    let mut from_the_front = story.clone();
    change(&mut from_the_front.0[0], &[("a2", "at", json!([7.5, 6.0]))]);
    from_the_front.is(Kind::Flank);
}

#[test]
fn turns_to_face() {
    let before =
        start("moving", &[element("a2", "Cv", 0.75, [7.0, 9.0], 90.0), element("b2", "Sp", 0.5, [8.0, 8.0], 180.0)]);
    let after = next(
        &before,
        "end",
        &[],
        "b2 turns to 7,8 west, shooting",
        &[("", "phase", json!("shooting")), ("b2", "at", json!([7.0, 8.0])), ("b2", "facing", json!(270.0))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    let unturned = [("b2", "at", json!([8.0, 8.0])), ("b2", "facing", json!(180.0)), ("", "result", json!("shooting"))];
    story.with(&[], &unturned).is(Kind::Turn);
    story.with(&[], &[("b2", "facing", json!(90.0)), ("b2", "at", json!([7.5, 9.0]))]).is(Kind::Turn);
}

/// Bows shoot at Spears, 2 BW away.
fn shot() -> Story {
    let before = start(
        "shooting",
        &[
            element("a2", "Bw", 0.5, [6.0, 6.0], 0.0),
            element("b2", "Sp", 0.5, [7.0, 8.0], 180.0),
            element("b3", "Ax", 0.5, [3.0, 13.0], 180.0),
        ],
    );
    let after = next(&before, "shoot a2 at b2", &[3, 3], "5 to 7", &[("a2", "shot", json!(true))]);
    let end = next(&after, "end", &[], "close combat", &[("", "phase", json!("fighting"))]);
    Story(vec![before, after, end])
}

#[test]
fn shots() {
    let story = Story(shot().0[..2].to_vec());
    shot().is_right();
    let mut moved = story.clone();
    change(&mut moved.0[0], &[("a2", "moves", json!(1)), ("a2", "longest", json!(1.5))]);
    moved.is(Kind::Shooter);
    story.with(&[("a2", "type", json!("Ax"))], &[("", "result", json!("6 to 7"))]).is(Kind::Shooter);
    story.with(&[("b2", "at", json!([7.0, 9.2]))], &[]).is(Kind::Aim);
    story.with(&[("b2", "at", json!([9.3, 8.0]))], &[]).is(Kind::Aim);
    story.with(&[("b3", "at", json!([7.0, 7.2]))], &[]).is(Kind::Aim);
    story.with(&[("b3", "at", json!([6.15, 6.9]))], &[]).is(Kind::Priority);
    story.with(&[], &[("b2", "shot", json!(true))]).is(Kind::Reply);
    story.with(&[], &[("", "result", json!("6 to 7"))]).is(Kind::Total);
    let mut unshot = shot();
    unshot.0.remove(1);
    change(&mut unshot.0[1], &[("a2", "shot", json!(false))]);
    unshot.is(Kind::Unshot);
}

#[test]
fn spells() {
    let before =
        start("shooting", &[element("a2", "Mg", 0.75, [6.0, 6.0], 0.0), element("b2", "Sp", 0.5, [7.0, 9.0], 180.0)]);
    let after = next(
        &before,
        "bespell a2 at b2",
        &[3, 3],
        "7 to 7, 1 PIP left",
        &[("", "pips", json!(1)), ("a2", "shot", json!(true))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[("", "pips", json!(2))]).is(Kind::Spell);
    story.with(&[("b2", "at", json!([7.0, 11.5]))], &[]).is(Kind::Spell);
    story.with(&[], &[("", "result", json!("7 to 8, 1 PIP left"))]).is(Kind::Total);
    // A garrison is as near as the walls of its camp, wherever its base stands.
    let mut held = story.with(&[("b2", "state", json!("holds")), ("b2", "holds", json!("camp"))], &[]);
    let mut camp_at = |y: f64| {
        for document in &mut held.0 {
            document["b"]["camp"]["at"] = json!([7.0, y]);
        }
        held.clone()
    };
    camp_at(10.9).is_right();
    camp_at(11.1).is(Kind::Spell);
    story.with(&[], &[("b2", "state", json!("ensorcelled"))]).is(Kind::Ensorcelled);
    story.with(&[], &[("a2", "backfires", json!(1))]).is(Kind::Ensorcelled);
}

/// Blades beat Spears with more Spears behind them.
fn fight() -> Story {
    let before = start(
        "fighting",
        &[
            element("a2", "Bd", 0.5, [6.0, 6.0], 0.0),
            element("b2", "Sp", 0.5, [7.0, 6.0], 180.0),
            element("b3", "Sp", 0.5, [7.0, 6.5], 180.0),
        ],
    );
    let result = "8 to 7, a2 pursues to 6,6.5 north, b3 is pushed to 7,7 south, b2 recoils to 7,6.5 south";
    let after = next(
        &before,
        "fight a2 b2",
        &[3, 3],
        result,
        &[("a2", "at", json!([6.0, 6.5])), ("b2", "at", json!([7.0, 6.5])), ("b3", "at", json!([7.0, 7.0]))],
    );
    Story(vec![before, after])
}

#[test]
fn fights() {
    let story = fight();
    story.is_right();
    story
        .with(
            &[],
            &[(
                "",
                "result",
                json!("8 to 8, a2 pursues to 6,6.5 north, b3 is pushed to 7,7 south, b2 recoils to 7,6.5 south"),
            )],
        )
        .is(Kind::Total);
    let flees = "8 to 7, a2 pursues to 6,6.5 north, b3 is pushed to 7,7 south, b2 flees to 7,6.5 south";
    story.with(&[], &[("", "result", json!(flees))]).is(Kind::Outcome);
    let dies = [
        ("", "result", json!("8 to 7, a2 pursues to 6,6.5 north, b2 destroyed")),
        ("b2", "state", json!("destroyed")),
        ("b3", "at", json!([7.0, 6.5])),
    ];
    let alone = [("b3", "at", json!([3.0, 13.0]))];
    story.with(&[], &dies).with(&alone, &[]).is(Kind::Trapped);
    story.with(&alone, &[("b2", "at", json!([7.0, 6.8]))]).is(Kind::Recoil);
    story.with(&alone, &[("b2", "at", json!([7.0, 6.2])), ("a2", "at", json!([6.0, 6.2]))]).is(Kind::Recoil);
    story.with(&alone, &[("b2", "at", json!([7.0, 6.0])), ("a2", "at", json!([6.0, 6.0]))]).is(Kind::Trapped);
    story.with(&[("b3", "type", json!("WWg"))], &[]).is(Kind::Push);
    story.with(&[], &[("a2", "at", json!([6.0, 6.0]))]).is(Kind::Pursuit);
    story.with(&[], &[("a2", "at", json!([6.0, 7.2]))]).is(Kind::Pursuit);
    let mut elsewhere = story.clone();
    change(&mut elsewhere.0[1], &[("", "order", json!("fight a2 b3"))]);
    elsewhere.is(Kind::Opponent);
    story.with(&[("b2", "type", json!("Fl"))], &[]).is(Kind::Opponent);
    let mut twice = story.clone();
    let again = next(&twice.0[1], "fight a2 b2", &[3, 4], "8 to 8", &[]);
    twice.0.push(again);
    twice.is(Kind::Twice);
}

#[test]
fn flights() {
    let before =
        start("fighting", &[element("a2", "Sp", 0.5, [6.0, 6.0], 0.0), element("b2", "Cv", 0.75, [7.0, 6.0], 180.0)]);
    let after = next(
        &before,
        "fight a2 b2",
        &[6, 1],
        "10 to 4, b2 flees to 6,10.75 north",
        &[("b2", "at", json!([6.0, 10.75])), ("b2", "facing", json!(0.0))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[("b2", "at", json!([6.0, 9.75]))]).is(Kind::Flight);
    story.with(&[], &[("b2", "at", json!([6.0, 11.75]))]).is(Kind::Flight);
    story.with(&[], &[("b2", "at", json!([7.0, 10.0])), ("b2", "facing", json!(180.0))]).is(Kind::Flight);
}

/// Knights who are shot in the rear turn, and go back through Knights who face as they do then.
#[test]
fn recoils_from_shots_in_the_rear() {
    let before = start(
        "shooting",
        &[
            element("a2", "Bw", 0.5, [6.0, 6.0], 0.0),
            element("b2", "Kn", 0.75, [6.0, 8.75], 0.0),
            element("b3", "Kn", 0.75, [7.0, 9.0], 180.0),
        ],
    );
    let result = "9 to 6, b2 recoils to 7,9.75 south";
    let after = next(
        &before,
        "shoot a2 at b2",
        &[5, 3],
        result,
        &[("a2", "shot", json!(true)), ("b2", "at", json!([7.0, 9.75])), ("b2", "facing", json!(180.0))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[("b3", "facing", json!(0.0)), ("b3", "at", json!([6.0, 9.75]))], &[]).is(Kind::Recoil);
}

#[test]
fn attackers_of_a_flank() {
    let before = start(
        "fighting",
        &[
            element("a2", "Bd", 0.5, [6.0, 6.0], 0.0),
            element("b2", "Sp", 0.5, [7.0, 6.0], 180.0),
            element("b3", "Sp", 0.5, [6.0, 6.0], 90.0),
        ],
    );
    let result = "8 to 7, a2 pursues to 6,6.5 north, b2 recoils to 7,6.5 south, b3 recoils to 5.5,6 east";
    let after = next(
        &before,
        "fight a2 b2",
        &[4, 3],
        result,
        &[("a2", "at", json!([6.0, 6.5])), ("b2", "at", json!([7.0, 6.5])), ("b3", "at", json!([5.5, 6.0]))],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    let stays = "8 to 7, a2 pursues to 6,6.5 north, b2 recoils to 7,6.5 south";
    story.with(&[], &[("", "result", json!(stays)), ("b3", "at", json!([6.0, 6.0]))]).is(Kind::FlankRecoil);
}

#[test]
fn walls() {
    let before = start("fighting", &[element("a2", "Bd", 0.5, [7.0, 13.0], 0.0)]);
    let falls = json!({"at": [8.0, 14.0], "facing": 180.0, "size": [2.0, 1.0], "sacked": true});
    let mut before = before;
    before["b"]["camp"]["at"] = json!([8.0, 13.0]);
    let after = next(&before, "fight a2 camp", &[6, 1], "11 to 3, the camp falls", &[("b", "lost", json!(2))]);
    let mut story = Story(vec![before, after]);
    story.0[1]["b"]["camp"] = falls;
    story.is_right();
    let mut stands = story.with(&[], &[("", "result", json!("11 to 3")), ("b", "lost", json!(0))]);
    stands.0[1]["b"]["camp"]["sacked"] = json!(false);
    stands.is(Kind::Walls);
    // A camp higher up the hill than its assaulter.
    let mut high =
        story.with(&[("a2", "at", json!([10.5, 13.0]))], &[("", "result", json!("11 to 4, the camp falls"))]);
    for document in &mut high.0 {
        document["b"]["camp"]["at"] = json!([12.0, 13.0]);
    }
    high.is_right();
    high.with(&[], &[("", "result", json!("11 to 3, the camp falls"))]).is(Kind::Total);
}

#[test]
fn bounds() {
    let before =
        start("fighting", &[element("a2", "Bd", 0.5, [6.0, 6.0], 0.0), element("b2", "Sp", 0.5, [7.0, 9.0], 180.0)]);
    let after = next(
        &before,
        "end",
        &[4],
        "bound 4 of b, 4 PIPs",
        &[
            ("", "phase", json!("summoning")),
            ("", "bound", json!(4)),
            ("", "player", json!("b")),
            ("", "decides", json!("b")),
            ("", "pips", json!(4)),
        ],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[("", "pips", json!(5))]).is(Kind::PipDie);
    story.with(&[], &[("", "player", json!("a"))]).is(Kind::Sequence);
    story.with(&[], &[("", "bound", json!(5))]).is(Kind::Sequence);
    story.with(&[], &[("", "phase", json!("over")), ("", "winner", json!("a"))]).is(Kind::Victory);
    let mut lost = story.with(&[("b", "lost", json!(12))], &[]);
    change(&mut lost.0[0], &[("b", "lost", json!(12))]);
    lost.is(Kind::Victory);
    story.with(&[("b2", "at", json!([7.0, 6.0]))], &[]).is(Kind::Unfought);
    story.with(&[], &[("", "rough_plough", json!(true))]).is(Kind::GoingDie);
    let river = |state: &str| json!([{"feature": "f3", "state": state}]);
    let mut tried = advance().with(&[("", "rivers", river("unknown"))], &[("", "dice", json!([5]))]);
    change(&mut tried.0[1], &[("", "rivers", river("deep"))]);
    tried.is_right();
    change(&mut tried.0[1], &[("", "rivers", river("paltry"))]);
    tried.is(Kind::GoingDie);
}

#[test]
fn arrivals() {
    let mut before = start("summoning", &[element("a2", "Gd", 1.0, [7.0, 3.0], 0.0)]);
    change(
        &mut before,
        &[
            ("a2", "state", json!("aside")),
            ("a2", "at", json!(null)),
            ("a2", "facing", json!(null)),
            ("", "pips", json!(6)),
        ],
    );
    let after = next(
        &before,
        "summon a2 7,5 north",
        &[],
        "0 PIPs left",
        &[
            ("", "pips", json!(0)),
            ("a2", "state", json!("table")),
            ("a2", "at", json!([7.0, 5.0])),
            ("a2", "facing", json!(0.0)),
        ],
    );
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[("", "pips", json!(1))]).is(Kind::Summons);
    story.with(&[], &[("a2", "at", json!([7.0, 8.0]))]).is(Kind::Summons);
    let before = start("deployment", &[element("a2", "Sp", 0.5, [7.0, 3.0], 0.0)]);
    let story =
        Story(vec![before.clone(), next(&before, "place a2 7,4 north", &[], "", &[("a2", "at", json!([7.0, 4.0]))])]);
    story.is_right();
    story.with(&[], &[("a2", "at", json!([7.0, 5.0]))]).is(Kind::Deployment);
    story.with(&[], &[("a2", "at", json!([3.5, 4.0]))]).is(Kind::Deployment);
}

/// Two Spears land at the water on the right.
#[test]
fn landings() {
    let mut before = start(
        "landing",
        &[
            element("a2", "Sp", 0.5, [13.5, 6.0], 270.0),
            element("a3", "Sp", 0.5, [13.5, 7.0], 270.0),
            element("b2", "Sp", 0.5, [8.0, 12.0], 180.0),
        ],
    );
    change(&mut before, &[("a2", "state", json!("aside")), ("a3", "state", json!("aside")), ("", "pips", json!(0))]);
    change(&mut before, &[("a", "bounds", json!(1)), ("a", "reserved", json!(["a2", "a3"]))]);
    let lands = [
        ("", "phase", json!("summoning")),
        ("", "pips", json!(3)),
        ("a", "reserved", json!([])),
        ("a2", "state", json!("table")),
        ("a3", "state", json!("table")),
    ];
    let after = next(&before, "land a2 13.5,6 west a3 13.5,7 west", &[3], "3 PIPs", &lands);
    let story = Story(vec![before, after]);
    story.is_right();
    story.with(&[], &[("", "pips", json!(4))]).is(Kind::PipDie);
    story.with(&[], &[("a3", "at", json!([13.5, 7.5]))]).is(Kind::Landing);
    story.with(&[], &[("a2", "at", json!([13.0, 6.0])), ("a3", "at", json!([13.0, 7.0]))]).is(Kind::Landing);
    story.with(&[("a3", "type", json!("Art"))], &[]).is(Kind::Landing);
    story.with(&[("a", "bounds", json!(2))], &[]).is(Kind::Landing);
    story.with(&[], &[("", "order", json!("land a2 13.5,6 west"))]).is(Kind::Landing);
    story.with(&[("b2", "at", json!([13.5, 7.0])), ("b2", "facing", json!(90.0))], &[]).is(Kind::Landing);
}

/// Knights dismount, and are Blades.
#[test]
fn dismounting() {
    let before =
        start("moving", &[element("a2", "Kn", 0.75, [7.0, 6.0], 0.0), element("b2", "Sp", 0.5, [8.0, 9.0], 180.0)]);
    let on_foot =
        [("", "pips", json!(2)), ("a2", "type", json!("Bd")), ("a2", "depth", json!(0.5)), ("a2", "moves", json!(1))];
    let story = Story(vec![before.clone(), next(&before, "dismount a2", &[], "2 PIPs left", &on_foot)]);
    story.is_right();
    story.with(&[], &[("a2", "type", json!("Cv"))]).is(Kind::Dismounting);
    story.with(&[], &[("a2", "at", json!([7.0, 6.25]))]).is(Kind::Dismounting);
    story.with(&[], &[("a2", "moves", json!(0))]).is(Kind::Dismounting);
    story.with(&[], &[("", "pips", json!(3))]).is(Kind::Dismounting);
    story.with(&[("", "player", json!("b"))], &[]).is(Kind::Dismounting);
    // In the zone of an enemy, and beside him.
    story.with(&[("b2", "at", json!([8.0, 6.9]))], &[]).is(Kind::Dismounting);
    story.with(&[("b2", "at", json!([9.0, 6.0])), ("b2", "facing", json!(90.0))], &[]).is_right();
    story.with(&[("b2", "at", json!([8.0, 6.0])), ("b2", "facing", json!(270.0))], &[]).is(Kind::Dismounting);
}

#[test]
fn every_kind_of_finding_is_shown_here() {
    let kinds = include_str!("finding.rs").split("enum Kind {").nth(1).unwrap().split('}').next().unwrap();
    let kinds = kinds
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|line| !line.is_empty() && !line.starts_with("//"));
    let here = [include_str!("tampered.rs"), include_str!("tampered/dba3.rs")].concat();
    let unshown: Vec<&str> = kinds.filter(|kind| !here.contains(&format!("is(Kind::{kind})"))).collect();
    assert!(unshown.is_empty(), "{unshown:?}");
}
