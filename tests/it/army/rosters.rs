//! What stands on a roster beside the army: marks that a type brings with it, bases, the break point.

use musterfield::army::Draft;
use musterfield::roster::labels::LabelSheet;
use musterfield::roster::table;
use musterfield::roster::view::{Options, RosterView};

use super::make::{army, report, the_catalogue};

fn roster(draft: &Draft, scale: Option<&str>) -> RosterView {
    let options = Options { scale: scale.map(str::to_owned), url: None, then: None };
    RosterView::new(draft, &report(draft), the_catalogue(), &options)
}

/// D3H2-LIST-20, D3H2-LIST-21, D3H2-LIST-22: what starts off the table, the kind of Lurkers, Hordes without end.
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
        // The line that is read back has the player's own marks alone.
        let text = table::text(&draft, &report(&draft), &view);
        assert!(!text.contains("Off table") && !text.contains("held off"), "{text}");
    }
    assert_eq!(roster(&army("24", "2 IHd"), None).rows[0].name, "Inexhaustible Hordes");
}

/// D3H2-BASE-11: chariots stand on large bases whatever they count as.
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

/// D3H2-WIN-01: the rules give 12 AP for 24; what is said of other armies is a proposal.
#[test]
fn the_break_point_is_a_proposal_but_for_the_usual_size() {
    let usual = roster(&army("24", "Kn general"), None).break_text;
    assert!(usual.starts_with("Breaks when it has lost 12 AP and more than the enemy."), "{usual}");
    let large = roster(&army("48", "Kn general"), None).break_text;
    assert!(large.starts_with("Breaks when it has lost 24 AP and more than the enemy: a proposal"), "{large}");
    assert!(large.contains("armies of 24 AP only"), "{large}");
}

/// D3H2-FAST-11: what an army of a list begins with has Sneakers Fast where the list leaves the choice.
#[test]
fn sneakers_are_fast_where_nothing_else_is_said() {
    use musterfield::army::ArmyList;
    use musterfield::army::fits::demanded;

    use super::make::the_book;
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

#[cfg(feature = "pdf")]
mod printed {
    use std::sync::LazyLock;

    use musterfield::web::pdf::{Paper, Press, Sheet};
    use proptest::prelude::*;

    use super::super::make::any_draft;
    use super::{LabelSheet, Options, roster};

    static PRESS: LazyLock<Press> = LazyLock::new(Press::default);

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// Whatever can be typed can be printed.
        #[test]
        fn any_army_can_be_printed(draft in any_draft(), large in any::<bool>()) {
            let scale = large.then_some("large");
            let labels = LabelSheet::new(&draft, &Options { scale: scale.map(str::to_owned), ..Options::default() });
            let paper = if large { Paper::Letter } else { Paper::A4 };
            for (sheet, data) in [
                (Sheet::Roster, serde_json::to_vec(&roster(&draft, scale)).unwrap()),
                (Sheet::Labels, serde_json::to_vec(&labels).unwrap()),
            ] {
                let pdf = PRESS.print_now(sheet, paper, &data, None);
                prop_assert!(pdf.as_ref().is_ok_and(|pdf| pdf.starts_with(b"%PDF-")), "{:?}: {:?}", sheet, pdf.err());
            }
        }
    }
}
