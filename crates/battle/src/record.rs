//! The record of a battle as text, format `musterfield-battle/1`: the terms agreed, then every order with its dice, its
//! result in words, and a digest of the whole state after it.
//!
//! A [`Recorder`] plays a battle and keeps its record. [`Record::read`] reads a record; one typed by hand may leave out
//! results, digests and (with a seed) dice. [`replay`](super::replay) plays a record again.

mod promised;
mod read;
pub(super) mod words;

use std::fmt;

use musterfield_army::{self as army, Catalogue, Draft};
use musterfield_dice::{Dice, RolledDice, Roller};
use musterfield_rules::combat::Reading;
use musterfield_rules::{Points, Ruleset};
use musterfield_terrain::{self as terrain, Layout};

use super::admission::{Admitted, ArmySizes};
use super::element::Player;
use super::notation::Written;
use super::order::Order;
use super::refusal::Refusal;
use super::report::Report;
use super::setup::{Meeting, MeetingError};
use super::state::{Battle, Options, Phase};
use super::validate::Legal;

pub use promised::{LONGEST_WORDS, PromisedDice, words_for_dice};
pub use read::{Given, MOST_ORDERS, Record, Step, Unreadable, Why};

/// The first line of a record.
pub const FORMAT: &str = "musterfield-battle/1";
/// The stream of a seed that gives the dice of a battle; other streams lay out the table.
pub const STREAM: u64 = 1 << 32;

/// The terms agreed before a battle.
#[derive(Clone, Debug)]
pub struct Head {
    /// The version of the ruleset used for the battle; the present one if `None`.
    pub version: Option<Box<str>>,
    /// The armies, the first player's first.
    pub armies: [Admitted<Draft>; 2],
    /// The army lists, which say as what Mounted elements may dismount; a record only names them.
    pub catalogue: &'static Catalogue,
    /// The battlefield.
    pub layout: Admitted<Layout>,
    /// The player who defends.
    pub defender: Player,
    /// The figure scale; the ruleset's usual one if `None`.
    pub scale: Option<String>,
    /// Optional readings of the rules that the players chose.
    pub options: Options,
    /// The seed from which all dice follow; without one, the record holds the dice.
    pub seed: Option<u64>,
    /// The promise of the secret from which all dice follow, if there was one.
    pub promised: Option<PromisedDice>,
    /// Whether the record may be played by the present rules although it was made under another version of them.
    pub allow_version: bool,
}

impl Head {
    /// The head for a meeting.
    #[must_use]
    pub fn of(meeting: &Meeting<'_>, seed: Option<u64>) -> Self {
        Self {
            version: None,
            armies: meeting.armies.map(Admitted::clone),
            catalogue: meeting.catalogue,
            layout: meeting.layout.clone(),
            defender: meeting.defender,
            scale: meeting.scale.map(str::to_owned),
            options: meeting.options,
            seed,
            promised: None,
            allow_version: false,
        }
    }

    /// Whether an army or the battlefield was admitted without having to be legal.
    #[must_use]
    pub fn allows_illegal(&self) -> bool {
        !(self.layout.is_legal() && self.armies.iter().all(Admitted::is_legal))
    }

    /// The meeting from which the battle is made.
    #[must_use]
    pub fn meeting(&self) -> Meeting<'_> {
        let [a, b] = &self.armies;
        Meeting {
            armies: [a, b],
            catalogue: self.catalogue,
            // A record does not state a size that both armies share.
            sizes: ArmySizes::MayDiffer,
            defender: self.defender,
            layout: &self.layout,
            scale: self.scale.as_deref(),
            options: self.options,
        }
    }
}

/// Written as the first lines of a record, with the present version of the rules.
impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.armies;
        writeln!(f, "{FORMAT}")?;
        writeln!(f, "ruleset {} {}", a.ruleset.id, a.ruleset.version)?;
        if let Some(borrows) = &a.ruleset.borrows {
            write!(f, "borrowed {}", borrows.from)?;
            a.ruleset.borrowed_ids().iter().try_for_each(|rule| write!(f, " {rule}"))?;
            writeln!(f)?;
        }
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
        if let Some(promised) = &self.promised {
            promised.fmt(f)?;
        }
        if self.allows_illegal() {
            writeln!(f, "allow illegal")?;
        }
        Ok(())
    }
}

/// The rules that players may read in more than one way.
fn readings(ruleset: &Ruleset) -> impl Iterator<Item = &Reading> {
    let of_combat = ruleset.combat.iter().flat_map(|combat| &combat.readings);
    of_combat.chain(ruleset.battle.iter().flat_map(|battle| battle.readings()))
}

/// An order that was carried out, with everything a record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The order in words.
    pub order: String,
    /// The dice rolled for it.
    pub dice: Vec<u8>,
    /// Its result in words; empty if only what the order says happened.
    pub result: String,
    /// The digest of the state after the order.
    pub digest: u64,
    /// The bound after the order.
    pub bound: u16,
    /// The dice that were rolled before it for orders that were taken back.
    pub dropped: Vec<u8>,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.dropped.is_empty() {
            writeln!(f, "{}", Dropped(&self.dropped))?;
        }
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

/// Dice that were rolled for orders that were taken back. They count for nothing but the dice that follow.
struct Dropped<'d>(&'d [u8]);

impl fmt::Display for Dropped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("taken back :")?;
        self.0.iter().try_for_each(|die| write!(f, " {die}"))
    }
}

/// An end that the rules do not know: a player gave up, or both agreed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// This player has resigned.
    Resigned(Player),
    /// Both have agreed on a draw.
    Drawn,
    /// This player took longer over a decision than was agreed.
    Late(Player),
}

impl EarlyEnd {
    /// The winner.
    #[must_use]
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Resigned(player) | Self::Late(player) => Some(player.other()),
            Self::Drawn => None,
        }
    }

    /// The word behind the result in a record.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resigned(_) => "resigned",
            Self::Drawn => "drawn",
            Self::Late(_) => "late",
        }
    }
}

/// The state of a battle at the end of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The winner; `None` while the battle is undecided.
    pub winner: Option<Player>,
    /// The way the battle ended, if it was not by the rules.
    pub early: Option<EarlyEnd>,
    /// The AP that each side has lost.
    pub lost: [Points; 2],
}

impl Standing {
    /// The standing of a battle.
    #[must_use]
    pub fn of(battle: &Battle) -> Self {
        let winner = match battle.phase() {
            Phase::Over(winner) => Some(winner),
            _ => None,
        };
        Self { winner, early: None, lost: Player::ALL.map(|player| battle.lost(player)) }
    }

    /// The standing of a battle that the players have ended; one that is over by the rules stays as it is.
    #[must_use]
    pub fn ended(battle: &Battle, early: Option<EarlyEnd>) -> Self {
        let by_rules = Self::of(battle);
        match early {
            Some(end) if by_rules.winner.is_none() => Self { winner: end.winner(), early, ..by_rules },
            _ => by_rules,
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.lost;
        match self.winner {
            Some(winner) => write!(f, "result {winner} {a} {b}")?,
            None => write!(f, "result open {a} {b}")?,
        }
        match self.early {
            Some(early) => write!(f, " {}", early.word()),
            None => Ok(()),
        }
    }
}

/// Plays a battle and keeps its record; `to_string` gives the text.
#[derive(Clone, Debug)]
pub struct Recorder {
    head: Head,
    battle: Battle,
    /// The battle before the last order.
    before: Battle,
    dice: Option<Dice>,
    entries: Vec<Entry>,
    /// The dice that were rolled since the last entry for orders that were taken back.
    dropped: Vec<u8>,
    early: Option<EarlyEnd>,
}

impl Recorder {
    /// A recorder at the beginning of a battle.
    ///
    /// # Errors
    /// When armies and layout do not go together.
    pub fn new(head: Head) -> Result<Self, MeetingError> {
        let battle = Battle::new(&head.meeting())?;
        Ok(Self::at(head, battle))
    }

    /// A recorder with the battle that a head describes.
    pub(super) fn at(head: Head, battle: Battle) -> Self {
        let dice = head.seed.map(|seed| Dice::new(seed, STREAM));
        Self { head, before: battle.clone(), battle, dice, entries: Vec::new(), dropped: Vec::new(), early: None }
    }

    /// The terms agreed.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The current state of the battle.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The battle before the last order; the present one before the first.
    #[must_use]
    pub fn before(&self) -> &Battle {
        &self.before
    }

    /// The orders carried out so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How the battle stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::ended(&self.battle, self.early)
    }

    /// Records that the players have ended the battle.
    pub fn end(&mut self, early: EarlyEnd) {
        self.early = Some(early);
    }

    /// Records dice that were rolled after the last entry for orders that were taken back.
    pub fn drop_dice(&mut self, dice: impl IntoIterator<Item = u8>) {
        self.dropped.extend(dice);
    }

    /// Adds to what the head says about promised dice.
    pub fn promise(&mut self, promised: PromisedDice) {
        self.head.promised = Some(promised);
    }

    /// Checks an order, carries it out with the dice of the seed, and records it.
    ///
    /// # Errors
    /// As [`Battle::play`]; also when a die is needed and there is no seed. Nothing has changed then, and no die has
    /// been used.
    pub fn play(&mut self, order: &Order) -> Result<Report, Refusal> {
        let mut report = Report::default();
        self.record(&self.battle.validate(order)?, None, &mut report)?;
        Ok(report)
    }

    /// Checks an order, carries it out with dice from elsewhere, and records it.
    ///
    /// # Errors
    /// As [`Battle::play`]; also when all dice follow from a seed. Nothing has changed then.
    pub fn play_with(&mut self, order: &Order, dice: &mut dyn Roller) -> Result<Report, Refusal> {
        if self.dice.is_some() {
            return Err(Refusal::DiceOfTheSeed);
        }
        let mut report = Report::default();
        self.record(&self.battle.validate(order)?, Some(dice), &mut report)?;
        Ok(report)
    }

    /// Carries out an order that was checked, and records it.
    pub(super) fn record(
        &mut self,
        legal: &Legal,
        given: Option<&mut dyn Roller>,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let (order, mut result) = (self.written(legal.order())?, String::new());
        self.carry_out(legal, given, report, &mut result)?;
        self.note(order, report, result);
        Ok(())
    }

    /// The written form of an order. Fails if it could not be read back.
    pub(super) fn written(&self, order: &Order) -> Result<String, Refusal> {
        let written = Written { battle: &self.battle, order }.to_string();
        if !order.has_words() {
            return Err(Refusal::Unwritable(written.into()));
        }
        Ok(written)
    }

    /// Carries out an order that was checked, with the dice of the seed if none are given, and adds its result in words.
    /// [`Recorder::note`] then records all of it.
    pub(super) fn carry_out(
        &mut self,
        legal: &Legal,
        given: Option<&mut dyn Roller>,
        report: &mut Report,
        result: &mut String,
    ) -> Result<(), Refusal> {
        self.before.clone_from(&self.battle);
        match (given, &mut self.dice) {
            (Some(given), _) => self.battle.apply(legal, given, report)?,
            (None, None) => self.battle.apply(legal, &mut RolledDice::default(), report)?,
            (None, Some(dice)) => {
                // An order that fails after all must not have used up dice.
                let mut rolled = dice.clone();
                self.battle.apply(legal, &mut rolled, report)?;
                *dice = rolled;
            }
        }
        words::outcome(&self.before, &self.battle, legal.order(), report, result);
        Ok(())
    }

    /// Records an order that was carried out.
    pub(super) fn note(&mut self, order: String, report: &Report, result: String) {
        let (digest, bound) = (self.battle.digest(), self.battle.bound());
        let dropped = std::mem::take(&mut self.dropped);
        self.entries.push(Entry { order, dice: report.dice().collect(), result, digest, bound, dropped });
    }
}

/// The record so far, with the standing as its last line.
impl fmt::Display for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.head)?;
        let mut bound = 0;
        for entry in &self.entries {
            writeln!(f, "{entry}")?;
            // Each bound is a paragraph. The order that begins a bound stands at the end of the paragraph before.
            if entry.bound != bound {
                writeln!(f)?;
            }
            bound = entry.bound;
        }
        if !self.dropped.is_empty() {
            writeln!(f, "{}", Dropped(&self.dropped))?;
        }
        writeln!(f, "{}", self.standing())
    }
}
