//! The check: every problem of a draft at once, and the army's totals.

use std::borrow::Cow;

use musterfield_rules::ruleset::{BreakPoint, Commands, SizeUnit};
use musterfield_rules::troop::Troop;
use musterfield_rules::{Points, TroopId};

use super::catalogue::Catalogue;
use super::checks::{self, commands::allied_commands};
use super::code::Code;
use super::draft::{Draft, ElementLine};
use super::edit::Edit;
use super::fault::Fault;
use super::filling::work;
use super::list::ArmyList;
use super::problem::Problem;
use musterfield_problems::{Judge, Scope, Weighing, keep_safe_fixes};

/// The result of checking a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Every problem: those of the army as a whole first, then by line; errors before warnings.
    pub problems: Vec<Problem>,
    /// The totals.
    pub totals: ArmyTotals,
}

impl Report {
    /// Whether the army is legal.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(Problem::is_error)
    }

    /// The problems of one line.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(move |problem| problem.place == Some(line))
    }

    /// The problems of the army as a whole.
    pub fn of_army(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| problem.place.is_none())
    }
}

/// The totals of an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyTotals {
    /// Elements.
    pub elements: i64,
    /// AP agreed.
    pub budget: Points,
    /// AP spent.
    pub spent: Points,
    /// AP spent on costly elements.
    pub costly: Points,
    /// AP that may be spent on costly elements.
    pub costly_cap: Points,
    /// AP spent on allies.
    pub allies: Points,
    /// AP that may be spent on allies.
    pub allies_cap: Points,
    /// Elements and AP by class, in the order of the ruleset's classes.
    pub classes: Vec<(i64, Points)>,
    /// The loss at which the army breaks, where the ruleset says.
    pub break_point: Option<BreakPoint>,
    /// Greatest and smallest move in good going.
    pub moves: Option<(u16, u16)>,
    /// Elements that may hold a Stronghold or a Camp.
    pub garrison: i64,
}

impl ArmyTotals {
    /// Computes the totals of an army.
    pub(super) fn of(draft: &Draft) -> Self {
        let ruleset = draft.ruleset;
        let mut figures = Self {
            elements: 0,
            budget: draft.points,
            spent: Points::ZERO,
            costly: Points::ZERO,
            costly_cap: ruleset.costly_cap(draft.points),
            allies: Points::ZERO,
            allies_cap: ruleset.allies_cap(draft.points),
            classes: vec![(0, Points::ZERO); ruleset.classes().len()],
            break_point: None,
            moves: None,
            garrison: 0,
        };
        for line in &draft.lines {
            let count = line.elements();
            figures.elements = figures.elements.saturating_add(count);
            let Some(troop) = draft.troop(line) else { continue };
            let points = draft.price(line) * count;
            figures.spent += points;
            if troop.costly {
                figures.costly += points;
            }
            if line.ally {
                figures.allies += points;
            }
            if let Some(class) = figures.classes.get_mut(troop.class.value.index()) {
                class.0 = class.0.saturating_add(count);
                class.1 += points;
            }
            if troop.garrison.walls && !line.ally {
                figures.garrison = figures.garrison.saturating_add(count);
            }
            if let (Some(good), true) = (good_move(draft, line, troop), count > 0) {
                let (fastest, slowest) = figures.moves.unwrap_or((good, good));
                figures.moves = Some((fastest.max(good), slowest.min(good)));
            }
        }
        figures.spent += draft.other_costs;
        figures.break_point = ruleset.break_point(draft.points, figures.elements);
        figures
    }

    /// AP left; zero when overspent.
    #[must_use]
    pub fn unspent(&self) -> Points {
        self.budget.saturating_sub(self.spent)
    }
}

/// Shared data of all checks of one draft.
pub(super) struct Context<'a> {
    pub draft: &'a Draft,
    pub catalogue: &'a Catalogue,
    /// The army list it is picked from, unmodified, if it names a known one.
    pub source: Option<Cow<'a, ArmyList>>,
    /// That list as it applies to an army of this size with these allies.
    pub list: Option<&'a ArmyList>,
    /// The commands of an army of this size, if it is divided into commands.
    pub commands: Option<&'a Commands>,
    pub figures: ArmyTotals,
    pub proposals: Proposals,
}

/// The range of fixes that the checks look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposals {
    /// Only fixes that follow from the problem itself.
    Near,
    /// Also fixes that take some searching.
    Far,
}

impl<'a> Context<'a> {
    /// Lines of known types with their position, id and type.
    pub(super) fn known(&self) -> impl Iterator<Item = (usize, &'a ElementLine, TroopId, &'static Troop)> {
        let draft = self.draft;
        draft.lines.iter().enumerate().filter_map(move |(at, line)| {
            let super::draft::LineType::Known(id) = line.line_type else { return None };
            Some((at, line, id, draft.ruleset.troop(id)))
        })
    }

    /// The list of the ally whose contingent forms the command.
    pub(super) fn ally_of_command(&self, command: u8) -> Option<&'a ArmyList> {
        let place = allied_commands(self.draft).position(|allied| allied == command)?;
        if place == 0 { self.catalogue.ally_of(self.draft) } else { self.catalogue.second_ally_of(self.draft) }
    }

    /// Whether the agreed AP make sense, so that spending can be compared with them.
    pub(super) fn has_budget(&self) -> bool {
        let budget = &self.draft.ruleset.army.budget;
        let points = self.draft.points;
        if budget.counts == SizeUnit::Elements {
            return self.draft.ruleset.size(points).is_some();
        }
        points.is_multiple_of(budget.step) && points >= budget.least && points <= budget.most
    }
}

/// The largest number of lines in all copies that are tried for fixes: an absurdly long army gets fewer of them, so
/// that its check stays quick.
const MOST_LINES: usize = 4_000;
/// The limit on the work of filling the list, over all copies together: an absurdly rich list gets fewer of them too.
const MOST_WORK: usize = 1_000_000;

/// The rules of the game, as the judge of fixes.
struct ByTheRules<'a> {
    catalogue: &'a Catalogue,
}

impl Judge for ByTheRules<'_> {
    type Subject = Draft;
    type Fault = Fault;
    type Kind = Code;

    fn judge(&self, draft: &Draft, scope: Scope) -> Vec<Problem> {
        let proposals = if scope == Scope::Proposals { Proposals::Far } else { Proposals::Near };
        found(draft, self.catalogue, proposals).problems
    }

    fn apply(&self, draft: &mut Draft, edit: &Edit) -> bool {
        draft.apply(edit)
    }

    fn kind(&self, problem: &Problem) -> Code {
        problem.code()
    }

    fn weighing(&self, _: &Problem) -> Weighing {
        Weighing::Each
    }

    fn is_choice(&self, edit: &Edit) -> bool {
        edit.is_choice()
    }

    fn trusts_choices(&self) -> bool {
        true
    }
}

/// Checks a draft: every problem at once with fixes, and the totals.
#[must_use]
pub fn check(draft: &Draft, catalogue: &Catalogue) -> Report {
    let mut report = found(draft, catalogue, Proposals::Far);
    let filling = catalogue.source_of(draft).map_or(0, |list| work(draft, &list));
    let trials = [(MOST_LINES, draft.lines.len()), (MOST_WORK, filling)];
    let trials = trials.into_iter().filter_map(|(most, each)| most.checked_div(each)).min().unwrap_or(usize::MAX);
    keep_safe_fixes(&ByTheRules { catalogue }, draft, &mut report.problems, trials);
    report
}

/// Checks a draft without searching for fixes: far less work where an army is illegal, for callers that check many.
#[must_use]
pub fn check_without_fixes(draft: &Draft, catalogue: &Catalogue) -> Report {
    let mut report = found(draft, catalogue, Proposals::Near);
    for problem in &mut report.problems {
        problem.fixes.clear();
        problem.last_resort = None;
    }
    report
}

/// The findings of the checks, with fixes that have not been tried yet.
fn found(draft: &Draft, catalogue: &Catalogue, proposals: Proposals) -> Report {
    let source = catalogue.source_of(draft);
    let list = source.clone().map(|list| ArmyList::fitted(list, draft));
    let commands = draft.ruleset.commands(draft.points);
    let context = Context {
        draft,
        catalogue,
        source,
        list: list.as_deref(),
        commands,
        figures: ArmyTotals::of(draft),
        proposals,
    };
    let mut problems = Vec::new();
    for check in checks::ALL {
        check(&context, &mut problems);
    }
    // The sort is stable: among equals the order of the checks is preserved.
    problems.sort_by_key(|problem| (problem.place.map_or(0, |line| line + 1), problem.severity));
    Report { problems, totals: context.figures }
}

/// The move of a line's elements in good going.
fn good_move(draft: &Draft, line: &ElementLine, troop: &Troop) -> Option<u16> {
    moves(draft, line, troop).good
}

/// The moves of a line's elements: as mounted infantry where they ride, otherwise by type and Fast.
#[must_use]
pub fn moves(draft: &Draft, line: &ElementLine, troop: &Troop) -> musterfield_rules::troop::Move {
    let fast = troop.fast.value.applies(line.fast);
    match &draft.ruleset.army.mounted_infantry {
        Some(riding) if line.mounted && troop.rides.is_some() => {
            // A type that is always Fast without a Fast move of its own rides at the Fast rate (D3H2-FAST-13).
            if fast { riding.fast_movement.value } else { riding.movement.value }
        }
        _ => troop.moves(fast),
    }
}
