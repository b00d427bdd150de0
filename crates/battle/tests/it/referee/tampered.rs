//! Steps that are right, and what the referee says once something in them is changed: every kind of finding.

use serde_json::{Value, json};

use super::Referee;
use super::finding::{Finding, Kind};

/// Changes of a document: the element, or nothing for the battle itself; the field; its value.
type Changes<'c> = &'c [(&'c str, &'c str, Value)];

/// An element of `a` or `b` on the table, where nothing has happened to it yet.
fn element(id: &str, kind: &str, depth: f64, at: [f64; 2], facing: f64) -> Value {
    json!({
        "id": id, "side": &id[..1], "type": kind, "fast": false, "general": id.ends_with('1') && id.len() == 2,
        "ally": false, "water": false, "siege_tower": false, "mounted": false, "cost": 2, "state": "table",
        "at": at, "facing": facing, "depth": depth, "moves": 0, "longest": 0.0, "shot": false, "down": false,
        "summons": 0, "backfires": 0,
    })
}

fn side(edge: &str, at: [f64; 2], facing: f64) -> Value {
    json!({
        "edge": edge, "camp": {"at": at, "facing": facing, "size": [2.0, 1.0], "sacked": false},
        "camp_in_stronghold": false, "bounds": 2, "intruders": [], "lost": 0, "breaks_at": 12,
    })
}

/// The table: a wood on the left, a waterway along the right edge.
fn header() -> Value {
    json!({
        "ruleset": "d3h2 1.0.0", "defender": "a",
        "layout": {"board": [15, 15], "features": [
            {"id": "f1", "kind": "woods", "polygon": [[0.5, 8], [0.5, 11], [3.5, 11], [3.5, 8]]},
            {"id": "f2", "kind": "waterway", "edge": "east", "polygon": [[14, 0], [14, 15], [15, 15], [15, 0]]},
        ]},
    })
}

/// A document of bound 3 of a, with the generals far behind and these elements besides.
fn start(phase: &str, elements: &[Value]) -> Value {
    let generals = [element("a1", "Hr", 0.75, [11.0, 4.0], 0.0), element("b1", "Hr", 0.75, [12.0, 11.0], 180.0)];
    let elements: Vec<&Value> = generals.iter().chain(elements).collect();
    json!({
        "step": 0, "order": null, "dice": [], "result": "", "bound": 3, "player": "a", "decides": "a", "phase": phase,
        "pips": 3, "winner": null, "stronghold": null, "rivers": [], "rough_plough": false,
        "a": side("south", [6.0, 1.0], 0.0), "b": side("north", [8.0, 14.0], 180.0), "elements": elements,
    })
}

fn change(document: &mut Value, changes: Changes<'_>) {
    for (id, field, value) in changes {
        let target = match *id {
            "" => &mut *document,
            "a" | "b" if document.get(*id).is_some() => &mut document[*id],
            _ => document["elements"].as_array_mut().unwrap().iter_mut().find(|element| element["id"] == **id).unwrap(),
        };
        target[*field] = value.clone();
    }
}

/// The step after a document.
fn next(before: &Value, order: &str, dice: &[u8], result: &str, changes: Changes<'_>) -> Value {
    let mut after = before.clone();
    let step = before["step"].as_u64().unwrap() + 1;
    change(
        &mut after,
        &[
            ("", "step", json!(step)),
            ("", "order", json!(order)),
            ("", "dice", json!(dice)),
            ("", "result", json!(result)),
        ],
    );
    change(&mut after, changes);
    after
}

/// Documents of a battle, one step after another.
#[derive(Clone)]
struct Story(Vec<Value>);

impl Story {
    /// The story with changes of every document, or only of the last one.
    fn with(&self, everywhere: Changes<'_>, at_the_end: Changes<'_>) -> Self {
        let mut story = self.clone();
        for document in &mut story.0 {
            change(document, everywhere);
        }
        change(story.0.last_mut().unwrap(), at_the_end);
        story
    }

    fn judged(&self) -> Vec<Finding> {
        let mut referee = Referee::new(&header());
        self.0.iter().flat_map(|document| referee.see(document.clone())).collect()
    }

    /// The referee finds nothing here.
    #[track_caller]
    fn is_right(&self) -> &Self {
        let findings: Vec<String> = self.judged().iter().map(Finding::to_string).collect();
        assert!(findings.is_empty(), "{findings:#?}");
        self
    }

    /// The referee finds this.
    #[track_caller]
    fn is(&self, kind: Kind) {
        let findings = self.judged();
        let told: Vec<String> = findings.iter().map(Finding::to_string).collect();
        assert!(findings.iter().any(|finding| finding.kind == kind), "{kind:?} is not among {told:#?}");
    }
}

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

#[test]
fn every_kind_of_finding_is_shown_here() {
    let kinds = include_str!("finding.rs").split("enum Kind {").nth(1).unwrap().split('}').next().unwrap();
    let kinds = kinds
        .lines()
        .map(|line| line.trim().trim_end_matches(','))
        .filter(|line| !line.is_empty() && !line.starts_with("//"));
    let here = include_str!("tampered.rs");
    let unshown: Vec<&str> = kinds.filter(|kind| !here.contains(&format!("is(Kind::{kind})"))).collect();
    assert!(unshown.is_empty(), "{unshown:?}");
}
