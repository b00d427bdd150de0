//! Properties of any move on any table: no element ends on another, beyond the table or farther than it may go, and on
//! a turned or mirrored table the same happens.

use musterfield_geometry::{BW, Point};
use proptest::prelude::*;

use super::board::View;
use super::scene::raised;
use super::script::{Script, order};
use crate::{Battle, Order, TOUCH};

/// The rounding difference permitted between turned and mirrored tables, in thousandths of a BW.
const BEND: i64 = 8;
/// Types with various ways of moving.
const CODES: [&str; 12] = ["Bd", "Ps", "Cv", "LH", "Fl", "Sk", "WWg", "Kn", "Gd", "Ax", "Hr", "Art"];

fn element() -> impl Strategy<Value = (usize, i64, i64, i64)> {
    (0..CODES.len(), 4..32_i64, 4..32_i64, 0..4_i64)
}

/// A distance in quarters of a BW, as scenarios write it.
fn written(quarters: i64) -> String {
    let sign = if quarters < 0 { "-" } else { "" };
    let quarters = quarters.abs();
    format!("{sign}{}.{:02}", quarters / 4, quarters % 4 * 25)
}

fn leg() -> impl Strategy<Value = String> {
    let facings = prop::sample::select(vec!["north", "east", "south", "west", "30", "315"]);
    prop_oneof![
        4 => (1..14_i64).prop_map(|by| format!("ahead {}", written(by))),
        1 => (1..8_i64).prop_map(|by| format!("back {}", written(by))),
        2 => (any::<bool>(), 1..9_i64).prop_map(|(left, by)| {
            format!("wheel {} {}", if left { "left" } else { "right" }, by * 10)
        }),
        1 => (-3..4_i64).prop_map(|by| format!("slide {}", written(by))),
        4 => (2..34_i64, 2..34_i64, facings).prop_map(|(x, y, facing)| {
            format!("go {},{} {facing}", written(x), written(y))
        }),
    ]
}

fn table() -> impl Strategy<Value = String> {
    let grounds = prop::sample::select(vec!["", "woods", "marsh", "river", "camp"]);
    (prop::collection::vec(element(), 2..5), prop::collection::vec(element(), 1..4), grounds, 2..7_i64).prop_map(
        |(a, b, ground, at)| {
            let mut with = Vec::new();
            for (side, all) in [("a", a), ("b", b)] {
                for (number, (code, x, y, facing)) in all.into_iter().enumerate() {
                    // Some elements are placed in line with the one before.
                    with.push(format!(
                        "{side}{} {} at {},{} {}",
                        number + 1,
                        CODES[code],
                        written(x),
                        written(y),
                        facing * 90
                    ));
                }
            }
            let ground = match ground {
                "" => String::new(),
                "river" => format!("ground river 1 -1,{at} 10,{at}"),
                "camp" => format!("camp b {at},{at} south 2x1"),
                kind => format!("ground {kind} {at},2 {0},2 {0},5 {at},5", at + 3),
            };
            format!("table 9x9\norigin 0,0\nrivers shallow\nwith {}\n{ground}\n| |", with.join("; "))
        },
    )
}

/// No element overlaps another or a camp.
fn is_sound(battle: &Battle) -> bool {
    let there: Vec<_> = battle.everybody().filter(|id| battle.is_on_table(*id)).collect();
    there.iter().enumerate().all(|(at, id)| {
        let base = battle.base(*id);
        battle.field().has(base)
            && !battle.meets_feature(base, Point::default())
            && there.iter().skip(at + 1).all(|other| !base.overlaps(battle.base(*other), TOUCH))
    })
}

fn check(table: &str, words: &str) -> Result<bool, TestCaseError> {
    let script = Script::read(table);
    let mut answers = Vec::new();
    for view in View::all(script.board) {
        let before = raised(&script, view);
        if !is_sound(&before) {
            return Ok(false);
        }
        let (drawn, _) = order(&before, words, Point::default(), &[]);
        let mut after = before.clone();
        let answer = after.play(&view.order(&drawn), &mut musterfield_dice::RolledDice::default());
        let answer = answer.map(|_| after).map_err(|refusal| refusal.clause());
        answers.push((view, before, answer));
    }
    let Some((_, before, first)) = answers.first() else { return Ok(false) };
    for (view, _, answer) in &answers {
        match (first, answer) {
            (Ok(first), Ok(other)) => {
                for id in first.everybody() {
                    let (wanted, found) = (view.base(first.base(id)), other.base(id));
                    let off = wanted.front_left() - found.front_left();
                    // Where a column bends, midpoints are rounded.
                    let near = off.x.abs() <= BEND && off.y.abs() <= BEND;
                    let alike = wanted.facing().angle_to(found.facing()).abs() <= 3;
                    prop_assert!(near && alike, "{id:?} on {view:?}: {wanted:?} {found:?}");
                }
            }
            (first, other) => prop_assert_eq!(
                first.is_err(),
                other.is_err(),
                "{:?} {:?} {:?}",
                view,
                first.as_ref().err(),
                other.as_ref().err()
            ),
        }
    }
    let Ok(after) = first else { return Ok(false) };
    let Order::Move(mv) = order(before, words, Point::default(), &[]).0 else { return Ok(false) };
    prop_assert!(is_sound(after));
    for id in mv.who {
        let way = (after.base(id).front_left() - before.base(id).front_left()).square();
        let slides = if words.contains("slide") { BW } else { 0 };
        let most = before.profile(id).reach.good.unwrap_or(0) + slides + TOUCH;
        prop_assert!(way <= most * most);
    }
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_move_of_one_alone(table in table(), legs in prop::collection::vec(leg(), 1..3)) {
        check(&table, &format!("a1 {}", legs.join(", ")))?;
    }

    #[test]
    fn a_move_of_a_group(x in 4..20_i64, y in 8..20_i64, facing in 0..4_i64, pair in 0..4_usize, in_file: bool, table in table(), legs in prop::collection::vec(leg(), 1..3)) {
        // Another pair that stand together.
        let code = ["Bd", "Ps", "Cv", "Fl"][pair];
        let depth = if matches!(code, "Bd" | "Ps") { 2 } else { 3 };
        let (dx, dy) = match (facing, in_file) {
            (0, true) => (0, -depth), (1, true) => (-depth, 0), (2, true) => (0, depth), (_, true) => (depth, 0),
            (0, _) => (4, 0), (1, _) => (0, -4), (2, _) => (-4, 0), _ => (0, 4),
        };
        let with = format!(
            "with a1 {code} at {},{} {2}; a2 {code} at {3},{4} {2}; a3",
            written(x), written(y), facing * 90, written(x + dx), written(y + dy)
        );
        let table = table.replacen("with a1", &with, 1);
        check(&renumbered(&table), &format!("a1+a2 {}", legs.join(", ")))?;
    }
}

/// The same table with the first side's elements numbered in order.
fn renumbered(table: &str) -> String {
    let mut number = 0;
    let line = |line: &str| {
        let Some(rest) = line.strip_prefix("with ") else { return line.to_owned() };
        let mut all = Vec::new();
        for actor in rest.split("; ") {
            match actor.split_once(' ') {
                Some((name, rest)) if name.starts_with('a') => {
                    number += 1;
                    all.push(format!("a{number} {rest}"));
                }
                _ => all.push(actor.to_owned()),
            }
        }
        format!("with {}", all.join("; "))
    };
    table.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn cases_that_were_found() {
    for (with, words) in [
        ("a1 Bd at 1,2 0; a2 Bd at 1,1.5 0; b1 Bd at 1,3.5 180", "a1+a2 wheel right 30, wheel left 30"),
        ("a1 Ps at 2.75,5.5 180; b1 WWg at 4.75,6.25 90", "a1 wheel left 70"),
        ("a1 Cv at 5,2.75 180; b1 Bd at 4,4.75 180", "a1 go 4.25,6 30"),
        ("a1 Hr at 5.75,5.00 180; a2 Bd at 1,1 0; b1 Fl at 5,4.25 90", "a1 wheel left 80, wheel left 30"),
        ("a1 Cv at 4.5,1.5 90; a2 Bd at 1,1 0; b1 Bd at 6.75,1 0", "a1 go 7,3 east, wheel right 80"),
        ("a1 Bd at 3.5,3.25 270; a2 Bd at 4,3.25 270; b1 Bd at 1,1 180", "a1+a2 wheel right 70, wheel right 20"),
    ] {
        check(&format!("table 9x9\norigin 0,0\nwith {with}\n| |"), words).unwrap();
    }
}
