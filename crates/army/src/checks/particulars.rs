//! The properties of an army besides its elements: home terrain, aggression, camp.

use crate::check::Context;
use crate::draft::LineType;
use crate::edit::Edit;
use crate::problem::{Code, Fix, Problem};

/// The home terrain has been chosen and is one of those in the rules (D3H2-LIST-26, TERR-01).
pub(super) fn home_terrain(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    let rule = ruleset.home_terrain_rule.as_ref();
    let listed = cx.list.map(|list| list.home_terrains.as_slice()).unwrap_or_default();
    let offered =
        ruleset.home_terrains.iter().filter(|terrain| listed.is_empty() || listed.iter().any(|id| **id == *terrain.id));
    let choose = |mut problem: Problem| {
        let names: Vec<&str> = offered.clone().map(|terrain| &*terrain.name).collect();
        problem.fixes = offered
            .clone()
            .map(|terrain| Fix::new(terrain.name.to_string(), Edit::HomeTerrain(Some(terrain.id.to_string()))))
            .collect();
        problem.advise(format!("Choose one of: {}.", names.join(", ")))
    };
    match &cx.draft.home_terrain {
        Some(id) if ruleset.home_terrains.iter().any(|terrain| *terrain.id == **id) => {}
        Some(word) if ruleset.home_terrains.is_empty() => {
            let message = format!("{} gives armies no home terrain, and this one has “{word}”.", ruleset.name);
            out.push(
                Problem::new(Code::HomeTerrainUnknown, rule, message)
                    .advise("Take it away.")
                    .offer(Fix::new("Take it away", Edit::HomeTerrain(None))),
            );
        }
        Some(word) => {
            let message = format!("“{word}” is no home terrain of {}.", ruleset.name);
            out.push(choose(Problem::new(Code::HomeTerrainUnknown, rule, message)));
        }
        None if ruleset.home_terrains.is_empty() => {}
        None => {
            let message = "No home terrain is chosen yet. It decides the battlefield if this army defends.";
            out.push(choose(Problem::new(Code::HomeTerrainUnset, rule, message)));
        }
    }
}

/// The aggression factor is one that exists (D3H2-LIST-25).
pub(super) fn aggression(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let Some(range) = &cx.draft.ruleset.army.aggression else { return };
    let factor = cx.draft.aggression;
    if (range.least..=range.most).contains(&factor) {
        return;
    }
    let nearest = factor.clamp(range.least, range.most);
    out.push(
        Problem::new(
            Code::AggressionRange,
            Some(&range.rule),
            format!("Aggression {factor} does not exist: it goes from {} to {}.", range.least, range.most),
        )
        .advise("Choose a factor in this range.")
        .offer(Fix::new(format!("Make it {nearest}"), Edit::Aggression(nearest))),
    );
}

/// An army has a camp unless enough War Wagons make one (D3H2-LIST-23, LIST-24).
pub(super) fn camp(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(camp), false) = (&cx.draft.ruleset.army.camp, cx.draft.camp) else { return };
    let exempt = camp.exempt.map(|(id, from)| {
        let own = |line: &&crate::ElementLine| line.line_type == LineType::Known(id);
        let count: i64 = cx.draft.lines.iter().filter(own).map(|line| line.elements()).fold(0, i64::saturating_add);
        (count >= from, from, cx.draft.ruleset.troop(id).name_for(2))
    });
    let message = match exempt {
        Some((true, ..)) => return,
        Some((false, from, name)) => format!("The army needs a camp: only {from} or more {name} do without one."),
        None => "The army needs a camp.".to_owned(),
    };
    out.push(
        Problem::new(Code::CampMissing, Some(&camp.rule), message)
            .advise("Bring a camp. A defender whose Stronghold is on the table may leave it off at set-up.")
            .offer(Fix::new("Bring a camp", Edit::Camp(true))),
    );
}
