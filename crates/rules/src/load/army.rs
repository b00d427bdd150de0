//! The conditions for a legal army, and the home terrains.

use toml::Spanned;

use super::cited::{base, movement};
use super::data_file::DataFile;
use super::troop_table::TroopTable;
use crate::points::Points;
use crate::reference::RuleId;
use crate::ruleset::{
    Aggression, Allies, ArmyRules, ArmySize, Budget, Camp, Class, Commands, Defeat, GradeRules, HalfCap, HomeTerrain,
    Loss, MountedInfantry, Share, SizeUnit,
};
use crate::troop::{Cited, ClassId, GeneralRule, Troop, TroopId};
use musterfield_rule_files::terrain::TerrainFile;
use musterfield_rule_files::{
    ArmyFile, ArmySizeEntry, CampEntry, CodesEntry, DefeatEntry, GarrisonEntry, GeneralWord, HalfCapEntry, ShareEntry,
};

pub(super) fn home_terrains(source: &mut DataFile<'_>, file: &TerrainFile) -> (Vec<HomeTerrain>, RuleId) {
    let rule = source.rule(&file.rule);
    let terrains = file
        .home_terrain
        .iter()
        .map(|entry| HomeTerrain {
            id: entry.id.as_str().into(),
            name: entry.name.as_str().into(),
            rule: source.rule(&entry.rule),
        })
        .collect();
    (terrains, rule)
}

fn class_id(source: &mut DataFile<'_>, classes: &[Class], name: &Spanned<String>) -> Option<ClassId> {
    let at = classes.iter().position(|class| *class.id == **name.get_ref()).and_then(|at| u8::try_from(at).ok());
    if at.is_none() {
        source.report(&name.span(), format!("there is no class `{}`", name.get_ref()));
    }
    at.map(ClassId)
}

/// Reads the army rules, and adds what they say of single types to the table.
pub(super) fn rules(
    source: &mut DataFile<'_>,
    file: &ArmyFile,
    classes: &[Class],
    mut table: TroopTable,
) -> Option<(ArmyRules, TroopTable)> {
    cites_for_readers(source, file);
    check_plausibility(source, file);
    let budget = budget(source, file, &mut table)?;
    costly(file.half_cap.as_ref(), &mut table);
    generals(source, file, &mut table);
    garrison(source, file, classes, &mut table);
    let camp = file.camp.as_ref().map(|camp| camp_rules(source, camp, &table));
    let mounted_infantry = file.mounted_infantry.as_ref().map(|foot| MountedInfantry {
        prefix: foot.prefix.as_str().into(),
        movement: movement(source, &foot.movement),
        fast_movement: movement(source, &foot.fast_move),
        base: base(source, &foot.base, None),
        rule: source.rule(&foot.rule),
    });
    let rules = ArmyRules {
        budget,
        half_cap: file.half_cap.as_ref().map(|cap| HalfCap {
            costs: cap.costs.clone(),
            share: *cap.share.get_ref(),
            rule: source.rule(&cap.rule),
        }),
        allies: file.allies.as_ref().map(|allies| Allies {
            most: allies.most,
            exact: allies.exact,
            rule: source.rule(&allies.rule),
            named_rule: source.rule(&allies.named),
        }),
        general_rule: source.rule(&file.general.rule),
        ally_general_rule: file.general.ally.as_ref().map(|rule| source.rule(rule)),
        from_list: file.from_list.as_ref().map(|mark| source.rule(&mark.rule)),
        aggression: file.aggression.as_ref().map(|aggression| Aggression {
            least: aggression.least,
            most: aggression.most,
            usual: aggression.usual,
            rule: source.rule(&aggression.rule),
        }),
        camp,
        mounted_infantry,
        defeat: file.defeat.as_ref().and_then(|defeat| defeat_rules(source, defeat, &table)),
        graded: GradeRules::default(),
    };
    Some((rules, table))
}

/// Reads the budget of an army: AP, or a number of elements, each of which then costs one.
fn budget(source: &mut DataFile<'_>, file: &ArmyFile, table: &mut TroopTable) -> Option<Budget> {
    match (&file.budget, file.army_size.first()) {
        (Some(budget), None) => Some(Budget {
            counts: SizeUnit::Points,
            usual: budget.usual,
            least: budget.least,
            most: budget.most,
            step: *budget.step.get_ref(),
            unspent_from: budget.unspent_from,
            sizes: Vec::new(),
            rule: source.rule(&budget.rule),
            step_rule: source.rule(budget.step_rule.as_ref().unwrap_or(&budget.rule)),
        }),
        (None, Some(usual)) => {
            let sizes: Vec<ArmySize> = file.army_size.iter().map(|entry| size(source, entry, table)).collect();
            let rule = source.rule(&usual.rule);
            for troop in table.troops.iter_mut().filter(|troop| troop.no_army.is_none()) {
                troop.cost = Some(Cited { value: Points::ONE, rule: rule.clone() });
            }
            let elements = |entry: &ArmySize| Points::ONE * entry.elements;
            Some(Budget {
                counts: SizeUnit::Elements,
                usual: Points::ONE * *usual.elements.get_ref(),
                least: sizes.iter().map(elements).min()?,
                most: sizes.iter().map(elements).max()?,
                step: Points::ONE,
                unspent_from: Points::ONE,
                sizes,
                rule: rule.clone(),
                step_rule: rule,
            })
        }
        _ => {
            source.report(&(0..0), "an army must have either a [budget] of AP or [[army_size]] of elements");
            None
        }
    }
}

fn size(source: &mut DataFile<'_>, entry: &ArmySizeEntry, table: &TroopTable) -> ArmySize {
    let elements = *entry.elements.get_ref();
    if elements < 1 || entry.times < 1 || elements % entry.times != 0 {
        source.report(
            &entry.elements.span(),
            "an army must have at least one element, and a multiple of how often entries are taken",
        );
    }
    let commands = entry.commands.as_ref().map(|commands| {
        source.cites(&commands.beside);
        if commands.count < 1 || commands.contingent * entry.times != elements || commands.contingents >= entry.times {
            let message = "an allied contingent must equal one set of the entries, and at least one set must remain";
            source.report(&entry.elements.span(), message);
        }
        let mut barred = |bar: &CodesEntry| {
            let codes = bar.codes.iter().filter_map(|code| table.find(source, code.get_ref(), &code.span())).collect();
            (codes, source.rule(&bar.rule))
        };
        let (never_lead, lead_as_cinc) = (barred(&commands.never_lead), barred(&commands.lead_as_cinc));
        let uncounted = barred(&commands.uncounted);
        Commands {
            count: commands.count,
            least: commands.least,
            rule: source.rule(&commands.rule),
            cinc_rule: source.rule(&commands.cinc),
            never_lead,
            lead_as_cinc,
            contingent: commands.contingent,
            contingents: commands.contingents,
            contingent_rule: source.rule(&commands.contingent_rule),
            allied_rule: source.rule(&commands.allied),
            ally_general_rule: source.rule(&commands.ally_general),
            demoralised: share(source, &commands.demoralised, table),
            routed: share(source, &commands.routed, table),
            uncounted,
            broken: Cited { value: commands.broken.count, rule: source.rule(&commands.broken.rule) },
            dice_rule: source.rule(&commands.dice),
            allied_die_rule: source.rule(&commands.allied_die),
        }
    });
    ArmySize {
        name: entry.name.as_str().into(),
        elements,
        times: entry.times,
        commands,
        rule: source.rule(&entry.rule),
    }
}

fn share(source: &mut DataFile<'_>, entry: &ShareEntry, table: &TroopTable) -> Share {
    let (part, of) = *entry.share.get_ref();
    if part < 1 || of < part {
        source.report(&entry.share.span(), "`share` must be a fraction such as [1, 3]");
    }
    let except = entry.except.iter().filter_map(|code| table.find(source, code.get_ref(), &code.span())).collect();
    Share { part, of, except, rule: source.rule(&entry.rule) }
}

fn defeat_rules(source: &mut DataFile<'_>, entry: &DefeatEntry, table: &TroopTable) -> Option<Defeat> {
    let lost = match &entry.lost_share {
        Some(share) => {
            let (part, of) = *share.get_ref();
            if part < 1 || of < part || !entry.lost_at.is_empty() {
                source.report(&share.span(), "`lost_share` must be a fraction such as [1, 2], without other keys");
            }
            Loss::OfElements(part, of)
        }
        None => {
            let first = entry.lost_at.first();
            if first.is_none() {
                source.report(&entry.rule.span(), "the army breaks at no loss");
            }
            if let Some(first) = first.filter(|first| {
                let (at, lost) = *first.get_ref();
                lost <= Points::ZERO || !at.is_multiple_of(lost)
            }) {
                source.report(&first.span(), "the size must be a multiple of what is lost");
            }
            Loss::At(entry.lost_at.iter().map(|at| *at.get_ref()).collect())
        }
    };
    let mut types = |codes: &[Spanned<String>]| -> Vec<TroopId> {
        codes.iter().filter_map(|code| table.find(source, code.get_ref(), &code.span())).collect()
    };
    let uncounted = entry.uncounted.as_ref().map(|entry| types(&entry.codes)).unwrap_or_default();
    let first_of = entry.first_of.as_ref().map(|entry| (types(&entry.codes), entry.extra)).unwrap_or_default();
    source.cites(entry.uncounted.iter().map(|entry| &entry.rule));
    source.cites(entry.first_of.iter().map(|entry| &entry.rule));
    Some(Defeat {
        lost,
        general_extra: entry.general_extra,
        camp: entry.camp,
        stronghold: entry.stronghold,
        general_decides: entry.general_decides.is_some(),
        stronghold_decides: entry.stronghold_decides.is_some(),
        uncounted,
        first_of,
        rule: source.rule(&entry.rule),
    })
}

/// Checks rule ids that only serve readers of the data: they must exist like all others.
fn cites_for_readers(source: &mut DataFile<'_>, file: &ArmyFile) {
    let (general, garrison) = (&file.general, &file.garrison);
    source.cites(file.budget.iter().flat_map(|budget| [&budget.usual_rule, &budget.agreed]).flatten());
    source.cites(file.size.iter().flat_map(|size| [&size.rule, &size.no_type_limit, &size.no_composition]));
    source.cites([&general.free, &general.may_be_fast, &general.otherwise].into_iter().flatten());
    source.cites(file.fast.iter().flat_map(|fast| [&fast.rule, &fast.fixed]).flatten());
    source.cites([&garrison.rule, &garrison.camp].into_iter().flatten());
    source.cites(file.home_terrain.iter().map(|terrain| &terrain.rule));
    if let Some(defeat) = &file.defeat {
        let rules = [&defeat.element, &defeat.general_rule, &defeat.camp_rule, &defeat.stronghold_rule];
        source.cites([&defeat.general_decides, &defeat.stronghold_decides].into_iter().flatten());
        source.cites(rules.into_iter().flatten());
    }
    source.cites(file.half_cap.iter().flat_map(|cap| [&cap.limit, &cap.exempt]).flatten());
    source.cites(file.allies.iter().flat_map(|allies| [&allies.inside, &allies.in_half_cap]).flatten());
    source.cites(file.camp.iter().flat_map(|camp| [&camp.allowed, &camp.ap_rule]).flatten());
    source.cites(file.mounted_infantry.iter().filter_map(|foot| foot.cost.as_ref()));
    source.cites(file.garrison.at_deployment.iter().map(|entry| &entry.rule));
}

/// Reports numbers that the program cannot apply, or that make no sense.
fn check_plausibility(source: &mut DataFile<'_>, file: &ArmyFile) {
    if let Some(budget) = file.budget.as_ref().filter(|budget| *budget.step.get_ref() <= Points::ZERO) {
        source.report(&budget.step.span(), "`step` must be more than 0");
    }
    if let Some(cap) = file.half_cap.as_ref().filter(|cap| cap.share.get_ref().1 <= 0) {
        source.report(&cap.share.span(), "`share` must be a fraction such as [1, 2]");
    }
    if *file.general.count.get_ref() != 1 {
        source.report(&file.general.count.span(), "only armies with exactly one general can be checked");
    }
    for free in file.fast.iter().map(|fast| &fast.ap).chain(file.camp.iter().filter_map(|camp| camp.ap.as_ref())) {
        if *free.get_ref() != Points::ZERO {
            source.report(&free.span(), "a price other than 0 cannot be charged here");
        }
    }
}

fn camp_rules(source: &mut DataFile<'_>, camp: &CampEntry, table: &TroopTable) -> Camp {
    let exempt = camp.exempt.as_ref().and_then(|exempt| {
        table.find(source, exempt.code.get_ref(), &exempt.code.span()).map(|troop| (troop, exempt.from))
    });
    Camp { exempt, rule: source.rule(&camp.rule) }
}

fn costly(cap: Option<&HalfCapEntry>, table: &mut TroopTable) {
    let Some(HalfCapEntry { costs, .. }) = cap else { return };
    for troop in &mut table.troops {
        troop.costly = troop.cost.as_ref().is_some_and(|cost| costs.contains(&cost.value));
    }
}

fn generals(source: &mut DataFile<'_>, file: &ArmyFile, table: &mut TroopTable) {
    for entry in &file.general.types {
        let rule = source.rule(&entry.rule);
        let because: Box<str> = entry.because.as_str().into();
        for code in &entry.codes {
            let found = table.find(source, code.get_ref(), &code.span());
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
        let rule = source.rule(&entry.rule);
        for code in &entry.codes {
            let found = table.find(source, code.get_ref(), &code.span());
            if let Some(troop) = found.and_then(|id| table.get_mut(id)) {
                troop.only_general = Some(rule.clone());
            }
        }
    }
}

fn garrison(source: &mut DataFile<'_>, file: &ArmyFile, classes: &[Class], table: &mut TroopTable) {
    let GarrisonEntry { barred, barred_walls, barred_camp, never_sack, .. } = &file.garrison;
    for (barred, [walls, camp, sacks]) in [
        (barred, [true, true, false]),
        (barred_walls, [true, false, false]),
        (barred_camp, [false, true, false]),
        (never_sack, [false, false, true]),
    ] {
        let Some(barred) = barred else { continue };
        let bar = |troop: &mut Troop| {
            troop.garrison.walls &= !walls;
            troop.garrison.camp &= !camp;
            troop.garrison.sacks &= !sacks;
        };
        source.cites(&barred.rule);
        for name in &barred.classes {
            let Some(class) = class_id(source, classes, name) else { continue };
            table.troops.iter_mut().filter(|troop| troop.class.value == class).for_each(bar);
        }
        for code in &barred.codes {
            let found = table.find(source, code.get_ref(), &code.span());
            if let Some(troop) = found.and_then(|id| table.get_mut(id)) {
                bar(troop);
            }
        }
    }
    if let Some(entry) = &file.garrison.at_deployment {
        class_id(source, classes, &entry.class);
    }
}
