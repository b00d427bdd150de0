//! `musterfield crib`.

use super::{ILLEGAL, LEGAL, Shell};

#[test]
fn a_ruleset_an_army_and_two_armies_have_a_page() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    shell.file("b.json", ILLEGAL);
    for (subjects, title, said) in [
        (&["d3h2"][..], "D3H2", "Set-up and terrain"),
        (&["d3h2-traditional"], "D3H2 traditional", "Set-up and terrain"),
        (&["dba3"], "DBA 3.0", "Big Battles"),
        (&["dba22"], "DBA 2.2", "What is not here"),
        (&["hott25"], "HOTT 2.5", "What is not here"),
        (&["a.json"], "Host of the Long Barrow", "Blades"),
        (&["a.json", "b.json"], "Host of the Long Barrow against Too many heroes", "Equal totals: Too many heroes"),
    ] {
        let page = shell.run(&[&["crib"], subjects, &["--format", "html"]].concat());
        assert_eq!(page.code, 0, "{subjects:?}: {}", page.err);
        assert!(page.text().contains(&format!("<title>{title}: crib sheet</title>")), "{subjects:?}");
        assert!(page.text().contains(said), "{subjects:?}");
        // In a file of its own, it has no links and loads nothing.
        for outside in ["href=", "url(", "src="] {
            assert!(!page.text().contains(outside), "{outside} in {subjects:?}");
        }
    }
}

#[test]
fn pasted_text_is_read_for_the_ruleset_that_is_named() {
    let shell = Shell::new();
    let page =
        shell.run_with(&["crib", "-", "--format", "html", "--ruleset", "d3h2-traditional"], "Hr gen\n4 x Blades");
    assert_eq!(page.code, 0, "{}", page.err);
    assert!(page.text().contains("D3H2 traditional"));
}

#[test]
#[cfg(feature = "pdf")]
fn the_whole_ruleset_is_a_side_of_paper_for_each_of_its_sides() {
    let shell = Shell::new();
    for (id, sides) in [("d3h2", 3), ("d3h2-traditional", 3), ("dba3", 4), ("dba22", 2), ("hott25", 2)] {
        let sheet = shell.run(&["crib", id]);
        assert_eq!(sheet.code, 0, "{}", sheet.err);
        let pages = format!("<</Type/Pages/Count {sides}/");
        assert!(sheet.out.windows(pages.len()).any(|bytes| bytes == pages.as_bytes()), "{id} is not {sides} pages");
        let letter = shell.run(&["crib", id, "--paper", "letter"]);
        assert!(letter.out.starts_with(b"%PDF-") && letter.out != sheet.out, "{}", letter.err);
    }
}

#[test]
fn what_has_no_sheet_is_told() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    shell.file("t.json", &LEGAL.replace("\"d3h2\"", "\"d3h2-traditional\""));
    for (arguments, said) in [
        (&["d3h2", "a.json"][..], "d3h2 is a ruleset, so a.json has no opponent: name two armies"),
        (&["a.json", "t.json"], "one army is for D3H2 and the other for D3H2 traditional"),
        (&["nowhere.json"], "nowhere.json: "),
        (&["a.json", "nowhere.json"], "nowhere.json: "),
        (&["a.json", "--ruleset", "chess"], "there is no ruleset “chess”"),
    ] {
        let told = shell.run(&[&["crib", "--format", "html"], arguments].concat());
        assert_eq!((told.code, told.out.len()), (2, 0), "{arguments:?}");
        assert!(told.err.contains(said), "{arguments:?}: {}", told.err);
    }
}
