//! The army lists that come with the program.

use musterfield::army::{Catalogue, catalogue, check, count};
use musterfield::rules::{Points, book};

#[test]
fn every_list_and_ready_army_is_sound() {
    let book = book().unwrap_or_else(|errors| panic!("{errors}"));
    let files = catalogue::embedded_files();
    let catalogue = Catalogue::load(&files, book).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert!(catalogue.lists().count() >= 24);
    for army in catalogue.ready() {
        let report = check(&army.draft, &catalogue);
        assert!(report.problems.is_empty(), "{}: {:#?}", army.slug, report.problems);
    }
    for list in catalogue.lists() {
        println!("{} {}", list.id, count::picks(list, Points::whole(24)));
    }
    println!("{}", count::armies(book.ruleset("d3h2").unwrap(), Points::whole(24)));
    println!("{}", count::armies(book.ruleset("d3h2").unwrap(), Points::whole(500)));
}
