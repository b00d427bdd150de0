//! What an element is marked as.

use crate::army::check::Context;
use crate::army::draft::Line;
use crate::army::edit::Edit;
use crate::army::mark::Mark;
use crate::army::problem::{Code, Fix, Problem};
use crate::rules::TroopId;

/// Some types can never be Fast (D3H2-FAST-03, FAST-07, FAST-08), on horseback neither (FAST-13).
pub(super) fn fast(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let riding = cx.draft.ruleset.army.mounted_infantry.as_ref().map(|riding| &riding.fast_movement.rule);
    for (at, line, _, troop) in cx.known() {
        if troop.fast.is.allows(line.fast) {
            continue;
        }
        let rule = riding.filter(|_| line.mounted && troop.rides.is_some()).unwrap_or(&troop.fast.rule);
        out.push(
            Problem::new(Code::FastNotAllowed, Some(rule), format!("{} can never be Fast.", troop.called(2)))
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new("Make it not Fast", Edit::Mark(at, Mark::Fast, false))),
        );
    }
}

/// Only Lurkers live in the water (D3H2-TYPE-09).
pub(super) fn water(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Water, Code::WaterNotAllowed, ("be for the water", "Keep it on land"));
}

/// Only War Wagons serve as siege towers (D3H2-MOVE-18).
pub(super) fn siege_tower(cx: &Context<'_>, out: &mut Vec<Problem>) {
    only_some(cx, out, Mark::Tower, Code::SiegeTowerNotAllowed, ("be a siege tower", "Make it no siege tower"));
}

/// A mark that only some types can carry: what they can, and what takes it away, in words.
fn only_some(cx: &Context<'_>, out: &mut Vec<Problem>, mark: Mark, code: Code, (what, undo): (&str, &str)) {
    for (at, _, _, troop) in cx.known().filter(|(_, line, ..)| line.has(mark)) {
        if mark.leave(troop).is_some() {
            continue;
        }
        let able = cx.draft.ruleset.troops().find_map(|(_, other)| Some((other, mark.leave(other)?)));
        let (who, rule) = able
            .map_or(("No type".to_owned(), None), |(other, rule)| (format!("Only {}", other.called(2)), Some(rule)));
        out.push(
            Problem::new(code, rule, format!("{who} can {what}, {} cannot.", troop.called(2)))
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
                let message = format!("{} cannot ride as mounted infantry.", troop.called(2));
                Problem::new(Code::MountedNotAllowed, None, message).advise("Take the mark away.")
            }
            Some(_) if permitted(cx, line, id) => continue,
            Some(riding) => {
                let message =
                    format!("{} {} need the leave of the opponent: no list grants it.", riding.prefix, troop.called(2));
                Problem::new(Code::NeedsPermission, Some(&riding.rule), message).advise("Ask before the game.")
            }
        };
        out.push(problem.at(at).offer(on_foot));
    }
}

/// Mounted deploy on foot where their list lets them (DBA3-LIST-08, LIST-09).
pub(super) fn dismounted(cx: &Context<'_>, out: &mut Vec<Problem>) {
    for (at, line, id, troop) in cx.known().filter(|(_, line, ..)| line.dismounted) {
        let source = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
        if source.is_some_and(|list| list.dismounts(id).is_some()) {
            continue;
        }
        let message = match source {
            Some(list) => format!("In the list {} {} do not dismount.", list.name, troop.called(2)),
            None => format!("{} dismount only where an army list lets them.", troop.called(2)),
        };
        out.push(
            Problem::new(Code::DismountNotAllowed, None, message)
                .at(at)
                .advise("Take the mark away.")
                .offer(Fix::new("Let them ride", Edit::Mark(at, Mark::Dismounted, false))),
        );
    }
}

/// Whether the list that the elements come from has them riding.
fn permitted(cx: &Context<'_>, line: &Line, id: TroopId) -> bool {
    let list = if line.ally { cx.catalogue.ally_of(cx.draft) } else { cx.list };
    list.is_some_and(|list| list.permits_riding(id))
}
