//! A battle at the table: its record so far, to which orders are added, and what else its players have said.

use musterfield_army::Catalogue;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::record::{EarlyEnd, Entry, Head, PromisedDice, Record, Recorder};
use musterfield_battle::replay::{Difference, Replay, What};
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::{Battle, Id, Order, Phase, Player, Refusal};
use musterfield_dice::{RolledDice, Roller, Secret, SecretDice};
use musterfield_players::captain::{Stop, Thinker};
use musterfield_players::lore::Lore;
use musterfield_rules::Book;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_sheets::map::Happening;
use musterfield_terrain::Layout;
use musterfield_words::battle as words;

use super::lately::Lately;
use super::log::{FORCED, Log, Said, side};
use super::opponent::{Deciders, because};
use super::stored_record::StoredRecord;
use crate::store::{BattleOrder, BattleSide, DecidedBy, DiceSecret};
use crate::web::error::WebError;

/// The largest number of orders that the computer gives before the page is shown again: more than any bound has.
const MOST_AT_ONCE: usize = 400;

/// A line of a battle, and the side whose it is.
pub(super) type Given = (BattleSide, String);

/// A battle at the table.
#[derive(Clone, Debug)]
pub(in crate::web) struct Sitting {
    recorder: Recorder,
    log: Log,
    /// The reason the present rules do not play the next order as it was played, if there is one.
    differs: Option<String>,
    /// The states before the last orders.
    lately: Lately,
}

/// A battle that was played from its orders.
struct Played {
    recorder: Recorder,
    lately: Lately,
}

impl Sitting {
    /// A battle before its first order. Its dice follow from this secret; without one, its players throw them.
    ///
    /// # Errors
    /// The reason for which armies and battlefield do not go together, in a sentence.
    pub(super) fn new(head: Head, secret: Option<&DiceSecret>) -> Result<Self, String> {
        let promised = secret.map(|secret| PromisedDice::new(Secret::new(*secret.expose()).promise()));
        let recorder = Recorder::new(Head { seed: None, promised, ..head }).map_err(|error| words::meeting(&error))?;
        Ok(Self { recorder, log: Log::default(), differs: None, lately: Lately::default() })
    }

    /// The battle of a head, after these lines; or up to the first order that the present rules play differently.
    ///
    /// # Errors
    /// The reason why the present rules cannot even begin the battle, in a sentence.
    pub(super) fn replayed(
        book: &'static Book,
        catalogue: &'static Catalogue,
        head: &str,
        lines: &[BattleOrder],
    ) -> Result<Self, String> {
        let stored = StoredRecord::new(lines);
        let orders: Vec<String> = stored.orders().collect();
        let log = stored.into_log();
        let (Played { recorder, lately }, differs) = Self::carried_out(book, catalogue, head, &orders)?;
        let mut sitting = Self { recorder, log, differs, lately };
        if sitting.differs.is_none() {
            sitting.recorder.drop_dice(sitting.log.dropped_before(sitting.log.orders()).iter().copied());
            sitting.take_over();
        }
        Ok(sitting)
    }

    /// The battle at the end of a record.
    ///
    /// # Errors
    /// When it cannot be read, or is played differently.
    pub(super) fn of_record(book: &'static Book, catalogue: &'static Catalogue, text: &str) -> Result<Self, WebError> {
        let record =
            Record::read(text, book, catalogue).map_err(|error| WebError::internal(words::unreadable(&error)))?;
        let mut replay = Replay::new(&record);
        let mut log = Log::default();
        let mut lately = Lately::default();
        let mut decides = replay.battle().to_decide();
        while let Some(step) = replay.step() {
            let (_, entry) =
                step.map_err(|difference| WebError::internal(words::difference(&difference, record.start.rules())))?;
            log.add(side(decides), &entry.to_string());
            lately.note(replay.recorder());
            decides = replay.battle().to_decide();
        }
        Ok(Self { recorder: replay.recorder().clone(), log, differs: None, lately })
    }

    /// The battle after these orders, each as its lines in a record; or after those before the first one that the
    /// present rules play differently, and why.
    fn carried_out(
        book: &'static Book,
        catalogue: &'static Catalogue,
        head: &str,
        orders: &[String],
    ) -> Result<(Played, Option<String>), String> {
        let sentence = |why: String| why.trim_end_matches('.').to_owned();
        let (mut playable, mut differs) = (orders.len(), None);
        let record = loop {
            let text = orders.iter().take(playable).fold(head.to_owned(), |text, order| text + order);
            match Record::read_any_version(&text, book, catalogue) {
                Ok(record) => break record,
                // The line of an order, which those before it do not depend on.
                Err(error) => match error.line.checked_sub(head.lines().count() + 1).map(|line| order_of(orders, line))
                {
                    Some(at) if at < playable => {
                        playable = at;
                        differs = Some(sentence(words::why(&error.why)));
                    }
                    _ => return Err(sentence(words::why(&error.why))),
                },
            }
        };
        match played(&record, playable) {
            Ok(all) => Ok((all, differs)),
            Err((at, difference)) => {
                let rules = record.start.rules();
                // It was carried out before it was compared.
                let some = played(&record, at).map_err(|(_, difference)| words::difference(&difference, rules))?;
                Ok((some, Some(sentence(words::what(&difference.what, rules)))))
            }
        }
    }

    /// Makes the record say what the players have said.
    fn take_over(&mut self) {
        if let Some(early) = self.log.early() {
            self.recorder.end(early);
        }
        if let Some(promised) = &self.recorder.head().promised {
            let mut promised = promised.clone();
            // A record that was opened has them in its head.
            for (known, added) in promised.words.iter_mut().zip(self.log.words()).filter(|(_, added)| !added.is_empty())
            {
                *known = added.as_str().into();
            }
            self.recorder.promise(promised);
        }
    }

    /// The first lines of the record, without orders.
    pub(super) fn head(&self) -> String {
        self.recorder.head().to_string()
    }

    pub(super) fn battle(&self) -> &Battle {
        self.recorder.battle()
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.recorder.head().layout
    }

    pub(super) fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// What the players have said.
    pub(super) fn log(&self) -> &Log {
        &self.log
    }

    /// The record, with the secret of the dice once the battle is over.
    pub(super) fn record_with(&self, secret: &DiceSecret) -> String {
        let mut recorder = self.recorder.clone();
        let hidden = recorder.head().promised.clone().filter(|promised| promised.secret.is_none());
        if let Some(promised) = hidden.filter(|_| self.is_over()) {
            recorder.promise(PromisedDice { secret: Some(Secret::new(*secret.expose())), ..promised });
        }
        recorder.to_string()
    }

    /// The names of both armies.
    pub(super) fn names(&self) -> [String; 2] {
        self.recorder.head().armies.each_ref().map(|army| army.title().to_owned())
    }

    /// The number of lines so far.
    pub(super) fn lines(&self) -> i64 {
        self.log.lines()
    }

    /// The player who gave an order, by its position from 0.
    pub(super) fn gave(&self, at: usize) -> Player {
        self.log.gave(at).unwrap_or(Player::A)
    }

    /// The number of the line of an order, by its position from 0: that of its step.
    pub(super) fn number(&self, at: usize) -> usize {
        self.log.number(at).and_then(|number| usize::try_from(number).ok()).unwrap_or(at + 1)
    }

    /// The number of the last line up to which it can be looked at; 0 before the first.
    pub(super) fn last_number(&self) -> usize {
        match self.recorder.entries().len().checked_sub(1) {
            Some(at) if self.differs.is_some() => self.number(at),
            None if self.differs.is_some() => 0,
            _ => usize::try_from(self.log.lines()).unwrap_or(usize::MAX),
        }
    }

    /// The number of the first order that the present rules play differently, and why, if there is one.
    pub(super) fn differs(&self) -> Option<(usize, &str)> {
        let why = self.differs.as_deref()?;
        Some((self.number(self.recorder.entries().len()), why))
    }

    /// What the last orders did, without the first `skipped` of all.
    pub(super) fn happened(&self, skipped: usize) -> Vec<Happening> {
        self.lately.happened(self.battle(), self.recorder.entries(), skipped)
    }

    /// The last orders and the state before each, the earliest first.
    pub(super) fn last_orders(&self) -> impl DoubleEndedIterator<Item = (usize, &Battle, &Entry)> {
        let entries = self.recorder.entries();
        let states: Vec<&Battle> = self.lately.states().collect();
        let first = entries.len().saturating_sub(states.len());
        let last = entries.iter().enumerate().skip(first);
        states.into_iter().zip(last).map(|(before, (at, entry))| (at, before, entry))
    }

    /// Everybody who was lost after the first `skipped` orders and has not come back, in the order in which they were.
    pub(super) fn lost_since(&self, skipped: usize) -> impl Iterator<Item = Id> {
        self.lately.lost_since(skipped).filter(|id| self.battle().is_lost(*id))
    }

    /// The state as a document.
    pub(super) fn snapshot(&self) -> Snapshot {
        let entries = self.recorder.entries();
        Snapshot::of(self.battle(), entries.len(), entries.last()).ended(self.battle(), self.log.early())
    }

    /// The digest of the state, by which a form says what its sender saw.
    pub(super) fn digest(&self) -> String {
        format!("{:016x}", self.battle().digest())
    }

    /// The unit of losses.
    pub(super) fn counts(&self) -> SizeUnit {
        self.battle().setting().counts_losses
    }

    /// The standing in a line, for lists.
    pub(super) fn standing(&self) -> String {
        self.recorder.standing().to_string()
    }

    /// The way the players ended the battle, if the rules have not.
    pub(super) fn early(&self) -> Option<EarlyEnd> {
        self.recorder.standing().early
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.battle().phase(), Phase::Over(_)) || self.log.early().is_some()
    }

    /// The player who decides now, unless the battle is over.
    pub(super) fn decides(&self) -> Option<Player> {
        (!self.is_over()).then(|| self.battle().to_decide())
    }

    /// The player who would decide first in a sketch of this state: `None` where nothing is left to decide, or the present
    /// rules do not play on.
    pub(super) fn decides_in_sketch(&self) -> Option<Player> {
        self.decides().filter(|_| self.differs.is_none())
    }

    /// The winner, once there is one.
    pub(super) fn winner(&self) -> Option<Player> {
        self.recorder.standing().winner
    }

    /// Whether the players throw the dice.
    pub(super) fn has_typed_dice(&self, by: [DecidedBy; 2]) -> bool {
        self.recorder.head().promised.is_none() && by == [DecidedBy::Person; 2]
    }

    /// The number of dice that an order rolls, as far as can be said before they are thrown.
    pub(super) fn dice_needed(&self, order: &Order) -> usize {
        const MOST: usize = 8;
        let is_enough = |count: &usize| {
            let mut dice = RolledDice::new(&vec![1; *count]);
            self.battle().clone().play(order, &mut dice).is_ok()
        };
        (1..MOST).find(is_enough).unwrap_or(1)
    }

    /// Carries out an order with the dice that follow from the secret of the battle, and returns who gave it and its
    /// line in the record.
    ///
    /// # Errors
    /// The reason for which the rules refuse it. Nothing has changed then.
    pub(super) fn give(&mut self, order: &Order, secret: &DiceSecret) -> Result<Given, Refusal> {
        self.give_marked(order, secret, "")
    }

    fn give_marked(&mut self, order: &Order, secret: &DiceSecret, mark: &str) -> Result<Given, Refusal> {
        let (secret, thrown) = (Secret::new(*secret.expose()), self.log.thrown());
        let mut dice = match &self.recorder.head().promised {
            Some(promised) => promised.dice_of(&secret, thrown),
            None => SecretDice::new(&secret, [""; 2], thrown),
        };
        self.carry_out(order, &mut dice, mark)
    }

    /// Carries out an order with these dice.
    ///
    /// # Errors
    /// As [`Self::give`].
    pub(super) fn give_with(&mut self, order: &Order, dice: &mut dyn Roller) -> Result<Given, Refusal> {
        self.carry_out(order, dice, "")
    }

    /// Carries out an order, and adds its line with this mark at its end.
    fn carry_out(&mut self, order: &Order, dice: &mut dyn Roller, mark: &str) -> Result<Given, Refusal> {
        let by = side(self.battle().to_decide());
        self.recorder.play_with(order, dice)?;
        self.lately.note(&self.recorder);
        let entry = self.recorder.entries().last();
        // Dice that were taken back have lines of their own.
        let line = entry.map(|entry| Entry { dropped: Vec::new(), ..entry.clone() }.to_string()).unwrap_or_default();
        let line = line + mark;
        self.log.add(by, &line);
        Ok((by, line))
    }

    /// Ends a part of the bound in which the side that decides can do nothing, such as the shooting where nobody can
    /// shoot; `None` if there is something to decide, or dice are thrown for it.
    fn pass_over(&mut self) -> Option<Given> {
        let is_passed = match self.battle().phase() {
            Phase::Bespelling | Phase::Shooting | Phase::ShootingBack | Phase::Answering(_) => {
                self.battle().legal_orders() == [Order::End]
            }
            _ => false,
        };
        is_passed.then(|| self.carry_out(&Order::End, &mut RolledDice::default(), FORCED).ok()).flatten()
    }

    /// Adds what a player has said.
    ///
    /// # Errors
    /// When the orders up to which the battle goes back cannot be played again, which is a bug.
    pub(super) fn say(
        &mut self,
        book: &'static Book,
        catalogue: &'static Catalogue,
        by: Player,
        said: &Said,
    ) -> Result<Given, WebError> {
        let line = said.to_string();
        self.log.add(side(by), &line);
        if matches!(said, Said::Back(_)) {
            let entries = self.recorder.entries().iter().take(self.log.orders());
            let orders: Vec<String> = entries.map(|entry| format!("{entry}\n")).collect();
            let (Played { recorder, lately }, differs) =
                Self::carried_out(book, catalogue, &self.head(), &orders).map_err(WebError::internal)?;
            if let Some(why) = differs {
                return Err(WebError::internal(format!("an order is played differently the second time: {why}")));
            }
            (self.recorder, self.lately) = (recorder, lately);
            self.recorder.drop_dice(self.log.dropped_before(self.log.orders()).iter().copied());
        }
        self.take_over();
        Ok((side(by), line))
    }

    /// Gives the orders of the sides that the computer plays, those that players have given ahead, and those without a
    /// choice, until somebody decides, the battle is over, or a bound has ended where the computer plays both; and returns
    /// them. `seed` is for the computer's whims, and says nothing about dice. Without a signal that stops its thinking, it
    /// decides what takes no time, and leaves the rest.
    ///
    /// # Errors
    /// When it finds no order that may be given, which is a bug.
    pub(super) fn go_on(
        &mut self,
        Deciders { by, opponent }: Deciders,
        secret: &DiceSecret,
        seed: u64,
        thinking: Option<&Stop>,
    ) -> Result<Vec<Given>, WebError> {
        let (lore, never) = (Lore::new(self.battle()), Stop::default());
        let stop = thinking.unwrap_or(&never);
        let mut captains = [opponent.captain(&lore, (seed, 1), stop)?, opponent.captain(&lore, (seed, 2), stop)?];
        let (bound, alone) = (self.battle().bound(), by == [DecidedBy::Plain; 2]);
        let mut given = Vec::new();
        while given.len() < MOST_AT_ONCE && !self.is_over() && !(alone && self.battle().bound() > bound) {
            let player = self.battle().to_decide();
            if *player.of(&by) == DecidedBy::Plain {
                if thinking.is_none() && opponent.thinks_in(self.battle().phase()) {
                    break;
                }
                let captain: &mut Box<dyn Thinker + '_> = player.of_mut(&mut captains);
                given.push(self.give_for(captain.as_mut(), secret)?);
            } else {
                let ahead = self.log.standing(player).decide(self.battle(), seed);
                // If the order needs dice that the players throw, they are asked after all.
                let played = ahead.map(|order| self.give_ahead(&order, by, secret)).and_then(Result::ok);
                let Some(played) = played.or_else(|| self.pass_over()) else { break };
                given.push(played);
            }
        }
        Ok(given)
    }

    /// Deploys what is left of a side, as the computer would, and returns the orders. The end of the deployment is left
    /// to the player.
    ///
    /// # Errors
    /// As [`Self::go_on`].
    pub(super) fn deploy_rest(&mut self, secret: &DiceSecret, seed: u64) -> Result<Vec<Given>, WebError> {
        let worth = Worth::new(self.battle());
        let mut captain = Plain::new(&worth, seed, 1);
        let mut given = Vec::new();
        while self.battle().phase() == Phase::Deployment && given.len() < MOST_AT_ONCE {
            let legal = captain.decide(self.battle()).map_err(|refused| stuck(&refused.refusal, self.battle()))?;
            if *legal.order() == Order::End {
                break;
            }
            given.push(self.give(legal.order(), secret).map_err(|refusal| stuck(&refusal, self.battle()))?);
        }
        Ok(given)
    }

    fn give_ahead(&mut self, order: &Order, by: [DecidedBy; 2], secret: &DiceSecret) -> Result<Given, Refusal> {
        if self.has_typed_dice(by) {
            return self.give_with(order, &mut RolledDice::default());
        }
        self.give(order, secret)
    }

    fn give_for(&mut self, captain: &mut dyn Thinker, secret: &DiceSecret) -> Result<Given, WebError> {
        let legal = captain.decide(self.battle()).map_err(|refused| stuck(&refused.refusal, self.battle()))?;
        let because = because(&captain.reason());
        self.give_marked(legal.order(), secret, &because).map_err(|refusal| stuck(&refusal, self.battle()))
    }
}

fn stuck(refusal: &Refusal, battle: &Battle) -> WebError {
    WebError::internal(format!("the computer is stuck: {}", words::refusal(refusal, battle.rules())))
}

/// The battle after the first orders of a record; or the order of these, from 0, that differs from it.
fn played(record: &Record, orders: usize) -> Result<Played, (usize, Difference)> {
    let mut replay = Replay::new(record);
    let mut lately = Lately::default();
    for at in 0..orders {
        match replay.step() {
            None => break,
            Some(Ok(_)) => lately.note(replay.recorder()),
            // The standing is no order.
            Some(Err(Difference { what: What::Standing { .. }, .. })) => break,
            Some(Err(difference)) => return Err((at, difference)),
        }
    }
    Ok(Played { recorder: replay.recorder().clone(), lately })
}

/// The order to which a line belongs, counted from 0 behind the head.
fn order_of(orders: &[String], line: usize) -> usize {
    let ends = orders.iter().scan(0, |end, order| {
        *end += order.lines().count();
        Some(*end)
    });
    ends.take_while(|end| *end <= line).count()
}
