//! Checks that every row of a table can hold, and that every element has a row in every situation where one is
//! required.
//!
//! For each element, Fast and solid, in each role it can have, the rows are tried for every combination of the
//! conditions that they name; possible opponents that remain after the last row have no outcome.

use std::ops::Range;

use super::names::{Names, ROLES};
use crate::combat::{Fact, FactSet, Fighter, FighterSet, Row};
use crate::load::data_file::DataFile;

/// The largest number of conditions in the rows of one element for which all combinations are tried.
const MOST_CONDITIONS: usize = 12;

/// An activity of an element, and the opponents that it can have in it.
struct Role {
    facts: FactSet,
    enemies: FighterSet,
    words: &'static str,
}

fn roles(names: &Names<'_>, fighter: usize) -> Vec<Role> {
    let troop = names.troops.get(fighter);
    let of = |fact| FactSet::NONE.and(fact, true);
    let shooters = names.all_where(|at| names.troops.get(at).is_some_and(|troop| troop.range.is_some()));
    let casters = names.all_where(|at| names.troops.get(at).is_some_and(|troop| troop.spell.is_some()));
    let elements = names.all_where(|at| at < names.troops.len());
    // Only elements fight against a feature.
    let enemies = if troop.is_some() { names.everybody() } else { elements };
    let mut roles = vec![
        Role { facts: of(Fact::Close), enemies, words: "in close combat" },
        Role { facts: of(Fact::ShotAt), enemies: shooters, words: "when shot at" },
    ];
    if troop.is_some() {
        roles.push(Role { facts: of(Fact::Bespelled), enemies: casters, words: "when bespelled" });
    }
    if troop.is_some_and(|troop| troop.range.is_some()) {
        let both = of(Fact::Shooting).and(Fact::ShotAt, true);
        roles.push(Role { facts: both, enemies: shooters, words: "when shot at" });
        roles.push(Role { facts: of(Fact::Shooting), enemies, words: "when shooting" });
    }
    if troop.is_some_and(|troop| troop.spell.is_some()) {
        roles.push(Role { facts: of(Fact::Bespelling), enemies: elements, words: "when bespelling" });
    }
    roles
}

/// Whether facts can hold together. A reading has one value.
fn go_together(names: &Names<'_>, facts: FactSet, asked: FactSet, is_feature: bool) -> bool {
    let implies = |one: Fact, other: Fact| !facts.has(one) || !asked.has(other) || facts.has(other);
    let excludes = |one: Fact, other: Fact| !(facts.has(one) && facts.has(other));
    names.readings.iter().all(|reading| facts.common(reading.into()).count() <= 1)
        && implies(Fact::Garrison, Fact::HoldsFeature)
        && implies(Fact::BehindWalls, Fact::HoldsFeature)
        && excludes(Fact::BehindWalls, Fact::Bespelling)
        && excludes(Fact::BehindWalls, Fact::Bespelled)
        && excludes(Fact::BehindWalls, Fact::EnemyHoldsFeature)
        && excludes(Fact::BehindWalls, Fact::BadGoing)
        && implies(Fact::HoldsWalls, Fact::HoldsFeature)
        && implies(Fact::HoldsCamp, Fact::HoldsFeature)
        && implies(Fact::EnemyHoldsWalls, Fact::EnemyHoldsFeature)
        && implies(Fact::EnemyHoldsCamp, Fact::EnemyHoldsFeature)
        && implies(Fact::Sacking, Fact::HoldsWalls)
        && implies(Fact::GroundAssault, Fact::HoldsFeature)
        && excludes(Fact::GoodGoing, Fact::BadGoing)
        && excludes(Fact::HoldsFeature, Fact::EnemyHoldsFeature)
        && excludes(Fact::Garrison, Fact::EnemyHoldsFeature)
        && excludes(Fact::Garrison, Fact::BadGoing)
        && (!is_feature || !facts.has(Fact::Garrison))
        && (!is_feature || !asked.has(Fact::HoldsFeature) || facts.has(Fact::HoldsFeature))
        && (!is_feature || !asked.has(Fact::BehindWalls) || facts.has(Fact::BehindWalls))
}

/// A row with its position in the file.
type Placed<T> = (Row<T>, Range<usize>);

/// Checks a table whose rows are independent of each other.
pub(super) fn check_independent_rows<T>(source: &mut DataFile<'_>, names: &Names<'_>, table: &str, rows: &[Placed<T>]) {
    for row in rows {
        look(source, names, table, false, std::slice::from_ref(row));
    }
}

/// Leaves the table of impossible cases unchecked: its rows have no opponents that could be met.
pub(super) fn leave<T>(_: &mut DataFile<'_>, _: &Names<'_>, _: &str, _: &[Placed<T>]) {}

/// Checks a table in which the first row that holds counts.
pub(super) fn check_first_match_table<T>(
    source: &mut DataFile<'_>,
    names: &Names<'_>,
    table: &str,
    rows: &[Placed<T>],
) {
    look(source, names, table, false, rows);
}

/// Checks such a table where some row has to hold for every element.
pub(super) fn check_complete_table<T>(source: &mut DataFile<'_>, names: &Names<'_>, table: &str, rows: &[Placed<T>]) {
    look(source, names, table, true, rows);
}

fn look<T>(source: &mut DataFile<'_>, names: &Names<'_>, table: &str, whole: bool, rows: &[Placed<T>]) {
    let mut reached = vec![false; rows.len()];
    let mut unprovided: Option<String> = None;
    let features = names.all_where(|at| at >= names.troops.len());
    for at in 0..names.troops.len() + names.features.len() {
        let Ok(number) = u8::try_from(at) else { return };
        let (fighter, is_feature) = (Fighter(number), at >= names.troops.len());
        for fast in [false, true] {
            if !names.fighter(at).has(fighter, fast) {
                continue;
            }
            let own: Vec<(usize, &Row<T>)> =
                rows.iter().map(|(row, _)| row).enumerate().filter(|(_, row)| row.of.has(fighter, fast)).collect();
            let asked = own.iter().fold(FactSet::NONE, |all, (_, row)| all.with(row.need).with(row.bar));
            let is_role = |asked: &FactSet| ROLES.iter().any(|role| asked.has(*role));
            let open: Vec<FactSet> = asked.singles().filter(|asked| !is_role(asked)).collect();
            if open.len() > MOST_CONDITIONS {
                source.report(&(0..0), format!("`{table}` has too many conditions for one element"));
                return;
            }
            for role in roles(names, at) {
                for mixture in 0u32..1 << open.len() {
                    let chosen = open.iter().enumerate().filter(|(bit, _)| mixture >> bit & 1 == 1);
                    let facts = chosen.fold(role.facts, |facts, (_, condition)| facts.with(*condition));
                    if !go_together(names, facts, asked, is_feature) {
                        continue;
                    }
                    let mut enemies = role.enemies;
                    if asked.has(Fact::EnemyHoldsFeature) && !facts.has(Fact::EnemyHoldsFeature)
                        || facts.has(Fact::HoldsFeature)
                    {
                        enemies = enemies.without(features);
                    }
                    for (place, row) in &own {
                        let holds = facts.has_all(row.need) && !facts.has_any(row.bar);
                        let met = if holds { enemies.common(row.by) } else { FighterSet::default() };
                        if let (false, Some(reached)) = (met.is_empty(), reached.get_mut(*place)) {
                            *reached = true;
                            // The place of the element is not among the combinations: such a row may leave the case
                            // to the next.
                            if row.inside.is_empty()
                                && row.outside.is_empty()
                                && row.beside.is_none()
                                && row.behind.is_none()
                            {
                                enemies = enemies.without(met);
                            }
                        }
                    }
                    if whole && !enemies.is_empty() && unprovided.is_none() {
                        let quick = if fast { "Fast " } else { "" };
                        let name = names.troops.get(at).map_or_else(
                            || names.features.get(at - names.troops.len()).cloned().unwrap_or_default(),
                            |troop| troop.code.to_string(),
                        );
                        unprovided =
                            Some(format!("no row of `{table}` says what happens to {quick}{name} {}", role.words));
                    }
                }
            }
        }
    }
    for ((_, span), _) in rows.iter().zip(&reached).filter(|(_, reached)| !**reached) {
        let why = if rows.len() > 1 { ": earlier rows cover all its cases" } else { "" };
        source.report(span, format!("this row of `{table}` can never apply{why}"));
    }
    if let Some(message) = unprovided {
        source.report(&(0..0), message);
    }
}
