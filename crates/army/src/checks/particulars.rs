//! The properties of an army besides its elements: home terrain, aggression, camp.

use crate::context::Context;
use crate::draft::LineType;
use crate::edit::Edit;
use crate::fault::Fault;
use crate::problem::{Fix, Problem};
use crate::remedy::Remedy;

/// The fix of choosing a home terrain.
pub(super) fn choice(name: &str, id: &str) -> Fix {
    Fix::new(Remedy::HomeTerrain(name.to_owned()), Edit::HomeTerrain(Some(id.to_owned())))
}

/// The home terrain has been chosen and is one of those in the rules (D3H2-LIST-26, TERR-01).
pub(super) fn home_terrain(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let ruleset = cx.draft.ruleset;
    let rule = ruleset.home_terrain_rule.as_ref();
    let listed = cx.list.map(|list| list.home_terrains.as_slice()).unwrap_or_default();
    let offered =
        ruleset.home_terrains.iter().filter(|terrain| listed.is_empty() || listed.iter().any(|id| **id == *terrain.id));
    let names = || offered.clone().map(|terrain| terrain.name.to_string()).collect();
    let choose = |fault: Fault| {
        let choices = offered.clone().map(|terrain| choice(&terrain.name, &terrain.id));
        choices.fold(Problem::new(fault, rule), Problem::offer)
    };
    match cx.draft.home_terrain.clone() {
        Some(id) if ruleset.home_terrain(&id).is_some() => {}
        Some(word) if ruleset.home_terrains.is_empty() => {
            let fix = Fix::new(Remedy::NoHomeTerrain, Edit::HomeTerrain(None));
            out.push(Problem::new(Fault::NoHomeTerrains { word }, rule).offer(fix));
        }
        Some(word) => out.push(choose(Fault::HomeTerrainUnknown { word, offered: names() })),
        None if ruleset.home_terrains.is_empty() => {}
        None => out.push(choose(Fault::HomeTerrainUnset { offered: names() })),
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
    let fix = Fix::new(Remedy::Aggression(nearest), Edit::Aggression(nearest));
    out.push(Problem::new(Fault::AggressionRange { factor }, Some(&range.rule)).offer(fix));
}

/// An army has a camp unless enough War Wagons make one (D3H2-LIST-23, LIST-24).
pub(super) fn camp(cx: &Context<'_>, out: &mut Vec<Problem>) {
    let (Some(camp), false) = (&cx.draft.ruleset.army.camp, cx.draft.camp) else { return };
    let is_exempt = camp.exempt.is_some_and(|(id, from)| {
        let own = |line: &&crate::ElementLine| line.line_type == LineType::Known(id);
        cx.draft.lines.iter().filter(own).map(|line| line.elements()).fold(0, i64::saturating_add) >= from
    });
    if !is_exempt {
        let fix = Fix::new(Remedy::Camp, Edit::Camp(true));
        out.push(Problem::new(Fault::CampMissing, Some(&camp.rule)).offer(fix));
    }
}
