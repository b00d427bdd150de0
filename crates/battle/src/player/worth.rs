//! The value of every matchup of two armies by exact odds, computed once.

use musterfield_combat::{Case, Combatant, Mode, Odds, odds};
use musterfield_rules::combat::{Fighter, Outcome};

use crate::element::Id;
use crate::force::Profile;
use crate::state::Battle;

/// The expected gain of one element over another, in hundredths of an AP, for each pair of kinds that can meet.
#[derive(Clone, Debug, Default)]
pub struct Worth {
    kinds: Vec<(Fighter, bool, i32)>,
    close: Vec<i32>,
    shot: Vec<i32>,
    spell: Vec<i32>,
}

impl Worth {
    /// Computes the values for all kinds of element in a battle.
    #[must_use]
    pub fn new(battle: &Battle) -> Self {
        let mut kinds: Vec<(Fighter, bool, i32)> = Vec::new();
        let as_set_up = battle.setting().profiles.iter();
        let on_foot = as_set_up.clone().filter_map(|profile| profile.on_foot.as_deref());
        for profile in as_set_up.chain(on_foot.map(|on_foot| &on_foot.profile)) {
            let price = i32::try_from(profile.cost.steps(musterfield_rules::Points::HALF)).unwrap_or(0) * 50;
            let kind = (profile.fighter(), profile.fast, price.max(50));
            if !kinds.iter().any(|(fighter, fast, _)| (*fighter, *fast) == (kind.0, kind.1)) {
                kinds.push(kind);
            }
        }
        let mut worth = Self { kinds, ..Self::default() };
        for mode in Mode::ALL {
            let table: Vec<i32> = worth
                .kinds
                .iter()
                .flat_map(|one| worth.kinds.iter().map(move |other| gain(battle, mode, *one, *other)))
                .collect();
            match mode {
                Mode::Close => worth.close = table,
                Mode::Shooting => worth.shot = table,
                Mode::Bespelling => worth.spell = table,
            }
        }
        worth
    }

    fn at(&self, one: &Profile, other: &Profile, table: &[i32]) -> i32 {
        let kind = |profile: &Profile| {
            self.kinds.iter().position(|(fighter, fast, _)| (*fighter, *fast) == (profile.fighter(), profile.fast))
        };
        let (Some(one), Some(other)) = (kind(one), kind(other)) else { return 0 };
        table.get(one * self.kinds.len() + other).copied().unwrap_or(0)
    }

    /// The gain in close combat, front to front in good going.
    #[must_use]
    pub fn close(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.at(battle.profile(one), battle.profile(other), &self.close)
    }

    /// The gain in close combat once the first element has dismounted; the same as now if it cannot.
    #[must_use]
    pub fn on_foot(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        let profile = battle.profile(one);
        let on_foot = profile.on_foot.as_deref().map_or(profile, |on_foot| &on_foot.profile);
        self.at(on_foot, battle.profile(other), &self.close)
    }

    /// The gain of a shot.
    #[must_use]
    pub fn shot(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.at(battle.profile(one), battle.profile(other), &self.shot)
    }

    /// The gain of a spell.
    #[must_use]
    pub fn spell(&self, battle: &Battle, one: Id, other: Id) -> i32 {
        self.at(battle.profile(one), battle.profile(other), &self.spell)
    }
}

/// The expected gain of the first element: the other's cost if it is lost, and a fraction of it if it recoils or flees,
/// less the same for the first. 0 if there is no such combat.
fn gain(battle: &Battle, mode: Mode, one: (Fighter, bool, i32), other: (Fighter, bool, i32)) -> i32 {
    let side = |(fighter, fast, _): (Fighter, bool, i32)| {
        let mut side = Combatant::new(fighter);
        side.fast = fast;
        side
    };
    let mut a = side(one);
    a.shoots = mode == Mode::Shooting;
    let setting = battle.setting();
    let Ok(case) = Case::new(setting.ruleset, mode, [a, side(other)], setting.options.readings) else { return 0 };
    let loss = |outcome: Outcome, price: i32| match outcome {
        Outcome::None => 0,
        Outcome::Recoil => price / 10,
        Outcome::Flee => price / 4,
        Outcome::Ensorcelled => price * 3 / 4,
        _ => price,
    };
    let sum: i32 = odds(&case)
        .outcomes()
        .into_iter()
        .map(|(own, enemy, ways)| (loss(enemy, other.2) - loss(own, one.2)) * i32::from(ways))
        .sum();
    sum / i32::from(Odds::THROWS)
}
