//! What makes an army legal, and the home terrains.

use toml::Spanned;

use crate::rules::points::Points;
use crate::rules::reference::RuleId;
use crate::rules::ruleset::{
    Aggression, Allies, ArmyRules, Budget, Camp, Class, Defeat, HalfCap, HomeTerrain, MountedInfantry,
};
use crate::rules::source::terrain::TerrainFile;
use crate::rules::source::{ArmyFile, CampEntry, GeneralWord, HalfCapEntry};
use crate::rules::troop::{ClassId, GeneralRule};

use super::Desk;
use super::troops::{Table, base, movement};

pub(super) fn home_terrains(desk: &mut Desk<'_>, file: &TerrainFile) -> (Vec<HomeTerrain>, RuleId) {
    let rule = desk.rule(&file.rule);
    let terrains = file
        .home_terrain
        .iter()
        .map(|entry| HomeTerrain {
            id: entry.id.as_str().into(),
            name: entry.name.as_str().into(),
            rule: desk.rule(&entry.rule),
        })
        .collect();
    (terrains, rule)
}

fn class_id(desk: &mut Desk<'_>, classes: &[Class], name: &Spanned<String>) -> Option<ClassId> {
    let at = classes.iter().position(|class| *class.id == **name.get_ref()).and_then(|at| u8::try_from(at).ok());
    if at.is_none() {
        desk.refuse(&name.span(), format!("there is no class `{}`", name.get_ref()));
    }
    at.map(ClassId)
}

/// The army rules, and the table with what they say of single types.
pub(super) fn rules(desk: &mut Desk<'_>, file: &ArmyFile, classes: &[Class], mut table: Table) -> (ArmyRules, Table) {
    cites_for_readers(desk, file);
    sense(desk, file);
    costly(file.half_cap.as_ref(), &mut table);
    generals(desk, file, &mut table);
    garrison(desk, file, classes, &mut table);
    let camp = file.camp.as_ref().map(|camp| camp_rules(desk, camp, &table));
    let mounted_infantry = file.mounted_infantry.as_ref().map(|foot| MountedInfantry {
        prefix: foot.prefix.as_str().into(),
        movement: movement(desk, &foot.movement),
        fast_movement: movement(desk, &foot.fast_move),
        base: base(desk, &foot.base, None),
        rule: desk.rule(&foot.rule),
    });
    let budget = &file.budget;
    let rules = ArmyRules {
        budget: Budget {
            usual: budget.usual,
            least: budget.least,
            most: budget.most,
            step: *budget.step.get_ref(),
            unspent_from: budget.unspent_from,
            rule: desk.rule(&budget.rule),
            step_rule: desk.rule(&budget.step_rule),
        },
        half_cap: file.half_cap.as_ref().map(|cap| HalfCap {
            costs: cap.costs.clone(),
            share: *cap.share.get_ref(),
            rule: desk.rule(&cap.rule),
        }),
        allies: file.allies.as_ref().map(|allies| Allies {
            most: allies.most,
            rule: desk.rule(&allies.rule),
            named_rule: desk.rule(&allies.named),
        }),
        general_rule: desk.rule(&file.general.rule),
        ally_general_rule: desk.rule(&file.general.ally),
        aggression: Aggression {
            least: file.aggression.least,
            most: file.aggression.most,
            usual: file.aggression.usual,
            rule: desk.rule(&file.aggression.rule),
        },
        camp,
        mounted_infantry,
        defeat: Defeat {
            lost: *file.defeat.lost.get_ref(),
            at_budget: file.defeat.at_budget,
            general_extra: file.defeat.general_extra,
            camp: file.defeat.camp,
            stronghold: file.defeat.stronghold,
            rule: desk.rule(&file.defeat.rule),
        },
    };
    (rules, table)
}

/// Rule ids that stand in the data for its reader: they must exist like all others.
fn cites_for_readers(desk: &mut Desk<'_>, file: &ArmyFile) {
    desk.cites([
        &file.budget.usual_rule,
        &file.budget.agreed,
        &file.size.rule,
        &file.size.no_type_limit,
        &file.size.no_composition,
        &file.general.free,
        &file.general.may_be_fast,
        &file.general.otherwise,
        &file.fast.rule,
        &file.fast.fixed,
        &file.home_terrain.rule,
        &file.garrison.rule,
        &file.garrison.camp,
        &file.defeat.element,
        &file.defeat.general_rule,
        &file.defeat.camp_rule,
        &file.defeat.stronghold_rule,
    ]);
    desk.cites(file.half_cap.iter().flat_map(|cap| [&cap.limit, &cap.exempt]));
    desk.cites(file.allies.iter().flat_map(|allies| [&allies.inside, &allies.in_half_cap]));
    desk.cites(file.camp.iter().flat_map(|camp| [&camp.allowed, &camp.ap_rule]));
    desk.cites(file.mounted_infantry.iter().map(|foot| &foot.cost));
    desk.cites(file.garrison.at_deployment.iter().map(|entry| &entry.rule));
}

/// Numbers that the program does not know how to carry out, or that make no sense.
fn sense(desk: &mut Desk<'_>, file: &ArmyFile) {
    if *file.budget.step.get_ref() <= Points::ZERO {
        desk.refuse(&file.budget.step.span(), "`step` must be more than 0");
    }
    if let Some(cap) = file.half_cap.as_ref().filter(|cap| cap.share.get_ref().1 <= 0) {
        desk.refuse(&cap.share.span(), "`share` is a fraction such as [1, 2]");
    }
    if *file.general.count.get_ref() != 1 {
        desk.refuse(&file.general.count.span(), "armies with other than one general cannot be checked");
    }
    for free in std::iter::once(&file.fast.ap).chain(file.camp.iter().map(|camp| &camp.ap)) {
        if *free.get_ref() != Points::ZERO {
            desk.refuse(&free.span(), "a price other than 0 cannot be charged here");
        }
    }
    if *file.defeat.lost.get_ref() <= Points::ZERO || !file.defeat.at_budget.is_multiple_of(*file.defeat.lost.get_ref())
    {
        desk.refuse(&file.defeat.lost.span(), "`at_budget` must be a multiple of `lost`");
    }
}

fn camp_rules(desk: &mut Desk<'_>, camp: &CampEntry, table: &Table) -> Camp {
    let exempt = camp.exempt.as_ref().and_then(|exempt| {
        table.find(desk, exempt.code.get_ref(), &exempt.code.span()).map(|troop| (troop, exempt.from))
    });
    Camp { exempt, rule: desk.rule(&camp.rule) }
}

fn costly(cap: Option<&HalfCapEntry>, table: &mut Table) {
    let Some(HalfCapEntry { costs, .. }) = cap else { return };
    for troop in &mut table.troops {
        troop.costly = troop.cost.as_ref().is_some_and(|cost| costs.contains(&cost.is));
    }
}

fn generals(desk: &mut Desk<'_>, file: &ArmyFile, table: &mut Table) {
    for entry in &file.general.types {
        let rule = desk.rule(&entry.rule);
        let because: Box<str> = entry.because.as_str().into();
        for code in &entry.codes {
            let found = table.find(desk, code.get_ref(), &code.span());
            if let Some(troop) = found.and_then(|id| table.get_mut(id)) {
                let (because, rule) = (because.clone(), rule.clone());
                troop.general = match entry.may {
                    GeneralWord::Never => GeneralRule::Never { because, rule },
                    GeneralWord::Unusual => GeneralRule::Unusual { because, rule },
                };
            }
        }
    }
    for entry in &file.general.only {
        let rule = desk.rule(&entry.rule);
        for code in &entry.codes {
            let found = table.find(desk, code.get_ref(), &code.span());
            if let Some(troop) = found.and_then(|id| table.get_mut(id)) {
                troop.only_general = Some(rule.clone());
            }
        }
    }
}

fn garrison(desk: &mut Desk<'_>, file: &ArmyFile, classes: &[Class], table: &mut Table) {
    for name in &file.garrison.barred_classes {
        let Some(class) = class_id(desk, classes, name) else { continue };
        for troop in table.troops.iter_mut().filter(|troop| troop.class.is == class) {
            troop.garrison = false;
        }
    }
    for code in &file.garrison.barred_codes {
        let found = table.find(desk, code.get_ref(), &code.span());
        if let Some(troop) = found.and_then(|id| table.get_mut(id)) {
            troop.garrison = false;
        }
    }
    if let Some(entry) = &file.garrison.at_deployment {
        class_id(desk, classes, &entry.class);
    }
}
