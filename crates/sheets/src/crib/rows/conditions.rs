//! The conditions of a row, in the words of a sheet.

use musterfield_rules::combat::{Fact, FighterSet, Place, RowTerms};
use musterfield_words::series::series;

use super::{Rows, asks};

impl Rows<'_> {
    /// The opponents of a row, unless it holds against all possible ones: `by Knights or Cavalry`.
    pub(in crate::crib) fn against(&self, preposition: &str, said: &RowTerms, foe: FighterSet) -> Option<String> {
        let taken_out = said.opponents.iter().fold(FighterSet::default(), |set, name| set.with(name.among(foe)));
        let is_all = said.opponents.iter().all(|name| name.excluded) && taken_out.is_empty();
        (!is_all).then(|| format!("{preposition} {}", self.words.names_among(&said.opponents, foe, "or")))
    }

    /// A condition that must or must not hold, in the words of a sheet.
    pub(super) fn condition(&self, fact: Fact, is_so: bool) -> String {
        let words = match (fact, is_so) {
            (Fact::GoodGoing, true) if self.brief => "in good going",
            (Fact::GoodForEnemy, true) if self.brief => "in going good for them",
            (Fact::EnemyInWater, true) => "against Water Lurkers",
            (Fact::EnemyInWater, false) => "not against Water Lurkers",
            (Fact::GoodForEnemy, true) => "in going that is good for the enemy",
            (Fact::EnemyBadGoing, true) => "the enemy in bad going",
            (Fact::Charged, true) => "having moved into contact with their front this bound",
            (Fact::Close, false) => "out of close combat",
            (Fact::Uphill, false) => "unless uphill",
            (Fact::BehindRiver, true) => "across a river",
            (Fact::BehindRiver, false) => "unless across a river",
            (Fact::Protected, true) => return format!("near a {}", self.words.protectors()),
            (Fact::Protected, false) => return format!("unless near a {}", self.words.protectors()),
            (Fact::EnemyHoldsFeature, false) => {
                return format!("unless the enemy is in a {}", self.combat.all_features_called());
            }
            (Fact::HoldsWalls, false) => return format!("unless in a {}", self.combat.features_called(true)),
            (Fact::UsesChance, true) => "the C-in-C’s element, once in a Big Battle",
            (Fact::Sacking, true) => "sacking it",
            (Fact::Sacking, false) => "unless sacking it",
            (Fact::Demoralised, true) => "of a demoralised command",
            (Fact::HoldsFeature, false) => return format!("unless in a {}", self.combat.all_features_called()),
            (Fact::MountedInfantry, true) => "riding",
            (Fact::MountedInfantry, false) => "not riding",
            _ => return self.words.condition(fact, is_so),
        };
        words.to_owned()
    }

    /// The conditions of a row, except those common to all: `beside Blades`, `in good going`.
    pub(in crate::crib) fn conditions(&self, said: &RowTerms, but: &[(Fact, bool)]) -> Vec<String> {
        let mut told = Vec::new();
        if !said.beside.is_empty() {
            told.push(format!("beside {}", self.words.names_among(&said.beside, self.cast.all(), "or")));
        }
        if !said.behind.is_empty() {
            told.push(format!("with {} lined up behind", self.words.names_among(&said.behind, self.cast.all(), "or")));
        }
        // For a reader, an element that holds a named feature is a garrison; a friend behind was named already; and an
        // element that moves into contact fights in close combat.
        let is_known = |fact: Fact| match fact {
            Fact::Garrison => HOLDING.iter().any(|fact| asks(said, *fact)),
            Fact::RearSupport => !said.behind.is_empty(),
            Fact::Close => asks(said, Fact::Charged),
            _ => false,
        };
        let conditions = said.conditions.iter().filter(|condition| !but.contains(condition));
        let conditions = conditions.filter(|(fact, is_so)| !(*is_so && is_known(*fact)));
        told.extend(conditions.map(|(fact, is_so)| match (fact, is_so) {
            (Fact::BadGoing, false) if asks(said, Fact::EnemyBadGoing) => "itself not in it".to_owned(),
            (Fact::EnemyHoldsWalls, true) if !said.opponents.is_empty() => {
                format!("the enemy in a {}", self.combat.features_called(true))
            }
            _ => self.condition(*fact, *is_so),
        }));
        let places = |places: &[Place]| {
            let names: Vec<String> = places.iter().map(|place| self.words.place(*place)).collect();
            format!("in {}", series(&names, "or"))
        };
        if !said.inside.is_empty() {
            told.push(places(&said.inside));
        }
        if !said.outside.is_empty() {
            let outside = places(&said.outside);
            told.push(format!("unless {outside}"));
        }
        let mut joined: Vec<String> = Vec::with_capacity(told.len());
        for condition in told {
            match (joined.last_mut(), condition.strip_prefix("unless ")) {
                (Some(last), Some(other)) if last.starts_with("unless ") => *last = format!("{last} or {other}"),
                _ => joined.push(condition),
            }
        }
        joined
    }
}

/// The facts about the feature that an element holds.
const HOLDING: [Fact; 2] = [Fact::HoldsWalls, Fact::HoldsCamp];
