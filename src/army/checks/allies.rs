//! Allied elements.

use super::points::removals;
use crate::army::check::Context;
use crate::army::edit::Edit;
use crate::army::problem::{Code, Fix, Problem};

/// Allies cost so many AP at most, whatever the size of the army (D3H2-LIST-14, LIST-17).
pub(super) fn cap(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let figures = &cx.figures;
    if figures.allies <= figures.allies_cap {
        return;
    }
    let over = figures.allies - figures.allies_cap;
    let message = format!("Allies cost {} AP; {} AP may be spent on them.", figures.allies, figures.allies_cap);
    let mut problem = Problem::new(Code::AllyCap, Some(&cx.draft.ruleset.army.allies.rule), message);
    problem.fixes =
        removals(cx, over, |line| if line.ally { cx.draft.price(line) } else { crate::rules::Points::ZERO });
    out.push(problem.advise(format!("Take out allies worth {over} AP or more.")));
}

/// Allies come from one army that has a name (D3H2-LIST-14).
pub(super) fn named(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let rule = Some(&cx.draft.ruleset.army.allies.named_rule);
    match &cx.draft.allies {
        None => {
            if !cx.draft.lines.iter().any(|line| line.ally) {
                return;
            }
            let message = "The army has allied elements but does not say whose.";
            let mut problem =
                Problem::new(Code::AllyUnnamed, rule, message).advise("Name the army the allies come from.");
            for id in cx.list.iter().flat_map(|list| &list.allies).take(3) {
                let name = cx.catalogue.get(id).map_or(id.as_str(), |list| &list.name);
                problem = problem.offer(Fix::new(format!("They come from {name}"), Edit::Allies(Some(id.clone()))));
            }
            out.push(problem);
        }
        Some(id) if cx.catalogue.get(id).is_none() => {
            let message = format!("No army list “{id}” is known here, so the allies cannot be held against it.");
            out.push(
                Problem::new(Code::ListUnknown, rule, message)
                    .advise("Choose a known list, or leave the field empty if the players agree on the allies.")
                    .offer(Fix::new("Leave the allies unnamed", Edit::Allies(None))),
            );
        }
        Some(_) => {}
    }
}

/// The army's list offers the ally, and the ally has the elements (D3H2-LIST-14).
pub(super) fn allowed(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let rule = Some(&cx.draft.ruleset.army.allies.named_rule);
    let has_allies = cx.draft.lines.iter().any(|line| line.ally);
    if let (Some(list), Some(id), true) = (cx.list, &cx.draft.allies, has_allies)
        && !list.allies.contains(id)
    {
        let name = cx.catalogue.get(id).map_or(id.as_str(), |ally| &ally.name);
        let mut problem = Problem::new(
            Code::AllyNotAllowed,
            rule,
            format!("The list {} does not name {name} as an ally.", list.name),
        )
        .advise("Choose an ally that the list names, or no allies.");
        for other in list.allies.iter().take(3) {
            let name = cx.catalogue.get(other).map_or(other.as_str(), |ally| &ally.name);
            problem = problem.offer(Fix::new(format!("Take allies from {name}"), Edit::Allies(Some(other.clone()))));
        }
        out.push(problem);
    }
    if let (Some(list), true) = (cx.list, has_allies)
        && list.allies.is_empty()
        && cx.draft.allies.is_none()
    {
        let message = format!("The list {} names no allies.", list.name);
        out.push(
            Problem::new(Code::AllyNotAllowed, rule, message)
                .advise("Make the allied elements your own or remove them."),
        );
    }
    let Some(ally) = cx.draft.allies.as_deref().and_then(|id| cx.catalogue.get(id)) else { return };
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.ally) {
        if ally.ruleset.id == cx.draft.ruleset.id && ally.lends(id, cx.draft.is_fast(line), line.mounted) {
            continue;
        }
        let name = cx.draft.called(line, 2);
        let message = format!("The list {} has no {name} to lend.", ally.name);
        let mut problem = Problem::new(Code::AllyNotAllowed, rule, message)
            .at(at)
            .advise(format!("Choose elements that {} has.", ally.name));
        if troop.fast.is.is_choice() && ally.lends(id, !line.fast, line.mounted) {
            let label = if line.fast { "Make them not Fast" } else { "Make them Fast" };
            problem = problem.offer(Fix::new(label, Edit::Fast(at, !line.fast)));
        }
        out.push(
            problem
                .offer(Fix::new("Make them your own", Edit::Ally(at, false)))
                .offer(Fix::new(format!("Remove the {name}"), Edit::Drop(at))),
        );
    }
}
