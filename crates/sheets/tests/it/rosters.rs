//! The content of a roster beside the army: marks of types, bases, the break point.

use musterfield_army::Draft;
use musterfield_fixtures::armies::{army, report, the_catalogue};
use musterfield_sheets::roster::bbcode::bbcode;
use musterfield_sheets::roster::labels::LabelSheet;
use musterfield_sheets::roster::table;
use musterfield_sheets::roster::view::{Options, RosterView};

fn roster(draft: &Draft, scale: Option<&str>) -> RosterView {
    let options = Options { scale: scale.map(str::to_owned), ..Options::default() };
    RosterView::new(draft, &report(draft), the_catalogue(), &options)
}

/// D3H2-LIST-20, D3H2-LIST-21, D3H2-LIST-22: elements that start off the table, the kind of Lurkers, endless Hordes.
#[test]
fn a_roster_says_what_starts_off_the_table() {
    for (line, marks) in [
        ("Gd", "Off table"),
        ("Dg ally", "Ally, Off table"),
        ("Lk", "Fast, Land, May be held off"),
        ("Lk water", "Fast, Water, May be held off"),
        ("Ps", "Fast"),
        ("Bd general fast", "General, Fast"),
        ("IHd", ""),
        ("Fl", ""),
        ("WWg tower", "Siege tower"),
    ] {
        let draft = army("24", line);
        let view = roster(&draft, None);
        assert_eq!(view.rows[0].marks.join(", "), marks, "{line}");
        let csv = table::csv(&view);
        assert!(csv.contains(marks), "{csv}");
        // The line that is read back has only the player's own marks.
        let text = table::text(&draft, &report(&draft), &view);
        let read = text.lines().filter(|line| !line.starts_with("//")).collect::<String>();
        assert!(!read.contains("Off table") && !read.contains("held off"), "{text}");
        assert!(text.contains(marks), "{text}");
    }
    assert_eq!(roster(&army("24", "2 IHd"), None).rows[0].name, "Inexhaustible Hordes");
}

/// Figures in columns below their headings, and boxes to tick, in text and in Markdown.
#[test]
fn text_and_markdown_have_figures_and_boxes_for_losses() {
    let mut draft = army("24", "Hr general; 4 Bd fast; 2 Kn ally; Mg; 19 IHd; 44 Ps; 0 Sp; Art");
    draft.lines[1].label = "house guard".into();
    let view = roster(&draft, None);
    let text = table::text(&draft, &report(&draft), &view);
    let play: Vec<&str> = text.lines().filter(|line| line.starts_with("//")).collect();
    for line in [
        "// No.  Type                  Foot   Mtd  Move   Range    Base, mm",
        "//   1  Hero                  5      5    5/2/2  –        40 × 30",
        "//      [ ]  General",
        "//   4  Blades                5 (4)  3    3/3/3  –        40 × 20",
        "//      [ ] [ ] [ ] [ ]  Fast “house guard”",
        "//   2  Knights               3      4    3/1/1  –        40 × 30, chariots 40",
        "//   1  Mage                  4      4    5/2/2  spell 5  40 × 30",
        "//      ____ of 44  Fast",
        "//   1  Artillery             4      4    2/–/–  5        40 × 40",
        "// May garrison 70: Hero, Blades, Mage, Inexhaustible Hordes, Psiloi, Artillery.",
        "//      [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ] [ ]",
    ] {
        assert!(play.contains(&line), "{line}\n{text}");
    }
    assert_eq!(text.matches("[ ]").count(), 1 + 4 + 2 + 1 + 19 + 1, "{text}");
    assert!(play.iter().all(|line| line.chars().count() <= 80), "{text}");

    let markdown = table::markdown(&draft, &report(&draft), &view);
    let row =
        "| 4 | Bd | Blades | house guard | Fast | Foot | 5 (4) | 3 | 3 / 3 / 3 |  | 40 × 20 mm | 8 | [ ] [ ] [ ] [ ] |";
    assert!(markdown.lines().any(|line| line == row), "{markdown}");
    for said in ["| ____ of 44 |", "> Note: 15 mm figures and smaller, bases 40 mm wide. May garrison 70: Hero, "] {
        assert!(markdown.contains(said), "{said}\n{markdown}");
    }
}

/// What is posted in a forum: a list of elements between tags that a player's words cannot end or begin.
#[test]
fn bbcode_is_a_list_between_tags() {
    let mut draft = army("24", "Hr general; 4 Bd fast; 2 Kn ally");
    draft.name = "Host [b]of[/b] the Barrow".into();
    draft.lines[1].label = "[/list] guard".into();
    let post = bbcode(&roster(&draft, None));
    let lines: Vec<&str> = post.lines().collect();
    assert_eq!(
        lines[..7],
        [
            "[b]Host (b)of(/b) the Barrow[/b]",
            "D3H2 · 16 of 24 AP · 7 elements · legal",
            "[list]",
            "[*]1 Hero (Hr), General, 4 AP",
            "[*]4 Blades (Bd) [i]“(/list) guard”[/i], Fast, 8 AP",
            "[*]2 Knights (Kn), Ally, 4 AP",
            "[/list]",
        ],
        "{post}"
    );
    assert!(lines[7].starts_with("Breaks when it has lost 12 AP"), "{post}");
}

/// D3H2-BUA-07: not Aerials, not allies, not Sneakers, Behemoths or Scythed Chariots.
#[test]
fn a_roster_says_which_elements_may_garrison() {
    for (elements, said) in [
        ("", "none"),
        ("Gd; Sk; 2 Bh; SCh; 3 Bd ally", "none"),
        ("Hr general; 4 Bd; 2 Sp; 3 Bd fast; 2 Bw ally", "10: Hero, Blades, Spears"),
        ("Kn general", "1: Knights"),
    ] {
        assert_eq!(roster(&army("24", elements), None).garrison_text, said, "{elements}");
    }
}

/// The rows of a table by the names of its columns.
fn rows_of(csv: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().map(|row| row.unwrap()).collect()
}

#[test]
fn a_spreadsheet_says_what_is_wrong_with_line_and_army() {
    let mut draft = army("10", "Hr general; 4 Bd; 2 Hr fast");
    draft.notes = "Hold.\nThen \"run\".".into();
    let options = Options { url: Some("https://example.org/armies/x/v/y".into()), ..Options::default() };
    let view = RosterView::new(&draft, &report(&draft), the_catalogue(), &options);
    let rows = rows_of(&table::csv(&view));
    for row in &rows {
        for (column, said) in [
            ("Legal", "no"),
            ("Army", "Test"),
            ("Ruleset", "D3H2 1.4.0"),
            ("Army AP", "20"),
            ("AP agreed", "10"),
            ("Breaks at AP", "5"),
            ("Home terrain", "Forest"),
            ("Camp", "yes"),
            ("Address", "https://example.org/armies/x/v/y"),
        ] {
            assert_eq!(row[column], said, "{column}");
        }
        assert!(row["Army problems"].contains("NOT LEGAL: The elements cost 20 AP, 10 AP more"), "{row:?}");
    }
    assert_eq!(rows[0]["Problems"], "");
    assert_eq!(rows[2]["Problems"], "NOT LEGAL: Heroes can never be Fast. (D3H2-FAST-03)");
    let notes: Vec<&str> = rows.iter().map(|row| row["Notes"].as_str()).collect();
    assert_eq!(notes, ["Hold.\nThen \"run\".", "", ""]);
    // An army without elements still has its row.
    let rows = rows_of(&table::csv(&roster(&army("24", ""), None)));
    assert_eq!((rows.len(), rows[0]["Elements"].as_str(), rows[0]["Legal"].as_str()), (1, "0", "no"));
    assert!(rows[0]["Army problems"].contains("No element is the general."));
}

/// D3H2-BASE-11: chariots stand on large bases, even if they count as another type.
#[test]
fn types_that_include_chariots_have_two_sizes_of_bases() {
    for (code, scale, base) in [
        ("HCh", "small", "40 × 30 mm, chariots 40"),
        ("LCh", "small", "40 × 30 mm, chariots 40"),
        ("Kn", "large", "60 × 40 mm, chariots 80"),
        ("SCh", "small", "40 × 40 mm"),
        ("4Kn", "small", "40 × 30 mm"),
        ("LH", "small", "40 × 30 mm"),
        ("Bw", "small", "40 × 20 mm"),
        ("Mtd-Bw", "small", "40 × 30 mm"),
    ] {
        assert_eq!(roster(&army("24", code), Some(scale)).rows[0].base, base, "{code}");
    }
    let labels = LabelSheet::new(&army("24", "2 Cv; 3 Bd"), &Options::default()).labels;
    let sizes: Vec<(String, u16, i64)> =
        labels.into_iter().map(|label| (label.name, label.depth_mm, label.count)).collect();
    assert_eq!(sizes, [("Cavalry".into(), 30, 2), ("Cavalry, chariots".into(), 40, 2), ("Blades".into(), 20, 3)]);
}

/// D3H2-WIN-01: the rules give 12 AP for 24; the break point of other armies is a proposal.
#[test]
fn the_break_point_is_a_proposal_but_for_the_usual_size() {
    let usual = roster(&army("24", "Kn general"), None).break_text;
    assert!(usual.starts_with("Breaks when it has lost 12 AP and more than the enemy."), "{usual}");
    let large = roster(&army("48", "Kn general"), None).break_text;
    assert!(large.starts_with("Breaks when it has lost 24 AP and more than the enemy: a suggestion"), "{large}");
    assert!(large.contains("only for armies of 24 AP"), "{large}");
}

/// D3H2-FAST-11: a new army of a list has Fast Sneakers where the list leaves the choice.
#[test]
fn sneakers_are_fast_where_nothing_else_is_said() {
    use musterfield_army::ArmyList;
    use musterfield_army::fits::demanded;

    use musterfield_fixtures::armies::the_book;
    for (fast, is_fast) in [("may", true), ("must", true), ("no", false)] {
        let text = format!(
            "+++\nname = \"T\"\nruleset = \"d3h2\"\naggression = 0\n[[option]]\ntypes = [\"Sk\"]\nmin = 2\nfast = \"{fast}\"\n\
             [[option]]\ntypes = [\"Bd\"]\nmin = 1\nfast = \"may\"\n+++\nText.\n"
        );
        let list = ArmyList::parse("t.md", "d3h2/t", &text, the_book()).unwrap_or_else(|errors| panic!("{errors:?}"));
        let lines = demanded(&list);
        assert_eq!((lines[0].fast, lines[1].fast), (is_fast, false), "{fast}");
    }
}
