//! The tables of an event: many tables from one seed, each with a seed and a home terrain of its own.

use musterfield_dice::Dice;
use musterfield_rules::TerrainRules;
use musterfield_rules::terrain::HomeTerrainRules;

/// The largest number of tables of one event.
pub const MOST_TABLES: u32 = 64;

/// The stream of a seed from which its tables follow; the procedure of one table uses streams from 0 on, far from this
/// one.
const STREAM: u64 = 1 << 40;

/// The home terrains of the tables.
#[derive(Clone, Copy, Debug)]
pub enum Homes {
    /// The same home terrain for all tables.
    One(&'static HomeTerrainRules),
    /// Each home terrain in turn, in the order of the rules.
    InTurn,
    /// Rolled for each table.
    Drawn,
}

/// One table of an event.
#[derive(Clone, Copy, Debug)]
pub struct EventTable {
    /// Its number, from 1.
    pub number: u32,
    /// Its home terrain.
    pub home: &'static HomeTerrainRules,
    /// The seed from which it is laid out.
    pub seed: u64,
}

/// The tables of an event, at most [`MOST_TABLES`].
#[must_use]
pub fn tables(rules: &'static TerrainRules, homes: Homes, count: u32, seed: u64) -> Vec<EventTable> {
    (1..=count.min(MOST_TABLES)).filter_map(|number| table(rules, homes, number, seed)).collect()
}

/// One table of an event. It depends only on the seed and its number: with more tables, or a different choice of home
/// terrains, its seed stays the same. `None` only where the rules have no home terrain.
///
/// The seed of table n is the first number below 2³² − 1 from stream 2⁴⁰ + n of the event's seed ([`Dice`]); a rolled
/// home terrain is picked with the next.
#[must_use]
pub fn table(rules: &'static TerrainRules, homes: Homes, number: u32, seed: u64) -> Option<EventTable> {
    let mut dice = Dice::new(seed, STREAM + u64::from(number));
    let own = u64::from(dice.below(u32::MAX));
    let home = match homes {
        Homes::One(home) => Some(home),
        Homes::InTurn => {
            let turn = usize::try_from(number.saturating_sub(1)).unwrap_or(0);
            rules.homes.iter().cycle().nth(turn % rules.homes.len().max(1))
        }
        Homes::Drawn => dice.pick(&rules.homes),
    };
    Some(EventTable { number, home: home?, seed: own })
}

/// The dice of a seed that decide who defends before the battle, independent of those of the table with the same seed
/// ([`roll_for_defender`](super::setup::roll_for_defender)).
#[must_use]
pub fn defender_dice(seed: u64) -> Dice {
    Dice::new(seed, STREAM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;

    fn rules() -> &'static TerrainRules {
        book().unwrap().terrain("d3h2").unwrap()
    }

    #[test]
    fn the_tables_of_a_seed_are_the_same_for_ever() {
        let seeds = |count| tables(rules(), Homes::Drawn, count, 7).iter().map(|table| table.seed).collect::<Vec<_>>();
        assert_eq!(seeds(3), [3_200_658_762, 3_142_913_358, 3_107_265_448]);
        assert_eq!(seeds(64)[..3], seeds(3));
        assert_eq!(seeds(65).len(), 64);
    }

    #[test]
    fn tables_have_one_home_terrain_or_each_in_turn_or_any() {
        let homes = |homes| tables(rules(), homes, 16, 7).iter().map(|table| &*table.home.id).collect::<Vec<_>>();
        let all: Vec<&str> = rules().homes.iter().map(|home| &*home.id).collect();
        assert_eq!(homes(Homes::InTurn)[..all.len()], all);
        assert_eq!(homes(Homes::InTurn)[all.len()], all[0]);
        assert!(homes(Homes::One(&rules().homes[2])).iter().all(|home| *home == all[2]));
        let drawn = homes(Homes::Drawn);
        assert!(all.iter().filter(|home| drawn.contains(home)).count() > 3, "{drawn:?}");
        let seeds: std::collections::BTreeSet<u64> =
            tables(rules(), Homes::InTurn, 64, 7).iter().map(|table| table.seed).collect();
        assert_eq!(seeds.len(), 64);
    }
}
