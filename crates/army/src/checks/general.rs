//! The general.

use musterfield_rules::troop::{FastRule, GeneralRule, Troop};
use musterfield_rules::{Points, TroopId};

use super::commands::is_divided;
use super::points::with_enough;
use crate::check::Context;
use crate::draft::{ElementLine, LineType};
use crate::edit::Edit;
use crate::list::{ListPermission, TakenAs};
use crate::problem::{Code, Fix, Problem};

/// The most changes that are worth trying for one problem.
const TRIED: usize = 8;

/// Exactly one element is the general (D3H2-LIST-07).
pub(super) fn one_general(cx: &Context<'_>, out: &mut Vec<Problem>) {
    if cx.commands.is_some() || is_divided(cx.draft) {
        return;
    }
    let rule = Some(&cx.draft.ruleset.army.general_rule);
    let generals: Vec<usize> =
        cx.draft.lines.iter().enumerate().filter(|(_, line)| line.general).map(|(at, _)| at).collect();
    match generals.as_slice() {
        [] => {
            let free = if cx.draft.ruleset.army.graded.other_costs.is_none() { " It costs nothing extra." } else { "" };
            let mut problem = Problem::new(Code::NoGeneral, rule, format!("No element is the general.{free}"));
            problem.fixes = candidates(cx).into_iter().take(TRIED).collect();
            if problem.fixes.is_empty() {
                problem.fixes = new_generals(cx);
            }
            problem.last_resort = new_generals(cx).iter().find_map(|fix| with_enough(cx, fix));
            out.push(problem.advise("Mark one element of the army as its general."));
        }
        [_] => {}
        [_, second, ..] => {
            let elements = cx.draft.lines.iter().filter(|line| line.general).map(ElementLine::elements);
            let elements = elements.fold(0, i64::saturating_add);
            let message = format!("{elements} elements are marked as general; an army has one.");
            let mut problem = Problem::new(Code::SeveralGenerals, rule, message);
            for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.general) {
                if may_lead(cx, line, id, troop) {
                    problem = problem.offer(keep(cx, at, &generals, line));
                }
            }
            out.push(problem.at(*second).advise("Choose the one who leads."));
        }
    }
}

/// Keeps one general and makes the others ordinary.
fn keep(cx: &Context<'_>, keep: usize, generals: &[usize], line: &ElementLine) -> Fix {
    let edits = generals.iter().filter(|at| **at != keep).map(|at| Edit::NotGeneral(*at)).collect();
    Fix { label: format!("Keep the {} as general", cx.draft.line_name(line, 1)), edits }
}

/// Gods, Dragons and Lurkers never lead, nor do allies (D3H2-LIST-08, LIST-09); some types rarely do (LIST-10,
/// LIST-11).
pub(super) fn who_may_lead(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.general) {
        let name = troop.name_for(2);
        let barred = if line.ally && cx.commands.is_none() && !is_divided(cx.draft) {
            let rule = cx.draft.ruleset.army.ally_general_rule.as_ref();
            Some((rule, "An allied element cannot be the general.".to_owned()))
        } else if let GeneralRule::Never { because, rule } = &troop.general {
            Some((Some(rule), format!("{name} cannot be the general: the type {because}.")))
        } else {
            None
        };
        if let Some((rule, message)) = barred {
            out.push(barred_general(cx, at, Problem::new(Code::GeneralNotAllowed, rule, message)));
        } else if !list_lets_lead(cx, line, id) {
            let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
            let list = list.map_or("", |list| &list.name);
            let message = format!("In the list {list} the general is not among the {name}.");
            out.push(barred_general(cx, at, Problem::new(Code::GeneralNotAllowed, None, message)));
        } else if let GeneralRule::Unusual { because, rule } = &troop.general {
            let message = format!("A general among the {name} is unusual: the type {because}.");
            out.push(
                Problem::new(Code::GeneralUnusual, Some(rule), message)
                    .at(at)
                    .advise("Allowed; an organiser may see it otherwise."),
            );
        }
    }
}

fn barred_general(cx: &Context<'_>, at: usize, problem: Problem) -> Problem {
    let mut problem = problem.at(at).advise("Let another element be the general.");
    let led_well =
        cx.known().any(|(other, line, id, troop)| other != at && line.general && may_lead(cx, line, id, troop));
    if led_well {
        let name = cx.draft.lines.get(at).map(|line| cx.draft.line_name(line, line.count)).unwrap_or_default();
        return problem.offer(Fix::new(format!("Make the {name} ordinary"), Edit::NotGeneral(at)));
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
    for (at, line, _, troop) in cx.known().filter(|(_, line, ..)| !line.general) {
        let Some(rule) = &troop.only_general else { continue };
        let message = format!("A {} without the general is unusual.", troop.singular);
        let mut problem = Problem::new(Code::CommandPostNotGeneral, Some(rule), message)
            .at(at)
            .advise("Allowed; it is meant for the commander.");
        if !line.ally && line.count == 1 && !made_for_it_leads {
            problem = problem.offer(Fix::new(format!("Make the {} the general", troop.singular), Edit::General(at)));
        }
        out.push(problem);
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
    lines
        .into_iter()
        .map(|(at, line, ..)| {
            Fix::new(format!("Make the {} the general", cx.draft.line_name(line, 1)), Edit::General(at))
        })
        .collect()
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
        (!fits, dear, unusual, troop.only_general.is_some(), *id)
    });
    let mut classes = Vec::new();
    let mut fixes = Vec::new();
    for (id, troop) in able {
        let made_for_it = troop.only_general.is_some();
        if !made_for_it
            && (classes.contains(&troop.class.value) || (troop.class.value.index() == 0 && cx.list.is_none()))
        {
            continue;
        }
        if !made_for_it {
            classes.push(troop.class.value);
        }
        let (fast, mounted) = marks_as_general(cx, id);
        let line = ElementLine { general: true, fast, mounted, ..ElementLine::new(LineType::Known(id)) };
        fixes.push(Fix::new(format!("Add 1 {} as general", troop.singular), Edit::Add(line)));
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
