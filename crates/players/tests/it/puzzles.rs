//! Puzzles: each is sound, and players answer them.

use std::collections::BTreeSet;

use musterfield_players::captain::Stop;
use musterfield_players::levels::{Level, Style};
use musterfield_players::lore::Lore;
use musterfield_players::puzzle::{PUZZLES, Puzzle, Trouble};
use musterfield_players::weights::policies;
use musterfield_rules::book;

fn read(name: &str, text: &str) -> Result<Puzzle, Trouble> {
    let book = book().unwrap();
    Puzzle::read(name, text, book, musterfield_lists::catalogue(book).unwrap())
}

fn puzzles() -> Vec<Puzzle> {
    PUZZLES.iter().map(|(name, text)| read(name, text).unwrap_or_else(|trouble| panic!("{name}: {trouble}"))).collect()
}

/// A puzzle with a line about what is asked exchanged.
fn with(name: &str, key: &str, line: &str) -> Result<Puzzle, Trouble> {
    let (_, text) = PUZZLES.iter().find(|(known, _)| *known == name).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with(&format!("#! {key}")));
    let text: String = lines.chain([line]).map(|line| format!("{line}\n")).collect();
    read(name, &text)
}

#[test]
fn the_puzzles_are_of_three_games() {
    let names: BTreeSet<&str> = PUZZLES.iter().map(|(name, _)| *name).collect();
    assert_eq!((PUZZLES.len(), names.len()), (49, 49));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/puzzles");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), names.iter().map(|name| format!("{name}.battle")).collect());
    let of =
        |prefix: &str| puzzles().iter().filter(|puzzle| puzzle.battle.setting().ruleset.id.starts_with(prefix)).count();
    assert_eq!([of("d3h2"), of("dba3"), of("hott25")], [24, 13, 12]);
}

#[test]
fn every_puzzle_can_be_solved_and_not_by_doing_nothing() {
    for puzzle in puzzles() {
        let name = &puzzle.name;
        assert!(puzzle.battle.bound() > 0 && puzzle.battle.winner().is_none(), "{name}");
        assert!(puzzle.text.lines().count() > 0 && puzzle.text.ends_with('.'), "{name}: {}", puzzle.text);
        let answer = puzzle.answer(&puzzle.solution).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
        assert!(puzzle.is_solved_by(&answer), "{name}: {:?}", answer.orders);
        let idle = puzzle.answer(&[]).unwrap_or_else(|trouble| panic!("{name}: {trouble}"));
        assert!(!puzzle.is_solved_by(&idle), "{name}: {:?}", idle.orders);
    }
}

#[test]
fn players_answer_the_same_from_the_same_seed() {
    let policies = policies().unwrap();
    let mut solved = 0;
    for puzzle in puzzles() {
        let lore = Lore::new(&puzzle.battle);
        let ask = || {
            let mut captain = Level::Captain.captain(Style::Usual, &lore, policies, (3, 1), Default::default());
            puzzle.ask(&mut *captain, 3).unwrap()
        };
        let (one, other) = (ask(), ask());
        assert_eq!(one.orders, other.orders, "{}", puzzle.name);
        solved += usize::from(puzzle.is_solved_by(&one));
    }
    // The captain sees exchanges, second ranks and raids on camps, and hardly ever that a place is bad.
    assert!(solved >= 39, "{solved}");
}

#[test]
fn conditions_are_about_what_is_reached() {
    let name = "flank-the-general";
    for (condition, is_so) in [
        ("a2 meets b1", true),
        ("a2 meets b1 flank", true),
        ("a2 meets b1 front", false),
        ("a1 meets b1 front", true),
        ("a2 meets b2", false),
        ("a2 fights", true),
        ("a3 fights", false),
        ("b1 dies 58", true),
        ("b1 dies 59", false),
        ("a2 garrison", false),
        ("a2 arrived", true),
        ("a1 safe", false),
        ("a3 safe", true),
        ("camp a safe", true),
        ("camp b taken", false),
        ("a2 storms", false),
        ("a1 b1 first", true),
        ("a1 shoots b1", false),
        ("a1 bespells b1", false),
        ("won", false),
    ] {
        let puzzle = with(name, "best", &format!("#! best: {condition}")).unwrap();
        let answer = puzzle.answer(&puzzle.solution).unwrap();
        assert_eq!(puzzle.is_solved_by(&answer), is_so, "{condition}");
        let denied = with(name, "best", &format!("#! best: not {condition}")).unwrap();
        assert_eq!(denied.is_solved_by(&answer), !is_so, "not {condition}");
    }
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let name = "flank-the-general";
    for bad in ["a9 fights", "a1", "a1 meets b1 nose", "a1 dies soon", "camp c safe", ""] {
        let line = format!("#! best: {bad}");
        assert!(matches!(with(name, "best", &line), Err(Trouble::Condition(_))), "{bad}");
    }
    for key in ["best", "theme", "solved by"] {
        assert!(matches!(with(name, key, ""), Err(Trouble::Missing(missing)) if missing == key), "{key}");
    }
    assert!(matches!(read("x", "musterfield-battle/1\n"), Err(Trouble::Record(_))));
    let differs = with(name, "theme", "move b1: ahead 9");
    assert!(matches!(differs, Err(Trouble::Difference(_))), "{differs:?}");
    let puzzle = with(name, "solved by", "#! solved by: move a2: ahead 99").unwrap();
    assert!(matches!(puzzle.answer(&puzzle.solution), Err(Trouble::Refused(..))));
    let puzzle = with(name, "solved by", "#! solved by: dance").unwrap();
    assert!(matches!(puzzle.answer(&puzzle.solution), Err(Trouble::NoOrder(..))));
}

#[test]
fn what_a_level_sees_it_always_does() {
    let policies = policies().unwrap();
    for (name, level) in [
        // Nobody defends the camp, and moves to it are offered all the same.
        ("dba-empty-camp", Level::Sergeant),
        ("come-down", Level::Captain),
        // One of the two who meet the Mage goes straight ahead and meets her flank.
        ("mage-alone", Level::Captain),
        // The Spears push the general back when they recoil, and others stand behind him.
        ("dba-room-to-recoil", Level::Captain),
    ] {
        let puzzle = puzzles().into_iter().find(|puzzle| puzzle.name == name).unwrap();
        let lore = Lore::new(&puzzle.battle);
        for seed in 1..=5 {
            let mut captain = level.captain(Style::Usual, &lore, policies, (seed, 1), Stop::default());
            let answer = puzzle.ask(&mut *captain, seed).unwrap();
            assert!(puzzle.is_solved_by(&answer), "{name}, {seed}: {:?}", answer.orders);
        }
    }
}
