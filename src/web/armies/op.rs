//! What a button of the editor asks for: a short word with the key of its line, such as `more:3` or
//! `fix:over-budget:-:0a1b…`.

use super::keys::Keys;
use crate::army::draft::{Draft, Kind, Line};
use crate::army::fits::line_to_add;
use crate::army::problem::{Fix, Problem};
use crate::army::{Catalogue, Edit, check};
use crate::rules::troop::FastRule;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// Keep what was typed.
    Save,
    /// One step back.
    Undo,
    /// One step forward again.
    Redo,
    /// Keep what was typed and show the printed roster of it.
    Pdf,
    /// Make these changes.
    Change(Change),
}

/// Changes with the words under which they stand in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub edits: Vec<Edit>,
    pub action: String,
}

impl Change {
    fn one(edit: Edit, action: impl Into<String>) -> Self {
        Self { edits: vec![edit], action: action.into() }
    }

    /// The army after the changes.
    pub(super) fn on(&self, draft: &Draft) -> Draft {
        let mut changed = draft.clone();
        for edit in &self.edits {
            changed.apply(edit);
        }
        changed
    }
}

/// How a button says "apply this fix": the problem's code, the key of its line or `-`, and the name of the very changes.
/// Two problems may share code and line, so the place of the fix among others would not tell them apart.
pub(super) fn fix_value(problem: &Problem, keys: &Keys, fix: &Fix) -> String {
    let line = problem.element.map_or_else(|| "-".to_owned(), |line| keys.of(line).to_string());
    format!("fix:{}:{line}:{}", problem.code, fix.digest())
}

/// Reads a button's value for this army; none if it makes no sense. A fix whose problem is gone changes nothing.
pub(super) fn read(value: &str, draft: &Draft, keys: &Keys, catalogue: &Catalogue) -> Option<Op> {
    let mut parts = value.split(':');
    let word = parts.next()?;
    match word {
        "save" => return Some(Op::Save),
        "undo" => return Some(Op::Undo),
        "redo" => return Some(Op::Redo),
        "pdf" => return Some(Op::Pdf),
        "add" => return add(parts.next()?, parts.next(), draft, catalogue).map(Op::Change),
        "fix" => return fix(value, parts.count(), draft, keys, catalogue),
        _ => {}
    }
    let at = keys.at(parts.next()?.parse().ok()?)?;
    let line = draft.lines.get(at)?;
    let name = draft.called(line, 2);
    let these = draft.called(line, line.count);
    let toggled =
        |on: bool, mark: &str| if on { format!("{these}: no longer {mark}") } else { format!("{these}: {mark}") };
    let change = match word {
        "more" => Change::one(Edit::Count(at, line.count.saturating_add(1)), format!("one more of {name}")),
        "less" => Change::one(Edit::Remove(at, 1), format!("one less of {name}")),
        "drop" => Change::one(Edit::Drop(at), format!("removed {these}")),
        "copy" => Change::one(Edit::Duplicate(at), format!("duplicated {these}")),
        "up" => Change::one(Edit::Up(at), format!("moved {these} up")),
        "down" => Change::one(Edit::Down(at), format!("moved {these} down")),
        "fast" => Change::one(Edit::Fast(at, !line.fast), toggled(line.fast, "Fast")),
        "ally" => Change::one(Edit::Ally(at, !line.ally), toggled(line.ally, "allied")),
        "water" => Change::one(Edit::Water(at, !line.water), toggled(line.water, "of the water")),
        "tower" => Change::one(Edit::SiegeTower(at, !line.siege_tower), toggled(line.siege_tower, "siege tower")),
        "mounted" => Change::one(Edit::Mounted(at, !line.mounted), toggled(line.mounted, "mounted")),
        "general" if line.general => Change::one(Edit::NotGeneral(at), format!("{these}: no longer general")),
        "general" => Change::one(Edit::General(at), format!("{}: general", draft.called(line, 1))),
        _ => return None,
    };
    Some(Op::Change(change))
}

/// `add:Bd`, `add:Bd:fast`. What the army's list has as the general alone is added as the general.
fn add(code: &str, fast: Option<&str>, draft: &Draft, catalogue: &Catalogue) -> Option<Change> {
    let read = Draft::read_kind(draft.ruleset, code);
    let Kind::Known(id) = read.kind else { return None };
    let rule = draft.ruleset.troop(id).fast.is;
    let fast = match fast {
        None => false,
        Some("fast") if rule.is_choice() => true,
        Some(_) => return None,
    };
    let fast = fast && rule != FastRule::Always;
    let list = catalogue.list_of(draft);
    let fitting = line_to_add(draft, list, id, fast).filter(|_| read == Line::new(Kind::Known(id)));
    let line = fitting.unwrap_or(Line { fast, ..read });
    let leads = if line.general { " as general" } else { "" };
    let action = format!("added {}{leads}", draft.called(&line, 1));
    Some(Change::one(Edit::Add(line), action))
}

/// The fix whose button has this value; a button without a name of changes is none of ours.
fn fix(value: &str, parts: usize, draft: &Draft, keys: &Keys, catalogue: &Catalogue) -> Option<Op> {
    if parts != 3 {
        return None;
    }
    let report = check(draft, catalogue);
    let offered = report.problems.iter().flat_map(|problem| problem.fixes.iter().map(move |fix| (problem, fix)));
    let pressed = offered.into_iter().find(|(problem, fix)| fix_value(problem, keys, fix) == value);
    let Some((_, fix)) = pressed else { return Some(Op::Save) };
    Some(Op::Change(Change { edits: fix.edits.clone(), action: fix.label.clone() }))
}
