//! What a button of the editor asks for: a short word with the key of its line, such as `more:3` or
//! `fix:over-budget:-:0a1b…`.

use super::keys::Keys;
use crate::army::draft::{Draft, Kind, Line};
use crate::army::fits::{How, ally_to_add, command_for, line_to_add};
use crate::army::problem::{Fix, Problem};
use crate::army::swap::alternatives;
use crate::army::{Catalogue, Edit, Mark, check};
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
    /// Keep what was typed on top of the state with this number, which came from elsewhere.
    Over(i64),
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
        "over" => return parts.next()?.parse().ok().filter(|number| *number > 0).map(Op::Over),
        "add" => return add(parts.next()?, &parts.collect::<Vec<_>>(), draft, catalogue).map(Op::Change),
        "allies" => return allies(parts.next()?, catalogue).map(Op::Change),
        "fix" => return fix(value, parts.count(), draft, keys, catalogue),
        _ => {}
    }
    let at = keys.at(parts.next()?.parse().ok()?)?;
    let line = draft.lines.get(at)?;
    let name = draft.called(line, 2);
    let these = draft.called(line, line.count);
    let change = match word {
        // There is one general; more of the same are ordinary elements.
        "more" if line.general => {
            let more = Line { count: 1, general: false, label: String::new(), ..line.clone() };
            Change::one(Edit::Add(more), format!("one more of {name}"))
        }
        "more" => Change::one(Edit::Count(at, line.count.saturating_add(1)), format!("one more of {name}")),
        "less" => Change::one(Edit::Remove(at, 1), format!("one less of {name}")),
        "drop" => Change::one(Edit::Drop(at), format!("removed {these}")),
        "copy" => Change::one(Edit::Duplicate(at), format!("duplicated {these}")),
        "up" => Change::one(Edit::Up(at), format!("moved {these} up")),
        "swap" => swap(parts.next()?, draft, at, catalogue)?,
        "down" => Change::one(Edit::Down(at), format!("moved {these} down")),
        _ => mark(Mark::read(word)?, draft, at, line),
    };
    Some(Op::Change(change))
}

/// `swap:3:Cv`: elements of another type of the same entry of the list, or in another grade. None if that is not offered.
fn swap(code: &str, draft: &Draft, at: usize, catalogue: &Catalogue) -> Option<Change> {
    let Kind::Known(id) = Draft::read_kind(draft.ruleset, code).kind else { return None };
    let list = catalogue.list_of(draft);
    let found = alternatives(draft, list.as_deref(), at).into_iter().find(|swap| swap.troop == id)?;
    let line = draft.lines.get(at)?;
    let troop = draft.ruleset.troop(id);
    let action = format!("{} in the place of {}", troop.called(found.count), draft.called(line, found.count));
    Some(Change { edits: found.edits, action })
}

/// `fast:3`: sets a mark that the line does not have, takes it away where it does.
fn mark(mark: Mark, draft: &Draft, at: usize, line: &Line) -> Change {
    let name = draft.called(line, line.count);
    match (mark, line.has(mark)) {
        (Mark::General, true) => Change::one(Edit::NotGeneral(at), format!("{name}: no longer general")),
        (Mark::General, false) => Change::one(Edit::General(at), format!("{}: general", draft.called(line, 1))),
        (_, true) => Change::one(Edit::Mark(at, mark, false), format!("{name}: no longer {}", mark.said())),
        (_, false) => Change::one(Edit::Mark(at, mark, true), format!("{name}: {}", mark.said())),
    }
}

/// `add:Bd` as the type usually is (D3H2-FAST-11), `add:Bd:fast`, `add:Sk:plain`, each with `:ally` from the army's ally.
/// What the army's list has as the general alone is added as the general.
fn add(code: &str, marks: &[&str], draft: &Draft, catalogue: &Catalogue) -> Option<Change> {
    let read = Draft::read_kind(draft.ruleset, code);
    let Kind::Known(id) = read.kind else { return None };
    let rule = draft.ruleset.troop(id).fast.is;
    let (marks, allied) = match marks {
        [rest @ .., "ally"] => (rest, true),
        marks => (marks, false),
    };
    let graded = draft.ruleset.troop(id).graded.is_some();
    let how = |fast| How { fast, regular: false };
    let how = match marks {
        [] => how(rule == FastRule::Usual),
        ["fast"] if rule.is_choice() => how(true),
        ["plain"] if rule.is_choice() => how(false),
        ["regular"] if graded => How { fast: false, regular: true },
        _ => return None,
    };
    let fitting = if allied {
        catalogue.ally_of(draft).and_then(|ally| ally_to_add(draft, ally, id, how))
    } else {
        line_to_add(draft, catalogue.list_of(draft).as_deref(), id, how)
    };
    let fitting = fitting.filter(|_| read == Line::new(Kind::Known(id)));
    let line = fitting.unwrap_or(Line { fast: how.fast, regular: how.regular, ally: allied, ..read });
    let line = Line { command: command_for(draft, allied), ..line };
    let leads = if line.general { " as general" } else { "" };
    let from = if line.ally { " as ally" } else { "" };
    let action = format!("added {}{leads}{from}", draft.called(&line, 1));
    Some(Change::one(Edit::Add(line), action))
}

/// `allies:d3h2/olympians`.
fn allies(id: &str, catalogue: &Catalogue) -> Option<Change> {
    let ally = catalogue.get(id)?;
    Some(Change::one(Edit::Allies(Some(ally.id.clone())), format!("allies from {}", ally.name)))
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
