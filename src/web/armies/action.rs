//! The actions of the editor's buttons: a short word with the key of its line, such as `more:3` or
//! `fix:over-budget:-:0a1b…`.

use data_encoding::HEXLOWER;
use musterfield_army::draft::{Draft, ElementLine, LineType};
use musterfield_army::edit::canonical;
use musterfield_army::fits::{ElementOptions, ally_to_add, command_for, line_to_add};
use musterfield_army::problem::{Fix, Problem};
use musterfield_army::swap::alternatives;
use musterfield_army::{Catalogue, Edit, Mark, check};
use musterfield_rules::troop::FastRule;
use musterfield_words::army::label;
use sha2::{Digest as _, Sha256};

use super::fields::UNFIT;
use super::keys::Keys;

/// The action of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ArmyAction {
    /// Save the input.
    Save,
    /// Undo one step.
    Undo,
    /// Redo one step.
    Redo,
    /// Save the input and show the printed roster.
    Print,
    /// Save the input on top of the revision with this number, which came from elsewhere.
    Over(i64),
    /// Save the input and show what does not fit, or hide it.
    ShowUnfit(bool),
    /// Make these changes.
    Change(DraftChange),
}

/// Changes with their description in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DraftChange {
    pub edits: Vec<Edit>,
    pub action: String,
}

impl DraftChange {
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

/// The value of a button for this fix of an army: the problem's code, the key of its line or `-`, and a digest of the
/// edits. Two problems may share code and line, so the position of the fix would not tell them apart.
pub(super) fn fix_value(draft: &Draft, problem: &Problem, keys: &Keys, fix: &Fix) -> String {
    let line = problem.place.map_or_else(|| "-".to_owned(), |line| keys.of(line).to_string());
    let digest = Sha256::digest(canonical(&fix.edits, draft.ruleset));
    // The beginning is enough to tell the fixes of one army apart.
    let digest = HEXLOWER.encode(digest.get(..8).unwrap_or_default());
    format!("fix:{}:{line}:{digest}", problem.code())
}

/// Reads a button's value for this army; `None` if it is invalid. A fix whose problem is gone changes nothing.
pub(super) fn read(value: &str, draft: &Draft, keys: &Keys, catalogue: &Catalogue) -> Option<ArmyAction> {
    let mut parts = value.split(':');
    let word = parts.next()?;
    match word {
        "save" => return Some(ArmyAction::Save),
        "undo" => return Some(ArmyAction::Undo),
        "redo" => return Some(ArmyAction::Redo),
        "print" => return Some(ArmyAction::Print),
        "show" | "hide" => return (parts.next()? == UNFIT).then_some(ArmyAction::ShowUnfit(word == "show")),
        "over" => return parts.next()?.parse().ok().filter(|number| *number > 0).map(ArmyAction::Over),
        "add" => return add(parts.next()?, &parts.collect::<Vec<_>>(), draft, catalogue).map(ArmyAction::Change),
        "allies" => return allies(parts.next()?, catalogue).map(ArmyAction::Change),
        "fix" => return fix(value, parts.count(), draft, keys, catalogue),
        _ => {}
    }
    let at = keys.at(parts.next()?.parse().ok()?)?;
    let line = draft.lines.get(at)?;
    let name = draft.line_name(line, 2);
    let these = draft.line_name(line, line.count);
    let change = match word {
        // There is one general; further elements of the same type are ordinary ones.
        "more" if line.general => {
            let more = ElementLine { count: 1, general: false, label: String::new(), ..line.clone() };
            DraftChange::one(Edit::Add(more), format!("one more of {name}"))
        }
        "more" => DraftChange::one(Edit::Count(at, line.count.saturating_add(1)), format!("one more of {name}")),
        "less" => DraftChange::one(Edit::Remove(at, 1), format!("one fewer of {name}")),
        "drop" => DraftChange::one(Edit::Drop(at), format!("removed {these}")),
        "copy" => DraftChange::one(Edit::Duplicate(at), format!("duplicated {these}")),
        "up" => DraftChange::one(Edit::Up(at), format!("moved {these} up")),
        "swap" => swap(parts.next()?, draft, at, catalogue)?,
        "down" => DraftChange::one(Edit::Down(at), format!("moved {these} down")),
        _ => mark(Mark::read(word)?, draft, at, line),
    };
    Some(ArmyAction::Change(change))
}

/// `swap:3:Cv`: changes elements to another type of the same option of the list, or to another grade. `None` if that is
/// not offered.
fn swap(code: &str, draft: &Draft, at: usize, catalogue: &Catalogue) -> Option<DraftChange> {
    let LineType::Known(id) = Draft::read_kind(draft.ruleset, code).line_type else { return None };
    let list = catalogue.list_of(draft);
    let found = alternatives(draft, list.as_deref(), at).into_iter().find(|swap| swap.troop == id)?;
    let line = draft.lines.get(at)?;
    let troop = draft.ruleset.troop(id);
    let action = format!("replaced {1} with {0}", troop.name_for(found.count), draft.line_name(line, found.count));
    Some(DraftChange { edits: found.edits, action })
}

/// `fast:3`: sets a mark that the line does not have, or removes one that it has.
fn mark(mark: Mark, draft: &Draft, at: usize, line: &ElementLine) -> DraftChange {
    let name = draft.line_name(line, line.count);
    match (mark, line.has(mark)) {
        (Mark::General, true) => DraftChange::one(Edit::NotGeneral(at), format!("{name}: no longer general")),
        (Mark::General, false) => DraftChange::one(Edit::General(at), format!("{}: general", draft.line_name(line, 1))),
        (_, true) => DraftChange::one(Edit::Mark(at, mark, false), format!("{name}: no longer {}", mark.adjective())),
        (_, false) => DraftChange::one(Edit::Mark(at, mark, true), format!("{name}: {}", mark.adjective())),
    }
}

/// `add:Bd` adds the type as it usually is (D3H2-FAST-11), `add:Bd:fast`, `add:Sk:plain`, each with `:ally` from the
/// army's ally. A type that the army's list has only as the general is added as the general.
fn add(code: &str, marks: &[&str], draft: &Draft, catalogue: &Catalogue) -> Option<DraftChange> {
    let read = Draft::read_kind(draft.ruleset, code);
    let LineType::Known(id) = read.line_type else { return None };
    let rule = draft.ruleset.troop(id).fast.value;
    let (marks, allied) = match marks {
        [rest @ .., "ally"] => (rest, true),
        marks => (marks, false),
    };
    let graded = draft.ruleset.troop(id).graded.is_some();
    let how = |fast| ElementOptions { fast, regular: false };
    let how = match marks {
        [] => how(rule == FastRule::Usual),
        ["fast"] if rule.is_choice() => how(true),
        ["plain"] if rule.is_choice() => how(false),
        ["regular"] if graded => ElementOptions { fast: false, regular: true },
        _ => return None,
    };
    let fitting = if allied {
        catalogue.ally_of(draft).and_then(|ally| ally_to_add(draft, ally, id, how))
    } else {
        line_to_add(draft, catalogue.list_of(draft).as_deref(), id, how)
    };
    let fitting = fitting.filter(|_| read == ElementLine::new(LineType::Known(id)));
    let line = fitting.unwrap_or(ElementLine { fast: how.fast, regular: how.regular, ally: allied, ..read });
    let line = ElementLine { command: command_for(draft, allied), ..line };
    let leads = if line.general { " as general" } else { "" };
    let from = if line.ally { " as ally" } else { "" };
    let action = format!("added {}{leads}{from}", draft.line_name(&line, 1));
    Some(DraftChange::one(Edit::Add(line), action))
}

/// `allies:d3h2/olympians`.
fn allies(id: &str, catalogue: &Catalogue) -> Option<DraftChange> {
    let ally = catalogue.get(id)?;
    Some(DraftChange::one(Edit::Allies(Some(ally.id.clone())), format!("allies from {}", ally.name)))
}

/// The fix whose button has this value; a button without a name of its changes is not one of ours.
fn fix(value: &str, parts: usize, draft: &Draft, keys: &Keys, catalogue: &Catalogue) -> Option<ArmyAction> {
    if parts != 3 {
        return None;
    }
    let report = check(draft, catalogue);
    let offered = report.problems.iter().flat_map(|problem| problem.fixes.iter().map(move |fix| (problem, fix)));
    let pressed = offered.into_iter().find(|(problem, fix)| fix_value(draft, problem, keys, fix) == value);
    let Some((_, fix)) = pressed else { return Some(ArmyAction::Save) };
    Some(ArmyAction::Change(DraftChange { edits: fix.edits.clone(), action: label(fix, draft.ruleset) }))
}
