//! `musterfield roster`.

use super::{ILLEGAL, LEGAL, Shell, is_file};

#[test]
fn every_format_of_a_roster_holds_the_army() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    for (format, said) in [
        ("text", "4 x Blades (Bd) @ 2 AP = 8 AP"),
        ("markdown", "# Host of the Long Barrow"),
        ("csv", "Blades"),
        ("json", "\"musterfield-roster/1\""),
        ("html", "<title>Host of the Long Barrow</title>"),
    ] {
        let roster = shell.run(&["roster", "a.json", "--format", format]);
        assert_eq!((roster.code, roster.err.as_str()), (0, ""), "{format}");
        assert!(roster.text().contains(said), "{format}: {}", roster.text());
        for figure in ["40 × 20", "5 (4)"] {
            assert!(roster.text().contains(figure), "{figure} in {format}: {}", roster.text());
        }
        let boxes = roster.text().contains("[ ] [ ] [ ] [ ]");
        assert_eq!(boxes, ["text", "markdown"].contains(&format), "{format}: {}", roster.text());
    }
    assert_eq!(shell.run(&["roster", "a.json"]).out, shell.run(&["roster", "a.json", "--format", "text"]).out);
}

#[test]
fn the_program_reads_back_what_it_writes() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    for format in ["text", "markdown", "json"] {
        let roster = shell.run(&["roster", "a.json", "--format", format]);
        let again = shell.run_with(&["validate", "-"], roster.text());
        assert_eq!(again.text(), "-: legal: Host of the Long Barrow, d3h2, 24 of 24 AP, 13 elements\n", "{format}");
    }
}

#[test]
#[cfg(feature = "pdf")]
fn pdf_is_written_to_a_file_or_to_stdout_in_both_sizes() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    let a4 = shell.run(&["roster", "a.json", "--format", "pdf", "-o", "a4.pdf"]);
    assert_eq!((a4.code, a4.out.len()), (0, 0));
    let a4 = std::fs::read(shell.path("a4.pdf")).unwrap();
    let letter = shell.run(&["roster", "a.json", "--format", "pdf", "--paper", "letter"]).out;
    assert!(a4.starts_with(b"%PDF-") && letter.starts_with(b"%PDF-"));
    assert_ne!(a4, letter);
}

#[test]
fn an_illegal_army_has_a_roster_that_says_so() {
    let shell = Shell::new();
    let roster = shell.run_with(&["roster", "-"], ILLEGAL);
    assert_eq!(roster.code, 0);
    assert!(roster.text().contains("NOT LEGAL"), "{}", roster.text());
    let csv = shell.run_with(&["roster", "-", "--format", "csv"], ILLEGAL);
    assert!(csv.text().contains("NOT LEGAL"), "{}", csv.text());
    // An army that was read only in part has one too.
    let legal = shell.run_with(&["roster", "-"], "1 Hero (Gen), 4 Blades, 8 Warbands\n3 Balrogs");
    assert!(legal.text().contains("NOT LEGAL: Line 2 could not be read"), "{}", legal.text());
    assert!(legal.err.contains("3 Balrogs"));
}

#[test]
fn what_cannot_be_done_ends_with_2() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    shell.run(&["roster", "nowhere.json"]).complains("nowhere.json");
    shell.run(&["roster", "a.json", "--scale", "giant"]).complains("--scale: there is no scale “giant”");
    let graded = shell.run_with(&["roster", "-", "--ruleset", "dbmf", "--scale", "giant"], "5 Kn(S)");
    graded.complains("there is no scale “giant”; use one of 15, small, 25, large, 32, 10, 6");
    shell.run(&["roster", "a.json", "--ruleset", "chess"]).complains("--ruleset");
    shell.run(&["roster", "a.json", "-o", "no/such/folder/a.txt"]).complains("no/such/folder/a.txt");
    assert!(!is_file(&shell.path("no/such/folder/a.txt")));
}

#[test]
fn a_big_battle_army_has_its_commands_in_every_format() {
    let shell = Shell::new();
    let army = concat!(env!("CARGO_MANIFEST_DIR"), "/lists/dba3/armies/carthage-big-battle.army.json");
    for format in ["text", "markdown", "json", "html"] {
        let roster = shell.run(&["roster", army, "--format", format]);
        assert_eq!((roster.code, roster.err.as_str()), (0, ""), "{format}");
        for part in
            ["Command 1, C-in-C: 14 elements, general Cv “Hannibal”", "Demoralised at 5 lost, routed at 7.", "highest"]
        {
            assert!(roster.text().contains(part), "{part} in {format}: {}", roster.text());
        }
    }
    let csv = shell.run(&["roster", army, "--format", "csv"]);
    assert!(csv.text().lines().nth(1).unwrap().ends_with(",18,1"), "{}", csv.text());
}
