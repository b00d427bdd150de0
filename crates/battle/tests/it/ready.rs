//! The built-in ready armies; the benches use this module too.

use std::path::Path;

use musterfield_army::{Draft, file};
use musterfield_rules::book;

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
