//! Rosters and lists of armies that are counted in elements: no AP, commands, dismounting, lists in shorthand.

use musterfield_army::list::shorthand;
use musterfield_army::{Draft, ElementLine};
use musterfield_fixtures::armies::{army, army_of, report, ruleset, the_catalogue, the_collection};
use musterfield_sheets::roster::labels::LabelSheet;
use musterfield_sheets::roster::table;
use musterfield_sheets::roster::view::{GroupHead, Options, RosterView};

fn ready(slug: &str) -> Draft {
    let army = the_collection().ready().iter().find(|ready| ready.slug == slug);
    army.unwrap_or_else(|| panic!("{slug}")).army.draft().clone()
}

fn roster(draft: &Draft) -> RosterView {
    RosterView::new(draft, &report(draft), the_catalogue(), &Options::default())
}

/// The text after the army itself in plain text and in Markdown.
fn in_play(draft: &Draft, view: &RosterView) -> [String; 2] {
    let text = table::text(draft, &report(draft), view);
    let markdown = table::markdown(draft, &report(draft), view);
    let comments = text.lines().filter(|line| line.starts_with("//")).collect::<Vec<_>>().join("\n");
    let (_, rest) = markdown.split_once("## In play").unwrap();
    [comments, rest.split("## Notes").next().unwrap().to_owned()]
}

#[test]
fn nothing_is_said_of_ap_where_elements_are_counted() {
    for slug in ["carthage", "carthage-big-battle", "english-of-edward-iii", "mongols"] {
        let draft = ready(slug);
        let view = roster(&draft);
        assert_eq!((view.counts, view.break_unit), ("elements", "Elements"));
        for said in in_play(&draft, &view).into_iter().chain([view.head(), view.break_text.clone()]) {
            assert!(!said.split(|letter: char| !letter.is_alphabetic()).any(|word| word == "AP"), "{said}");
        }
        for row in csv::Reader::from_reader(table::csv(&view).as_bytes()).deserialize() {
            let row: std::collections::BTreeMap<String, String> = row.unwrap();
            for column in ["AP", "AP each", "Army AP", "AP agreed", "Breaks at AP"] {
                assert_eq!(row[column], "", "{column}");
            }
            assert_eq!(row["Breaks at elements"], view.break_point.unwrap().to_string());
        }
        let json: serde_json::Value = serde_json::from_str(&table::json(&view)).unwrap();
        assert_eq!((&json["counts"], &json["points"]["budget"]), (&"elements".into(), &view.elements.into()));
        assert!(LabelSheet::new(&draft, &Options::default()).labels.iter().all(|label| label.points.is_none()));
    }
    let view = roster(&army("24", "Hr general"));
    assert_eq!((view.counts, view.strength().as_str()), ("points", "4 of 24 AP · 1 element"));
    assert!(table::csv(&view).lines().next().unwrap().ends_with(",Address,Notes"));
    assert!(!table::json(&view).contains("\"commands\""));
}

#[test]
fn the_head_says_how_many_elements_there_are() {
    assert!(roster(&ready("carthage")).head().starts_with("DBA 3.0 · 12 elements · Carthage and Her Hired Armies · "));
    let few = roster(&army_of("dba3", "12", "Cv general; 4 4Sp"));
    assert_eq!(few.strength(), "5 of 12 elements");
    // In the words of the ruleset, which has no Aerials, spells or Strongholds.
    let said = in_play(&army_of("dba3", "12", "Cv general"), &few).concat();
    assert!(said.contains("against Foot\n// and against Mounted; moves") && !said.contains("bespelled"), "{said}");
    assert!(said.contains("a fallen\n// City 1 element") || said.contains("a fallen City 1 element"), "{said}");
}

/// DBA3-BB-26, BB-27, BB-37, BB-43: the general of each command, when it is demoralised, its die.
#[test]
fn a_big_battle_army_stands_by_command_on_every_sheet() {
    let draft = ready("carthage-big-battle");
    let view = roster(&draft);
    let said: Vec<(&str, i64, i64, usize)> = view
        .commands
        .iter()
        .map(|command| {
            (command.title.as_str(), command.demoralised.unwrap(), command.routed.unwrap(), command.dice.len())
        })
        .collect();
    assert_eq!(
        said,
        [
            ("Command 1, C-in-C: 14 elements, general Cv “Hannibal”", 5, 7, 2),
            ("Command 2: 10 elements, general Cv “Mago in the reeds”", 4, 5, 2),
            ("Command 3, allies from Gauls of the Po: 12 elements, general Cv “Magilus of the Boii”", 4, 6, 0),
        ]
    );
    assert_eq!(view.commands[2].list.as_ref().unwrap().id, "dba3/gauls-of-the-po");
    let [text, markdown] = in_play(&draft, &view);
    for part in ["Demoralised at 5 lost, routed at 7. PIP die: [ ] highest [ ] lowest", "routed at 6. Its own PIP die."]
    {
        assert!(text.contains(part) && markdown.contains(part), "{part}\n{text}\n{markdown}");
    }
    let whole = table::text(&draft, &report(&draft), &view);
    assert!(whole.lines().take_while(|line| *line != "Notes:").all(|line| line.chars().count() <= 80), "{whole}");
    // Own commands alone share all three dice.
    let romans = roster(&ready("romans-of-the-punic-wars-big-battle"));
    for command in
        romans.commands.iter().filter(|command| romans.commands.iter().all(|other| !other.ally) && !command.ally)
    {
        assert_eq!(command.dice, ["highest", "next", "lowest"]);
    }
}

#[test]
fn lines_keep_their_order_within_their_command() {
    let mut draft = army_of("dba3", "36", "4Sp; Cv general; Ps; 4Ax; 5Hd");
    for (line, command) in draft.lines.iter_mut().zip([2, 1, 1, 2, 0]) {
        line.command = command;
    }
    let view = roster(&draft);
    let number = |head: GroupHead<'_>| match head {
        GroupHead::Command(command) => Some(command.number),
        GroupHead::NoCommand => None,
        GroupHead::Undivided => panic!("the army is divided"),
    };
    let groups: Vec<(Option<u8>, Vec<usize>)> = view
        .groups()
        .into_iter()
        .map(|(head, rows)| (number(head), rows.into_iter().map(|(at, _)| at).collect()))
        .collect();
    assert_eq!(groups, [(Some(1), vec![1, 2]), (Some(2), vec![0, 3]), (Some(3), vec![]), (None, vec![4])]);
    assert!(in_play(&draft, &view).iter().all(|said| said.contains("In no command") && said.contains("no general")));
    let csv = table::csv(&view);
    let codes: Vec<&str> = csv.lines().skip(1).filter_map(|row| row.split(',').nth(1)).collect();
    assert_eq!(codes, ["Cv", "Ps", "4Sp", "4Ax", "5Hd"]);
}

/// DBA3-BB-37: lost Hordes do not demoralise.
#[test]
fn a_command_with_hordes_says_that_they_do_not_count() {
    let mut draft = army_of("dba3", "36", "Cv general; 8 7Hd");
    draft.lines.iter_mut().for_each(|line| line.command = 1);
    let losses = &roster(&draft).commands[0].losses;
    assert!(
        losses.starts_with("Demoralised at 3 lost (") && losses.ends_with(" not counted), routed at 5."),
        "{losses}"
    );
}

/// DBA3-LIST-08, LIST-09: the list determines who may dismount, the player who does.
#[test]
fn mounted_who_dismount_are_marked_with_what_they_become() {
    let mut draft = ready("english-of-edward-iii");
    let may = "May dismount as Blades".to_owned();
    let view = roster(&draft);
    assert!(view.rows[0].marks.contains(&may) && view.rows[1].marks.contains(&may), "{:?}", view.rows[0].marks);
    assert!(view.rows[2..].iter().all(|row| !row.marks.contains(&may)));
    draft.lines[1] = ElementLine { dismounted: true, ..draft.lines[1].clone() };
    let row = roster(&draft).rows[1].clone();
    assert_eq!(row.marks, ["Deploy dismounted as Blades"]);
    // They fight and stand as Blades from the beginning.
    let blades = view.rows.iter().find(|row| row.code == "4Bd").unwrap();
    assert_eq!([&row.factor_foot, &row.movement, &row.base], [&blades.factor_foot, &blades.movement, &blades.base]);
    assert_eq!(row.code, "3Kn");
}

#[test]
fn every_list_of_elements_is_written_in_short_hand_that_reads_back() {
    let lists: Vec<_> = the_catalogue().lists().filter(|list| &*list.ruleset.id == "dba3").collect();
    assert!(lists.len() >= 16);
    for list in lists {
        let text = list.short_hand().unwrap_or_else(|| panic!("{}", list.id));
        assert_eq!(shorthand::read(ruleset("dba3"), &text).unwrap().options, list.options, "{text}");
    }
    let english = the_catalogue().get("dba3/english-of-edward-iii").unwrap().short_hand();
    let written = "1x3Kn//4Bd (Gen), 2x3Kn//4Bd, 1x4Bd, 4x4Lb, 2xMtd-4Lb, 1x4Sp or 3Ax, 1xLH or Art";
    assert_eq!(english.as_deref(), Some(written));
    // Options that shorthand cannot express are not written as something else.
    assert_eq!(the_catalogue().get("d3h2/barrow-kings").unwrap().short_hand(), None);
}

#[test]
fn a_list_in_short_hand_keeps_notes_ranges_and_who_may_ride() {
    for text in [
        "1xCv or 4Bd (Gen), 0-2x3Kn, 3x4Lb or Mtd-4Lb (from Wales)",
        "1x3Kn (Gen) *, 2x4Sp/8Sp, 2-4xPs before 1340",
        "1xMtd-4Cb or LH, 11x4Sp (Gen)",
    ] {
        let list = musterfield_army::ArmyList::own(ruleset("dba3"), text).unwrap();
        let again = list.short_hand().unwrap_or_else(|| panic!("{text}: {:?}", list.options));
        assert_eq!(shorthand::read(ruleset("dba3"), &again).unwrap().options, list.options, "{text}\n{again}");
    }
}
