//! Armies under another ruleset: what carries over, and whether the report says what does not.

use std::collections::BTreeSet;

use musterfield_army::convert::{Converted, LineChange, convert};
use musterfield_army::{Draft, LineType};
use musterfield_fixtures::armies::{army_of, ruleset, the_book, the_collection};
use musterfield_rules::Points;
use musterfield_rules::counterparts::Counterparts;

fn under(draft: &Draft, id: &str) -> Converted {
    convert(draft, ruleset(id), &Counterparts::new(the_book()))
}

/// Each line as `2 Sneakers → 2 Sneakers (3 → 2)`, followed by what changed.
fn changes(converted: &Converted) -> Vec<String> {
    let price = |price: Option<Points>| price.map_or("–".to_owned(), |price| price.to_string());
    let line = |change: &LineChange| {
        let (before, after) = (price(change.price.0), price(change.price.1));
        let notes = if change.notes.is_empty() { String::new() } else { format!(" {}", change.notes.join(", ")) };
        format!("{} → {} ({before} → {after}){notes}", change.from, change.to)
    };
    converted.lines.iter().map(line).collect()
}

/// The codes of an army's types, with a star for Fast by choice.
fn codes(draft: &Draft) -> Vec<String> {
    let code =
        |line: &musterfield_army::ElementLine| format!("{}{}", draft.code(line), if line.fast { "*" } else { "" });
    draft.lines.iter().map(code).collect()
}

#[test]
fn hordes_of_the_things_become_d3h2_and_back() {
    let types = "Hr general; Kn; 2 Bd; 2 Bs; Dg; AHr; 2 Hd; 2 Sk; Mg; Art; Bh; Rd; Sh; Wb; Lk; Fl; Gd; Skr; Ra; Pk";
    let army = army_of("hott25", "24", types);
    let converted = under(&army, "d3h2");
    assert_eq!(
        changes(&converted),
        [
            "1 Hero → 1 Hero (4 → 4)",
            "1 Knight → 1 Knight (2 → 2)",
            "2 Blades → 2 Blades (2 → 2)",
            "2 Beasts → 2 Beasts (2 → 2)",
            "1 Dragon → 1 Dragon (4 → 4)",
            "1 Aerial Hero → 1 Aerial Hero (6 → 6)",
            "2 Hordes → 2 Hordes (1 → 1)",
            "2 Sneakers → 2 Sneakers (3 → 2)",
            "1 Magician → 1 Mage (4 → 4)",
            "1 Artillery → 1 Artillery (3 → 3)",
            "1 Behemoth → 1 Behemoth (4 → 4)",
            "1 Rider → 1 Cavalry (2 → 2)",
            "1 Shooter → 1 Shooter (2 → 2)",
            "1 Warband → 1 Warband (2 → 1.5)",
            "1 Lurker → 1 Lurker Psiloi (1 → 1.5) now Fast",
            "1 Flyer → 1 Flyer (2 → 2)",
            "1 God → 1 God (4 → 4)",
            "1 Skirmisher → 1 Psiloi (2 → 1) now Fast",
            "1 Raider → 1 “Raiders” (2 → –)",
            "1 Pike → 1 Pike (2 → 1.5)",
        ]
    );
    assert!(converted.draft.lines[0].general);
    assert_eq!(codes(&under(&converted.draft, "hott25").draft), codes(&army));
}

#[test]
fn what_is_fast_by_choice_is_told_where_nobody_is() {
    let army = army_of("d3h2", "24", "Hr general; 3 Bd fast; 2 Wb fast; 2 Bw; 4 Bs fast; WWg tower");
    let converted = under(&army, "hott25");
    let fast: Vec<&str> = converted.lines.iter().filter(|c| c.notes == ["no longer Fast"]).map(|c| &*c.from).collect();
    assert_eq!(fast, ["3 Fast Blades", "2 Fast Warbands", "4 Fast Beasts"]);
    assert_eq!(converted.lines[3].to, "2 Shooters");
    assert!(!converted.lines[5].known && converted.draft.lines.iter().all(|line| !line.fast));
}

#[test]
fn grades_come_and_go_by_name_and_by_fast() {
    let army = army_of("d3h2", "24", "Gd; 3 Bd fast; 2 Kn; Bh general; Mg; 2 Hd");
    let converted = under(&army, "dbmf");
    assert_eq!(codes(&converted.draft), ["Av(O)", "Bd(F)", "Kn(O)", "El(O)", "Mg(O)", "Hd(O)"]);
    assert!(converted.left.iter().any(|sentence| sentence == "Its size is now 300 AP."), "{:?}", converted.left);
    assert!(converted.lines[1].notes.is_empty(), "{:?}", converted.lines[1]);

    let graded = army_of("dbmf", "300", "Bd(S); Bd(F); Gal; Kn(H); Av general");
    let back = under(&graded, "d3h2");
    assert_eq!(codes(&back.draft), ["Bd", "Bd*", "Galleys", "Kn", "Gd"]);
    let notes: Vec<String> = back.lines.iter().map(|change| change.notes.join(", ")).collect();
    assert_eq!(notes[0], "no longer Superior");
    assert_eq!(notes[1], "");
    assert!(notes[3].starts_with("no longer H"), "{notes:?}");
}

#[test]
fn marks_commands_and_other_costs_are_told() {
    let mut army = army_of("dbmf", "300", "Kn general; 4 Sp");
    army.other_costs = Points::whole(12);
    for line in &mut army.lines {
        (line.regular, line.command) = (true, 1);
    }
    let converted = under(&army, "d3h2");
    assert!(converted.draft.lines.iter().all(|line| line.command == 0 && !line.regular));
    assert_eq!(converted.lines[0].notes, ["no longer regular"]);
    assert_eq!(converted.left.len(), 3, "{:?}", converted.left);

    let mut big = army_of("dba3", "36", "Kn general; 12 4Bd");
    big.lines[1].command = 2;
    let small = under(&big, "dba22");
    assert_eq!((small.draft.points, small.draft.lines[1].command), (Points::whole(12), 0));
    let left = ["Its size is now 12 elements.", "The army is no longer divided into commands."];
    assert_eq!(small.left[0], left[0]);
    assert!(small.left.iter().any(|sentence| sentence == left[1]), "{:?}", small.left);
}

/// Every ready army keeps its lines, labels and general under every other ruleset; a type is either known there or
/// reported, and prices are those of either table.
#[test]
fn every_ready_army_under_every_other_ruleset() {
    let kinship = Counterparts::new(the_book());
    let mut unknown = BTreeSet::new();
    for ready in the_collection().ready() {
        let draft = ready.army.draft();
        for other in the_book().rulesets().iter().filter(|other| other.id != draft.ruleset.id) {
            let Converted { draft: army, lines, .. } = convert(draft, other, &kinship);
            assert_eq!(army.lines.len(), draft.lines.len());
            for ((line, was), change) in army.lines.iter().zip(&draft.lines).zip(&lines) {
                assert_eq!((line.count, line.general, &line.label), (was.count, was.general, &was.label));
                assert_eq!(change.known, matches!(line.line_type, LineType::Known(_)), "{change:?}");
                if let (Some(before), Some(after)) = change.price {
                    assert_eq!((before, after), (draft.price(was), army.price(line)));
                }
                if !change.known {
                    unknown.insert((draft.ruleset.id.to_string(), other.id.to_string(), draft.code(was).to_owned()));
                }
            }
        }
    }
    let of = |from: &str, to: &str| -> Vec<&str> {
        unknown.iter().filter(|(a, b, _)| a == from && b == to).map(|(.., code)| code.as_str()).collect()
    };
    assert_eq!(of("hott25", "d3h2"), [""; 0], "every type of the lists of HOTT is one of D3H2");
    assert_eq!(of("dba3", "d3h2"), [""; 0], "every type of DBA is one of D3H2");
    assert_eq!(of("dba3", "dba22"), [""; 0]);
    assert_eq!(of("d3h2", "hott25"), ["6Cv", "Ax", "CP", "Cm", "LH", "SCh", "WWg"]);
}
