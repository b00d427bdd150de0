//! A battle at the table: its record so far, to which orders are added.

use musterfield_army::Catalogue;
use musterfield_battle::player::{Captain, Plain, Worth};
use musterfield_battle::record::{Head, Record, Recorder, Standing};
use musterfield_battle::replay::Replay;
use musterfield_battle::snapshot::Snapshot;
use musterfield_battle::{Battle, Order, Phase, Player, Refusal};
use musterfield_rules::Book;
use musterfield_sheets::map::Happening;
use musterfield_terrain::Layout;
use musterfield_words::battle as words;

use super::dice::SecretDice;
use super::trail::Trail;
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
    /// What happened last.
    trail: Trail,
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
        Ok(Self { recorder, gave: Vec::new(), thrown: 0, trail: Trail::default() })
    }

    /// The battle of a head, after these orders.
    ///
    /// # Errors
    /// When the rules of today refuse something in it: the battle was played under others.
    pub(super) fn replayed<'l>(
        book: &'static Book,
        catalogue: &'static Catalogue,
        head: &str,
        lines: impl Iterator<Item = &'l str>,
    ) -> Result<Self, WebError> {
        let text = lines.fold(head.to_owned(), |text, line| text + line + "\n");
        let record =
            Record::read(&text, book, catalogue).map_err(|error| WebError::internal(words::unreadable(&error)))?;
        let mut replay = Replay::new(&record);
        let (mut gave, mut trail) = (Vec::new(), Trail::default());
        let mut decides = replay.battle().to_decide();
        let mut before = replay.battle().clone();
        while let Some(step) = replay.step() {
            step.map_err(|difference| WebError::internal(words::difference(&difference, record.start.rules())))?;
            gave.push(decides);
            trail.note(&before);
            before = replay.battle().clone();
            decides = replay.battle().to_decide();
        }
        let recorder = replay.recorder().clone();
        let thrown = recorder.entries().iter().map(|entry| entry.dice.len()).sum::<usize>();
        Ok(Self { recorder, gave, thrown: u64::try_from(thrown).unwrap_or(u64::MAX), trail })
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

    /// The number of orders so far.
    pub(super) fn orders(&self) -> i64 {
        i64::try_from(self.recorder.entries().len()).unwrap_or(i64::MAX)
    }

    /// The player who gave an order, by its position from 0.
    pub(super) fn gave(&self, at: usize) -> Player {
        self.gave.get(at).copied().unwrap_or(Player::A)
    }

    /// What the last orders did, without the first `skipped` of all.
    pub(super) fn happened(&self, skipped: usize) -> Vec<Happening> {
        self.trail.happened(self.battle(), self.recorder.entries(), skipped)
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
        let before = self.battle().clone();
        self.recorder.play_with(order, &mut dice)?;
        self.trail.note(&before);
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
