//! The marks of elements.

use musterfield_rules::TroopId;

use crate::check::Context;
use crate::draft::ElementLine;
use crate::edit::Edit;
use crate::mark::Mark;
use crate::problem::{Code, Fix, Problem};

/// Some types can never be Fast (D3H2-FAST-03, FAST-07, FAST-08), mounted infantry of these types included (FAST-13).
pub(super) fn fast(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let riding = cx.draft.ruleset.army.mounted_infantry.as_ref().map(|riding| &riding.fast_movement.rule);
    for (at, line, _, troop) in cx.known() {
        if troop.fast.value.allows(line.fast) {
            continue;
        }
        let rule = riding.filter(|_| line.mounted && troop.rides.is_some()).unwrap_or(&troop.fast.rule);
        out.push(
            Problem::new(Code::FastNotAllowed, Some(rule), format!("{} can never be Fast.", troop.name_for(2)))
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new("Make it not Fast", Edit::Mark(at, Mark::Fast, false))),
        );
    }
}

/// Only Lurkers may be for the water (D3H2-TYPE-09).
pub(super) fn water(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Water, Code::WaterNotAllowed, ("be for the water", "Keep it on land"));
}

/// Only War Wagons serve as siege towers (D3H2-MOVE-18).
pub(super) fn siege_tower(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Tower, Code::SiegeTowerNotAllowed, ("be a siege tower", "Make it no siege tower"));
}

/// A mark that only some types can carry: the texts say what they can do, and how to remove the mark.
fn only_some(cx: &Context<'_>, out: &mut Vec<Problem>, mark: Mark, code: Code, (what, undo): (&str, &str)) {
    for (at, _, _, troop) in cx.known().filter(|(_, line, ..)| line.has(mark)) {
        if mark.permission_rule(troop).is_some() {
            continue;
        }
        let able = cx.draft.ruleset.troops().find_map(|(_, other)| Some((other, mark.permission_rule(other)?)));
        let (who, rule) = able
            .map_or(("No type".to_owned(), None), |(other, rule)| (format!("Only {}", other.name_for(2)), Some(rule)));
        out.push(
            Problem::new(code, rule, format!("{who} can {what}, {} cannot.", troop.name_for(2)))
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new(undo, Edit::Mark(at, mark, false))),
        );
    }
}

/// Infantry may ride to battle where the list or the opponent allows it (D3H2-TYPE-15).
pub(super) fn mounted(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.mounted) {
        let on_foot = Fix::new("Let them walk", Edit::Mark(at, Mark::Mounted, false));
        let problem = match &ruleset.army.mounted_infantry {
            None => {
                let message = format!("{} has no mounted infantry.", ruleset.name);
                Problem::new(Code::NotInRuleset, ruleset.no_mounted_infantry.as_ref(), message)
                    .advise("Take the mark away.")
            }
            Some(_) if troop.rides.is_none() => {
                let message = format!("{} cannot ride as mounted infantry.", troop.name_for(2));
                Problem::new(Code::MountedNotAllowed, None, message).advise("Take the mark away.")
            }
            Some(_) if permitted(cx, line, id) => continue,
            Some(riding) => {
                let message = format!(
                    "{} {} need the leave of the opponent: no list grants it.",
                    riding.prefix,
                    troop.name_for(2)
                );
                Problem::new(Code::NeedsPermission, Some(&riding.rule), message).advise("Ask before the game.")
            }
        };
        out.push(problem.at(at).offer(on_foot));
    }
}

/// Mounted deploy on foot where their list allows it (DBA3-LIST-08, LIST-09).
pub(super) fn dismounted(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.dismounted) {
        let source = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
        if source.is_some_and(|list| list.dismounts(id).is_some()) {
            continue;
        }
        let message = match source {
            Some(list) => format!("In the list {} {} do not dismount.", list.name, troop.name_for(2)),
            None => format!("{} dismount only where an army list lets them.", troop.name_for(2)),
        };
        out.push(
            Problem::new(Code::DismountNotAllowed, None, message)
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new("Let them ride", Edit::Mark(at, Mark::Dismounted, false))),
        );
    }
}

/// Whether the list that the elements come from allows them to ride.
fn permitted(cx: &Context<'_>, line: &ElementLine, id: TroopId) -> bool {
    let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
    list.is_some_and(|list| list.permits_mounted(id))
}
