//! The built-in ready armies; the benches and the fuzz targets use this module too.

use std::path::Path;

use musterfield_army::{Draft, ElementLine, file};
use musterfield_rules::{Points, book};

/// Every ready army of D3H2, in the order of their file names.
pub(crate) fn ready() -> Vec<Draft> {
    ready_for("d3h2")
}

/// Every ready army of a ruleset, in the order of their file names.
pub(crate) fn ready_for(ruleset: &str) -> Vec<Draft> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lists").join(ruleset).join("armies");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(".army.json"));
    files.sort();
    let read = |path| file::from_json(&std::fs::read_to_string(path).unwrap(), book().unwrap()).unwrap();
    files.iter().map(read).collect()
}

/// The ready armies of DBA 3.0 for usual battles, of twelve elements.
pub(crate) fn usual_dba3() -> Vec<Draft> {
    ready_for("dba3").into_iter().filter(|army| count(army) == 12).collect()
}

/// The ready Big Battle armies of DBA 3.0, and some that are made of usual ones.
pub(crate) fn big_dba3() -> Vec<Draft> {
    let ready = ready_for("dba3");
    let big = ready.iter().filter(|army| count(army) == 36).cloned();
    let small = ready.iter().filter(|army| count(army) == 12).step_by(4).map(threefold);
    big.chain(small).collect()
}

/// The elements of an army.
pub(crate) fn count(army: &Draft) -> i64 {
    army.lines.iter().map(ElementLine::elements).sum()
}

/// A Big Battle army of three commands, each of which is like a usual army.
fn threefold(army: &Draft) -> Draft {
    let of = |command| army.lines.iter().map(move |line| ElementLine { command, ally: false, ..line.clone() });
    Draft { points: Points::ONE * 36, lines: (1..=3).flat_map(of).collect(), ..army.clone() }
}
