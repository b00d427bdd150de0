//! `musterfield user`: accounts from the command line.

use super::Shell;

#[test]
fn a_link_is_whole_where_the_site_is_named_and_a_path_with_a_word_where_it_is_not() {
    let shell = Shell::new();
    let path = shell.run(&["user", "add", "boss-1", "--admin"]);
    assert_eq!(path.code, 0, "{}", path.err);
    let said = String::from_utf8(path.out).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[1].starts_with("/account/reset?key="), "{said}");
    assert_eq!(lines[2], "Put the address of the site in front of this, or use --public-url next time.");
    let whole = shell.run(&["user", "link", "boss-1", "--public-url", "https://Club.example/"]);
    let said = String::from_utf8(whole.out).unwrap();
    assert!(said.starts_with("https://club.example/account/reset?key=") && said.lines().count() == 1, "{said}");
    let wrong = shell.run(&["user", "link", "boss-1", "--public-url", "https://club.example/x"]);
    assert_eq!((wrong.code, wrong.out.len()), (2, 0));
}
