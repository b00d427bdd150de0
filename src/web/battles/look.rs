//! A look at an order before it is given: whether it is legal, and what would come of it. Lengths are in thousandths of a
//! BW and angles in tenths of a degree.

use musterfield_battle::notation::{ParseOrderError, Written};
use musterfield_battle::refusal::ZoneOf;
use musterfield_battle::validate::Legal;
use musterfield_battle::{Battle, Foe, Id, Members, Order, Refusal, Report};
use musterfield_dice::RolledDice;
use musterfield_rules::combat::Outcome;
use musterfield_words::battle as sentences;
use musterfield_words::battle::{outlook, play as words};
use serde::Serialize;

use super::offers::chances;
use super::ways::stance_of;

/// The mark between several orders; none of them contains it.
pub(super) const BETWEEN: char = ';';

/// The largest number of fights whose odds are worked out for one order.
const MOST_FIGHTS: usize = 8;

/// What an order would lead to.
#[derive(Debug, Serialize)]
pub(super) struct Look<'b> {
    digest: &'b str,
    /// The order as a record has it.
    order: String,
    label: String,
    legal: bool,
    /// The rule that forbids it, and the reason in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The elements that stand elsewhere after it, as far as no dice decide.
    ends: Vec<End>,
    /// PIPs and length of a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pips: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<i64>,
    /// The enemies, or their camp or Stronghold, in whose threat zones it ends, and through whose zones it passes.
    ends_in: Vec<String>,
    crosses: Vec<String>,
    /// The pairs that stand front edge against the other after it and did not before.
    touches: Vec<[String; 2]>,
    fights: Vec<Fight>,
    /// All of it in sentences.
    told: Vec<String>,
}

/// Where an element stands after the order.
#[derive(Debug, Serialize)]
struct End {
    id: String,
    at: [i64; 3],
}

/// A fight that would come of the order.
#[derive(Debug, Serialize)]
struct Fight {
    who: String,
    foe: String,
    throws: u8,
    /// The throws in which each outcome befalls the one and the other.
    outcomes: Vec<(&'static str, [u8; 2])>,
}

impl<'b> Look<'b> {
    pub(super) fn new(battle: &Battle, order: &Order, digest: &'b str) -> Self {
        let mut look = Self::bare(Written { battle, order }.to_string(), words::order(battle, order), digest);
        match battle.validate(order) {
            Ok(legal) => look.add_consequences(battle, &legal),
            Err(refusal) => look.refuse(battle, &refusal, ""),
        }
        look
    }

    /// A look at several orders that are given one after the other, none of which rolls dice: what all of them lead to, or
    /// the first that is refused.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub(super) fn of_each(battle: &Battle, orders: &str, digest: &'b str) -> Result<Self, ParseOrderError> {
        let mut look = Self::bare(orders.to_owned(), String::new(), digest);
        let mut after = battle.clone();
        for text in orders.split(BETWEEN) {
            let order = Order::parse(&after, text.trim())?;
            if let Err(refusal) = after.play(&order, &mut RolledDice::default()) {
                look.refuse(&after, &refusal, &words::order(&after, &order));
                return Ok(look);
            }
        }
        look.legal = true;
        look.add_state(battle, &after);
        if look.told.is_empty() {
            look.told.push(outlook::ALL_LEGAL.to_owned());
        }
        Ok(look)
    }

    fn bare(order: String, label: String, digest: &'b str) -> Self {
        Self {
            digest,
            order,
            label,
            legal: false,
            rule: None,
            reason: None,
            ends: Vec::new(),
            pips: None,
            length: None,
            ends_in: Vec::new(),
            crosses: Vec::new(),
            touches: Vec::new(),
            fights: Vec::new(),
            told: Vec::new(),
        }
    }

    /// Says why the order is refused; `of` is the order in words, where there are several.
    fn refuse(&mut self, battle: &Battle, refusal: &Refusal, of: &str) {
        self.rule = refusal.rule(battle.rules()).map(ToString::to_string);
        let reason = sentences::refusal(refusal, battle.rules());
        self.told.push(if of.is_empty() {
            format!("Not allowed. {reason}")
        } else {
            format!("{of}: not allowed. {reason}")
        });
        self.reason = Some(reason);
    }

    fn add_consequences(&mut self, battle: &Battle, legal: &Legal) {
        self.legal = true;
        if let (Some(plan), Order::Move(of)) = (legal.plan(), legal.order()) {
            let (pips, length) = (plan.cost.pips, plan.length);
            (self.pips, self.length) = (Some(pips), Some(length));
            self.told.push(outlook::price(length, pips, battle.pips_for(of.who).saturating_sub(pips)));
            let met = battle.zones_met(of);
            (self.ends_in, self.crosses) = (zones(&met.at_end), zones(&met.crossed));
            self.told.extend(outlook::zones(&met));
            let ends = plan.ends.iter().map(|(id, base)| end(battle, *id, stance_of(base)));
            self.ends = ends.collect();
        }
        // If dice decide, there are chances instead of a state after it.
        let mut after = battle.clone();
        match after.apply(legal, &mut RolledDice::new(&[]), &mut Report::unread()) {
            Ok(()) => {
                if matches!(legal.order(), Order::Summon(_) | Order::Free(..)) {
                    self.told.push(outlook::paid(battle.pips().saturating_sub(after.pips()), after.pips()));
                }
                self.add_state(battle, &after);
            }
            Err(Refusal::NoMoreDice) if legal.plan().is_some() => self.told.push(outlook::RIVER.to_owned()),
            Err(_) if matches!(legal.order(), Order::Fight(..) | Order::Shoot { .. } | Order::Bespell { .. }) => {
                self.told.push(format!("{}.", chances(battle, legal.order())));
            }
            Err(_) => {}
        }
    }

    /// Adds what is different after the order.
    fn add_state(&mut self, battle: &Battle, after: &Battle) {
        let stands_now = |id: &Id| after.is_on_table(*id);
        let moved: Members = after
            .everybody()
            .filter(stands_now)
            .filter(|id| !battle.is_on_table(*id) || battle.base(*id) != after.base(*id))
            .collect();
        self.ends = moved.into_iter().map(|id| end(after, id, stance_of(after.base(id)))).collect();
        let name = |id: Id| after.profile(id).name.to_string();
        let touches = moved.into_iter().filter_map(|id| {
            let (enemy, edge) = after.before(id)?;
            Some((id, enemy, edge))
        });
        let touches: Vec<_> = touches.collect();
        self.touches = touches.iter().map(|(id, enemy, _)| [name(*id), name(*enemy)]).collect();
        let before = battle.fights();
        let fights = after.fights().into_iter().filter(|fight| !before.contains(fight));
        let fights: Vec<(Id, Foe)> = fights.take(MOST_FIGHTS).collect();
        let is_fight = |one: Id, other: Id| {
            [(one, Foe::Element(other)), (other, Foe::Element(one))].iter().any(|fight| fights.contains(fight))
        };
        let others = touches.iter().filter(|(id, enemy, _)| !is_fight(*id, *enemy));
        self.told.extend(others.map(|(id, enemy, edge)| outlook::touch(after, *id, *enemy, *edge)));
        for (id, foe) in fights {
            let Ok(odds) = after.odds(id, foe) else { continue };
            self.told.push(outlook::odds(after, id, foe, &odds));
            let outcomes = Outcome::ALL.iter().map(|outcome| (outcome.as_str(), odds.ways(*outcome)));
            let foe = match foe {
                Foe::Element(other) => name(other),
                Foe::Feature(held) => held.to_string(),
            };
            self.fights.push(Fight {
                who: name(id),
                foe,
                throws: musterfield_combat::Odds::THROWS,
                outcomes: outcomes.filter(|(_, ways)| *ways != [0, 0]).collect(),
            });
        }
    }
}

fn end(battle: &Battle, id: Id, at: [i64; 3]) -> End {
    End { id: battle.profile(id).name.to_string(), at }
}

fn zones(of: &[ZoneOf]) -> Vec<String> {
    of.iter().map(|zone| outlook::zone(*zone)).collect()
}
