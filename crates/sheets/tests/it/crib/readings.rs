//! The two readings of a sheet, and the references behind its lines.

use musterfield_rules::book;
use musterfield_sheets::crib::{Crib, CribOptions, Reading, References, tables_of_section};

use super::{part, parts, with_sheets};

fn by_type(id: &str) -> Crib {
    let book = book().unwrap();
    let options = CribOptions { reading: Reading::ByType, ..CribOptions::default() };
    Crib::whole(book, book.ruleset(id).unwrap(), options).unwrap()
}

/// The row of a type, with the headings of its cells.
fn row(id: &str, code: &str) -> Vec<(String, String)> {
    let crib = by_type(id);
    let table = part(&crib, "Types").table.as_ref().unwrap();
    let row = table.rows.iter().find(|row| row.cells[0].split(' ').any(|own| own == code)).unwrap();
    table.heads.iter().cloned().zip(row.cells.iter().cloned()).collect()
}

fn cell(id: &str, code: &str, head: &str) -> String {
    let found = row(id, code).into_iter().find(|(known, _)| known == head);
    found.map(|(_, cell)| cell).unwrap_or_else(|| panic!("{id} {code} has no {head}"))
}

#[test]
fn a_player_finds_a_type_and_reads_across() {
    for (id, code, head, told) in [
        ("dba3", "4Sp", "Beaten", "destroyed by Kn, SCh in good going; by Wb; riding in bad going; else recoil"),
        ("dba3", "El", "Beaten", "flee from El; else recoil"),
        ("dba3", "LH", "Doubled", "destroyed by Mounted, Bw, Ps; by Art when shot at; in bad going; else flee"),
        ("dba3", "4Pk", "Pursues", "½ BW after Foot but Ps"),
        ("dba3", "WWg", "Never in", "bad going, City, Fort"),
        // Rows that differ only in their opponents are one.
        (
            "dba3",
            "4Kn",
            "Equal",
            "destroyed by Lb, Cb, Bd in close combat; recoil from solid Foot in close combat; else no effect",
        ),
        ("dbmf", "Kn", "Doubled", "destroyed by Mg, Dr; else as in DBMM"),
        // DBA22-PURS-01
        ("dba22", "Wb", "Pursues", "own base depth, at most 1 BW"),
        ("dba22", "Sp", "Pursues", "–"),
        ("dba22", "Bd", "Doubled", "recoil from Art in close combat; else destroyed"),
        ("hott25", "Dg", "Beaten", "destroyed by Hr, Pl; else off the table"),
        ("d3h2", "Kn", "Type", "Knights · Mounted"),
        ("d3h2", "Bd", "Equal", "no effect; Fast*"),
    ] {
        let found = cell(id, code, head);
        assert!(found == told || (head == "Beaten" && found.ends_with(told)), "{id} {code} {head}: {found}");
    }
}

/// What no type may enter is said once, above the table.
#[test]
fn what_is_closed_to_all_is_not_repeated() {
    let crib = by_type("hott25");
    assert!(part(&crib, "Types").note.as_ref().unwrap().ends_with(" Never in, all: Stronghold."));
    assert_eq!(cell("hott25", "Art", "Never in"), "bad going");
    assert_eq!(cell("hott25", "Kn", "Never in"), "");
    let crib = by_type("dba3");
    assert!(!part(&crib, "Types").note.as_ref().unwrap().contains("Never in, all"));
}

/// Every type has a row, and the tables it replaces are gone.
#[test]
fn one_table_replaces_the_lists_of_outcomes() {
    for ruleset in with_sheets() {
        let crib = by_type(&ruleset.id);
        let wide: Vec<_> = parts(&crib).filter(|part| part.wide && part.title == "Types").collect();
        assert_eq!(wide.len(), 1, "{}", ruleset.id);
        let codes: Vec<&str> =
            wide[0].table.iter().flat_map(|table| &table.rows).flat_map(|row| row.cells[0].split(' ')).collect();
        for (_, troop) in ruleset.troops() {
            let code = troop.graded.as_ref().map_or(&troop.code, |graded| &ruleset.family(graded.family).code);
            assert!(codes.contains(&&**code), "{}: {code} in {codes:?}", ruleset.id);
        }
        let told = parts(&crib).filter(|part| part.title == "Doubled: half or less");
        assert_eq!(told.flat_map(|part| &part.lines).filter(|line| line.text().contains("destroyed")).count(), 0);
    }
}

/// Every part has a heading, and every heading has text below it.
#[test]
fn no_heading_stands_alone_and_no_text_without_one() {
    let book = book().unwrap();
    for ruleset in with_sheets() {
        for reading in [Reading::ByPhase, Reading::ByType] {
            let crib = Crib::whole(book, ruleset, CribOptions { reading, ..CribOptions::default() }).unwrap();
            for side in &crib.sides {
                assert!(!side.title.trim().is_empty() && !side.parts.is_empty(), "{}: {side:?}", ruleset.id);
            }
            for part in parts(&crib) {
                let rows = part.table.as_ref().map_or(0, |table| table.rows.len());
                assert!(rows + part.lines.len() > 0, "{} {reading:?}: {part:?}", ruleset.id);
                assert!(!part.title.trim().is_empty(), "{} {reading:?}: {part:?}", ruleset.id);
                assert!(part.lines.iter().all(|line| !line.text().trim().is_empty()), "{}: {part:?}", ruleset.id);
            }
        }
        let sections = book.reference().sections(&ruleset.rule_prefix);
        for part in sections.flat_map(|section| tables_of_section(book, ruleset, &section.code)) {
            assert!(!part.title.trim().is_empty(), "{}: {part:?}", ruleset.id);
            assert!(!part.lines.is_empty() || part.table.is_some(), "{}: {part:?}", ruleset.id);
        }
    }
}

#[test]
fn references_are_ours_theirs_or_none() {
    let book = book().unwrap();
    let marks = |references: References| {
        let options = CribOptions { references, ..CribOptions::default() };
        let crib = Crib::whole(book, book.ruleset("dba3").unwrap(), options).unwrap();
        let line = part(&crib, "Moving").lines.iter().find(|line| line.text().starts_with("For distances")).cloned();
        line.unwrap().marks
    };
    assert_eq!(marks(References::None), [""; 0]);
    assert_eq!(marks(References::Ours), ["MOVE-02", "MOVE-04", "MOVE-09", "MOVE-15"]);
    assert_eq!(marks(References::Theirs), ["9.2"]);
}
