//! Comparisons of rulesets: matched types, and known differences.

use musterfield_rules::book;
use musterfield_sheets::compare::Comparison;
use musterfield_sheets::compare::types::{TypeColumn, TypeRow};

fn compared(ids: &[&str]) -> Comparison<'static> {
    let book = book().unwrap();
    Comparison::new(book, ids.iter().map(|id| book.ruleset(id).unwrap()).collect())
}

fn row<'c>(compared: &'c Comparison<'_>, name: &str) -> &'c TypeRow {
    compared.types.iter().find(|row| row.name == name).unwrap_or_else(|| panic!("no {name}"))
}

/// Its values in both rulesets, and whether the second is marked.
fn values(compared: &Comparison<'_>, name: &str, column: TypeColumn) -> (String, String, bool) {
    let [first, second] =
        [0, 1].map(|place| row(compared, name).line(place).and_then(|line| line.value(column)).unwrap().clone());
    (first.cell.text(), second.cell.text(), second.cell.differs)
}

#[test]
fn known_differences_of_factors_appear() {
    for (ids, name, column, first, second) in [
        (["dba3", "dba22"], "Elephants", TypeColumn::Foot, "5", "4"),
        (["dba3", "dba22"], "Elephants", TypeColumn::Others, "4", "5"),
        (["dba3", "hott25"], "Elephants", TypeColumn::Foot, "5", "4"),
        (["dba22", "hott25"], "Elephants", TypeColumn::Foot, "4", "4"),
        (["dba22", "hott25"], "Elephants", TypeColumn::Others, "5", "5"),
        (["dba3", "dba22"], "Auxilia", TypeColumn::Others, "3", "2"),
        (["dba3", "dba22"], "Camelry", TypeColumn::Foot, "3", "2"),
        (["dba3", "dba22"], "Camelry", TypeColumn::Others, "3", "4"),
        (["dba3", "dba22"], "Scythed Chariots", TypeColumn::Foot, "3", "4"),
        (["dba3", "dba22"], "Knights", TypeColumn::Others, "4", "4"),
        (["d3h2", "dba3"], "Blades", TypeColumn::Good, "2", "2"),
        (["d3h2", "dba3"], "Fast Blades", TypeColumn::Good, "3", "3"),
        (["dba3", "dba22"], "Blades", TypeColumn::Good, "2", "2 in"),
        (["d3h2", "hott25"], "Knights", TypeColumn::Good, "3", "300 p"),
        (["d3h2", "hott25"], "Knights", TypeColumn::Price, "2", "2"),
        (["hott25", "dbmf"], "Knights", TypeColumn::Price, "2", "8–18"),
        (["hott25", "dbmf"], "Knights", TypeColumn::Others, "4", "3"),
        (["hott25", "dbmf"], "Knights", TypeColumn::Good, "300 p", "200 p"),
    ] {
        let expected = (first.to_owned(), second.to_owned(), first != second);
        assert_eq!(values(&compared(&ids), name, column), expected, "{ids:?} {name} {column:?}");
    }
}

#[test]
fn types_are_matched_by_what_they_are() {
    for (ids, name, code) in [
        (["d3h2", "dba3"], "Behemoths", Some("El")),
        (["d3h2", "dba3"], "Blades", Some("4Bd")),
        (["d3h2", "dba3"], "Fast Blades", Some("3Bd")),
        (["d3h2", "dba3"], "Shooters", Some("4Lb")),
        (["d3h2", "dba3"], "God", None),
        (["dba3", "dba22"], "Fast Blades", None),
        (["dba3", "dba22"], "Psiloi", Some("Ps")),
        (["dba3", "dba22"], "Heavy Chariots", Some("Kn")),
        (["dba22", "hott25"], "Elephants", Some("Bh")),
        (["d3h2", "hott25"], "Psiloi", Some("Skr")),
        (["hott25", "dbmf"], "Skirmishers", Some("Ps")),
        (["dba3", "dbmf"], "Elephants", Some("El")),
        (["dba3", "dbmf"], "Fast Blades", None),
        (["d3h2", "d3h2-traditional"], "Psiloi", None),
    ] {
        let compared = compared(&ids);
        assert_eq!(row(&compared, name).line(1).map(|line| line.code.as_str()), code, "{ids:?} {name}");
    }
}

#[test]
fn every_type_of_every_ruleset_has_a_place() {
    let book = book().unwrap();
    let all = Comparison::new(book, book.rulesets().iter().collect());
    for (place, ruleset) in book.rulesets().iter().enumerate() {
        for (troop, _) in ruleset.troops() {
            // Types that are sold in grades share one row.
            let code = ruleset.plain_code(troop);
            let is_there = |row: &TypeRow| row.line(place).is_some_and(|line| line.code == code);
            assert!(all.types.iter().any(is_there), "{ruleset:?} {code}");
        }
    }
    assert!(all.outcomes.is_none());
}

#[test]
fn units_are_as_long_as_the_rules_say() {
    for (id, distance, hundredths) in
        [("d3h2", 3, 300), ("d3h2-traditional", 3, 300), ("dba3", 1, 100), ("dba22", 2, 127), ("hott25", 100, 64)]
    {
        assert_eq!(book().unwrap().ruleset(id).unwrap().in_base_widths(distance), Some(hundredths), "{id}");
    }
}

#[test]
fn known_differences_of_factors_in_words_appear() {
    for (ids, title, sentence, first, second) in [
        // Elements hindered by bad going, elements that help from behind, and an overlap that only one ruleset has.
        (["dba3", "dba22"], "close", "Mounted, the enemy in bad going", "", "−2"),
        (["dba3", "dba22"], "close", "for each battlefield edge", "−1", ""),
        (["dba3", "dba22"], "Support", "Light Horse, with Light Horse behind", "+1", ""),
        (["dba3", "dba22"], "Support", "with Psiloi behind", "", "+1"),
        (["dba3", "dba22"], "Support", "Spears, against Foot, beside", "+1", ""),
        (["dba22", "hott25"], "Pursuit", "Beasts", "", "1 BW"),
        (["dba3", "dba22"], "close", "The general’s element", "+1", "+1"),
    ] {
        let compared = compared(&ids);
        let table = compared.factors.iter().find(|table| table.title.contains(title)).unwrap();
        let row = table.rows.iter().find(|row| row.name.contains(sentence));
        let row = row.unwrap_or_else(|| panic!("{sentence}: {:#?}", table.rows));
        let told: Vec<String> = row.cells.iter().map(musterfield_sheets::compare::Cell::text).collect();
        assert_eq!(told, [first, second], "{ids:?} {sentence}");
        assert_eq!(row.cells[1].differs, first != second);
    }
    for table in compared(&["d3h2", "d3h2-traditional", "dba3", "dba22", "hott25"]).factors {
        for row in &table.rows {
            let name = &row.name;
            assert!(!name.contains("; or ;") && !name.contains("not holds") && !name.contains(", ,"), "{name}");
            assert!(!name.is_empty(), "{}", table.title);
        }
    }
}

#[test]
fn what_becomes_of_losers_is_told_where_it_differs() {
    let compared = compared(&["dba3", "dba22"]);
    let outcomes = compared.outcomes.as_ref().unwrap();
    let fates = |own: &str, when: &str, by: &str| {
        let loser = outcomes.losers.iter().find(|loser| loser.names.iter().any(|name| name == own));
        let line = loser.and_then(|loser| {
            let is_it = |line: &&musterfield_sheets::compare::outcomes::OutcomeLine| {
                line.when == when && line.by.iter().any(|name| name == by) != line.all_but
            };
            loser.lines.iter().find(is_it)
        });
        line.map(|line| line.fates.each_ref().map(|fate| fate.text.clone()).join(" · "))
    };
    assert_eq!(fates("Elephants", "Beaten", "Elephants").as_deref(), Some("flee · recoil"));
    assert_eq!(fates("Camelry", "Beaten", "Scythed Chariots").as_deref(), Some("destroyed · flee"));
    // Knights are destroyed by Elephants in both.
    assert_eq!(fates("Knights", "Beaten", "Elephants"), None);
    let both = compared.types.iter().filter(|row| row.missing.is_empty()).count();
    assert_eq!(outcomes.agreeing + outcomes.differing, both * both);
    for line in outcomes.losers.iter().flat_map(|loser| &loser.lines) {
        let [first, second] = &line.fates;
        assert_ne!(first.text, second.text);
        assert!(!first.rules.is_empty() && !second.rules.is_empty(), "{line:?}");
    }
}

#[test]
fn a_ruleset_differs_from_itself_in_nothing() {
    let book = book().unwrap();
    for ruleset in book.rulesets() {
        let compared = Comparison::new(book, vec![ruleset, ruleset]);
        let outcomes = compared.outcomes.as_ref().unwrap();
        assert_eq!(outcomes.differing, 0, "{ruleset:?}");
        let tables = [Some(&compared.armies), compared.terrain.as_ref()].into_iter().flatten().chain(&compared.factors);
        assert!(tables.flat_map(|table| &table.rows).flat_map(|row| &row.cells).all(|cell| !cell.differs));
        let lines = compared.types.iter().flat_map(|row| &row.lines);
        assert!(lines.flat_map(|line| &line.values).all(|value| !value.cell.differs), "{ruleset:?}");
    }
}

#[test]
fn a_type_in_grades_stands_once_and_says_what_its_grades_have_otherwise() {
    let compared = compared(&["dba3", "dbmf"]);
    // Several types of another ruleset may be one of these.
    let codes = compared.types.iter().filter_map(|row| row.line(1)).map(|line| line.code.as_str());
    assert_eq!(codes.collect::<std::collections::BTreeSet<_>>().len(), 28);
    let told = |name: &str| {
        let line = row(&compared, name).line(1).unwrap().clone();
        line.otherwise.iter().map(|piece| piece.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(told("Elephants")[1..], ["(X): range 560"]);
    assert_eq!(
        told("Artillery"),
        [
            "(S) (O) (I) (F) (C) (E) (X); the numbers are those of (O)",
            "(S): moves 80/40/–, road 240",
            "(I): range 320",
            "(X): range 240",
        ]
    );
    assert!(row(&compared, "Elephants").line(0).unwrap().otherwise.is_empty());
    assert_eq!(row(&compared, "Elephants").tall(), 3);
}

#[test]
fn what_is_left_to_another_book_is_no_difference() {
    // For everything that both have of DBA, one leaves the outcomes to the other book.
    let historical = compared(&["dba3", "dbmf"]).outcomes.unwrap();
    assert_eq!((historical.agreeing, historical.differing), (0, 0));
    let compared = compared(&["hott25", "dbmf"]);
    let outcomes = compared.outcomes.unwrap();
    assert_eq!(outcomes.agreeing, 0, "equal totals are all left to the other book");
    assert!(outcomes.untold > outcomes.differing && outcomes.differing > 0, "{outcomes:#?}");
    let lines = outcomes.losers.iter().flat_map(|loser| &loser.lines);
    for line in lines {
        assert!(line.fates.iter().all(|fate| !fate.text.contains("DBMM")), "{line:#?}");
    }
}
