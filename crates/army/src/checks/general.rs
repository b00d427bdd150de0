//! The general.

use musterfield_rules::combat::Fighter;
use musterfield_rules::troop::{FastRule, GeneralRule, Troop};
use musterfield_rules::{Points, TroopId};

use super::points::with_enough;
use crate::context::Context;
use crate::draft::{ElementLine, ElementName, LineType};
use crate::edit::Edit;
use crate::fault::Fault;
use crate::list::{ListPermission, TakenAs};
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The largest number of changes that are worth trying for one problem.
const TRIED: usize = 8;

/// Exactly one element is the general (D3H2-LIST-07).
pub(super) fn one_general(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.commands.is_some() || cx.draft.is_divided() {
        return;
    }
    let rule = Some(&cx.draft.ruleset.army.general_rule);
    let generals: Vec<usize> =
        cx.draft.lines.iter().enumerate().filter(|(_, line)| line.general).map(|(at, _)| at).collect();
    match generals.as_slice() {
        [] => {
            let mut problem = Problem::new(Fault::NoGeneral, rule);
            problem.fixes = candidates(cx).into_iter().take(TRIED).collect();
            if problem.fixes.is_empty() {
                problem.fixes = new_generals(cx);
            }
            problem.last_resort = new_generals(cx).iter().find_map(|fix| with_enough(cx, fix));
            out.push(problem);
        }
        [_] => {}
        [_, second, ..] => {
            let elements = cx.draft.lines.iter().filter(|line| line.general).map(ElementLine::elements);
            let elements = elements.fold(0, i64::saturating_add);
            let able = cx.known().filter(|(_, line, id, troop)| line.general && may_lead(cx, line, *id, troop));
            let kept = able.map(|(at, line, ..)| keep(at, &generals, line));
            let problem = Problem::new(Fault::SeveralGenerals { elements }, rule);
            out.push(kept.fold(problem.at(*second), Problem::offer));
        }
    }
}

/// Keeps one general and makes the others ordinary.
pub(super) fn keep(keep: usize, generals: &[usize], line: &ElementLine) -> Fix {
    let edits = generals.iter().filter(|at| **at != keep).map(|at| Edit::NotGeneral(*at)).collect();
    Fix::of(Remedy::KeepGeneral(ElementName::of(line)), edits)
}

/// Makes an element of a line the general, of the army or of a command.
pub(super) fn promote(at: usize, line: &ElementLine, command: Option<u8>) -> Fix {
    Fix::new(Remedy::MakeGeneral { name: ElementName::of(line), command }, Edit::General(at))
}

/// Makes a general an ordinary element.
pub(super) fn demote(at: usize, line: &ElementLine) -> Fix {
    Fix::new(Remedy::MakeOrdinary(ElementName::of(line)), Edit::NotGeneral(at))
}

/// Gods, Dragons and Lurkers never lead, nor do allies (D3H2-LIST-08, LIST-09); some types rarely do (LIST-10,
/// LIST-11).
pub(super) fn who_may_lead(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.general) {
        let barred = |fault, rule| barred_general(cx, at, line, Problem::new(fault, rule));
        if line.ally && cx.commands.is_none() && !cx.draft.is_divided() {
            out.push(barred(Fault::AlliedGeneral, cx.draft.ruleset.army.ally_general_rule.as_ref()));
        } else if let GeneralRule::Never { rule, .. } = &troop.general {
            out.push(barred(Fault::NeverLeads { troop: id }, Some(rule)));
        } else if !list_lets_lead(cx, line, id) {
            let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
            let list = list.map(|list| list.name.clone()).unwrap_or_default();
            out.push(barred(Fault::GeneralNotInList { list, troop: id }, None));
        } else if let GeneralRule::Unusual { rule, .. } = &troop.general {
            out.push(Problem::new(Fault::RarelyLeads { troop: id }, Some(rule)).at(at));
        }
    }
}

fn barred_general(cx: &Context<'_>, at: usize, line: &ElementLine, problem: Problem) -> Problem {
    let mut problem = problem.at(at);
    let led_well =
        cx.known().any(|(other, line, id, troop)| other != at && line.general && may_lead(cx, line, id, troop));
    if led_well {
        return problem.offer(demote(at, line));
    }
    problem.fixes = candidates(cx).into_iter().take(TRIED).collect();
    if problem.fixes.is_empty() {
        for mut fix in new_generals(cx) {
            fix.edits.insert(0, Edit::NotGeneral(at));
            problem.fixes.push(fix);
        }
    }
    problem
}

/// A Command Post exists for a commander (D3H2-LIST-13).
pub(super) fn command_post(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let made_for_it_leads = cx.known().any(|(_, line, _, troop)| line.general && troop.only_general.is_some());
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| !line.general) {
        let Some(rule) = &troop.only_general else { continue };
        let problem = Problem::new(Fault::CommandPostWithoutGeneral { troop: id }, Some(rule)).at(at);
        let could_lead = !line.ally && line.count == 1 && !made_for_it_leads;
        out.push(could_lead.then(|| promote(at, line, None)).into_iter().fold(problem, Problem::offer));
    }
}

/// Whether the army list, if there is one, allows an element of this line to lead. Elements that it would not accept
/// even as ordinary ones are reported as such.
fn list_lets_lead(cx: &Context<'_>, line: &ElementLine, id: TroopId) -> bool {
    // An ally leads a command of its own, by its own list.
    let Some(list) = (if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list }) else { return true };
    let taken = TakenAs::by(cx.draft, line);
    list.takes(id, TakenAs { general: true, ..taken }) || !list.takes(id, TakenAs { general: false, ..taken })
}

fn may_lead(cx: &Context<'_>, line: &ElementLine, id: TroopId, troop: &Troop) -> bool {
    !line.ally
        && line.elements() > 0
        && !matches!(troop.general, GeneralRule::Never { .. })
        && list_lets_lead(cx, line, id)
}

/// Elements that could be the general, the most suitable first: types made for it, those without a warning, the
/// dearest.
fn candidates(cx: &Context<'_>) -> Vec<Fix> {
    let mut lines: Vec<_> =
        cx.known().filter(|(_, line, id, troop)| !line.general && may_lead(cx, line, *id, troop)).collect();
    lines.sort_by_key(|(at, _, _, troop)| {
        (troop.only_general.is_none(), troop.general != GeneralRule::May, std::cmp::Reverse(troop.price()), *at)
    });
    lines.into_iter().map(|(at, line, ..)| promote(at, line, None)).collect()
}

/// Adds elements.
pub(super) fn add(line: ElementLine) -> Fix {
    let remedy = Remedy::Add { count: line.count, name: ElementName::of(&line), general: line.general };
    Fix::new(remedy, Edit::Add(line))
}

/// New elements to lead where none of the present ones can: types made for it, and the first type of each class
/// (without a list, not of the first class); those that are still affordable come first.
fn new_generals(cx: &Context<'_>) -> Vec<Fix> {
    let ruleset = cx.draft.ruleset;
    let (left, costly_left) = (cx.figures.unspent(), cx.figures.costly_cap.saturating_sub(cx.figures.costly));
    let mut able: Vec<_> = ruleset
        .troops()
        .filter(|(id, troop)| ruleset.may_lead(*id) && troop.cost.is_some() && list_offers(cx, *id))
        .collect();
    able.sort_by_key(|(id, troop)| {
        let fits = troop.price() <= left && (!troop.costly || troop.price() <= costly_left);
        let unusual = troop.general != GeneralRule::May;
        let dear = if fits { Points::ZERO } else { troop.price() };
        let graded = ruleset.grade(*id).is_some_and(|grade| !grade.usual);
        // Most generals are neither aerial nor supernatural.
        let labelled = ruleset.labels.iter().any(|label| label.of.has(Fighter::from(*id), false));
        (!fits, dear, unusual, labelled, graded, troop.only_general.is_some(), *id)
    });
    let mut classes = Vec::new();
    let mut fixes = Vec::new();
    for (id, troop) in able {
        let made_for_it = troop.only_general.is_some();
        let is_aerial = || ruleset.classes().get(troop.class.value.index()).is_some_and(|class| &*class.id == "aerial");
        if !made_for_it && (classes.contains(&troop.class.value) || (cx.list.is_none() && is_aerial())) {
            continue;
        }
        if !made_for_it {
            classes.push(troop.class.value);
        }
        let (fast, mounted) = marks_as_general(cx, id);
        let line = ElementLine { general: true, fast, mounted, ..ElementLine::new(LineType::Known(id)) };
        fixes.push(add(line));
    }
    fixes.truncate(TRIED);
    fixes
}

fn list_offers(cx: &Context<'_>, id: TroopId) -> bool {
    cx.list.is_none_or(|list| list.options.iter().any(|option| option.has(id) && option.takes_general(true)))
}

/// Whether a new general of this type is Fast and rides, according to the list.
fn marks_as_general(cx: &Context<'_>, id: TroopId) -> (bool, bool) {
    let ruleset = cx.draft.ruleset;
    let usual = ruleset.troop(id).fast.value == FastRule::Usual;
    let Some(list) = cx.list else { return (usual, false) };
    let option = list.options.iter().find(|option| option.has(id) && option.takes_general(true));
    option.map_or((usual, false), |option| {
        (option.usually_fast(ruleset, id), option.rides_of(id) == ListPermission::Must)
    })
}
