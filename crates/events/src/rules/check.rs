//! The problems of an army at an event, with one small function for each rule.

use std::collections::BTreeSet;

use musterfield_army::draft::ElementName;
use musterfield_army::{self as army, Catalogue, Draft, Edit, Problem, Report};
use musterfield_problems::{Judge, Scope, Weighing, keep_safe_fixes};
use musterfield_rules::Points;

use super::context::Context;
use super::problem::{Code, EventProblem, Fault, of_event, of_game};
use super::{AllowedLists, EventRules, offers, own_list};

/// The event's verdict on an army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The report of the game.
    pub report: Report,
    /// Everything that is wrong at the event: the problems of the report as the event sees them, and the event's own.
    /// Those of the army as a whole come first, then by line; errors before warnings, the game's before the event's.
    pub problems: Vec<EventProblem>,
}

impl Verdict {
    /// Whether the army can be entered.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        !self.problems.iter().any(EventProblem::is_error)
    }

    /// The problems of one line.
    pub fn of_line(&self, line: usize) -> impl Iterator<Item = &EventProblem> {
        self.problems.iter().filter(move |problem| problem.place == Some(line))
    }

    /// The problems of the army as a whole.
    pub fn of_army(&self) -> impl Iterator<Item = &EventProblem> {
        self.problems.iter().filter(|problem| problem.place.is_none())
    }
}

impl EventRules {
    /// Checks an army against the rules of the game and those of the event. An army of another ruleset is not checked
    /// against the rules of the event, which do not apply to it.
    #[must_use]
    pub fn check(&self, draft: &Draft, catalogue: &Catalogue) -> Verdict {
        let report = army::check(draft, catalogue);
        let of_game = report.problems.iter().cloned();
        let mut problems = found(self, draft, catalogue, of_game, Scope::Proposals);
        if self.is_for(draft) {
            keep_sound(self, draft, catalogue, &mut problems);
        }
        Verdict { report, problems }
    }
}

/// Everything that is wrong at the event: the problems of the game, and the event's own.
fn found(
    rules: &EventRules,
    draft: &Draft,
    catalogue: &Catalogue,
    game: impl Iterator<Item = Problem>,
    scope: Scope,
) -> Vec<EventProblem> {
    if !rules.is_for(draft) {
        let mut problems: Vec<EventProblem> = game.map(|problem| of_game(problem, &[])).collect();
        problems.push(of_event(Fault::Ruleset { army: draft.ruleset.name.to_string() }));
        in_order(&mut problems);
        return problems;
    }
    let mut problems: Vec<EventProblem> = game.map(|problem| of_game(problem, &rules.raised)).collect();
    let context = Context { rules, draft, catalogue, scope };
    for check in [size, home_terrain, list, allies, limits] {
        check(&context, &mut problems);
    }
    in_order(&mut problems);
    problems
}

/// Sorts the problems. The sort is stable: among equals, those of the game stay before those of the event.
fn in_order(problems: &mut [EventProblem]) {
    problems.sort_by_key(|problem| (problem.place.map_or(0, |line| line + 1), problem.severity));
}

/// The army has the size of the event.
fn size(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    if cx.rules.points != cx.draft.points {
        let fixes = offers::size(cx);
        out.push(EventProblem { fixes, ..of_event(Fault::Size { size: cx.draft.points }) });
    }
}

/// The home terrain is one of those that the event allows.
fn home_terrain(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let (asked, own) = (&cx.rules.home_terrains, &cx.draft.home_terrain);
    if asked.is_empty() || own.as_ref().is_some_and(|own| asked.contains(own)) {
        return;
    }
    let fixes = offers::home_terrain(cx);
    out.push(EventProblem { fixes, ..of_event(Fault::HomeTerrain { own: own.clone() }) });
}

/// The army is picked from a list that the event accepts.
fn list(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let own = cx.draft.list.as_deref().filter(|_| cx.draft.own_list.is_none());
    let is_accepted = match &cx.rules.lists {
        AllowedLists::Any | AllowedLists::None => true,
        AllowedLists::Listed => {
            let known = own.and_then(|id| cx.catalogue.get(id));
            known.is_some_and(|list| list.ruleset.id == cx.rules.ruleset.id)
        }
        AllowedLists::Named(_) => own.is_some_and(|id| cx.rules.lists.has(id)),
    };
    if !is_accepted && !own_list::has_one_of(&cx.rules.own_lists, cx.draft) {
        out.push(EventProblem { fixes: offers::list(cx), ..of_event(Fault::List) });
    }
}

/// The allies are those that the event accepts. An army that is named as ally but lends no elements does not count.
fn allies(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    let lent: i64 =
        cx.draft.lines.iter().filter(|line| line.ally).map(|line| line.elements()).fold(0, i64::saturating_add);
    let is_accepted = match &cx.rules.allies {
        AllowedLists::Any | AllowedLists::Listed => true,
        AllowedLists::None => false,
        AllowedLists::Named(_) => {
            lenders(cx.draft).iter().all(|lender| lender.is_some_and(|id| cx.rules.allies.has(id)))
        }
    };
    if lent > 0 && !is_accepted {
        let (excess, fixes) = (Points::ONE * lent, offers::allies(cx));
        out.push(EventProblem { excess, fixes, ..of_event(Fault::Allies) });
    }
}

/// The lists that lend the allied elements; none for a contingent whose list is not given.
fn lenders(draft: &Draft) -> Vec<Option<&str>> {
    let lent = draft.lines.iter().filter(|line| line.ally && line.elements() > 0);
    let commands: BTreeSet<u8> = lent.map(|line| line.command).collect();
    let mut lenders = vec![draft.allies.as_deref()];
    if draft.ruleset.commands(draft.points).is_some() && commands.len() > 1 {
        lenders.push(draft.second_ally.as_deref());
    }
    lenders
}

/// The army keeps every limit.
fn limits(cx: &Context<'_>, out: &mut Vec<EventProblem>) {
    for (at, limit) in cx.rules.limits.iter().enumerate() {
        let amount = limit.amount(cx.draft);
        if limit.is_ban() {
            banned(cx, at, out);
        } else if let Some(most) = limit.most.filter(|most| amount > *most) {
            let excess = amount - most;
            let fixes = offers::fewer(cx, limit, excess);
            out.push(EventProblem { excess, fixes, ..of_event(Fault::OverLimit { limit: at, amount }) });
        }
        if let Some(least) = limit.least.filter(|least| amount < *least) {
            let excess = least - amount;
            let fixes = offers::more(cx, limit, excess);
            out.push(EventProblem { excess, fixes, ..of_event(Fault::UnderLimit { limit: at, amount }) });
        }
    }
}

/// Elements that are banned.
fn banned(cx: &Context<'_>, at_limit: usize, out: &mut Vec<EventProblem>) {
    let Some(limit) = cx.rules.limits.get(at_limit) else { return };
    for (at, line) in cx.draft.lines.iter().enumerate().filter(|(_, line)| limit.counts(cx.draft, line)) {
        if line.elements() > 0 {
            let fault = Fault::Banned { limit: at_limit, name: ElementName::of(line) };
            let (excess, fixes) = (Points::ONE * line.elements(), offers::without(cx, limit, at, line));
            out.push(EventProblem { excess, fixes, ..of_event(fault) }.at(at));
        }
    }
}

/// The largest number of lines in all copies that are tried for fixes: an absurdly long army gets fewer of them, so
/// that its check stays quick.
const MOST_LINES: usize = 4_000;

/// The rules of the game and of an event together, as the judge of fixes: one that is sound by the game's rules may
/// break the event's.
struct ByTheEvent<'a> {
    rules: &'a EventRules,
    catalogue: &'a Catalogue,
}

/// Keeps only the fixes that keep their promise at the event.
fn keep_sound(rules: &EventRules, draft: &Draft, catalogue: &Catalogue, problems: &mut [EventProblem]) {
    let trials = MOST_LINES.checked_div(draft.lines.len()).unwrap_or(MOST_LINES);
    keep_safe_fixes(&ByTheEvent { rules, catalogue }, draft, problems, trials);
}

impl Judge for ByTheEvent<'_> {
    type Subject = Draft;
    type Fault = Fault;
    type Kind = (Code, Option<usize>);

    fn judge(&self, draft: &Draft, scope: Scope) -> Vec<EventProblem> {
        let report = match scope {
            Scope::Problems => army::check_without_fixes(draft, self.catalogue),
            Scope::Proposals => army::check(draft, self.catalogue),
        };
        found(self.rules, draft, self.catalogue, report.problems.into_iter(), scope)
    }

    fn apply(&self, draft: &mut Draft, edit: &Edit) -> bool {
        draft.apply(edit)
    }

    fn kind(&self, problem: &EventProblem) -> Self::Kind {
        (problem.code(), problem.fault.limit())
    }

    fn weighing(&self, problem: &EventProblem) -> Weighing {
        // Elements that the event bans weigh by their number, however many lines they are on.
        if problem.fault.is_of_game() { Weighing::Each } else { Weighing::Together }
    }

    fn is_choice(&self, edit: &Edit) -> bool {
        edit.is_choice()
    }

    /// Where something else is wrong as well, choosing what the event does not have would not be a new error, but it
    /// would not lead to a legal entry either.
    fn is_barred(&self, edit: &Edit) -> bool {
        match edit {
            Edit::HomeTerrain(Some(id)) => {
                !self.rules.home_terrains.is_empty() && !self.rules.home_terrains.contains(id)
            }
            Edit::List(Some(id)) => !self.rules.lists.has(id),
            Edit::Allies(Some(id)) | Edit::SecondAlly(Some(id)) => !self.rules.allies.has(id),
            _ => false,
        }
    }
}
