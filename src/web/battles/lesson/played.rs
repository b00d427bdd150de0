//! A step of the lesson with what the visitor has ordered in it. Nothing of it is stored: the page carries the orders, and
//! dice and the orders of the other side follow from them.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use musterfield_army::Catalogue;
use musterfield_battle::record::Entry;
use musterfield_battle::{Battle, Members, Order, Player};
use musterfield_rules::Book;
use musterfield_sheets::map::Happening;
use musterfield_words::battle as words;

use super::super::opponent::{Deciders, Opponent};
use super::super::sitting::Sitting;
use super::course::{Now, STEPS, Step};
use crate::store::{DecidedBy, DiceSecret};
use crate::web::error::WebError;

/// The largest number of orders in a step: a quick visitor wins the last with some twenty.
pub(super) const MOST_ORDERS: usize = 80;
/// The most bytes of all orders together. With them an address stays within what browsers and proxies accept.
const LONGEST: usize = 3_000;
/// The mark between two orders; no order contains it.
const BETWEEN: &str = "; ";
/// The number of states that are cached, each a few dozen KiB.
const CACHED: NonZero<usize> = NonZero::new(100).unwrap();
const TOO_MUCH: &str = "That is more than this step of the lesson can take: begin it again.";
/// The visitor plays against the plain player, whose orders are known in advance.
const COMPUTER: Deciders = Deciders { by: [DecidedBy::Person, DecidedBy::Plain], opponent: Opponent::Plain };
/// The seed of the computer's whims.
const WHIMS: u64 = 7;

/// The reason an order was not carried out.
#[derive(Debug)]
pub(super) enum NotPlayed {
    /// The visitor is told in a sentence.
    Told(String),
    /// It is not the visitor's doing.
    Failed(WebError),
}

impl From<WebError> for NotPlayed {
    fn from(error: WebError) -> Self {
        Self::Failed(error)
    }
}

fn told<T>(sentence: impl Into<String>) -> Result<T, NotPlayed> {
    Err(NotPlayed::Told(sentence.into()))
}

/// A step of the lesson, by its number from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbered {
    pub number: usize,
    pub step: &'static Step,
}

impl Numbered {
    /// The step of a number as an address has it.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = (1..=STEPS.len()).find(|number| number.to_string() == text)?;
        Self::all().nth(number - 1)
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (1..).zip(&STEPS).map(|(number, step)| Self { number, step })
    }

    /// The secret of its dice, which is none.
    fn dice(self) -> DiceSecret {
        DiceSecret::known([u8::try_from(self.number).unwrap_or_default(); 32])
    }
}

/// A step with what was ordered in it.
#[derive(Clone, Debug)]
pub(super) struct Played {
    of: Numbered,
    pub sitting: Arc<Sitting>,
    start: Arc<Battle>,
    /// The number of orders before the step.
    before: usize,
    /// The number of orders before the visitor's last one.
    before_last: usize,
    given: Vec<Order>,
    /// The same as a record has them.
    written: Vec<String>,
    pub reached: bool,
}

impl Played {
    /// The step at its beginning.
    fn begun(of: Numbered, book: &'static Book, catalogue: &'static Catalogue) -> Result<Self, WebError> {
        let sitting = Arc::new(Sitting::of_record(book, catalogue, of.step.record)?);
        Ok(Self {
            of,
            start: Arc::new(sitting.battle().clone()),
            before: sitting.recorder().entries().len(),
            before_last: sitting.recorder().entries().len(),
            sitting,
            given: Vec::new(),
            written: Vec::new(),
            reached: false,
        })
    }

    pub(super) fn battle(&self) -> &Battle {
        self.sitting.battle()
    }

    /// The battle at the beginning of the step.
    pub(super) fn start(&self) -> &Battle {
        &self.start
    }

    /// Whether the visitor may give an order.
    pub(super) fn may_order(&self) -> bool {
        let is_ours = self.of.step.goes_on || self.battle().player() == Player::A;
        !self.reached && is_ours && !self.sitting.is_over() && self.battle().to_decide() == Player::A
    }

    /// The orders of the visitor, as pages carry them.
    pub(super) fn carried(&self) -> String {
        self.written.join(BETWEEN)
    }

    /// The same without the last one; `None` if there is none.
    pub(super) fn without_last(&self) -> Option<String> {
        self.written.split_last().map(|(_, others)| others.join(BETWEEN))
    }

    /// The number of orders of both sides in this step.
    pub(super) fn orders(&self) -> usize {
        self.sitting.recorder().entries().len().saturating_sub(self.before)
    }

    /// The last of these orders with who gave each, the state before it and what came of it; the latest first.
    pub(super) fn last_orders(&self) -> impl Iterator<Item = (Player, &Battle, &Entry)> {
        let of_step = self.sitting.last_orders().rev().take_while(|(at, ..)| *at >= self.before);
        of_step.map(|(at, before, entry)| (self.sitting.gave(at), before, entry))
    }

    /// Carries out an order of the visitor, and lets the other side decide what it has to.
    pub(super) fn give(&mut self, text: &str) -> Result<(), NotPlayed> {
        if self.written.len() >= MOST_ORDERS || self.carried().len() + text.len() > LONGEST {
            return told(TOO_MUCH);
        }
        if !self.may_order() {
            return told("This step is over: begin it again, or take the last order back.");
        }
        let order = match Order::parse(self.battle(), text) {
            Ok(order) => order,
            Err(error) => return told(format!("This order cannot be read: {}.", words::unread(&error))),
        };
        let secret = self.of.dice();
        self.before_last = self.sitting.recorder().entries().len();
        let sitting = Arc::make_mut(&mut self.sitting);
        if let Err(refusal) = sitting.give(&order, &secret) {
            return told(words::refusal(&refusal, sitting.battle().rules()));
        }
        self.written.extend(sitting.recorder().entries().last().map(|entry| entry.order.clone()));
        self.given.push(order);
        // In all steps but the last, the other side only answers.
        if self.of.step.goes_on || self.battle().player() == Player::A {
            Arc::make_mut(&mut self.sitting).go_on(COMPUTER, &secret, WHIMS, None)?;
        }
        self.reached = (self.of.step.reached)(&self.now());
        Ok(())
    }

    fn now(&self) -> Now<'_> {
        Now { start: &self.start, battle: self.sitting.battle(), given: &self.given }
    }

    /// The names of the visitor's elements that the step is about now; none once its goal is reached.
    pub(super) fn about(&self) -> Vec<String> {
        let about = if self.may_order() { (self.of.step.about)(&self.now()) } else { Members::NONE };
        about.into_iter().map(|id| self.battle().profile(id).name.to_string()).collect()
    }

    /// The events of the visitor's last order in the step, and of the orders that followed it.
    pub(super) fn happened_last(&self) -> Vec<Happening> {
        self.sitting.happened(self.before_last)
    }

    /// The number of orders that followed the visitor's last one by themselves.
    pub(super) fn followed(&self) -> usize {
        self.sitting.recorder().entries().len().saturating_sub(self.before_last + 1)
    }
}

/// Steps by their number and the orders in them.
type Cached = LruCache<(usize, String), Arc<Played>>;

/// Steps as visitors played them lately, so that the computer does not think twice about the same.
#[derive(Clone)]
pub struct Lessons(Arc<Mutex<Cached>>);

impl Default for Lessons {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(LruCache::new(CACHED))))
    }
}

impl fmt::Debug for Lessons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lessons")
    }
}

impl Lessons {
    /// A step after the orders that a page carries, if it is cached.
    pub(super) fn get(&self, of: Numbered, carried: &str) -> Option<Arc<Played>> {
        let key = (of.number, carried.to_owned());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
    }

    fn put(&self, of: Numbered, played: Played) -> Arc<Played> {
        let played = Arc::new(played);
        let key = (of.number, played.carried());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(key, played.clone());
        played
    }

    /// A step after the orders that a page carries.
    pub(super) fn play(
        &self,
        of: Numbered,
        carried: &str,
        (book, catalogue): (&'static Book, &'static Catalogue),
    ) -> Result<Arc<Played>, NotPlayed> {
        if carried.len() > LONGEST {
            return told(TOO_MUCH);
        }
        let orders: Vec<&str> =
            carried.split(BETWEEN.trim()).map(str::trim).filter(|order| !order.is_empty()).collect();
        if orders.len() > MOST_ORDERS {
            return told(TOO_MUCH);
        }
        let first = |count: usize| orders.iter().take(count).copied().collect::<Vec<_>>().join(BETWEEN);
        let known = (0..=orders.len()).rev().find_map(|count| Some((count, self.get(of, &first(count))?)));
        let (count, played) = match known {
            Some(known) => known,
            None => (0, self.put(of, Played::begun(of, book, catalogue)?)),
        };
        if count == orders.len() {
            return Ok(played);
        }
        let mut played = Played::clone(&played);
        for order in orders.into_iter().skip(count) {
            played.give(order)?;
        }
        Ok(self.put(of, played))
    }

    /// A step after one order more.
    pub(super) fn give(&self, of: Numbered, played: &Played, order: &str) -> Result<Arc<Played>, NotPlayed> {
        let mut played = played.clone();
        played.give(order)?;
        Ok(self.put(of, played))
    }
}
