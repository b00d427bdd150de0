//! `names.toml`: the names of troop types in other languages, for all rulesets.

use std::collections::BTreeMap;

use musterfield_rule_files::NamesFile;

use super::data_file::{DataFile, LoadError};
use crate::reference::Reference;
use crate::ruleset::Ruleset;

/// The path of the file.
const PATH: &str = "rulesets/names.toml";

/// Adds the names to the spellings of every ruleset that has one of the types; rulesets can do without them.
pub(super) fn add(
    files: &BTreeMap<String, String>,
    rulesets: &mut [Ruleset],
    reference: &Reference,
    errors: &mut Vec<LoadError>,
) {
    let Some(text) = files.get(PATH) else { return };
    let mut source = DataFile::new(PATH.to_owned(), text, reference, errors);
    let Some(file) = source.parse::<NamesFile>() else { return };
    for entry in &file.name {
        let mut known = false;
        for ruleset in rulesets.iter_mut() {
            let Some(spelling) = entry.of.iter().find_map(|name| ruleset.spellings.read(name.get_ref())) else {
                continue;
            };
            known = true;
            for word in [&entry.de, &entry.fr, &entry.es, &entry.it, &entry.pl].into_iter().flatten() {
                if !ruleset.spellings.add_foreign(word.get_ref(), spelling) {
                    let message = format!("`{}` already means another type in {}", word.get_ref(), ruleset.name);
                    source.report(&word.span(), message);
                }
            }
        }
        if let (false, Some(name)) = (known || rulesets.is_empty(), entry.of.first()) {
            source.report(&name.span(), format!("no ruleset has a type called `{}`", name.get_ref()));
        }
    }
}
