//! Whole battles between computer players, each step of them handed over as JSON.

use musterfield_army::{Draft, file};
use musterfield_battle::admission::Admitted;
use musterfield_battle::game::{Table, play};
use musterfield_battle::player::{Captain, Plain, Whim, Worth};
use musterfield_battle::record::Recorder;
use musterfield_battle::series::{Place, Series};
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::state::Options;
use musterfield_battle::{Battle, Legal, Refusal, Report};
use musterfield_rules::book;
use musterfield_terrain::generate::request::{board, rules, usual_board};
use serde_json::Value;

use crate::ready::{ready, ready_for};

/// The types that the traditional tables know (D3H2-TRAD-02).
const TRADITIONAL: [&str; 27] = [
    "Gd", "Dg", "Ab", "Fl", "AHr", "Hr", "Pl", "Kn", "4Kn", "6Kn", "Cv", "6Cv", "Bh", "Bs", "Sp", "8Sp", "Bd", "6Bd",
    "Sh", "Lk", "Wb", "Hd", "IHd", "Art", "Sk", "Mg", "Cl",
];

/// A table that shows its watcher the battle as JSON after every order.
struct Shown<'w> {
    recorder: Recorder,
    watcher: &'w mut dyn FnMut(Value),
}

impl Table for Shown<'_> {
    fn battle(&self) -> &Battle {
        self.recorder.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        Table::play(&mut self.recorder, legal, report)?;
        let entries = self.recorder.entries();
        let snapshot = Snapshot::of(self.recorder.battle(), entries.len(), entries.last());
        (self.watcher)(serde_json::to_value(&snapshot).unwrap());
        Ok(())
    }
}

/// The ready armies for a ruleset; for the traditional tables, those of their elements that these have. Armies of three
/// commands are those of “dba3 big”.
pub(super) fn armies(ruleset: &str) -> Vec<Draft> {
    match ruleset {
        "d3h2" => ready(),
        "d3h2-traditional" => ready().iter().filter_map(|army| traditional(army, ruleset)).collect(),
        "dba3 big" => crate::ready::big_dba3(),
        _ => {
            let is_big = |army: &Draft| army.lines.iter().any(|line| line.command > 1);
            ready_for(ruleset).into_iter().filter(|army| !is_big(army)).collect()
        }
    }
}

/// An army with those elements that the traditional tables have, if a general and enough others are among them.
fn traditional(army: &Draft, ruleset: &str) -> Option<Draft> {
    let mut document: Value = serde_json::from_str(&file::to_json(army)).unwrap();
    document["ruleset"] = ruleset.into();
    document.as_object_mut().unwrap().remove("list");
    let lines = document["elements"].as_array_mut().unwrap();
    lines.retain(|line| TRADITIONAL.contains(&line["type"].as_str().unwrap()));
    let count: u64 = lines.iter().map(|line| line["count"].as_u64().unwrap_or(1)).sum();
    let led = lines.iter().any(|line| line["general"] == true);
    (led && count > 5).then(|| file::from_json(&document.to_string(), book().unwrap()).unwrap())
}

/// Battle number `at` of a ruleset: two armies, and the home terrain on which they meet.
pub(super) fn series(armies: &[Draft], at: u64) -> Series {
    let many = u64::try_from(armies.len()).unwrap();
    let army = |number: u64| armies[usize::try_from(number % many).unwrap()].clone();
    let (a, b) = (army(at), army(at + 1 + (at / many) % (many - 1)));
    let rules = rules(book().unwrap(), &a.ruleset.id).unwrap();
    let home = rules.homes.get(usize::try_from(at).unwrap() % rules.homes.len());
    let is_big = a.lines.iter().any(|line| line.command > 1);
    let board = if is_big { board(rules, 30.0, 15.0).unwrap() } else { usual_board(rules).unwrap() };
    let place = Place::Home(rules, home, board);
    Series {
        armies: [a, b].map(Admitted::allowing_illegal),
        catalogue: musterfield_lists::catalogue(book().unwrap()).unwrap(),
        place,
        options: Options::default(),
        seed: at,
    }
}

/// Plays battle number `at`, in turn between plain captains and captains who give any legal order. The watcher sees
/// the header of the record as JSON, and then the document of each step.
pub(super) fn watch(series: &Series, at: u64, watcher: &mut dyn FnMut(Value)) {
    let recorder = series.recorder(at).unwrap();
    watcher(header(&recorder.to_string()));
    watcher(serde_json::to_value(Snapshot::of(recorder.battle(), 0, None)).unwrap());
    let seed = series.seed_of(at);
    let worth = Worth::new(recorder.battle());
    let mut table = Shown { recorder, watcher };
    let (mut plain, mut wild) =
        ([Plain::new(&worth, seed, 1), Plain::new(&worth, seed, 2)], [Whim::new(seed, 1), Whim::new(seed, 2)]);
    let [a, b]: [&mut dyn Captain; 2] = match (at % 3, &mut plain, &mut wild) {
        (0, [a, b], _) => [a, b],
        (1, [a, _], [_, b]) => [a, b],
        (_, _, [a, b]) => [a, b],
    };
    play(&mut table, [a, b], None).unwrap();
}

/// The header of a record: its lines by their first words, the layout and the armies as JSON.
pub(super) fn header(record: &str) -> Value {
    let mut header = serde_json::Map::new();
    for line in record.lines().skip(1).take_while(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (key, rest) = match word {
            "army" | "option" => line.split_at(line.match_indices(' ').nth(1).unwrap().0),
            _ => (word, rest),
        };
        let rest = rest.trim();
        header.insert(key.to_owned(), serde_json::from_str(rest).unwrap_or_else(|_| rest.into()));
    }
    header.into()
}
