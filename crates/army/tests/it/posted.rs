//! A corpus of lists and armies in the forms in which players post them, with the right answer beside each.

use std::collections::BTreeMap;

use musterfield_army::input::{InputFormat, army};
use musterfield_army::list::{ListChoice, ListGeneral, ListPermission, shorthand};
use musterfield_army::text::{Reading, changed};
use musterfield_army::write::marks;
use musterfield_army::{Draft, ElementLine};
use musterfield_fixtures::armies::{ruleset, the_book, the_catalogue};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Corpus {
    posted: Vec<Posted>,
}

/// A text and the right answer; `tests/data/posted/lists.toml` explains the keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Posted {
    ruleset: String,
    text: String,
    name: Option<String>,
    list: Option<String>,
    army: String,
    terrain: Option<String>,
    aggression: Option<i64>,
    notes: Option<String>,
    #[serde(default)]
    unread: String,
    #[serde(default)]
    doubts: String,
    #[serde(default)]
    offered: String,
    #[serde(default)]
    problems: String,
}

fn corpus() -> BTreeMap<&'static str, Vec<Posted>> {
    [
        ("lists", include_str!("../data/posted/lists.toml")),
        ("armies", include_str!("../data/posted/armies.toml")),
        ("points", include_str!("../data/posted/points.toml")),
        ("rows", include_str!("../data/posted/rows.toml")),
    ]
    .into_iter()
    .map(|(file, text)| (file, toml::from_str::<Corpus>(text).unwrap_or_else(|error| panic!("{file}: {error}")).posted))
    .collect()
}

/// The entries of a list in the notation of the corpus.
fn in_brief(draft: &Draft) -> String {
    let Some(own) = &draft.own_list else { return String::new() };
    let list = match shorthand::read(draft.ruleset, own) {
        Ok(list) => list,
        Err(error) => return musterfield_words::army::list::shorthand(&error),
    };
    let code = |id| draft.ruleset.troop(id).code.to_string();
    let option = |option: &musterfield_army::list::ListOption| {
        let kind = |id: &musterfield_rules::TroopId| {
            let rides = match option.rides_of(*id) {
                ListPermission::No => "",
                ListPermission::May => "?",
                ListPermission::Must => "~",
            };
            let foot = option.foot_of(*id).map(|foot| format!(">{}", code(foot))).unwrap_or_default();
            format!("{rides}{}{foot}", code(*id))
        };
        let joint = if option.is_of_one_type() { "=" } else { "|" };
        assert!(option.types.len() > 1 || option.choice == ListChoice::Or);
        let types = option.types.iter().map(kind).collect::<Vec<_>>().join(joint);
        let general = match option.general {
            ListGeneral::No => "",
            ListGeneral::May => " (g)",
            ListGeneral::Must => " (G)",
        };
        let place = |branch: musterfield_army::list::Branch| {
            format!("{}{}: ", ["A", "B", "C"][branch.block], branch.alternative + 1)
        };
        format!("{}{} {types}{general}", option.branch.map(place).unwrap_or_default(), option.max.unwrap())
    };
    list.options.iter().map(option).collect::<Vec<_>>().join("; ")
}

/// Elements in the notation of the corpus: number, code, marks, command, label.
fn brief(draft: &Draft, lines: &[ElementLine]) -> String {
    let one = |line: &ElementLine| {
        let marks = marks(line).into_iter().map(|mark| format!(" {mark}")).collect::<String>();
        let command = if line.command > 0 { format!(" (command {})", line.command) } else { String::new() };
        let label = if line.label.is_empty() { String::new() } else { format!(" “{}”", line.label) };
        format!("{} {}{marks}{command}{label}", line.count, draft.code(line))
    };
    lines.iter().map(one).collect::<Vec<_>>().join("; ")
}

fn read(posted: &Posted) -> Reading {
    army(&posted.text, InputFormat::Text, ruleset(&posted.ruleset), the_book()).unwrap()
}

/// What differs from the right answer.
fn differences(posted: &Posted) -> Vec<String> {
    let reading = read(posted);
    let draft = &reading.draft;
    let unread: Vec<&str> = reading.unread.iter().map(|unread| unread.text.as_str()).collect();
    let doubts: Vec<&str> = reading.doubts.iter().map(|doubt| doubt.text.as_str()).collect();
    let offered = |offered: &musterfield_army::text::Offered| {
        offered.elements.clone().map_or_else(|| offered.text.clone(), |line| brief(draft, &[line]))
    };
    let offered: Vec<String> = reading.offered.iter().map(offered).collect();
    let mut found = vec![
        ("name", posted.name.clone(), draft.name.clone()),
        ("list", Some(posted.list.clone().unwrap_or_default()), in_brief(draft)),
        ("army", Some(posted.army.clone()), brief(draft, &draft.lines)),
        ("terrain", posted.terrain.clone(), draft.home_terrain.clone().unwrap_or_default()),
        ("aggression", posted.aggression.map(|factor| factor.to_string()), draft.aggression.to_string()),
        ("notes", posted.notes.clone(), draft.notes.clone()),
        ("unread", Some(posted.unread.clone()), unread.join("; ")),
        ("doubts", Some(posted.doubts.clone()), doubts.join("; ")),
        ("offered", Some(posted.offered.clone()), offered.join("; ")),
    ];
    let codes: Vec<&str> =
        reading.check(the_catalogue()).problems.iter().map(|problem| problem.code().as_str()).collect();
    for told in ["list-doubtful", "list-size", "list-leaderless", "list-unreadable", "printed-total-differs"] {
        let expected = posted.problems.split("; ").any(|code| code == told).to_string();
        found.push((told, Some(expected), codes.contains(&told).to_string()));
    }
    let wrong =
        found.into_iter().filter(|(_, expected, read)| expected.as_ref().is_some_and(|expected| expected != read));
    wrong.map(|(what, expected, read)| format!("  {what}: {read:?}, expected {:?}", expected.unwrap())).collect()
}

#[test]
fn lists_are_read_as_they_are_posted() {
    let corpus = corpus();
    assert!(corpus.values().map(Vec::len).sum::<usize>() >= 120);
    let mut wrong = Vec::new();
    for (file, posted) in corpus {
        for (at, posted) in posted.iter().enumerate() {
            let differences = differences(posted);
            if !differences.is_empty() {
                wrong.push(format!("{file} {}:\n{}\n{}", at + 1, posted.text, differences.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are read wrongly\n\n{}", wrong.len(), wrong.join("\n\n"));
}

/// The army of the first choices fits its list, unless the list itself is faulty.
#[test]
fn armies_of_every_list_can_be_built() {
    for posted in corpus().values().flatten().filter(|posted| posted.list.is_some() && posted.problems.is_empty()) {
        let report = read(posted).check(the_catalogue());
        let wrong: Vec<_> = report.problems.iter().filter(|problem| problem.is_error()).collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", posted.text);
    }
}

/// Each reading of a doubt, chosen, is what the text then means without doubt.
#[test]
fn a_chosen_reading_is_no_longer_in_doubt() {
    for posted in corpus().values().flatten() {
        let reading = read(posted);
        for doubt in &reading.doubts {
            assert!(doubt.readings.len() >= 2, "{}", posted.text);
            for chosen in &doubt.readings {
                let text = changed(&posted.text, &chosen.changes);
                let again = read(&Posted { text: text.clone(), ..copied(posted) });
                assert!(again.doubts.iter().all(|other| other.text != doubt.text), "{text}");
                assert!(again.unread.len() <= reading.unread.len(), "{text}: {:?}", again.unread);
            }
        }
        for offered in reading.offered.iter().filter(|offered| !offered.changes.is_empty()) {
            let again = read(&Posted { text: changed(&posted.text, &offered.changes), ..copied(posted) });
            assert_eq!(again.draft.lines.len(), reading.draft.lines.len() + 1, "{}", posted.text);
            assert!(again.offered.len() < reading.offered.len(), "{}", posted.text);
        }
    }
}

proptest! {
    /// Rows of numbers and codes are an element each, and numbers that make an army of twelve count elements.
    #[test]
    fn a_row_whose_numbers_make_twelve_is_read_as_these_numbers(
        row in prop::collection::vec((1i64..8, "Kn|Cv|LH|Ps|Bd|Sp|Pk|Bw|Ax|Wb|Art|El|kn|bd|ps"), 2..7),
        rules in "dba3|dba22",
        last in 1i64..8,
    ) {
        let rest = 12 - row.iter().map(|(number, _)| number).sum::<i64>();
        let filled = if rest > 0 { rest } else { last };
        let row: Vec<(i64, String)> = row.into_iter().chain([(filled, "Hd".to_owned())]).collect();
        let text = row.iter().map(|(number, code)| format!("{number}{code}")).collect::<Vec<_>>().join(" ");
        let reading = army(&text, InputFormat::Text, ruleset(&rules), the_book()).unwrap();
        prop_assert!(reading.unread.is_empty(), "{text}: {:?}", reading.unread);
        prop_assert_eq!(reading.draft.lines.len(), row.len(), "{}", &text);
        let is_twelve = row.iter().map(|(number, _)| number).sum::<i64>() == 12;
        let is_twice = row.iter().enumerate().any(|(at, entry)| row.iter().take(at).any(|other| other == entry));
        let is_counted = reading.draft.lines.iter().zip(&row).all(|(line, (number, _))| line.count == *number);
        prop_assert!(!is_twelve || is_counted || is_twice, "{text}: {:?}", reading.draft.lines);
        prop_assert!(!(is_twelve && is_twice) || is_counted || !reading.doubts.is_empty(), "{text} is not in doubt");
    }
}

fn copied(posted: &Posted) -> Posted {
    Posted {
        ruleset: posted.ruleset.clone(),
        text: String::new(),
        name: None,
        list: None,
        army: String::new(),
        terrain: None,
        aggression: None,
        notes: None,
        unread: String::new(),
        doubts: String::new(),
        offered: String::new(),
        problems: String::new(),
    }
}
