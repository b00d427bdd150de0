//! The force that an army brings to the table: its elements, with everything that the rules fix about each.

use std::collections::BTreeSet;

use musterfield_army::dismounting::Dismounting;
use musterfield_army::draft::LineType as Written;
use musterfield_army::{Catalogue, Draft, ElementLine};
use musterfield_rules::combat::{Fighter, Held};
use musterfield_rules::ruleset::{RIDERS, SizeUnit};
use musterfield_rules::terrain::Going;
use musterfield_rules::troop::{Garrison, Move, Summoned, Supertype};
use musterfield_rules::{Points, Ruleset, TerrainRules, Troop, TroopId};

use super::element::{Name, Player};

/// One of the three classes of element that the rules of movement distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Elements that fly.
    Aerial,
    /// Elements that ride.
    Mounted,
    /// Elements that walk.
    Foot,
}

/// The distance an element can move in one tactical move, in thousandths of a BW; `None` where it may not go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// In good going.
    pub good: Option<i64>,
    /// Along a road.
    pub road: Option<i64>,
    /// In rough going.
    pub rough: Option<i64>,
    /// In bad going.
    pub bad: Option<i64>,
    /// Across a river.
    pub river: Option<i64>,
}

impl Reach {
    fn of(ruleset: &Ruleset, moves: Move, or: Move) -> Self {
        let reach = |distance: Option<u16>| distance.map(|distance| ruleset.in_thousandths(distance));
        let good = moves.good.or(or.good);
        Self {
            good: reach(good),
            // Where the rules give no move by road, a road is good going.
            road: reach(moves.road.or(good)),
            rough: reach(moves.rough.or(or.rough)),
            bad: reach(moves.bad.or(or.bad)),
            river: reach(moves.river.or(or.river)),
        }
    }

    /// The reach in the given going.
    #[must_use]
    pub fn in_going(&self, going: Going) -> Option<i64> {
        match going {
            Going::Good => self.good,
            Going::Rough => self.rough,
            Going::Bad => self.bad,
            // An element that can fly over water is not asked for its going.
            Going::Water => None,
        }
    }
}

/// Everything about an element that does not change during a battle.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its owner and number.
    pub name: Name,
    /// Its troop type.
    pub troop: TroopId,
    /// Its class.
    pub class: Class,
    /// Whether it is Fast.
    pub fast: bool,
    /// Whether it carries the general.
    pub general: bool,
    /// Whether it belongs to an allied contingent.
    pub ally: bool,
    /// Whether it is a water element.
    pub water: bool,
    /// Whether it is a War Wagon that serves as a siege tower.
    pub siege_tower: bool,
    /// Whether it is mounted infantry.
    pub rides: bool,
    /// Its base depth, in thousandths of a BW.
    pub depth: i64,
    /// Its cost, which is what its loss counts: one where the rules count elements.
    pub cost: Points,
    /// Its tactical move distances.
    pub reach: Reach,
    /// Its shooting range, in thousandths of a BW, if it shoots.
    pub range: Option<i64>,
    /// Its bespelling range, in thousandths of a BW, if it bespells.
    pub spell: Option<i64>,
    /// The least distance from the side edges at deployment, in thousandths of a BW.
    pub from_sides: i64,
    /// The features that it may hold.
    pub garrison: Garrison,
    /// The way it is summoned, if it starts, or may start, off the table.
    pub summoned: Option<Summoned>,
    /// The feature whose Civilians it is, if it is no element of an army (DBA3-CITY-03).
    pub civilians: Option<Held>,
    /// The Foot element that it is once it has dismounted, if its army list lets it (D3H2-TYPE-16).
    pub on_foot: Option<Box<OnFoot>>,
}

/// A Mounted element as the Foot as which it may dismount.
#[derive(Clone, Debug)]
pub struct OnFoot {
    /// The Foot element.
    pub profile: Profile,
    /// Whether it is set up on foot (D3H2-TYPE-17).
    pub from_start: bool,
}

impl Profile {
    /// The element as the combat tables see it.
    #[must_use]
    pub fn fighter(&self) -> Fighter {
        self.troop.into()
    }

    /// Whether it is a ground element: everything that does not fly (D3H2-TYPE-05).
    #[must_use]
    pub fn is_ground(&self) -> bool {
        self.class != Class::Aerial
    }
}

/// The reason an army cannot be used in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForceError {
    /// A code that is not a troop type.
    UnknownType(String),
    /// The plural name of a troop type that is never part of an army (DBA3-CITY-03).
    NeverInArmies(String),
    /// There are more elements than a battle can hold.
    TooMany(i64),
    /// The figure scale has no base depth for a troop type.
    NoDepth(String),
}

/// The elements of an army, numbered in the order of its lines.
///
/// # Errors
/// When a line names an unknown troop type, or one that is never part of an army, or there are too many elements.
pub fn profiles(
    draft: &Draft,
    player: Player,
    terrain: &TerrainRules,
    scale: Option<&str>,
    catalogue: &Catalogue,
) -> Result<Vec<Profile>, ForceError> {
    let most = i64::try_from(super::element::MOST / 2).unwrap_or(i64::MAX);
    let count: i64 = draft.lines.iter().map(ElementLine::elements).fold(0, i64::saturating_add);
    if count > most {
        return Err(ForceError::TooMany(count));
    }
    let dismounting = Dismounting::new(draft, catalogue);
    let mut found = Vec::new();
    for line in &draft.lines {
        let troop = match &line.line_type {
            Written::Known(troop) => *troop,
            Written::Unknown(word) => return Err(ForceError::UnknownType(word.clone())),
        };
        if draft.ruleset.troop(troop).no_army.is_some() {
            return Err(ForceError::NeverInArmies(draft.ruleset.troop(troop).plural.to_string()));
        }
        let foot = dismounting.foot(line);
        for _ in 0..line.elements() {
            let number = u8::try_from(found.len() + 1).unwrap_or(u8::MAX);
            let name = Name { player, number };
            let own = profile(draft.ruleset, line, troop, name, terrain, scale)?;
            let on_foot = match foot.filter(|_| own.class == Class::Mounted) {
                Some(foot) => on_foot(draft.ruleset, line, &own, foot, terrain, scale)?.map(Box::new),
                None => None,
            };
            found.push(Profile { on_foot, ..own });
        }
    }
    Ok(found)
}

/// The Civilians of a side: those of its camp, those of the City, who also hold it for the enemy if it surrenders, and those
/// of the camps of allied commands (DBA3-BB-19). Its army has so many elements.
///
/// # Errors
/// As [`profiles`].
pub fn civilians(
    draft: &Draft,
    player: Player,
    army: usize,
    walls: Option<Held>,
    terrain: &TerrainRules,
    scale: Option<&str>,
) -> Result<Vec<Profile>, ForceError> {
    let ruleset = draft.ruleset;
    let Some((id, _)) = ruleset.troops().find(|(_, troop)| troop.no_army.is_some()) else { return Ok(Vec::new()) };
    let allied: BTreeSet<u8> = draft.lines.iter().filter(|line| line.ally).map(|line| line.command).collect();
    let of = std::iter::once(Held::Camp)
        .chain(walls.filter(|walls| *walls == Held::City))
        .chain(allied.into_iter().filter_map(Held::camp_of_command));
    let civilians = of.zip(army + 1..).map(|(held, number)| {
        let name = Name { player, number: u8::try_from(number).unwrap_or(u8::MAX) };
        let line = ElementLine { ally: held.command().is_some(), ..ElementLine::new(Written::Known(id)) };
        Ok(Profile { civilians: Some(held), ..profile(ruleset, &line, id, name, terrain, scale)? })
    });
    civilians.collect()
}

/// The Foot for which a Mounted element is exchanged when it dismounts; `None` if the type is not Foot. It is solid unless
/// its type is always Fast, and its loss counts what the element has cost.
fn on_foot(
    ruleset: &Ruleset,
    line: &ElementLine,
    mounted: &Profile,
    foot: TroopId,
    terrain: &TerrainRules,
    scale: Option<&str>,
) -> Result<Option<OnFoot>, ForceError> {
    let walks = ElementLine {
        general: line.general,
        ally: line.ally,
        price: Some(mounted.cost),
        ..ElementLine::new(Written::Known(foot))
    };
    let profile = profile(ruleset, &walks, foot, mounted.name, terrain, scale)?;
    Ok((profile.class == Class::Foot).then_some(OnFoot { profile, from_start: line.dismounted }))
}

fn profile(
    ruleset: &Ruleset,
    line: &ElementLine,
    id: TroopId,
    name: Name,
    terrain: &TerrainRules,
    scale: Option<&str>,
) -> Result<Profile, ForceError> {
    let troop = ruleset.troop(id);
    let fast = troop.fast.value.applies(line.fast);
    let riding = ruleset.army.mounted_infantry.as_ref().filter(|_| line.mounted);
    let on_foot = troop.moves(fast);
    let (moves, base) = riding.map_or((on_foot, &troop.base), |riding| {
        (if fast { riding.fast_movement.value } else { riding.movement.value }, &riding.base)
    });
    let length = |distance: u16| ruleset.in_thousandths(distance);
    Ok(Profile {
        name,
        troop: id,
        class: class(ruleset, troop),
        fast,
        general: line.general,
        ally: line.ally,
        water: line.water,
        siege_tower: line.siege_tower,
        rides: line.mounted,
        depth: ruleset.base_depth(base, scale).ok_or_else(|| ForceError::NoDepth(troop.name.to_string()))?,
        cost: line.price.unwrap_or_else(|| match ruleset.counts() {
            SizeUnit::Points => troop.price(),
            SizeUnit::Elements => Points::ONE,
        }),
        reach: Reach::of(ruleset, moves, on_foot),
        range: troop.range.as_ref().map(|range| length(range.value)),
        spell: troop.spell.as_ref().map(|spell| length(spell.value)),
        from_sides: from_sides(ruleset, troop, riding.is_some(), terrain),
        garrison: troop.garrison,
        summoned: troop.summoned.as_ref().map(|summoned| summoned.value),
        civilians: None,
        on_foot: None,
    })
}

fn class(ruleset: &Ruleset, troop: &Troop) -> Class {
    match ruleset.classes().get(troop.class.value.index()).map(|class| &*class.id) {
        Some("aerial") => Class::Aerial,
        Some("mounted") => Class::Mounted,
        _ => Class::Foot,
    }
}

/// The least distance from the side edges at which a troop type is set up (D3H2-DEPL-12): from the first entry that
/// names the type, its class or its family, or else from the entry for all others.
fn from_sides(ruleset: &Ruleset, troop: &Troop, rides: bool, terrain: &TerrainRules) -> i64 {
    let is_called = |troop: &Troop, name: &str| {
        let class = ruleset.classes().get(troop.class.value.index());
        *troop.plural == *name || class.is_some_and(|class| *class.plural == *name)
    };
    let parent = match troop.kind_of.as_ref().map(|kin| kin.value) {
        Some(Supertype::Troop(id)) => Some(ruleset.troop(id)),
        _ => None,
    };
    let names = |name: &str| {
        (rides && name == RIDERS) || is_called(troop, name) || parent.is_some_and(|parent| is_called(parent, name))
    };
    let sides = &terrain.deployment.sides;
    let named = sides.iter().find(|side| side.of.iter().any(|name| names(name)));
    named.or_else(|| sides.iter().find(|side| side.of.is_empty())).map_or(0, |side| side.distance)
}
