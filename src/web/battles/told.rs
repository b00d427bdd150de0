//! A battle looked at again, in the words and numbers of its page.

use musterfield_battle::record::{Entry, Recorder};
use musterfield_battle::review::{BoundReview, Cause, Deeds, Review, Reviewer, Throw};
use musterfield_battle::{Battle, Order, Player};
use musterfield_rules::Points;
use musterfield_words::battle::{happened, play as words, review as told};

use super::graph;
use super::sitting::Sitting;

/// A throw of dice.
#[derive(Clone, Debug)]
pub(super) struct ToldThrow {
    /// The number of its step.
    pub number: usize,
    /// The order in words.
    pub order: String,
    pub dice: Vec<u8>,
    /// The chances of both sides to lose something, and what came.
    pub odds: String,
    pub result: String,
    /// The number of throws with this result, of how many: `5/36`.
    pub came: String,
    /// How far it swung the battle: `3.2 AP towards a`.
    pub swing: String,
    pub bound: u16,
}

/// A bound.
#[derive(Clone, Debug)]
pub(super) struct ToldBound {
    /// `Set-up` or its number.
    pub title: String,
    /// The letter of the side whose bound it is; empty for the set-up.
    pub by: String,
    pub pips: String,
    pub moves: u32,
    pub throws: Vec<ToldThrow>,
    /// What each side lost in it, and could expect to lose; empty where nothing.
    pub lost: [String; 2],
    pub expected: [String; 2],
    /// The number of its first step.
    pub first: usize,
}

/// An element.
#[derive(Clone, Debug)]
pub(super) struct ToldElement {
    pub name: String,
    pub moves: u32,
    pub distance: String,
    /// Fights won, drawn and lost.
    pub fights: [u32; 3],
    pub shots: u32,
    pub took: String,
    pub fate: String,
    /// The number of the step at which it fell.
    pub fell: Option<usize>,
}

/// A side.
#[derive(Clone, Debug)]
pub(super) struct ToldSide {
    pub letter: char,
    pub name: String,
    /// The AP that it lost, and those that it could expect to lose.
    pub lost: String,
    pub expected: String,
    /// Its luck in a sentence.
    pub luck: String,
    /// The same counted by throws, in 36ths, in a sentence without its stop.
    pub dangers: String,
    pub pips: String,
    pub elements: Vec<ToldElement>,
}

/// A battle looked at again.
#[derive(Clone, Debug)]
pub(super) struct ToldReview {
    pub sides: Vec<ToldSide>,
    /// The side that the dice favoured, and by how much, in a sentence.
    pub verdict: String,
    pub turning: Vec<ToldThrow>,
    pub bounds: Vec<ToldBound>,
    /// The losses of both sides and those to be expected, as a drawing.
    pub graph: String,
    /// The unit of losses.
    pub unit: &'static str,
}

/// What happened in the orders with throws, in words.
struct Words<'s> {
    sitting: &'s Sitting,
    entries: &'s [Entry],
    /// The orders of the throws, with their steps.
    orders: Vec<(usize, String)>,
}

impl Words<'_> {
    fn throw(&self, throw: &Throw) -> ToldThrow {
        let at = throw.step.saturating_sub(1);
        let order = self.orders.iter().find(|(step, _)| *step == throw.step);
        ToldThrow {
            number: self.sitting.number(at),
            order: order.map(|(_, order)| order.clone()).unwrap_or_default(),
            dice: throw.dice.clone(),
            odds: told::odds(throw),
            result: self
                .entries
                .get(at)
                .map(|entry| happened::in_a_line(self.sitting.battle(), &entry.result))
                .unwrap_or_default(),
            came: format!("{}/{}", throw.came, throw.throws),
            swing: told::swing(throw, self.sitting.counts()),
            bound: throw.bound,
        }
    }

    fn bound(&self, review: &Review, bound: &BoundReview) -> ToldBound {
        let is_set_up = bound.number == 0;
        let throws = review.throws_of(bound).filter(|throw| throw.cause != Cause::Pips);
        let none_if = |none: bool, text: String| if none { String::new() } else { text };
        let is_quiet =
            |player: Player| *player.of(&bound.lost) == Points::ZERO && player.of(&bound.expected).tenths() == 0;
        ToldBound {
            title: if is_set_up { "Set-up".to_owned() } else { bound.number.to_string() },
            by: none_if(is_set_up, bound.player.to_string()),
            pips: bound.pips.map(|pips| pips.to_string()).unwrap_or_default(),
            moves: bound.moves,
            throws: throws.map(|throw| self.throw(throw)).collect(),
            lost: Player::ALL.map(|player| none_if(is_quiet(player), player.of(&bound.lost).to_string())),
            expected: Player::ALL.map(|player| none_if(is_quiet(player), player.of(&bound.expected).to_string())),
            first: self.sitting.number(bound.first.saturating_sub(1)),
        }
    }
}

fn element(sitting: &Sitting, deeds: &Deeds) -> ToldElement {
    let battle = sitting.battle();
    ToldElement {
        name: words::element(battle, deeds.id),
        moves: deeds.moves,
        distance: words::length(deeds.distance / 10 * 10),
        fights: [deeds.won, deeds.drawn, deeds.beaten],
        shots: deeds.shots,
        took: sitting.counts().of(deeds.took),
        fate: told::fate(deeds, sitting.counts()),
        fell: deeds.fell.map(|step| sitting.number(step.saturating_sub(1))),
    }
}

impl ToldReview {
    /// Looks at a battle again.
    ///
    /// # Errors
    /// The cause, if its orders are not those of this battle, which is a bug.
    pub(super) fn new(sitting: &Sitting) -> Result<Self, String> {
        let recorder: &Recorder = sitting.recorder();
        let start = Battle::new(&recorder.head().meeting()).map_err(|error| format!("{error:?}"))?;
        let mut reviewer = Reviewer::new(start);
        let mut orders = Vec::new();
        for entry in recorder.entries() {
            let before = reviewer.battle().clone();
            let throw = reviewer.look(entry).map_err(|error| format!("{}: {error:?}", entry.order))?;
            if let Some(throw) = throw
                && let Ok(order) = Order::parse(&before, &entry.order)
            {
                orders.push((throw.step, words::order(&before, &order)));
            }
        }
        let (review, counts) = (reviewer.finish(), sitting.counts());
        let spoken = Words { sitting, entries: recorder.entries(), orders };
        let favour = review.luck(Player::A) - review.luck(Player::B);
        let [name_a, name_b] = sitting.names();
        let verdict = match favour.tenths() {
            0 => "Over the whole battle, the dice favoured nobody.".to_owned(),
            tenths => {
                let name = if tenths > 0 { &name_a } else { &name_b };
                format!("Over the whole battle, the dice favoured {name} by {} {}.", favour.size(), told::unit(counts))
            }
        };
        let end = review.course.last();
        let side = |player: Player, name: String| ToldSide {
            letter: player.letter(),
            name,
            lost: counts.of(sitting.battle().lost(player)),
            expected: end.map(|end| player.of(&end.expected).to_string()).unwrap_or_default(),
            luck: told::luck(review.luck(player), counts),
            dangers: told::dangers(review.dangers(player)),
            pips: told::pips(*player.of(&review.pips)),
            elements: review
                .deeds
                .iter()
                .filter(|deeds| sitting.battle().owner(deeds.id) == player)
                .map(|deeds| element(sitting, deeds))
                .collect(),
        };
        Ok(Self {
            sides: vec![side(Player::A, name_a), side(Player::B, name_b)],
            verdict,
            turning: review.turning_points().into_iter().map(|throw| spoken.throw(throw)).collect(),
            bounds: review.bounds.iter().map(|bound| spoken.bound(&review, bound)).collect(),
            graph: graph::of(&review, sitting.battle().setting().breaks_at),
            unit: told::unit(counts),
        })
    }
}
