//! A battle at the table: its record so far, to which orders are added.

use musterfield_army::Catalogue;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::record::{Head, Record, Recorder, Standing};
use musterfield_battle::replay::{Difference, Replay, What};
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::{Battle, Order, Phase, Player, Refusal};
use musterfield_rules::Book;
use musterfield_terrain::Layout;
use musterfield_words::battle as words;

use super::dice::SecretDice;
use crate::store::{BattleSide, DecidedBy, DiceSecret};
use crate::web::error::WebError;

/// The largest number of orders that the computer gives before the page is shown again: more than any bound has.
const MOST_AT_ONCE: usize = 400;

/// A battle at the table.
#[derive(Clone, Debug)]
pub(in crate::web) struct Sitting {
    recorder: Recorder,
    /// The players who gave the orders so far.
    gave: Vec<Player>,
    /// The number of dice thrown so far.
    thrown: u64,
    /// The number of stored orders that could not be carried out, and why the first of them could not.
    unplayed: usize,
    differs: Option<String>,
}

/// The side of the store that a player of the engine has.
pub(super) fn side(player: Player) -> BattleSide {
    match player {
        Player::A => BattleSide::A,
        Player::B => BattleSide::B,
    }
}

impl Sitting {
    /// A battle before its first order. Its dice come from elsewhere, so it has no seed.
    ///
    /// # Errors
    /// The reason for which armies and battlefield do not go together, in a sentence.
    pub(super) fn new(head: Head) -> Result<Self, String> {
        let recorder = Recorder::new(Head { seed: None, ..head }).map_err(|error| words::meeting(&error))?;
        Ok(Self { recorder, gave: Vec::new(), thrown: 0, unplayed: 0, differs: None })
    }

    /// The battle of a head, after these orders; or up to the first of them that the present rules play differently.
    ///
    /// # Errors
    /// The reason why the present rules cannot even begin the battle, in a sentence.
    pub(super) fn replayed<'l>(
        book: &'static Book,
        catalogue: &'static Catalogue,
        head: &str,
        lines: impl Iterator<Item = &'l str>,
    ) -> Result<Self, String> {
        let lines: Vec<&str> = lines.collect();
        let mut differs = None;
        let mut playable = lines.len();
        let record = loop {
            let text = lines.iter().take(playable).fold(head.to_owned(), |text, line| text + line + "\n");
            match Record::read_any_version(&text, book, catalogue) {
                Ok(record) => break record,
                // The line of an order, which those before it do not depend on.
                Err(error) => match error.line.checked_sub(head.lines().count() + 1) {
                    Some(at) if at < playable => {
                        playable = at;
                        differs = Some(words::why(&error.why).trim_end_matches('.').to_owned());
                    }
                    _ => return Err(words::why(&error.why).trim_end_matches('.').to_owned()),
                },
            }
        };
        let mut sitting = match Self::played(&record, playable) {
            Ok(sitting) => sitting,
            Err((at, difference)) => {
                playable = at;
                let why = words::what(&difference.what, record.start.rules());
                differs = Some(why.trim_end_matches('.').to_owned());
                // It was carried out before it was compared.
                Self::played(&record, at)
                    .map_err(|(_, difference)| words::difference(&difference, record.start.rules()))?
            }
        };
        (sitting.unplayed, sitting.differs) = (lines.len() - playable, differs);
        Ok(sitting)
    }

    /// The battle after the first orders of a record; or the order of these, from 0, that differs from it.
    fn played(record: &Record, orders: usize) -> Result<Self, (usize, Difference)> {
        let mut replay = Replay::new(record);
        let mut gave = Vec::new();
        let mut decides = replay.battle().to_decide();
        while gave.len() < orders {
            match replay.step() {
                None => break,
                Some(Ok(_)) => {}
                // The standing is no order.
                Some(Err(Difference { what: What::Standing { .. }, .. })) => break,
                Some(Err(difference)) => return Err((gave.len(), difference)),
            }
            gave.push(decides);
            decides = replay.battle().to_decide();
        }
        let recorder = replay.recorder().clone();
        let thrown = recorder.entries().iter().map(|entry| entry.dice.len()).sum::<usize>();
        let thrown = u64::try_from(thrown).unwrap_or(u64::MAX);
        Ok(Self { recorder, gave, thrown, unplayed: 0, differs: None })
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

    /// The names of both armies.
    pub(super) fn names(&self) -> [String; 2] {
        self.recorder.head().armies.each_ref().map(|army| army.title().to_owned())
    }

    /// The number of stored orders from which it was played.
    pub(super) fn orders(&self) -> i64 {
        i64::try_from(self.recorder.entries().len() + self.unplayed).unwrap_or(i64::MAX)
    }

    /// The number of the stored row of an order, by its position from 0: that of its step.
    pub(super) fn number(&self, at: usize) -> usize {
        at + 1
    }

    /// The number of the last order that was carried out; 0 before the first.
    pub(super) fn last_number(&self) -> usize {
        self.recorder.entries().len().checked_sub(1).map_or(0, |at| self.number(at))
    }

    /// The number of the first stored order that the present rules play differently, and why, if there is one.
    pub(super) fn differs(&self) -> Option<(usize, &str)> {
        let why = self.differs.as_deref()?;
        Some((self.number(self.recorder.entries().len()), why))
    }

    /// The player who gave an order, by its position from 0.
    pub(super) fn gave(&self, at: usize) -> Player {
        self.gave.get(at).copied().unwrap_or(Player::A)
    }

    /// The state as a document.
    pub(super) fn snapshot(&self) -> Snapshot {
        let entries = self.recorder.entries();
        Snapshot::of(self.battle(), entries.len(), entries.last())
    }

    /// The digest of the state, by which a form says what its sender saw.
    pub(super) fn digest(&self) -> String {
        format!("{:016x}", self.battle().digest())
    }

    /// The standing in a line, for lists.
    pub(super) fn standing(&self) -> String {
        Standing::of(self.battle()).to_string()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.battle().phase(), Phase::Over(_))
    }

    /// Carries out an order with the dice of the battle, and returns who gave it and its line in the record.
    ///
    /// # Errors
    /// The reason for which the rules refuse it. Nothing has changed then.
    pub(super) fn give(&mut self, order: &Order, secret: &DiceSecret) -> Result<(BattleSide, String), Refusal> {
        let player = self.battle().to_decide();
        let mut dice = SecretDice::new(secret, self.thrown);
        self.recorder.play_with(order, &mut dice)?;
        let entry = self.recorder.entries().last();
        let thrown = entry.map_or(0, |entry| entry.dice.len());
        self.thrown += u64::try_from(thrown).unwrap_or_default();
        let line = entry.map(ToString::to_string).unwrap_or_default();
        self.gave.push(player);
        Ok((side(player), line))
    }

    /// Lets the computer give the orders of the sides that it plays, until somebody else decides, the battle is over,
    /// or a bound has ended where it plays both; and returns them. `seed` is for its whims, and says nothing about
    /// dice.
    ///
    /// # Errors
    /// When it finds no order that may be given, which is a bug.
    pub(super) fn let_computer_play(
        &mut self,
        by: [DecidedBy; 2],
        secret: &DiceSecret,
        seed: u64,
    ) -> Result<Vec<(BattleSide, String)>, WebError> {
        let worth = Worth::new(self.battle());
        let mut captains = [Plain::new(&worth, seed, 1), Plain::new(&worth, seed, 2)];
        let (bound, alone) = (self.battle().bound(), by == [DecidedBy::Plain; 2]);
        let mut given = Vec::new();
        while given.len() < MOST_AT_ONCE && !self.is_over() && !(alone && self.battle().bound() > bound) {
            let player = self.battle().to_decide();
            if *player.of(&by) != DecidedBy::Plain {
                break;
            }
            let captain: &mut Plain<'_> = player.of_mut(&mut captains);
            given.push(self.give_for(captain, secret)?);
        }
        Ok(given)
    }

    /// Deploys what is left of a side, as the computer would, and returns the orders. The end of the deployment is left
    /// to the player.
    ///
    /// # Errors
    /// As [`Self::let_computer_play`].
    pub(super) fn deploy_rest(
        &mut self,
        secret: &DiceSecret,
        seed: u64,
    ) -> Result<Vec<(BattleSide, String)>, WebError> {
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

    fn give_for(&mut self, captain: &mut dyn Captain, secret: &DiceSecret) -> Result<(BattleSide, String), WebError> {
        let legal = captain.decide(self.battle()).map_err(|refused| stuck(&refused.refusal, self.battle()))?;
        self.give(legal.order(), secret).map_err(|refusal| stuck(&refusal, self.battle()))
    }
}

fn stuck(refusal: &Refusal, battle: &Battle) -> WebError {
    WebError::internal(format!("the computer is stuck: {}", words::refusal(refusal, battle.rules())))
}
