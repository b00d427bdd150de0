//! The clauses that battles count.

use std::collections::BTreeSet;

use super::{files, is_word};

/// The words that follow a phrase in a text.
fn after(text: &str, phrase: &str) -> BTreeSet<String> {
    let words = text.split(phrase).skip(1).map(|rest| rest.split(|c| !is_word(c)).next().unwrap_or_default());
    words.map(str::to_owned).collect()
}

#[test]
fn every_rule_that_battles_count_is_on_their_list() {
    let (mut counted, mut named) = (BTreeSet::new(), BTreeSet::new());
    for file in files("crates/battle/src", ".rs").into_iter().filter(|file| !file.path.contains("/tests")) {
        let of_cost = if file.path.ends_with("command.rs") { after(&file.text, "Clause::") } else { BTreeSet::new() };
        // A long call has its argument on the next line.
        let text = file.text.split_whitespace().collect::<Vec<_>>().join(" ").replace("used( Clause", "used(Clause");
        counted.extend(after(&text, "used(Clause::"));
        named.extend(of_cost.clone());
        counted.extend(of_cost);
        if text.contains("report.used(") || text.contains("::used(") {
            named.extend(after(&text, "Clause::"));
        }
    }
    let listed: BTreeSet<String> =
        musterfield_battle::report::COUNTED.iter().map(|clause| format!("{clause:?}")).collect();
    let unlisted: Vec<_> = counted.difference(&listed).collect();
    assert!(unlisted.is_empty(), "used, but not counted: {unlisted:?}");
    // A clause that depends on something is named before it is used.
    let unused: Vec<_> = listed.difference(&named).collect();
    assert!(unused.is_empty(), "counted, but never used: {unused:?}");
}
