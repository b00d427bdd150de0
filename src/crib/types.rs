//! The table of types: cost, combat factors, moves and ranges, and what is to be known beside them.

use super::{Cast, Line, Part, Table, TableRow, ids, upper};
use crate::combat::explain::words::{Words, condition, either};
use crate::rules::combat::{Combat, Fact};
use crate::rules::troop::{FastRule, Move};
use crate::rules::{Ruleset, Troop};

/// The types of those in the game, and the features.
pub(super) fn part(ruleset: &Ruleset, words: Words<'_>, cast: &Cast) -> Part {
    let Some(combat) = &ruleset.combat else { return Part::default() };
    let [foot, others] = [true, false].map(|foot| words.classes(foot));
    let heads = ["Code", "Type", "AP", &foot, "Others", "Move", "Fast", "Range"].map(str::to_owned);
    let mut rows = Vec::new();
    for (fighter, rules) in combat.fighters() {
        let is_in = |fast| cast.all().has(fighter, fast);
        if !is_in(true) && !is_in(false) {
            continue;
        }
        let factors = [rules.factor.foot, rules.factor.mounted].map(|factor| factor.to_string());
        let [against_foot, against_others] = factors;
        let mut cited = vec![rules.factor_rule.to_string()];
        let cells = match rules.troop.map(|id| ruleset.troop(id)) {
            None => ["", &rules.code, "", &against_foot, &against_others, "", "", ""].map(str::to_owned).into(),
            Some(troop) => {
                let always = troop.fast.is == FastRule::Always;
                let (plain, fast) = (is_in(false) || always, is_in(true) && !always);
                cited.extend(cites(troop, plain, fast));
                vec![
                    troop.code.to_string(),
                    troop.plural.to_string(),
                    troop.cost.as_ref().map(|cost| cost.is.to_string()).unwrap_or_default(),
                    against_foot,
                    against_others,
                    if plain { moves(troop.moves(false)) } else { String::new() },
                    troop.fast_movement.as_ref().filter(|_| fast).map(|fast| moves(fast.is)).unwrap_or_default(),
                    reach(troop),
                ]
            }
        };
        rows.push(TableRow { cells, rules: cited });
    }
    let rides = cast.meetings().iter().any(|meeting| meeting.rides);
    if let Some(riders) = ruleset.army.mounted_infantry.as_ref().filter(|_| rides) {
        let cells = [format!("{}-", riders.prefix), "Foot that rides".to_owned()].into_iter();
        let cells = cells.chain(["as Foot", "", ""].map(str::to_owned));
        let cells = cells.chain([moves(riders.movement.is), moves(riders.fast_movement.is), String::new()]);
        rows.push(TableRow { cells: cells.collect(), rules: vec![riders.movement.rule.to_string()] });
    }
    let note = format!(
        "Combat factors against {foot} and against {others}; moves in {} in good, rough and bad going.",
        ruleset.unit
    );
    Part {
        title: String::new(),
        note: Some(note),
        table: Some(Table { heads: heads.into(), words: 2, rows }),
        lines: lines(ruleset, combat, words, cast),
    }
}

fn cites(troop: &Troop, plain: bool, fast: bool) -> Vec<String> {
    let cost = troop.cost.as_ref().map(|cost| &cost.rule);
    let plain = plain.then_some(&troop.movement.rule);
    let fast = troop.fast_movement.as_ref().filter(|_| fast).map(|fast| &fast.rule);
    let reach = [troop.range.as_ref(), troop.spell.as_ref()].into_iter().flatten().map(|reach| &reach.rule);
    let mut found: Vec<String> = Vec::new();
    for rule in [cost, plain, fast].into_iter().flatten().chain(reach) {
        if !found.contains(&rule.to_string()) {
            found.push(rule.to_string());
        }
    }
    found
}

/// `2/1/1`; one number where all going is alike.
fn moves(moves: Move) -> String {
    let goings = [moves.good, moves.rough, moves.bad];
    let told = goings.map(|distance| distance.map_or_else(|| "–".to_owned(), |distance| distance.to_string()));
    match &told {
        [good, rough, bad] if good == rough && rough == bad => good.clone(),
        _ => told.join("/"),
    }
}

fn reach(troop: &Troop) -> String {
    match (&troop.range, &troop.spell) {
        (Some(range), _) => range.is.to_string(),
        (None, Some(spell)) => format!("{} spell", spell.is),
        (None, None) => String::new(),
    }
}

/// What the columns do not say.
fn lines(ruleset: &Ruleset, combat: &Combat, words: Words<'_>, cast: &Cast) -> Vec<Line> {
    let mut lines = Vec::new();
    let troops: Vec<&Troop> = combat
        .fighters()
        .filter(|(fighter, _)| cast.all().has(*fighter, true) || cast.all().has(*fighter, false))
        .filter_map(|(_, rules)| Some(ruleset.troop(rules.troop?)))
        .collect();
    // Those of whom the same is said stand together.
    let grouped = |said: &dyn Fn(&Troop) -> Option<(String, String)>| {
        let mut groups: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
        for troop in &troops {
            let Some((text, rule)) = said(troop) else { continue };
            match groups.iter_mut().find(|(known, ..)| *known == text) {
                Some((_, names, rules)) => {
                    names.push(troop.plural.to_string());
                    if !rules.contains(&rule) {
                        rules.push(rule);
                    }
                }
                None => groups.push((text, vec![troop.plural.to_string()], vec![rule])),
            }
        }
        groups
    };
    let foot = words.classes(true);
    let shot = grouped(&|troop| {
        let factor = troop.factor.is.shot_foot?;
        Some((format!("{factor} against {foot} that shoots or bespells."), troop.factor.rule.to_string()))
    });
    lines.extend(
        shot.into_iter().map(|(text, names, rules)| Line::new(format!("{}: ", either(&names, "and")), text, rules)),
    );
    let always = troops.iter().filter(|troop| troop.fast.is == FastRule::Always);
    let (names, rules): (Vec<String>, Vec<String>) =
        always.map(|troop| (troop.plural.to_string(), troop.fast.rule.to_string())).unzip();
    if let Some(rule) = rules.first() {
        lines.push(Line::new("Always Fast: ", either(&names, "and") + ".", vec![rule.clone()]));
    }
    for row in combat.factors.iter().filter(|row| !row.of().common(cast.all()).is_empty()) {
        let who = upper(&words.names_among(&row.said.of, cast.all(), "and"));
        // Behind which walls is said.
        let conditions = row.said.conditions.iter().filter(|(fact, _)| *fact != Fact::BehindWalls);
        let when: Vec<String> = conditions.map(|(fact, is_so)| condition(*fact, *is_so)).collect();
        let text = format!("{} and {} as {}.", row.then.foot, row.then.mounted, when.join(", "));
        lines.push(Line::new(format!("{who}: "), text, vec![row.rule.to_string()]));
    }
    let column = format!("Against a Stronghold or Camp, and out of one: the factor against {foot}.");
    lines.push(Line::new("", column, ids(&[combat.column_rule.clone(), combat.feature_column_rule.clone()])));
    for row in combat.good_for.iter().filter(|row| !row.of().common(cast.all()).is_empty()) {
        let who = upper(&words.names_among(&row.said.of, cast.all(), "and"));
        let head = if row.then.says.is_some() { String::new() } else { format!("{who}: ") };
        lines.push(Line::new(head, words.good_for(row), vec![row.rule.to_string()]));
    }
    let mut rivers = grouped(&|troop| {
        let river = troop
            .movement
            .is
            .river
            .map_or_else(|| "no crossing".to_owned(), |river| format!("{river} {}", ruleset.unit));
        Some((river, troop.movement.rule.to_string()))
    });
    // What holds for most is said of all others.
    rivers.sort_by_key(|(_, names, _)| names.len());
    let last = rivers.len().saturating_sub(1);
    let told = rivers.iter().enumerate().map(|(at, (distance, names, _))| match at == last {
        true if last > 0 => format!("all others {distance}"),
        true => distance.clone(),
        false => format!("{} {distance}", either(names, "and")),
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let mut rules: Vec<String> = rivers.iter().take(last.max(1)).flat_map(|(.., rules)| rules.clone()).collect();
        rules.truncate(4);
        lines.push(Line::new("Across a river: ", told.join(", ") + ".", rules));
    }
    lines
}
