//! Changes that might make an army legal at an event. They are only proposed here, and tried by
//! [`check`](super::check).

use musterfield_army::draft::ElementName;
use musterfield_army::{ArmyList, Edit, ElementLine, Fix, LineType, Mark, Remedy};
use musterfield_problems::Scope;
use musterfield_rules::troop::FastRule;
use musterfield_rules::{Points, Troop, TroopId};

use super::context::Context;
use super::document::Count;
use super::limit::Limit;
use super::{AllowedLists, NamedList};

/// The largest number of changes that are worth trying for one problem.
const TRIED: usize = 12;

/// Proposes the size of the event.
pub(super) fn size(cx: &Context<'_>) -> Vec<Fix> {
    let points = cx.rules.points;
    let fix = Fix::new(Remedy::Play(points), Edit::Points(points));
    if cx.scope == Scope::Proposals { vec![fix] } else { Vec::new() }
}

/// Proposes each home terrain of the event.
pub(super) fn home_terrain(cx: &Context<'_>) -> Vec<Fix> {
    if cx.scope == Scope::Problems {
        return Vec::new();
    }
    let names = cx.rules.terrain_names();
    let terrains = cx.rules.home_terrains.iter().zip(names);
    let fix = |(id, name): (&String, &str)| {
        Fix::new(Remedy::HomeTerrain(name.to_owned()), Edit::HomeTerrain(Some(id.clone())))
    };
    terrains.map(fix).collect()
}

/// Proposes the lists of the event that have all types of the army.
pub(super) fn list(cx: &Context<'_>) -> Vec<Fix> {
    // The player's own list takes precedence over any other, and no fix removes it.
    if cx.scope == Scope::Problems || cx.draft.own_list.is_some() {
        return Vec::new();
    }
    let has_all = |list: &&ArmyList| {
        cx.draft.lines.iter().all(|line| match line.line_type {
            LineType::Known(id) => line.ally || list.has(id),
            LineType::Unknown(_) => true,
        })
    };
    let named: Vec<&ArmyList> = match &cx.rules.lists {
        AllowedLists::Named(lists) => lists.iter().filter_map(|list| cx.catalogue.get(&list.id)).collect(),
        _ => cx.catalogue.of_ruleset(&cx.rules.ruleset.id),
    };
    let fix = |list: &ArmyList| Fix::new(Remedy::PickFrom(list.name.clone()), Edit::List(Some(list.id.clone())));
    named.into_iter().filter(has_all).map(fix).take(TRIED).collect()
}

/// Proposes the event's allies, or none.
pub(super) fn allies(cx: &Context<'_>) -> Vec<Fix> {
    if cx.scope == Scope::Problems {
        return Vec::new();
    }
    let mut fixes = Vec::new();
    if let AllowedLists::Named(lists) = &cx.rules.allies {
        let fix =
            |list: &NamedList| Fix::new(Remedy::AlliesFrom(list.name.clone()), Edit::Allies(Some(list.id.clone())));
        fixes.extend(lists.iter().map(fix).take(TRIED));
    }
    let allied = || cx.draft.lines.iter().enumerate().filter(|(_, line)| line.ally).map(|(at, _)| at);
    let nobody = [Edit::Allies(None), Edit::SecondAlly(None)];
    let own = allied().map(|at| Edit::Mark(at, Mark::Ally, false)).chain(nobody.clone()).collect();
    // From the last on, so that the positions of the others stay the same.
    let drop = allied().collect::<Vec<_>>().into_iter().rev().map(Edit::Drop).chain(nobody).collect();
    fixes.push(Fix::of(Remedy::OwnAllies, own));
    fixes.push(Fix::of(Remedy::RemoveAllies, drop));
    fixes
}

/// Proposes the army without the elements of a line, or without the property to which the limit applies.
pub(super) fn without(cx: &Context<'_>, limit: &Limit, at: usize, line: &ElementLine) -> Vec<Fix> {
    if cx.scope == Scope::Problems {
        return Vec::new();
    }
    let mut fixes = Vec::new();
    let otherwise = |mark: Mark, on: bool| {
        let mut other = line.clone();
        other.set(mark, on);
        let helps = line.has(mark) != on && !limit.counts(cx.draft, &other);
        helps.then(|| Fix::new(Remedy::Mark(mark, on), Edit::Mark(at, mark, on)))
    };
    if cx.draft.troop(line).is_some_and(|troop| troop.fast.value.is_choice()) {
        fixes.extend([false, true].into_iter().filter_map(|on| otherwise(Mark::Fast, on)));
    }
    fixes.extend([Mark::Mounted, Mark::Water, Mark::Tower].into_iter().filter_map(|mark| otherwise(mark, false)));
    fixes.push(Fix::new(Remedy::RemoveAll { count: line.count, name: ElementName::of(line) }, Edit::Drop(at)));
    fixes
}

/// The number of elements of this weight that reach an amount; none where no number does.
fn elements_for(amount: Points, weight: Points) -> Option<i64> {
    if weight <= Points::ZERO {
        return None;
    }
    let whole = i64::try_from(amount.steps(weight)).ok()?;
    Some(if amount.is_multiple_of(weight) { whole } else { whole.saturating_add(1) })
}

/// Proposes fewer of the elements that a limit counts: from one line, the lightest first, or from as many lines as
/// necessary.
pub(super) fn fewer(cx: &Context<'_>, limit: &Limit, over: Points) -> Vec<Fix> {
    if cx.scope == Scope::Problems {
        return Vec::new();
    }
    let counted_lines = cx.draft.lines.iter().enumerate().filter(|(_, line)| limit.counts(cx.draft, line));
    let mut lines: Vec<(usize, &ElementLine, Points, i64)> = counted_lines
        .filter_map(|(at, line)| {
            let weight = limit.weight(cx.draft, line);
            Some((at, line, weight, elements_for(over, weight)?)).filter(|_| line.elements() > 0)
        })
        .collect();
    lines.sort_by_key(|(at, line, weight, _)| (line.general, *weight, std::cmp::Reverse(*at)));
    let one_line = lines.iter().filter(|(_, line, _, needed)| *needed <= line.elements());
    let mut fixes: Vec<Fix> = one_line
        .map(|(at, line, _, needed)| {
            let remedy = Remedy::Remove { count: *needed, name: ElementName::of(line), worth: None };
            Fix::new(remedy, Edit::Remove(*at, *needed))
        })
        .take(TRIED)
        .collect();
    if fixes.is_empty() {
        let (mut gone, mut elements, mut edits) = (Points::ZERO, 0_i64, Vec::new());
        for (at, line, weight, _) in lines {
            let Some(needed) = elements_for(over.saturating_sub(gone), weight).filter(|needed| *needed > 0) else {
                continue;
            };
            let taken = needed.min(line.elements());
            gone += weight * taken;
            elements = elements.saturating_add(taken);
            edits.push((at, Edit::Remove(at, taken)));
        }
        // From the last line up, so that a removed line does not shift those still to come.
        edits.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        let edits: Vec<Edit> = edits.into_iter().map(|(_, edit)| edit).collect();
        if !edits.is_empty() {
            fixes.push(Fix::of(Remedy::RemoveElements { count: elements, worth: None }, edits));
        }
    }
    fixes
}

/// Proposes more of the elements that a limit counts: all the missing ones of one type, or one of it as a beginning;
/// the cheapest types first.
pub(super) fn more(cx: &Context<'_>, limit: &Limit, missing: Points) -> Vec<Fix> {
    if cx.scope == Scope::Problems {
        return Vec::new();
    }
    let list = cx.catalogue.list_of(cx.draft);
    let here = |id: TroopId| list.as_ref().is_none_or(|list| list.has(id));
    let able = cx.rules.ruleset.troops().filter(|(id, troop)| here(*id) && troop.no_army.is_none());
    let mut lines: Vec<(ElementLine, Points)> = able
        .filter_map(|(id, troop)| {
            let line = ways(id, troop).into_iter().find(|line| limit.counts(cx.draft, line))?;
            let price = troop.printed_price(line.regular)?;
            Some((line, price))
        })
        .collect();
    lines.sort_by_key(|(_, price)| *price);
    lines.truncate(TRIED);
    let weight = |price: Points| if limit.count == Count::Elements { Points::ONE } else { price };
    let add = |line: &ElementLine, count: i64| {
        let remedy = Remedy::Add { count, name: ElementName::of(line), general: false };
        Fix::new(remedy, Edit::Add(ElementLine { count, ..line.clone() }))
    };
    let all = lines.iter().filter_map(|(line, price)| Some(add(line, elements_for(missing, weight(*price))?)));
    let beginning = lines.iter().map(|(line, _)| add(line, 1));
    all.chain(beginning).take(2 * TRIED).collect()
}

/// One element of a type in each form in which it can be taken, the plainest first.
fn ways(id: TroopId, troop: &Troop) -> Vec<ElementLine> {
    let regular = troop.printed_price(false).is_none();
    let plain =
        ElementLine { regular, fast: troop.fast.value == FastRule::Usual, ..ElementLine::new(LineType::Known(id)) };
    let mut ways = vec![plain.clone()];
    if troop.fast.value.is_choice() {
        ways.push(ElementLine { fast: !plain.fast, ..plain.clone() });
    }
    for mark in [Mark::Mounted, Mark::Water, Mark::Tower] {
        if mark.permission_rule(troop).is_some() {
            let mut marked = plain.clone();
            marked.set(mark, true);
            ways.push(marked);
        }
    }
    ways
}
