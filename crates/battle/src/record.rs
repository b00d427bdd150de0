//! The record of a battle as text, format `musterfield-battle/1`: what was agreed, then every order with the dice that it
//! rolled, what came of it in words, and a digest of the whole state after it.
//!
//! A [`Recorder`] plays a battle and keeps its record; [`Record::read`] reads one, also one that was typed by hand, which
//! may leave out results, digests and (with a seed) dice. Playing it again is [`replay`](super::replay).

mod read;
mod words;

use std::fmt;

use musterfield_army::{self as army, Draft};
use musterfield_dice::{Dice, RolledDice, Roller};
use musterfield_rules::combat::Reading;
use musterfield_rules::{Points, Ruleset};
use musterfield_terrain::{self as terrain, Layout};

use super::admission::{Admitted, ArmySizes};
use super::element::Player;
use super::notation::Written;
use super::order::{Order, Refusal};
use super::report::Report;
use super::setup::{Meeting, MeetingError};
use super::state::{Battle, Options, Phase};

pub use read::{Given, Record, Step, Unreadable, Why};

/// The first line of a record.
pub const FORMAT: &str = "musterfield-battle/1";
/// The stream of a seed from which the dice of a battle come; others lay out the table.
pub const STREAM: u64 = 1 << 32;

/// What is agreed before a battle.
#[derive(Clone, Debug)]
pub struct Head {
    /// The version of the ruleset that it was played by; the present one if it says none.
    pub version: Option<Box<str>>,
    /// The armies, the first player's first.
    pub armies: [Admitted<Draft>; 2],
    /// The battlefield.
    pub layout: Admitted<Layout>,
    /// Who defends.
    pub defender: Player,
    /// The figure scale; the usual one if none is named.
    pub scale: Option<String>,
    /// Readings that the players chose.
    pub options: Options,
    /// The seed that all dice follow from; without one they stand in the record.
    pub seed: Option<u64>,
    /// It is played by the present rules, though it was played by another version of them.
    pub allow_version: bool,
}

impl Head {
    /// What is agreed for a meeting.
    #[must_use]
    pub fn of(meeting: &Meeting<'_>, seed: Option<u64>) -> Self {
        Self {
            version: None,
            armies: meeting.armies.map(Admitted::clone),
            layout: meeting.layout.clone(),
            defender: meeting.defender,
            scale: meeting.scale.map(str::to_owned),
            options: meeting.options,
            seed,
            allow_version: false,
        }
    }

    /// Whether something was admitted that may be illegal.
    #[must_use]
    pub fn allows_illegal(&self) -> bool {
        !(self.layout.is_legal() && self.armies.iter().all(Admitted::is_legal))
    }

    /// What a battle is made from.
    #[must_use]
    pub fn meeting(&self) -> Meeting<'_> {
        let [a, b] = &self.armies;
        Meeting {
            armies: [a, b],
            // A record names no size that both armies share.
            sizes: ArmySizes::MayDiffer,
            defender: self.defender,
            layout: &self.layout,
            scale: self.scale.as_deref(),
            options: self.options,
        }
    }
}

/// Written as the first lines of a record, under the present version of the rules.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.armies;
        writeln!(f, "{FORMAT}")?;
        writeln!(f, "ruleset {} {}", a.ruleset.id, a.ruleset.version)?;
        writeln!(f, "army a {}", army::file::to_json(a))?;
        writeln!(f, "army b {}", army::file::to_json(b))?;
        writeln!(f, "layout {}", terrain::file::to_json(&self.layout))?;
        writeln!(f, "defender {}", self.defender)?;
        if let Some(scale) = &self.scale {
            writeln!(f, "scale {scale}")?;
        }
        for reading in readings(a.ruleset).filter(|reading| reading.is_changed(self.options.readings)) {
            writeln!(f, "option {} {}", reading.id, reading.chosen(self.options.readings).id)?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed {seed}")?;
        }
        if self.allows_illegal() {
            writeln!(f, "allow illegal")?;
        }
        Ok(())
    }
}

/// The rules that players may read in more than one way.
fn readings(ruleset: &Ruleset) -> impl Iterator<Item = &Reading> {
    ruleset.combat.iter().flat_map(|combat| &combat.readings)
}

/// An order that was carried out, with everything that a record says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The order in words.
    pub order: String,
    /// The dice that it rolled.
    pub dice: Vec<u8>,
    /// What came of it in words; empty if it did only what it says.
    pub result: String,
    /// The digest of the state after it.
    pub digest: u64,
    /// The bound after it.
    pub bound: u16,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.order)?;
        for (at, die) in self.dice.iter().enumerate() {
            write!(f, "{} {die}", if at == 0 { " :" } else { "" })?;
        }
        if !self.result.is_empty() {
            write!(f, " -> {}", self.result)?;
        }
        write!(f, " = {:016x}", self.digest)
    }
}

/// How a battle stands at the end of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who has won; nobody while it is open.
    pub winner: Option<Player>,
    /// What each side has lost.
    pub lost: [Points; 2],
}

impl Standing {
    /// Of a battle.
    #[must_use]
    pub fn of(battle: &Battle) -> Self {
        let winner = match battle.phase() {
            Phase::Over(winner) => Some(winner),
            _ => None,
        };
        Self { winner, lost: Player::ALL.map(|player| battle.lost(player)) }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.lost;
        match self.winner {
            Some(winner) => write!(f, "result {winner} {a} {b}"),
            None => write!(f, "result open {a} {b}"),
        }
    }
}

/// Plays a battle and keeps its record; written with `to_string`.
#[derive(Clone, Debug)]
pub struct Recorder {
    head: Head,
    battle: Battle,
    dice: Option<Dice>,
    entries: Vec<Entry>,
}

impl Recorder {
    /// At the beginning of a battle.
    ///
    /// # Errors
    /// When armies and layout do not go together.
    pub fn new(head: Head) -> Result<Self, MeetingError> {
        let battle = Battle::new(&head.meeting())?;
        Ok(Self::at(head, battle))
    }

    /// With the battle that a head gives.
    pub(super) fn at(head: Head, battle: Battle) -> Self {
        let dice = head.seed.map(|seed| Dice::new(seed, STREAM));
        Self { head, battle, dice, entries: Vec::new() }
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// What was carried out so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Carries an order out with the dice of the seed, and notes it.
    ///
    /// # Errors
    /// As [`Battle::play`]; also when it rolls a die and there is no seed. Then nothing has changed, and no die is lost.
    pub fn play(&mut self, order: &Order) -> Result<Report, Refusal> {
        let order_in_words = self.written(order)?;
        let (report, entry) = self.carry_out(order, None)?;
        self.note(entry, order_in_words);
        Ok(report)
    }

    /// Carries an order out with dice from elsewhere, and notes it.
    ///
    /// # Errors
    /// As [`Battle::play`]; also when all dice follow from a seed. Then nothing has changed.
    pub fn play_with(&mut self, order: &Order, dice: &mut dyn Roller) -> Result<Report, Refusal> {
        if self.dice.is_some() {
            return Err(Refusal::plain("The dice of this battle follow from its seed."));
        }
        let order_in_words = self.written(order)?;
        let (report, entry) = self.carry_out(order, Some(dice))?;
        self.note(entry, order_in_words);
        Ok(report)
    }

    /// An order in words, if they are read as the same order.
    pub(super) fn written(&self, order: &Order) -> Result<String, Refusal> {
        let written = Written { battle: &self.battle, order }.to_string();
        if !order.has_words() {
            return Err(Refusal::plain(format!("No record can hold the order “{written}”.")));
        }
        Ok(written)
    }

    /// Carries an order out, with the dice of the seed if none are given. What came of it is noted by [`Recorder::note`].
    pub(super) fn carry_out(
        &mut self,
        order: &Order,
        given: Option<&mut dyn Roller>,
    ) -> Result<(Report, Entry), Refusal> {
        let (after, report) = match (given, &self.dice) {
            (Some(given), _) => self.battle.after(order, given)?,
            (None, None) => self.battle.after(order, &mut RolledDice::default())?,
            (None, Some(dice)) => {
                // No die is lost on an order that is refused.
                let mut dice = dice.clone();
                let played = self.battle.after(order, &mut dice)?;
                self.dice = Some(dice);
                played
            }
        };
        let entry = Entry {
            order: String::new(),
            dice: report.dice().collect(),
            result: words::outcome(&self.battle, &after, order, &report),
            digest: after.digest(),
            bound: after.bound(),
        };
        self.battle = after;
        Ok((report, entry))
    }

    pub(super) fn note(&mut self, entry: Entry, order: String) {
        self.entries.push(Entry { order, ..entry });
    }
}

/// The record so far, with the standing as its last line.
impl fmt::Display for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head)?;
        let mut bound = 0;
        for entry in &self.entries {
            writeln!(f, "{entry}")?;
            // A bound is a paragraph; what begins it stands at the end of the one before.
            if entry.bound != bound {
                writeln!(f)?;
            }
            bound = entry.bound;
        }
        writeln!(f, "{}", Standing::of(&self.battle))
    }
}
