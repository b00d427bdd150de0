//! Crib sheets state what the data contain, and only what the participants need.

mod dbmf;
mod readings;
mod relatives;
mod words;

use std::collections::BTreeSet;

use musterfield_fixtures::armies::{army, army_of};
use musterfield_rules::load::embedded_files;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Book, Ruleset, book};
use musterfield_sheets::crib::{Crib, CribLine, CribOptions, CribPart, tables_of_section};

/// The rulesets that have a sheet.
fn with_sheets() -> impl Iterator<Item = &'static Ruleset> {
    book().unwrap().rulesets().iter().filter(|ruleset| ruleset.play.is_some())
}

fn whole(id: &str) -> Crib {
    let book = book().unwrap();
    Crib::whole(book, book.ruleset(id).unwrap(), CribOptions::default()).unwrap()
}

/// The sheet of a ruleset after one change of one file.
fn changed(id: &str, file: &str, from: &str, to: &str) -> Crib {
    let mut files = embedded_files();
    let text = files.get_mut(file).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    *text = text.replacen(from, to, 1);
    let book = Book::load(&files).unwrap_or_else(|errors| panic!("{from} → {to}: {errors}"));
    Crib::whole(&book, book.ruleset(id).unwrap(), CribOptions::default()).unwrap()
}

fn parts(crib: &Crib) -> impl Iterator<Item = &CribPart> {
    crib.sides.iter().flat_map(|side| &side.parts)
}

fn part<'c>(crib: &'c Crib, title: &str) -> &'c CribPart {
    parts(crib).find(|part| part.title == title).unwrap_or_else(|| panic!("no {title}"))
}

fn lines(part: &CribPart) -> Vec<String> {
    part.lines.iter().map(CribLine::text).collect()
}

/// The whole text of a sheet.
fn said(crib: &Crib) -> String {
    let told = parts(crib).map(|part| {
        let rows = part.table.iter().flat_map(|table| &table.rows).map(|row| row.cells.join(" "));
        let all: Vec<String> = rows.chain(part.lines.iter().map(CribLine::text)).collect();
        format!("{}: {} {}", part.title, part.note.as_deref().unwrap_or_default(), all.join(" / "))
    });
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn each_number_of_play_is_told_as_the_data_have_it() {
    let files = embedded_files();
    let mut untold = Vec::new();
    for ruleset in with_sheets() {
        let id = &*ruleset.id;
        let play = format!("rulesets/{id}/play.toml");
        // A ruleset that extends another uses that one's.
        let Some(text) = files.get(&play) else { continue };
        let before = said(&whole(id));
        let of_numbers = text.lines().skip_while(|line| *line != "number = [").take_while(|line| *line != "]");
        // Landings are an option that is off unless players choose it, and the sheet does not tell of it.
        let is_told = |line: &&str| line.starts_with("    { name = ") && !line.contains("\"landing\"");
        let numbers: Vec<&str> = of_numbers.filter(is_told).collect();
        assert!(numbers.len() > 8, "{numbers:?}");
        for line in numbers {
            let (unit, value) = ["distance", "bw", "pips", "score", "count"]
                .iter()
                .find_map(|unit| {
                    let rest = line.split_once(&format!(", {unit} = "))?.1;
                    Some((unit, rest.split(", rule").next()?.split(", borrowed").next()?))
                })
                .unwrap_or_else(|| panic!("{line}"));
            let other = match (*unit, value) {
                ("score", "[6, 6]") => "[5, 6]",
                ("score", _) => "[6, 6]",
                ("count", _) => "[73, 74]",
                _ => "73",
            };
            let line_after = line.replace(&format!("{unit} = {value}"), &format!("{unit} = {other}"));
            if said(&changed(id, &play, line, &line_after)) == before {
                untold.push(format!("{id}: {line}"));
            }
        }
    }
    assert!(untold.is_empty(), "no line tells of:\n{}", untold.join("\n"));
}

#[test]
fn each_rule_stands_in_its_words() {
    for (id, table) in
        [("dba3", words::DBA3), ("dba22", relatives::DBA22), ("hott25", relatives::HOTT25), ("dbmf", dbmf::RULES)]
    {
        stands_in_its_words(id, table);
    }
}

#[test]
fn no_rule_of_the_short_sheets_is_left_out() {
    for (id, prefix) in [("dba22", "DBA22"), ("hott25", "HOTT25")] {
        assert_eq!(unnamed(id, prefix), [""; 0]);
    }
}

/// The rules of a ruleset that no line of its sheet names.
fn unnamed(id: &str, prefix: &str) -> Vec<String> {
    let crib = whole(id);
    let told = named(&crib);
    let reference = book().unwrap().reference();
    let rules = reference.sections(prefix).flat_map(|section| reference.of_section(&section.code));
    rules.map(|rule| rule.id.clone()).filter(|rule| !told.contains(rule.as_str())).collect()
}

/// That some types are Foot is told by a column and not by a line.
#[test]
fn the_sheet_of_dba_3_names_every_rule_but_that_of_a_column() {
    assert_eq!(unnamed("dba3", "DBA3"), ["DBA3-TYPE-05"]);
}

/// Prices appear with the rules, where there is room for all of them, and one outcome is an option.
#[test]
fn rules_of_dbmf_that_no_sheet_tells_are_of_prices_and_one_option() {
    assert_eq!(unnamed("dbmf", "DBMF"), ["DBMF-COST-31", "DBMF-COST-32", "DBMF-OUT-10"]);
}

/// The numbers of each type and its grades are in one row; differences of grades are given below.
#[test]
fn types_in_grades_have_a_row_for_all_of_them() {
    let book = book().unwrap();
    let ruleset = book.ruleset("dbmf").unwrap();
    let crib = whole("dbmf");
    let types = part(&crib, "Types");
    let rows: Vec<String> = types.table.as_ref().unwrap().rows.iter().map(|row| row.cells.join("|")).collect();
    assert_eq!(rows.len(), 28);
    for row in [
        "Kn|Knights|SOIFCEHX|8–18|3/4|200/160/80|400|",
        "Hd|Hordes|SOIFCEX|0.5–2|2/2|160/160/80|400|",
        "Mg|Magicians|SOIEHX|8–16|3/3|200/200/160|400|560",
        "Art|Artillery|SOIFCEX|3–10|2/2|160/80/–|400|560",
    ] {
        assert!(rows.contains(&row.to_owned()), "{row}: {rows:#?}");
    }
    let told = lines(types);
    for line in [
        "(X) Dragons: Naval, moves 160/160/80.",
        "(S) Artillery: moves 80/40/–, road 240.",
        "War Wagons but (S) and (O); Ships but (S), (O) and (X): no range.",
        "Aerials: Avatars, Flyers and Airboats; Dragons but (X).",
    ] {
        assert!(told.contains(&line.to_owned()), "{line}: {told:#?}");
    }
    // The page of the rules has room for class and base.
    let full = tables_of_section(book, ruleset, "TYPE").remove(0).table.unwrap();
    assert_eq!(full.heads[2..], ["Class", "Grades", "AP", "v Mounted", "v others", "Move", "Road", "Range", "Base"]);
    let knights = full.rows.iter().find(|row| row.cells[0] == "Kn").unwrap();
    assert_eq!(knights.cells[2..], ["Mounted", "SOIFCEHX", "8–18", "3", "4", "200/160/80", "400", "", "medium"]);
    for section in ["GRADE", "ME", "BASE", "SUPP", "TACT", "GRADF", "OUT"] {
        assert!(!tables_of_section(book, ruleset, section).is_empty(), "{section}");
    }
}

#[test]
fn what_an_element_counts_for_its_command_is_told_by_types_and_grades() {
    let crib = whole("dbmf");
    let rows = &part(&crib, "Morale equivalents").table.as_ref().unwrap().rows;
    let told: Vec<String> = rows.iter().map(|row| row.cells.join(": ")).collect();
    assert_eq!(told[0], "The general’s element: 4");
    assert!(told.contains(&"Dragons and Avatars; (S) Baggage: 3".to_owned()), "{told:#?}");
    assert!(told.contains(&"Irregular Pikes; (I) Spears: 0.5".to_owned()), "{told:#?}");
    assert_eq!(told.last().unwrap(), "All others: 1");
}

#[test]
fn what_is_borrowed_says_from_where() {
    for (id, prefix) in [("dba22", "DBA22-"), ("hott25", "HOTT25-")] {
        let crib = whole(id);
        let mut borrowed = 0;
        for line in parts(&crib).flat_map(|part| &part.lines) {
            let foreign = line.rules.iter().find(|rule| !rule.starts_with(prefix));
            let says_so = ["DBA3-", "D3H2-"].iter().any(|game| line.text().contains(game));
            assert_eq!(foreign.is_some(), says_so, "{line:?}");
            if let Some(rule) = foreign {
                borrowed += 1;
                assert!(line.text().contains(rule.as_str()), "{line:?}");
            }
        }
        assert!(borrowed > 0, "{id}");
    }
}

/// The ids at the lines and rows of a sheet.
fn named(crib: &Crib) -> BTreeSet<&str> {
    let rows = parts(crib).flat_map(|part| &part.table).flat_map(|table| &table.rows).flat_map(|row| &row.rules);
    parts(crib).flat_map(|part| &part.lines).flat_map(|line| &line.rules).chain(rows).map(String::as_str).collect()
}

fn stands_in_its_words(id: &str, table: &[(&str, &str)]) {
    let crib = whole(id);
    let sentences = parts(&crib).flat_map(|part| &part.lines).map(|line| (line.text(), &line.rules));
    let rows = parts(&crib).flat_map(|part| &part.table).flat_map(|table| &table.rows);
    let told: Vec<(String, &Vec<String>)> =
        sentences.chain(rows.map(|row| (row.cells.join(" "), &row.rules))).collect();
    let mut missing = Vec::new();
    for (rule, words) in table {
        let those: Vec<&str> =
            told.iter().filter(|(_, rules)| rules.iter().any(|named| named == rule)).map(|(text, _)| &**text).collect();
        assert!(!those.is_empty(), "nothing names {rule}");
        if !those.iter().any(|text| text.contains(words)) {
            missing.push(format!("{rule}\t{words}\t{}", those.join("\t")));
        }
    }
    assert!(missing.is_empty(), "the lines that name a rule do not contain its words:\n{}", missing.join("\n"));
}

#[test]
fn a_sheet_has_units_and_columns_of_its_own_ruleset_only() {
    let units: BTreeSet<&str> = book().unwrap().rulesets().iter().map(|ruleset| &*ruleset.unit).collect();
    for ruleset in with_sheets() {
        let crib = whole(&ruleset.id);
        let told = said(&crib);
        let words: BTreeSet<&str> = told.split(|c: char| !c.is_alphanumeric()).collect();
        // Battlefields are measured in base widths everywhere. Distances have no sign, and `4 in close combat` is not
        // one.
        let figures = |word: &str| word.ends_with(|c: char| c.is_numeric()) && !word.starts_with(['+', '−']);
        let told_words: Vec<&str> = told.split(' ').collect();
        for unit in units.iter().filter(|unit| **unit != &*ruleset.unit && **unit != "BW") {
            let is_unit = |words: &[&str]| {
                figures(words[0])
                    && words[1].trim_end_matches(|c: char| !c.is_alphanumeric()) == *unit
                    && !words[2].starts_with("close")
            };
            assert!(!told_words.windows(3).any(is_unit), "{unit} in {}", ruleset.id);
        }
        let counted = ruleset.counts() == SizeUnit::Elements;
        assert_eq!(words.contains("AP"), !counted, "{}", ruleset.id);
        let heads = &part(&crib, "Types").table.as_ref().unwrap().heads;
        let has = |head: &str| heads.iter().any(|known| known == head);
        assert_eq!(has("AP"), !counted, "{heads:?}");
        assert_eq!(has("Fast"), ruleset.troops().any(|(_, troop)| troop.fast_movement.is_some()), "{heads:?}");
        assert_eq!(has("Road"), ruleset.troops().any(|(_, troop)| troop.movement.value.road.is_some()), "{heads:?}");
        assert_eq!(has("v Foot"), ruleset.grades.is_empty(), "{heads:?}");
        assert_eq!(has("Factors"), !ruleset.grades.is_empty(), "{heads:?}");
        if !ruleset.troops().any(|(_, troop)| troop.spell.is_some()) {
            for magic in ["bespell", "Mage", "ensorcel", "spell"] {
                assert!(!told.contains(magic), "{magic} in {}", ruleset.id);
            }
        }
        for table in parts(&crib).flat_map(|part| &part.table) {
            for row in &table.rows {
                assert_eq!(row.cells.len(), table.heads.len(), "{row:?}");
            }
        }
    }
}

#[test]
fn families_stand_in_one_line_and_types_of_the_same_name_by_their_code() {
    let crib = whole("dba3");
    let types = part(&crib, "Types").table.as_ref().unwrap();
    assert_eq!(types.heads, ["Code", "Type", "Class", "v Foot", "v Mounted", "Move", "Range"]);
    let rows: Vec<String> = types.rows.iter().map(|row| row.cells.join("|")).collect();
    for row in [
        "3Kn, 4Kn, 6Kn, HCh|Knights|M|3|4|3/1/1|",
        "4Bd, CP, Lit, CWg|Blades|F|5|3|2/1/1|",
        "3Bd, 6Bd|Fast Blades|F|5|3|3|",
        "3Bw, 3Lb, 3Cb|Fast Bows|F|2|4|3|3",
        "Art|Artillery|F|4|4|2/1/–|5",
        "Mtd-|Mounted infantry||as Foot||3/1/1|",
        "Mtd-|Fast mounted infantry||as Foot||3|",
    ] {
        assert!(rows.contains(&row.to_owned()), "{row}: {rows:#?}");
    }
    let equal = lines(part(&crib, "Equal totals"));
    assert!(equal.contains(&"3Kn: recoil from Four-figure Knights.".to_owned()), "{equal:#?}");
    assert!(equal.contains(&"Elements sacking a City and garrisons: no effect.".to_owned()), "{equal:#?}");
    // The outcomes of a garrison leave the table for all others unchanged.
    assert!(equal.contains(&"Foot: no effect.".to_owned()), "{equal:#?}");
    let army =
        Crib::army(book().unwrap(), &army_of("dba3", "12", "3Kn general; 5 4Bd; 4 4Bw; 2 Ps"), CribOptions::default())
            .unwrap();
    let told = said(&army);
    for absent in ["Elephants assault", "Scythed Chariots never", "War Wagons: from", "Who defends", "Landing:"] {
        assert!(!told.contains(absent), "{absent}: {told}");
    }
    assert!(told.contains("4Bw|Bows") || told.contains("4Bw Bows"), "{told}");
}

#[test]
fn each_table_follows_its_data() {
    for (file, from, to, title, told) in [
        (
            "troops.toml",
            "factor = { foot = 3, mounted = 4, rule = \"D3H2-CF-19\" }",
            "factor = { foot = 3, mounted = 8, rule = \"D3H2-CF-19\" }",
            "Types",
            "Kn Knights M 2 3 8 3/1/1 4/1/1",
        ),
        (
            "combat.toml",
            "value = 3\nrule = \"D3H2-SUPP-02\"",
            "value = 7\nrule = \"D3H2-SUPP-02\"",
            "Support",
            "+7 Pikes",
        ),
        (
            "combat.toml",
            "value = -2\nrule = \"D3H2-TACT-18\"",
            "value = -5\nrule = \"D3H2-TACT-18\"",
            "Tactical factors: close combat",
            "−5 all but Auxilia",
        ),
        (
            "combat.toml",
            "value = 4\nrule = \"D3H2-TACT-05\"",
            "value = 6\nrule = \"D3H2-TACT-05\"",
            "Tactical factors: shooting",
            "+6 garrison of a Stronghold",
        ),
        (
            "combat.toml",
            "value = -2\nrule = \"D3H2-TACT-04\"",
            "value = -3\nrule = \"D3H2-TACT-04\"",
            "Tactical factors: bespelling",
            "−3 against Mages, when bespelling",
        ),
        (
            "combat.toml",
            "bw = 1\nrule = \"D3H2-PURS-04\"\n\n[[pursuit]]\nof = [\"SCh\"",
            "bw = 0.5\nrule = \"D3H2-PURS-04\"\n\n[[pursuit]]\nof = [\"SCh\"",
            "Pursuit",
            "Knights but Four-figure Knights: ½ BW, after all but Psiloi.",
        ),
        (
            "outcomes.toml",
            "{ of = [\"SCh\"], is = \"destroyed\", rule = \"D3H2-OUT-12\" }",
            "{ of = [\"SCh\"], is = \"flee\", rule = \"D3H2-OUT-12\" }",
            "Equal totals",
            "Scythed Chariots: flee.",
        ),
        (
            "outcomes.toml",
            "{ of = [\"Sk\"], is = \"flee\"",
            "{ of = [\"Sk\"], is = \"recoil\"",
            "Beaten, not doubled",
            "Sneakers: recoil.",
        ),
        (
            "outcomes.toml",
            "{ is = \"destroyed\", rule = \"D3H2-OUT-57\" }",
            "{ is = \"flee\", rule = \"D3H2-OUT-57\" }",
            "Doubled: half or less",
            "All others: flee.",
        ),
        (
            "outcomes.toml",
            "{ after = [\"flee\"], if = [\"flank or rear in contact\"]",
            "{ after = [\"recoil\"], if = [\"rear in contact\"]",
            "Before you take it off",
            "All: destroyed instead of a recoil, for an enemy on its rear.",
        ),
        ("army.toml", "general_extra = 2", "general_extra = 3", "Losing the battle", "the general’s 3 AP more"),
        (
            "terrain.toml",
            "from_centre = { bw = 3,",
            "from_centre = { bw = 4,",
            "Deployment",
            "4 BW or more from the centre line",
        ),
        (
            "terrain.toml",
            "kind = \"woods\", count = [1, 2]",
            "kind = \"woods\", count = [1, 1]",
            "Home terrains",
            "Forest: 1 × Woods.",
        ),
        (
            "terrain.toml",
            "going = { is = \"rough\", rule = \"D3H2-FEAT-16\" }\nsize = \"area\"\nriver",
            "going = { is = \"bad\", rule = \"D3H2-FEAT-16\" }\nsize = \"area\"\nriver",
            "Features",
            "Bad going: Enclosures, Difficult hill",
        ),
    ] {
        let (before, after) = (whole("d3h2"), changed("d3h2", &format!("rulesets/d3h2/{file}"), from, to));
        let in_part = |crib: &Crib| {
            let part = part(crib, title);
            let rows = part.table.iter().flat_map(|table| &table.rows).map(|row| row.cells.join(" "));
            rows.chain(lines(part)).collect::<Vec<_>>()
        };
        assert!(in_part(&after).iter().any(|line| line.contains(told)), "{told} in {:#?}", in_part(&after));
        assert!(!in_part(&before).iter().any(|line| line.contains(told)), "{told} was there before");
    }
}

#[test]
fn the_sheet_of_a_ruleset_leaves_nobody_out() {
    for ruleset in with_sheets() {
        let id = &*ruleset.id;
        let crib = whole(id);
        let types = part(&crib, "Types").table.as_ref().unwrap();
        let codes: BTreeSet<&str> = types.rows.iter().flat_map(|row| row.cells[0].split(", ")).collect();
        for (troop, _) in ruleset.troops() {
            let code = ruleset.plain_code(troop);
            assert!(codes.contains(code), "{code} in {id}");
        }
        // The sheet contains every row of the outcome tables that counts by the usual readings.
        let told: BTreeSet<&str> =
            parts(&crib).flat_map(|part| &part.lines).flat_map(|line| &line.rules).map(String::as_str).collect();
        let combat = ruleset.combat.as_ref().unwrap();
        for relation in musterfield_rules::combat::Relation::ALL {
            for row in combat.table(*relation).iter().filter(|row| row.terms.is_usual()) {
                assert!(told.contains(row.rule.as_str()), "{} in {id}", row.rule);
            }
        }
        for row in combat.modifiers.iter().chain(&combat.grading) {
            assert!(told.contains(row.rule.as_str()), "{} in {id}", row.rule);
        }
    }
}

#[test]
fn every_rule_that_a_sheet_names_is_explained() {
    let reference = book().unwrap().reference();
    for id in with_sheets().map(|ruleset| &*ruleset.id) {
        let crib = whole(id);
        let rows = parts(&crib).flat_map(|part| &part.table).flat_map(|table| &table.rows).flat_map(|row| &row.rules);
        let named: Vec<&String> =
            parts(&crib).flat_map(|part| &part.lines).flat_map(|line| &line.rules).chain(rows).collect();
        assert!(named.len() > 200, "{}", named.len());
        for rule in named {
            assert!(reference.get(rule).is_some(), "{rule}");
        }
    }
}

#[test]
fn the_traditional_sheet_tells_of_its_own_types_and_rows_only() {
    let told = said(&whole("d3h2-traditional"));
    for absent in
        ["Auxilia", "Light Horse", "Pikes", "Camelry", "Scythed Chariots", "War Wagon", "Command Post", "riding"]
    {
        let line = told.lines().find(|line| line.contains(absent));
        assert!(line.is_none(), "{absent}: {line:?}");
    }
    assert!(told.contains("Warbands, against Foot, with its own type behind"), "no exception for Psiloi: {told}");
}

#[test]
fn the_sheet_of_an_army_tells_only_what_it_needs() {
    let book = book().unwrap();
    let crib = Crib::army(book, &army("24", "Hr general; 4 Bd; 2 Cv; Art; Ps"), CribOptions::default()).unwrap();
    let told = said(&crib);
    for absent in [
        "A God,",
        "Lurker Psiloi:",
        "Inexhaustible Horde,",
        "+3 Pikes",
        "War Wagons: from",
        "Who defends",
        "Four-figure",
    ] {
        assert!(!told.contains(absent), "{absent}: {told}");
    }
    // The rules about others that affect it are there, though it has none of them.
    for present in ["Never under enemy Gods, Dragons and Airboats.", "War Wagon: in front of every edge.", "Shielded:"]
    {
        assert!(told.contains(present), "{present}: {told}");
    }
    let types: Vec<&str> =
        part(&crib, "Types").table.as_ref().unwrap().rows.iter().map(|row| row.cells[1].as_str()).collect();
    assert_eq!(types, ["Heroes", "Cavalry", "Blades", "Psiloi", "Artillery", "Stronghold", "Camp"]);
    let beaten = lines(part(&crib, "Beaten, not doubled"));
    assert!(
        beaten.contains(
            &"Blades: destroyed by Warbands; by Knights or Scythed Chariots, wholly in good going; else recoil."
                .to_owned()
        ),
        "{beaten:#?}"
    );
    assert!(beaten.contains(&"Artillery: destroyed.".to_owned()), "{beaten:#?}");
    assert!(!beaten.iter().any(|line| line.starts_with("Spears")), "{beaten:#?}");
    assert!(lines(part(&crib, "PIPs")).contains(&"1 PIP more for Artillery, alone or in a group.".to_owned()));
    assert_eq!(crib.title, "Test");
    assert_eq!(crib.subtitle, "D3H2 · 9 elements, 24 AP · breaks at 12 AP lost");
}

#[test]
fn fast_and_riding_elements_have_their_own_rows() {
    let book = book().unwrap();
    let fast = Crib::army(book, &army("24", "Hr general; 4 Bd fast; 2 Sp"), CribOptions::default()).unwrap();
    let row = |crib: &Crib, code: &str| {
        let rows = &part(crib, "Types").table.as_ref().unwrap().rows;
        rows.iter().find(|row| row.cells[0] == code).map(|row| row.cells.join("|"))
    };
    assert_eq!(row(&fast, "Bd").as_deref(), Some("Bd|Blades|F|2|5|3||3|"), "no move of those that are not Fast");
    assert_eq!(row(&fast, "Sp").as_deref(), Some("Sp|Spears|F|2|4|4|2/1/1||"));
    assert_eq!(row(&fast, "Mtd-"), None);
    let equal = lines(part(&fast, "Equal totals"));
    assert!(equal.iter().any(|line| line.starts_with("The Fast: recoil from all but the Fast")), "{equal:#?}");
    let solid = Crib::army(book, &army("24", "Hr general; 4 Bd"), CribOptions::default()).unwrap();
    assert!(!lines(part(&solid, "Equal totals")).iter().any(|line| line.contains("The Fast:")));
    let riding = Crib::army(book, &army("24", "Hr general; 2 Bw mounted"), CribOptions::default()).unwrap();
    assert_eq!(row(&riding, "Mtd-").as_deref(), Some("Mtd-|Mounted infantry||as Foot|||3/1/1|4/1/1|"));
    assert!(said(&riding).contains("Mounted infantry: destroyed in bad going."));
    assert!(!said(&solid).contains("ounted infantry"));
}

#[test]
fn two_armies_are_told_what_they_can_meet() {
    let book = book().unwrap();
    let (mut one, mut other) = (army("24", "Kn general; 4 Bd; 2 Sp"), army("24", "Wb general; 3 Wb; 2 Ps; Fl"));
    one.name = "Keep".to_owned();
    other.name = "Wood".to_owned();
    let crib = Crib::two(book, &one, &other, CribOptions::default()).unwrap();
    assert_eq!(crib.title, "Keep against Wood");
    assert_eq!(
        lines(part(&crib, "Beaten, not doubled: Keep"))
            .iter()
            .filter(|line| line.contains("else recoil"))
            .collect::<Vec<_>>(),
        ["Spears and Blades: destroyed by Warbands; else recoil."]
    );
    let wood = lines(part(&crib, "Beaten, not doubled: Wood"));
    assert!(
        wood.contains(&"Warbands: destroyed by Knights, wholly in good going; else recoil.".to_owned()),
        "{wood:#?}"
    );
    // Nobody shoots or bespells here.
    assert!(!parts(&crib).any(|part| part.title.contains("shooting") || part.title.contains("Bespelling")));
    assert!(!said(&crib).contains("when shot at"));
    // Each side's own support, from both sides' point of view.
    assert!(lines(part(&crib, "Support: Keep"))[0].starts_with("+1 Shieldwall"));
    assert!(lines(part(&crib, "Support: Wood"))[0].starts_with("+1 Warbands"));
    // The other order gives the same sides.
    let turned = Crib::two(book, &other, &one, CribOptions::default()).unwrap();
    for title in ["Equal totals: Keep", "Beaten, not doubled: Wood", "Doubled: half or less: Keep"] {
        assert_eq!(part(&crib, title).lines, part(&turned, title).lines, "{title}");
    }
}

#[test]
fn armies_of_different_rules_have_no_sheet_together() {
    let book = book().unwrap();
    assert!(
        Crib::two(
            book,
            &army("24", "Hr general"),
            &army_of("d3h2-traditional", "24", "Hr general"),
            CribOptions::default()
        )
        .is_err()
    );
}

#[test]
fn armies_that_make_no_sense_have_a_sheet_too() {
    let book = book().unwrap();
    for elements in ["", "-5 Bd; Zz", "1000000 Kn; 12 Gd general"] {
        let crib = Crib::army(book, &army("24", elements), CribOptions::default()).unwrap();
        assert!(said(&crib).contains("Threat zone"), "{elements}");
    }
}

#[test]
fn the_sections_of_the_rules_have_their_tables() {
    let book = book().unwrap();
    let ruleset = book.ruleset("d3h2").unwrap();
    let titles = |section: &str| {
        tables_of_section(book, ruleset, section).into_iter().map(|part| part.title).collect::<Vec<_>>()
    };
    assert_eq!(titles("CF"), ["Types"]);
    assert_eq!(titles("SUPP"), ["Support"]);
    assert_eq!(titles("TACT").len(), 3);
    assert_eq!(titles("OUT").len(), 4);
    assert_eq!(titles("PURS"), ["Pursuit"]);
    assert!(titles("BASE").is_empty());
}
