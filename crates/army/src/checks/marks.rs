//! The marks of elements.

use musterfield_rules::TroopId;

use crate::context::Context;
use crate::draft::ElementLine;
use crate::edit::Edit;
use crate::fault::Fault;
use crate::mark::Mark;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// Some types can never be Fast (D3H2-FAST-03, FAST-07, FAST-08), mounted infantry of these types included (FAST-13).
pub(super) fn fast(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let riding = cx.draft.ruleset.army.mounted_infantry.as_ref().map(|riding| &riding.fast_movement.rule);
    for (at, line, id, troop) in cx.known() {
        if troop.fast.value.allows(line.fast) {
            continue;
        }
        let rule = riding.filter(|_| line.mounted && troop.rides.is_some()).unwrap_or(&troop.fast.rule);
        let problem = Problem::new(Fault::NeverFast { troop: id }, Some(rule));
        out.push(problem.at(at).offer(remark(at, Mark::Fast, false)));
    }
}

/// Only Lurkers may be for the water (D3H2-TYPE-09).
pub(super) fn water(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Water);
}

/// Only War Wagons serve as siege towers (D3H2-MOVE-18).
pub(super) fn siege_tower(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Tower);
}

/// The fix of giving elements a mark, or taking it from them.
pub(super) fn remark(at: usize, mark: Mark, on: bool) -> Fix {
    Fix::new(Remedy::Mark(mark, on), Edit::Mark(at, mark, on))
}

/// A mark that only some types can carry.
fn only_some(cx: &Context<'_>, out: &mut Vec<Problem>, mark: Mark) {
    for (at, _, id, troop) in cx.known().filter(|(_, line, ..)| line.has(mark)) {
        if mark.permission_rule(troop).is_some() {
            continue;
        }
        let able = cx.draft.ruleset.troops().find_map(|(other, entry)| Some((other, mark.permission_rule(entry)?)));
        let fault = Fault::MarkNotAllowed { mark, troop: id, able: able.map(|(other, _)| other) };
        out.push(Problem::new(fault, able.map(|(_, rule)| rule)).at(at).offer(remark(at, mark, false)));
    }
}

/// Infantry may ride to battle where the list or the opponent allows it (D3H2-TYPE-15).
pub(super) fn mounted(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.mounted) {
        let problem = match &ruleset.army.mounted_infantry {
            None => Problem::new(Fault::NoMountedInfantry, ruleset.no_mounted_infantry.as_ref()),
            Some(_) if troop.rides.is_none() => Problem::new(Fault::CannotRide { troop: id }, None),
            Some(_) if permitted(cx, line, id) => continue,
            Some(riding) => Problem::new(Fault::RidingUnlisted { troop: id }, Some(&riding.rule)),
        };
        out.push(problem.at(at).offer(remark(at, Mark::Mounted, false)));
    }
}

/// Mounted deploy on foot where their list allows it (DBA3-LIST-08, LIST-09).
pub(super) fn dismounted(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, _) in cx.known().filter(|(_, line, ..)| line.dismounted) {
        let source = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
        if source.is_some_and(|list| list.dismounts(id).is_some()) {
            continue;
        }
        let fault = Fault::DismountNotAllowed { troop: id, list: source.map(|list| list.name.clone()) };
        out.push(Problem::new(fault, None).at(at).offer(remark(at, Mark::Dismounted, false)));
    }
}

/// Whether the list that the elements come from allows them to ride.
fn permitted(cx: &Context<'_>, line: &ElementLine, id: TroopId) -> bool {
    let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
    list.is_some_and(|list| list.permits_mounted(id))
}
