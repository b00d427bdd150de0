//! The prices and morale equivalents of elements of DBMF, written a second time and rule by rule, without the tables.

use std::collections::BTreeMap;

use musterfield_army::{Code, Draft, ElementLine, LineType};
use musterfield_fixtures::armies::{host, report, ruleset, the_catalogue};
use musterfield_rules::Points;
use musterfield_sheets::roster::view::{Options, RosterView};

use super::prices::PRINTED;

const LETTERS: [&str; 8] = ["S", "O", "I", "F", "C", "E", "H", "X"];

/// The printed price; `None` for a dash (DBMF-COST-02 to COST-29).
fn price(code: &str, letter: &str, regular: bool) -> Option<Points> {
    let (.., line) = PRINTED.iter().find(|(of, is, _)| *of == code && *is == regular)?;
    let at = LETTERS.iter().position(|known| *known == letter)?;
    line.split(' ').nth(at)?.parse().ok()
}

/// Morale equivalents, in halves (DBMF-ME-01 to ME-08, GRADE-45).
fn worth(code: &str, letter: &str, regular: bool, general: bool) -> i64 {
    // ME-02: whatever else the element is.
    if general {
        return 8;
    }
    // ME-01.
    if code == "Exp" || (code, letter) == ("Hd", "I") {
        return 0;
    }
    if letter == "X" && (code == "Cm" || code == "Art" || code == "Air" || code == "WWg") {
        return 0;
    }
    // ME-03; ME-12: a sea serpent too.
    if code == "Dr" || code == "Av" || (code, letter) == ("Bge", "S") {
        return 6;
    }
    // ME-04. The DBMM book defines which Baggage is the army's; here none is.
    if (code == "El" || code == "Gi") && letter != "I" && letter != "X" {
        return 4;
    }
    if code == "Kn" || code == "Cl" || code == "Mg" || letter == "H" {
        return 4;
    }
    if letter == "S" && (code == "Cv" || code == "Cm" || code == "Sp" || code == "Bd" || code == "WWg") {
        return 4;
    }
    if letter == "O" && code == "WWg" {
        return 4;
    }
    // ME-05; ME-06: Airboats are naval.
    if (code == "Wb" || code == "Ax") && letter != "S" {
        return 1;
    }
    if (code == "Bw" && letter == "I") || code == "Hd" || code == "Ps" {
        return 1;
    }
    if !regular && ((code == "Sp" && letter == "I") || code == "Pk") {
        return 1;
    }
    if (code == "Air" || code == "Gal" || code == "Shp" || code == "Bts") && letter != "X" {
        return 1;
    }
    // ME-08.
    2
}

/// All 224 types, regular and irregular, with and without a general.
#[test]
fn prices_and_morale_are_those_of_the_rules_one_by_one() {
    let ruleset = ruleset("dbmf");
    let mut families: BTreeMap<&str, Vec<(&str, ElementLine)>> = BTreeMap::new();
    for (id, _) in ruleset.troops() {
        let line = ElementLine { command: 1, ..ElementLine::new(LineType::Known(id)) };
        families.entry(ruleset.plain_code(id)).or_default().push((ruleset.letter(id).unwrap(), line));
    }
    assert_eq!((families.len(), families.values().map(Vec::len).sum::<usize>()), (28, 224));
    for (code, grades) in &families {
        for (regular, general) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut draft = host("");
            draft.lines = grades.iter().map(|(_, line)| ElementLine { regular, general, ..line.clone() }).collect();
            let told = report(&draft);
            let view = RosterView::new(&draft, &told, the_catalogue(), &Options::default());
            let mut total = 0;
            for (at, (letter, _)) in grades.iter().enumerate() {
                let what = format!("{code}({letter}) regular {regular} general {general}");
                let printed = price(code, letter, regular);
                assert_eq!(view.rows[at].points_each, printed.unwrap_or_default(), "{what}");
                let halves = worth(code, letter, regular, general);
                assert_eq!(view.rows[at].morale, Some(Points::HALF * halves), "{what}");
                total += halves;
                let unpriced = |problem: &musterfield_army::Problem| {
                    matches!(problem.code(), Code::NoPrice | Code::GradeNotAvailable) && problem.place == Some(at)
                };
                assert_eq!(told.problems.iter().any(unpriced), printed.is_none(), "{what}");
            }
            assert_eq!(view.commands[0].morale, Some(Points::HALF * total), "{code} {regular} {general}");
        }
    }
}

fn roster(draft: &Draft) -> RosterView {
    RosterView::new(draft, &report(draft), the_catalogue(), &Options::default())
}

/// DBMF-ME-01 to ME-09, ME-12: each line of the rules, and its consequences.
#[test]
fn the_loss_of_an_element_costs_what_its_line_says() {
    for (worth, elements) in [
        ("4", "Exp general; Av general; Hd(I) general; Dr general; Gi(H) general"),
        ("0", "Exp; Exp(E); Hd(I); Cm(X); Art(X); Art(X) regular; Air(X); WWg(X)"),
        ("3", "Bge(S); Bge(S) regular; Av; Dr; Dr(X)"),
        (
            "2",
            "El; El(H); El(C); Gi; Gi(S); Kn(I); Kn(X); Cl(X); Cl(I); Mg(X); Mg; Cv(S); Cm(S); Sp(S); Bd(S); WWg(S); WWg",
        ),
        ("2", "Wb(H); Ax(H); Bw(H); Fl(H); Cv(H); Sp(H); Bd(H)"),
        (
            "0.5",
            "Wb; Wb(X); Ax; Ax(F); Bw(I); Hd; Hd(S); Ps; Ps(S); Ps(X); Sp(I); Pk(I); Pk(X); Pk(C); Air; Air(E); Shp; Bts",
        ),
        ("0.5", "Gal regular; Gal(S) regular; Bts(F) regular; Ax regular"),
        (
            "1",
            "Fl; Fl(E); LH; LH(S); Cv; Cv(I); Cv(F); Cv(E); El(I); El(X); Gi(I); Gi(X); Cm; Sp; Sp(C); Sp(F); Bd; Bd(X)",
        ),
        (
            "1",
            "Sp(I) regular; Pk regular; Pk(I) regular; Bw; Bw(S); Bw(X); Sh; Sh(I); Art regular; Art(E); WWg(I); WWg(F)",
        ),
        ("1", "WWg(C); WWg(E); Wb(S); Ax(S); Gal(X) regular; Shp(X); Bts(X); Bge; Bge regular; Bge(I); Bge(E)"),
    ] {
        let view = roster(&host(elements));
        for row in view.rows {
            assert_eq!(row.morale.unwrap().to_string(), worth, "{} {:?}", row.code, row.marks);
            assert!(row.marks.contains(&format!("{worth} ME")), "{:?}", row.marks);
        }
    }
}

/// DBMF-ME-02, ME-07: by command, and for the army with its ships on dry land.
#[test]
fn commands_and_the_army_are_worth_what_their_elements_are() {
    let view = roster(&host(
        "Kn general >1; 3 Kn >1; 6 Sp regular >1; 4 Hd(I) >1; Cv general ally >3; 5 Wb ally >3; 3 Gal regular ally >3",
    ));
    let told: Vec<(u8, &str, String, &str)> = view
        .commands
        .iter()
        .map(|command| (command.number, &*command.title, command.morale.unwrap().to_string(), &*command.general))
        .collect();
    assert_eq!(
        told,
        [
            (1, "Command 1: 14 elements, general Kn(O)", "16".to_owned(), "Kn(O)"),
            (3, "Command 3: 9 elements, general Cv(O)", "8".to_owned(), "Cv(O)"),
        ]
    );
    assert_eq!(view.commands[0].losses, "16 ME in all. The DBMM book says when it is disheartened and when it breaks.");
    assert_eq!(view.break_text, "24 ME in all for everything the army can lose.");
    assert!(view.break_point.is_none() && view.commands.iter().all(|command| command.die().is_empty()));
    let json: serde_json::Value = serde_json::from_str(&musterfield_sheets::roster::table::json(&view)).unwrap();
    assert_eq!((&json["commands"][0]["morale"], &json["rows"][2]["morale"]), (&16.into(), &1.into()));
    // Undivided, it is one.
    let whole = roster(&host("Kn general; 3 Kn; 2 Ps"));
    assert_eq!((whole.commands.len(), &*whole.break_text), (0, "11 ME in all for everything the army can lose."));
}
