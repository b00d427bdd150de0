//! The differences between two versions of a player's entry.

use musterfield_army::Draft;
use musterfield_army::write::element;

/// A line that is in one version and not in the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Whether the later version added it; otherwise it was removed.
    pub added: bool,
    /// The line in words.
    pub text: String,
}

/// The changes from some armies to others, in order of the armies: heads first, then elements. Empty if their
/// contents are the same, regardless of the order of their lines.
#[must_use]
pub fn differences(before: &[Draft], after: &[Draft]) -> Vec<Difference> {
    let longest = before.len().max(after.len());
    (0..longest).flat_map(|at| between(before.get(at), after.get(at))).collect()
}

fn between(before: Option<&Draft>, after: Option<&Draft>) -> Vec<Difference> {
    let lines = |draft: Option<&Draft>| draft.map(contents).unwrap_or_default();
    let (old, new) = (lines(before), lines(after));
    let only = |these: &[String], those: &[String], added: bool| -> Vec<Difference> {
        let mut left = those.to_vec();
        let mut found = Vec::new();
        for line in these {
            match left.iter().position(|other| other == line) {
                Some(at) => drop(left.remove(at)),
                None => found.push(Difference { added, text: line.clone() }),
            }
        }
        found
    };
    let mut all = only(&old, &new, false);
    all.extend(only(&new, &old, true));
    all
}

/// The contents of an army, line by line.
fn contents(draft: &Draft) -> Vec<String> {
    let mut lines = vec![
        format!("Name: {}", draft.title()),
        format!("Rules: {}", draft.ruleset.name),
        format!("Size: {}", draft.ruleset.counts().of(draft.points)),
    ];
    lines.extend(draft.home_terrain.as_ref().map(|home| format!("Home terrain: {home}")));
    lines.extend(draft.list.as_ref().map(|list| format!("List: {list}")));
    lines.extend(draft.own_list.as_ref().map(|list| format!("List of its own: {list}")));
    lines.extend([&draft.allies, &draft.second_ally].into_iter().flatten().map(|list| format!("Allies from: {list}")));
    lines.push(format!("Aggression: {}", draft.aggression));
    lines.push(format!("Camp: {}", if draft.camp { "yes" } else { "none" }));
    if !draft.notes.is_empty() {
        lines.push(format!("Notes: {}", draft.notes));
    }
    lines.extend(draft.lines.iter().map(|line| element(draft, line)));
    lines
}
