//! Bespelling: permitted targets, the price in PIPs, and the case of a spell (D3H2-MAGIC-01 to 11).

use std::borrow::Cow;

use musterfield_combat::{Case, Combatant, Mode};
use musterfield_geometry::{Edge, Polygon, Segment};
use musterfield_rules::battle::policy::{OwnSpell, Protection, SpellAfterMove, SpellPrice, SpellTime};
use musterfield_rules::battle::{Clause, Count, Distance, PlaceList, Price, Score};
use musterfield_rules::combat::Held;

use super::element::{Id, Members};
use super::refusal::Refusal;
use super::state::{Battle, Phase, Whereabouts};

impl Battle {
    /// Checks a spell and finds its price in PIPs.
    pub(super) fn check_spell(&self, mage: Id, aids: Members, target: Id) -> Result<u8, Refusal> {
        let is_time = match self.rules().policies.spells {
            SpellTime::AmongShots => self.state.phase == Phase::Shooting,
            SpellTime::BeforeShots => self.state.phase == Phase::Bespelling,
        };
        if !is_time {
            return Err(Refusal::NotTimeToBespell);
        }
        self.price_of_spell(mage, aids, target)
    }

    /// The price in PIPs of a spell that could be cast if it were time. Mages that bespell or aid must be out of contact
    /// and must not have bespelled in this bound (D3H2-MAGIC-01, 02, 08).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn price_of_spell(&self, mage: Id, aids: Members, target: Id) -> Result<u8, Refusal> {
        let name = |id: Id| self.profile(id).name;
        if aids.has(mage) || !self.may_aid(aids) {
            return Err(Refusal::SpellAids(self.most_aids()));
        }
        if self.owner(target) == self.player()
            || !(self.is_on_table(target) || matches!(self.element(target).place, Whereabouts::Holds(_)))
        {
            return Err(Refusal::NotBespelled(name(target)));
        }
        for id in Members::one(mage).into_iter().chain(aids) {
            let Some(reach) = self.profile(id).spell else {
                return Err(Refusal::NoMage(name(id)));
            };
            if self.owner(id) != self.player() {
                return Err(Refusal::NotYours(name(id), Some(Clause::TimeToBespell)));
            }
            let is_there = self.is_on_table(id) || matches!(self.element(id).place, Whereabouts::Holds(_));
            if !is_there || self.element(id).shot {
                return Err(Refusal::SpellSpent(name(id)));
            }
            if self.is_in_close_combat(id) {
                return Err(Refusal::MageInContact(name(id)));
            }
            match self.rules().policies.spell_after_move {
                SpellAfterMove::Barred if self.element(id).moves > 0 => return Err(Refusal::MageHasMoved(name(id))),
                SpellAfterMove::Allowed | SpellAfterMove::Barred => {}
            }
            if !self.is_within_spell(id, target, reach) {
                return Err(Refusal::OutOfSpellRange(name(target), name(id)));
            }
        }
        let price_of = |id: Id| {
            let price = self.price(if id == mage { Price::Bespell } else { Price::AidSpell });
            match self.rules().policies.spell_price {
                SpellPrice::MoreBeyondCommand if self.is_beyond_command(self.player(), Members::one(id)) => {
                    price + self.price(Price::Extra)
                }
                SpellPrice::Fixed | SpellPrice::MoreBeyondCommand => price,
            }
        };
        let price = Members::one(mage).and(aids).into_iter().map(price_of).fold(0, u8::saturating_add);
        let left = self.pips_for(Members::one(mage));
        if price > left {
            return Err(Refusal::TooFewPips { price, left, by: Clause::SpellPrice });
        }
        Ok(price)
    }

    /// The case of a spell (D3H2-MAGIC-09, D3H2-TACT-01 to 04).
    ///
    /// # Errors
    /// When the combat tables do not cover the two.
    pub fn spell(&self, mage: Id, aids: Members, target: Id) -> Result<Case<'static>, Refusal> {
        let a = Combatant { aids: u8::try_from(aids.count()).unwrap_or(u8::MAX), ..self.plain(mage) };
        let mut b = self.plain(target);
        let lines = shortest(&self.manned(mage), &self.manned(target));
        b.facing_river = self.field().grounds.iter().any(|ground| {
            self.rules().holds(PlaceList::WeakensSpells, ground.place) && lines.iter().any(|line| ground.lies_on(*line))
        });
        let protects = |id: Id| match self.rules().policies.protection {
            Protection::NearLine => {
                let near = self.distance(Distance::NearTheLine);
                lines.iter().any(|line| {
                    self.base(id).contains(line.from)
                        || Edge::ALL.into_iter().any(|edge| self.base(id).edge(edge).nearer(*line, near + 1))
                })
            }
            Protection::NearTarget => {
                self.manned(target).nearer(&self.base(id).outline(), self.distance(Distance::NearTheTarget) + 1)
            }
        };
        b.protected = self.everybody().any(|id| self.protects(id) && self.is_on_table(id) && protects(id));
        let own = self.owner(target);
        b.near_own_stronghold = self.standing_stronghold().is_some_and(|stronghold| stronghold.holder == own)
            && self.outline_of(own, Held::Stronghold).is_some_and(|outline| {
                outline.nearer(&self.manned(target), self.distance(Distance::NearTheStronghold) + 1)
            });
        let setting = self.setting();
        Case::from_afar(setting.ruleset, Mode::Bespelling, [a, b], setting.options.readings).map_err(Refusal::NoCase)
    }

    /// The number of scores of its own die, of six, with which a Mage ensorcels itself by its next spell (D3H2-ENS-03).
    #[must_use]
    pub fn turns_against(&self, mage: Id) -> u8 {
        let is_last = self.element(mage).backfires + 1 >= self.rules().count(Count::Backfires);
        match self.rules().policies.own_spell {
            OwnSpell::TurnAgainstIt if is_last => {
                (1..=6).map(|die| u8::from(self.rules().shows(Score::EnsorcelsItself, die))).sum()
            }
            OwnSpell::TurnAgainstIt | OwnSpell::Harmless => 0,
        }
    }

    /// Whether a Mage reaches a target, from the nearest point of what one mans to that of the other (D3H2-MAGIC-03).
    fn is_within_spell(&self, mage: Id, target: Id, reach: i64) -> bool {
        if self.is_on_table(mage) && self.is_on_table(target) {
            return self.base(mage).within(self.base(target), reach);
        }
        self.manned(mage).nearer(&self.manned(target), reach + 1)
    }

    /// The outline of an element: its base or, because a garrison mans the whole of them, the walls that it holds
    /// (D3H2-BUA-07).
    pub(super) fn manned(&self, id: Id) -> Cow<'_, Polygon> {
        let walls = match self.element(id).place {
            Whereabouts::Holds(held) => self.outline_of(self.owner(id), held),
            _ => None,
        };
        walls.unwrap_or_else(|| Cow::Owned(self.base(id).outline()))
    }

    /// Whether an element protects the target of a spell when it is near the line of the spell.
    fn protects(&self, id: Id) -> bool {
        let profile = self.profile(id);
        self.setting().combat.protects(profile.fighter(), profile.fast)
    }

    /// The enemies that a Mage can bespell now.
    #[must_use]
    pub fn spells(&self, mage: Id) -> Vec<Id> {
        let enemies = self.army(self.owner(mage).other());
        enemies.filter(|enemy| self.check_spell(mage, Members::NONE, *enemy).is_ok()).collect()
    }
}

/// The shortest lines between two outlines, from a corner of one to an edge of the other. Between parallel facing edges
/// there are many; this gives the outermost ones.
fn shortest(one: &Polygon, other: &Polygon) -> Vec<Segment> {
    let mut all: Vec<(i64, Segment)> = Vec::new();
    for (a, b, swap) in [(one, other, false), (other, one, true)] {
        for corner in a.sides().map(|side| side.from) {
            for edge in b.sides() {
                let foot = edge.nearest_to(corner);
                let length = (foot - corner).square();
                all.push((length, if swap { Segment::new(foot, corner) } else { Segment::new(corner, foot) }));
            }
        }
    }
    let least = all.iter().map(|(length, _)| *length).min();
    all.into_iter().filter(|(length, _)| Some(*length) == least).map(|(_, line)| line).collect()
}
