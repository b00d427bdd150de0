//! Pasted text as people write it, and its reading.

use musterfield_army::Code;
use musterfield_army::text::{Reading, read};
use musterfield_army::write::element;
use musterfield_fixtures::armies::{ruleset, the_book, the_catalogue};

fn reading(text: &str) -> Reading {
    read(text, ruleset("d3h2"), the_book())
}

/// The elements in the form in which they are written, without prices.
fn elements(text: &str) -> Vec<String> {
    let reading = reading(text);
    assert!(reading.unread.is_empty(), "{text}: {:?}", reading.unread);
    reading
        .draft
        .lines
        .iter()
        .map(|line| element(&reading.draft, line).split(" @ ").next().unwrap().to_owned())
        .collect()
}

#[test]
fn counts_marks_and_spellings_are_read_in_any_usual_form() {
    for (text, read) in [
        ("2 x Blades", "2 x Blades (Bd)"),
        ("2x Blades", "2 x Blades (Bd)"),
        ("2x4Bd", "2 x Blades (Bd)"),
        ("1x4Pk", "1 x Pike (Pk)"),
        ("2 Bd", "2 x Blades (Bd)"),
        ("(2) Blades", "2 x Blades (Bd)"),
        ("Blades x 3", "3 x Blades (Bd)"),
        ("Blades x3", "3 x Blades (Bd)"),
        ("2 × fast blades", "2 x Blades (Bd) Fast"),
        ("Fast Blades (3)", "3 x Blades (Bd) Fast"),
        ("Kn", "1 x Knight (Kn)"),
        ("3Kn", "1 x Knight (Kn)"),
        ("6Kn (Gen)", "1 x Double Knight (6Kn) General"),
        ("1 x Hero General", "1 x Hero (Hr) General"),
        ("Hero, C-in-C", "1 x Hero (Hr) General"),
        ("3 x Knights, Fast, Ally", "3 x Knights (Kn) Fast Ally"),
        ("Hr (C-in-C)", "1 x Hero (Hr) General"),
        ("- 4 x Light Horse (Fast)", "4 x Light Horse (LH) Fast"),
        ("* 2 war wagons", "2 x War Wagons (WWg)"),
        ("• Siege Tower", "1 x War Wagon (WWg) Siege tower"),
        ("3 x WLk", "3 x Lurker Psiloi (Lk) Water"),
        ("2 Water Lurkers", "2 x Lurker Psiloi (Lk) Water"),
        ("2 Mtd-Bw", "2 x Bows (Bw) Mounted"),
        ("3 x Allied Knights", "3 x Knights (Kn) Ally"),
        ("Elephants", "1 x Behemoth (Bh)"),
        ("2 Fast Psiloi", "2 x Psiloi (Ps)"),
        ("2 x Bd “house guard”", "2 x Blades (Bd) “house guard”"),
        ("2 x House Guard Blades", "2 x Blades (Bd) “House Guard”"),
        ("1 Sigeward (Hr) General", "1 x Hero (Hr) General “Sigeward”"),
        ("−1 x Blades", "−1 x Blades (Bd)"),
        ("-1 x Blades", "1 x Blade (Bd)"),
        ("-2 Knights", "2 x Knights (Kn)"),
        ("-1 Hero", "1 x Hero (Hr)"),
        ("− 3 Bows", "3 x Bows (Bw)"),
    ] {
        let found = elements(text);
        assert_eq!(found.first().map(String::as_str), Some(read), "{text}");
    }
}

#[test]
fn elements_may_stand_in_one_line() {
    assert_eq!(
        elements("1 x Hr (Gen), 4 Bd Fast; 2 Kn, 3 x Light Horse"),
        ["1 x Hero (Hr) General", "4 x Blades (Bd) Fast", "2 x Knights (Kn)", "3 x Light Horse (LH)"]
    );
}

#[test]
fn prices_are_compared_with_the_rules() {
    for text in [
        "4 x Bd @ 2AP = 8AP",
        "4 Bd [8]",
        "4 Bd (8 AP)",
        "4 Bd 8 AP",
        "4 Bd @ 2",
        "2 LH @ 1.5 = 3",
        "2 LH @1,5",
        "Hr 4pts",
        "4 x Bd (2 AP)",
    ] {
        let reading = reading(text);
        assert!(reading.problems().is_empty(), "{text}: {reading:?}");
        assert_eq!(reading.draft.lines.len(), 1, "{text}");
    }
    let wrong = reading("4 x Bd @ 3AP = 12AP");
    let found: Vec<_> = wrong.differences.iter().map(|d| (d.printed.to_string(), d.counted.to_string())).collect();
    assert_eq!(found, [("3".into(), "2".into()), ("12".into(), "8".into())]);
}

#[test]
fn a_wrong_total_is_told() {
    for text in ["Hr\n4 Bd\nTotal: 13 AP", "Hr\n4 Bd\n13 AP total", "Hr\n4 Bd\nTotal 13"] {
        let reading = reading(text);
        let problems = reading.problems();
        assert_eq!(problems.len(), 1, "{text}: {problems:?}");
        assert_eq!(problems[0].code().as_str(), "printed-total-differs");
        let said = musterfield_words::army::message(&problems[0].fault, ruleset("d3h2"));
        assert!(said.contains("Line 3 says 13 AP for the whole army; by the rules it is 12 AP"), "{said}");
    }
    assert!(reading("Hr\n4 Bd\nTotal: 12 AP, 5 elements").problems().is_empty());
    assert!(reading("Hr\n4 Bd\n**Total: 12 AP**").problems().is_empty());
}

#[test]
fn headings_comments_and_blank_lines_are_passed_over() {
    let text = "Host of the Long Barrow\n=======\n\n# a comment\n// another\nThe centre:\n4 Bd\n**Wings:**\n2 Kn\n---\n| Count | Type |\n|---|---|\n";
    let reading = reading(text);
    assert!(reading.problems().is_empty(), "{reading:?}");
    assert_eq!(reading.draft.name, "Host of the Long Barrow");
    assert_eq!(reading.draft.lines.len(), 2);
}

#[test]
fn facts_are_read_by_their_words() {
    let draft = reading("Army: Host\nPoints: 30 AP\nHome terrain: Forest\nAggression: 3\nList: d3h2/barrow-kings\nAllies: d3h2/olympians\nCamp: none\nHr (Gen)\nNotes:\n# Plan\n\n2 Blades hold.\n").draft;
    assert_eq!(
        (draft.name.as_str(), draft.points.to_string().as_str(), draft.aggression, draft.camp),
        ("Host", "30", 3, false)
    );
    assert_eq!((draft.home_terrain.as_deref(), draft.list.as_deref()), (Some("forest"), Some("d3h2/barrow-kings")));
    assert_eq!(draft.allies.as_deref(), Some("d3h2/olympians"));
    assert_eq!(draft.notes, "# Plan\n\n2 Blades hold.");
    assert_eq!(draft.lines.len(), 1);
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_text() {
    let reading = reading("Hr (Gen)\n2 x Foozles\n\n3 Knigths, 2 Bd\nwhat is this\n1.5 x Blades\n2 4 Blades");
    let found: Vec<(usize, &str)> = reading.unread.iter().map(|unread| (unread.line, unread.text.as_str())).collect();
    assert_eq!(
        found,
        [(2, "2 x Foozles"), (4, "3 Knigths"), (5, "what is this"), (6, "1.5 x Blades"), (7, "2 4 Blades")]
    );
    assert!(
        musterfield_words::army::unreadable(&reading.unread[1].reason).contains("Is it Knights?"),
        "{:?}",
        reading.unread[1]
    );
    assert_eq!(reading.draft.lines.len(), 2);
    assert!(reading.problems().iter().all(|problem| problem.is_error()));
}

#[test]
fn types_that_the_ruleset_leaves_out_are_kept_and_told_as_such() {
    let text = "2 Fast Bows\n1 War Wagon\nSiege Tower\n3 x Psiloi (Ps) “imps”\nKn (Gen)";
    let reading = read(text, ruleset("d3h2-traditional"), the_book());
    assert!(reading.problems().is_empty(), "{reading:?}");
    let report = reading.check(the_catalogue());
    let outside = report.problems.iter().filter(|problem| problem.code() == Code::NotInRuleset);
    assert_eq!(outside.map(|problem| problem.place).collect::<Vec<_>>(), [Some(0), Some(1), Some(2), Some(3)]);
    let lines = &reading.draft.lines;
    assert_eq!((lines[0].count, lines[0].fast, lines[3].label.as_str()), (2, true, "imps"));
}

#[test]
fn rubbish_never_breaks_the_reader() {
    for text in [
        "\0\0\0",
        "\u{feff}Kn",
        "(((((",
        "“““",
        "\"",
        "@ = @ =",
        "x x x x",
        "9999999999999999999 Bd",
        "2 x",
        "-",
        "=",
        "[",
        "1x",
        "\u{202e}Bd 2",
        "½ Bd",
        "Total:",
        "Points: many",
    ] {
        let reading = reading(text);
        assert!(reading.draft.lines.len() <= 1, "{text}");
    }
    let many = "Bd\n".repeat(300);
    let reading = reading(&many);
    assert_eq!((reading.draft.lines.len(), reading.unread.len()), (200, 100));
}
