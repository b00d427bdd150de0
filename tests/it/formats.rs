//! The examples of `docs/FORMATS.md` are read as the document describes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use musterfield::web::events::export::EntriesDocument;
use musterfield_army::input::{InputFormat, army, form_of};
use musterfield_army::{ArmyList, Catalogue, check};
use musterfield_battle::record::Record;
use musterfield_battle::replay::Replay;
use musterfield_battle::snapshot::Snapshot;
use musterfield_rules::{Book, book};

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/FORMATS.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The content of fenced blocks with this word after the fence.
fn examples(document: &str, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(fence) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if fence == kind {
                found.push(block.join("\n") + "\n");
            }
        }
    }
    assert!(!found.is_empty(), "the document has no example marked `{kind}`");
    found
}

fn the_book() -> &'static Book {
    book().unwrap_or_else(|errors| panic!("{errors}"))
}

fn the_catalogue() -> &'static Catalogue {
    musterfield_lists::catalogue(the_book()).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

#[test]
fn every_army_of_the_document_is_read_without_a_word() {
    let document = document();
    let ruleset = the_book().ruleset("d3h2").unwrap();
    for (kind, form) in
        [("json army", InputFormat::Json), ("toml army", InputFormat::Toml), ("text army", InputFormat::Text)]
    {
        for example in examples(&document, kind) {
            assert_eq!(form_of(&example), form, "{example}");
            let reading =
                army(&example, form, ruleset, the_book()).unwrap_or_else(|error| panic!("{error:?}\n{example}"));
            assert!(reading.problems().is_empty(), "{:#?}\n{example}", reading.problems());
            assert!(!reading.draft.lines.is_empty(), "{example}");
            let report = check(&reading.draft, the_catalogue());
            assert!(report.is_legal(), "{:#?}\n{example}", report.problems);
        }
    }
}

#[test]
fn every_list_of_the_document_is_sound() {
    for example in examples(&document(), "markdown list") {
        let list = ArmyList::parse("FORMATS.md", "d3h2/example", &example, the_book())
            .unwrap_or_else(|errors| panic!("{errors:#?}\n{example}"));
        assert_ne!(musterfield_army::count::picks(&list, list.ruleset.army.budget.usual), Some(0), "{example}");
        assert!(!list.summary.is_empty());
    }
}

#[test]
fn every_layout_of_the_document_is_legal_without_a_word() {
    for example in examples(&document(), "json layout") {
        let layout = musterfield_terrain::file::from_json(&example, the_book())
            .unwrap_or_else(|error| panic!("{error:#?}\n{example}"));
        let report = musterfield_terrain::check(&layout);
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
    }
}

#[test]
fn every_record_of_the_document_is_played_the_same_and_every_field_is_explained() {
    let document = document();
    let (_, section) = document.split_once("## Records of battles").unwrap();
    for example in examples(&document, "text battle") {
        let record = Record::read(&example, the_book(), the_catalogue()).unwrap_or_else(|error| panic!("{error:?}"));
        let mut replay = Replay::new(&record);
        replay.finish().unwrap_or_else(|error| panic!("{error:?}"));
        let mut snapshot = Snapshot::of(replay.battle(), 1, replay.recorder().entries().last());
        snapshot.line = Some(1);
        let written = serde_json::to_value(&snapshot).unwrap();
        for object in [&written, &written["a"], &written["a"]["camp"], &written["elements"][0]] {
            let missing: Vec<_> =
                object.as_object().unwrap().keys().filter(|key| !section.contains(&format!("`{key}`"))).collect();
            assert!(missing.is_empty(), "not explained in docs/FORMATS.md: {missing:?}");
        }
    }
}

/// Every key of a TOML value, at any depth.
fn keys(value: &toml::Value, found: &mut BTreeSet<String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                found.insert(key.clone());
                keys(value, found);
            }
        }
        toml::Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn every_key_of_the_rules_data_is_explained() {
    let document = document();
    let mut found = BTreeSet::new();
    for (file, text) in musterfield_rules::load::embedded_files() {
        let value: toml::Value = toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        keys(&value, &mut found);
    }
    let missing: Vec<&String> = found.iter().filter(|key| !document.contains(&format!("`{key}`"))).collect();
    assert!(missing.is_empty(), "not explained in docs/FORMATS.md: {missing:?}");
}

#[test]
fn every_code_of_a_problem_is_explained() {
    let document = document();
    for code in musterfield_army::Code::ALL {
        assert!(document.contains(&format!("`{code}`")), "{code} is not explained in docs/FORMATS.md");
    }
    for code in musterfield_terrain::Code::ALL {
        assert!(document.contains(&format!("`{code}`")), "{code} is not explained in docs/FORMATS.md");
    }
}

#[test]
fn the_entries_of_the_document_are_read_and_every_field_is_explained() {
    let document = document();
    let (_, section) = document.split_once("## Everything that was entered").unwrap();
    for example in examples(&document, "json entries") {
        let entries: EntriesDocument = serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}"));
        let written = serde_json::to_value(&entries).unwrap();
        assert_eq!(written, serde_json::from_str::<serde_json::Value>(&example).unwrap());
        let player = &written["players"][0];
        for object in [&written, player, &player["entry"]] {
            let missing: Vec<_> =
                object.as_object().unwrap().keys().filter(|key| !section.contains(&format!("`{key}`"))).collect();
            assert!(missing.is_empty(), "not explained in docs/FORMATS.md: {missing:?}");
        }
    }
}
