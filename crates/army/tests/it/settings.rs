//! When and where lists belong, and who fought whom.

use musterfield_army::ArmyList;
use musterfield_army::list::Age;
use musterfield_fixtures::armies::{catalogue_of, the_book, the_catalogue};
use musterfield_words::army::list::clause;

/// A list with these keys beside the ones that must be there.
fn text(ruleset: &str, keys: &str) -> String {
    format!(
        "+++\nname = \"T\"\nruleset = \"{ruleset}\"\naggression = 0\n{keys}\n\
         [[option]]\ntypes = [\"Kn\"]\ngeneral = \"may\"\n+++\nText.\n"
    )
}

fn mistakes(keys: &str) -> Vec<String> {
    let read = ArmyList::parse("t.md", "d3h2/t", &text("d3h2", keys), the_book());
    read.err().unwrap_or_default().iter().map(|error| format!("{}: {}", error.line, clause(&error.fault))).collect()
}

#[test]
fn an_age_or_a_place_is_known_and_named_once() {
    for (keys, expected) in [
        ("ages = [\"myth\", \"later\"]\nplaces = [\"near-east\"]\nenemies = [\"d3h2/x\"]", ""),
        ("ages = [\"jazz\"]", "5: there is no age `jazz`; the ages are myth, bronze-and-iron, classical, "),
        ("ages = [\"myth\"]\nplaces = [\"moon\"]", "6: there is no place `moon`; the places are british-isles, "),
        ("ages = [\"myth\", \"myth\"]", "5: `myth` is named twice"),
        ("places = [\n\"near-east\",\n\"near-east\"]", "7: `near-east` is named twice"),
        ("enemies = [\"d3h2/x\", \"d3h2/x\"]", "5: `d3h2/x` is named twice"),
        ("ages = \"myth\"", "5: invalid type: string \"myth\", expected a sequence"),
    ] {
        let found = mistakes(keys).join("; ");
        assert!(if expected.is_empty() { found.is_empty() } else { found.starts_with(expected) }, "{keys}: {found}");
    }
}

#[test]
fn enemies_are_lists_of_the_same_ruleset_that_say_so_too() {
    let lists = |first: &str, second: &str| {
        catalogue_of([
            ("d3h2/first.md", text("d3h2", &format!("allies = [\"d3h2/second\"]\nenemies = [{first}]"))),
            ("d3h2/second.md", text("d3h2", &format!("enemies = [{second}]"))),
            ("d3h2-traditional/third.md", text("d3h2-traditional", "")),
        ])
    };
    assert!(lists("\"d3h2/second\"", "\"d3h2/first\"").is_ok());
    for (first, second, expected) in [
        ("\"d3h2/second\"", "", "the list `d3h2/second` does not name `d3h2/first` among its enemies"),
        ("\"d3h2/first\"", "", "a list cannot be its own enemy"),
        ("\"d3h2/gone\"", "", "there is no list `d3h2/gone` to be an enemy"),
        (
            "\"d3h2-traditional/third\"",
            "",
            "the list `d3h2-traditional/third` is for another ruleset and cannot be an enemy",
        ),
    ] {
        let errors = lists(first, second).expect_err(first);
        let [error] = errors.as_slice() else { panic!("{errors:?}") };
        let musterfield_lists::CollectionFault::List(fault) = &error.fault else { panic!("{error:?}") };
        // The line with the enemies, not the one with the allies.
        assert_eq!((error.line, clause(fault).as_str()), (6, expected));
    }
}

/// A year of a list: `264 BC`, `AD 16`, `1206`; before Christ if the other year of the range says so.
fn year(written: &str, before_christ: bool) -> i32 {
    let (number, before) = match written.trim().strip_suffix(" BC") {
        Some(number) => (number, true),
        None => (written.trim(), before_christ),
    };
    let number: i32 = number.trim_start_matches("AD ").parse().unwrap_or_else(|_| panic!("{written}"));
    if before && !written.contains("AD") { -number } else { number }
}

/// The first and last year of `264–146 BC`, `27 BC – AD 117`, `AD 85–106` or `1206–1279`.
fn range(years: &str) -> (i32, i32) {
    let (first, last) = years.split_once('–').unwrap_or_else(|| panic!("{years}"));
    (year(first, last.ends_with(" BC")), year(last, false))
}

#[test]
fn the_years_of_a_list_are_read_as_a_historian_reads_them() {
    for (years, expected) in [
        ("264–146 BC", (-264, -146)),
        ("27 BC – AD 117", (-27, 117)),
        ("AD 85–106", (85, 106)),
        ("1206–1279", (1206, 1279)),
    ] {
        assert_eq!(range(years), expected, "{years}");
    }
}

/// A list with years names every age that these reach into by more than a generation, and no age that they do not touch.
#[test]
fn years_and_ages_agree() {
    const GENERATION: i32 = 25;
    let mut dated = 0;
    for list in the_catalogue().lists().filter(|list| !list.years.is_empty()) {
        dated += 1;
        let (first, last) = range(&list.years);
        assert!(first < last, "{}", list.id);
        for age in Age::ALL.iter().filter(|age| **age != Age::Myth) {
            let (begins, ends) = age.years();
            let shared = last.min(ends.unwrap_or(i32::MAX)) - first.max(begins.unwrap_or(i32::MIN));
            let named = list.ages.contains(age);
            assert!(if named { shared > 0 } else { shared <= GENERATION }, "{} {age:?}: {shared} years", list.id);
        }
        assert!(!list.ages.contains(&Age::Myth), "{}", list.id);
    }
    assert!(dated >= 60, "{dated}");
}

/// The historical rulesets have armies of every age and of almost every part of the world; every list has a place.
#[test]
fn every_list_can_be_found() {
    let catalogue = the_catalogue();
    for list in catalogue.lists() {
        assert!(!list.places.is_empty(), "{}", list.id);
        let is_historical = list.ruleset.id.starts_with("dba");
        assert!(!is_historical || (!list.years.is_empty() && !list.home_terrains.is_empty()), "{}", list.id);
    }
    let dba3 = catalogue.of_ruleset("dba3");
    for age in Age::ALL.iter().filter(|age| !matches!(age, Age::Myth | Age::Later)) {
        assert!(dba3.iter().filter(|list| list.ages.contains(age)).count() >= 4, "{age:?}");
    }
    let places = musterfield_army::list::Place::ALL;
    let found = places.iter().filter(|place| dba3.iter().any(|list| list.places.contains(place))).count();
    // No historical army comes from another world.
    assert_eq!(found, places.len() - 1);
    for ruleset in ["dba22", "dba3", "d3h2-traditional"] {
        let lists = catalogue.of_ruleset(ruleset);
        let fought = lists.iter().filter(|list| !list.enemies.is_empty()).count();
        assert!(fought + 1 >= lists.len(), "{ruleset}: {fought} of {}", lists.len());
    }
}
