//! Playing a record again: every order with its dice, compared with everything the record says about it.
//!
//! The replay ends at the first difference, because nothing after it means anything. A difference is data: the line,
//! the column, and the two values.

use musterfield_dice::{RolledDice, Roller, SecretDice};

use super::record::{Entry, Given, PromisedDice, Record, Recorder, Standing, Step};
use super::refusal::Refusal;
use super::report::Report;
use super::state::Battle;

/// A difference between a record and the battle played from it, and its position in the record.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The line of the record, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The difference itself.
    pub what: What,
}

/// A difference between a record and the battle played from it.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The order cannot be carried out.
    Refused(Refusal),
    /// There is neither a die nor a seed.
    NoDice,
    /// The order rolls more dice than the record has.
    TooFewDice(usize),
    /// The order rolls fewer dice than the record has.
    TooManyDice {
        /// The dice in the record.
        recorded: Vec<u8>,
        /// The number of dice that the order rolls.
        rolled: usize,
    },
    /// The seed gives other dice.
    OtherDice {
        /// The dice in the record.
        recorded: Vec<u8>,
        /// The dice from the seed.
        rolled: Vec<u8>,
    },
    /// The order had another result.
    Result {
        /// The result in the record.
        recorded: String,
        /// The result when played; empty if only what the order says happened.
        played: String,
    },
    /// The secret that was promised gives other dice.
    NotPromised {
        /// The dice in the record.
        recorded: Vec<u8>,
        /// The dice from the secret.
        promised: Vec<u8>,
    },
    /// The state after the order is another one.
    State {
        /// The digest in the record.
        recorded: u64,
        /// The digest of the state when played.
        played: u64,
    },
    /// The standing at the end is another one.
    Standing {
        /// The standing in the record.
        recorded: Standing,
        /// The standing when played.
        played: Standing,
    },
}

/// The dice of a line, and whether the order asked for more than there are.
struct Script {
    dice: RolledDice,
    ran_out: bool,
}

impl Roller for Script {
    fn roll(&mut self) -> Option<u8> {
        let die = self.dice.roll();
        self.ran_out |= die.is_none();
        die
    }
}

/// A record that is being played, order by order.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    record: &'r Record,
    recorder: Recorder,
    next: usize,
    is_over: bool,
    /// The report of the last order.
    report: Report,
    /// The same in words.
    result: String,
    /// The dice of the secret, if the record shows it.
    promised: Option<SecretDice>,
    /// Whether a new record is made.
    notes: bool,
}

impl Record {
    /// Plays the record again, only to check that everything is as it says.
    ///
    /// # Errors
    /// The first difference.
    pub fn check(&self) -> Result<(), Difference> {
        let mut replay = Replay { notes: false, ..Replay::new(self) };
        for step in &self.steps {
            replay.play(step)?;
        }
        replay.end()
    }
}

impl<'r> Replay<'r> {
    /// A replay before the first order.
    #[must_use]
    pub fn new(record: &'r Record) -> Self {
        let recorder = Recorder::at(record.head.clone(), record.start.clone());
        Self {
            record,
            recorder,
            next: 0,
            is_over: false,
            report: Report::default(),
            result: String::new(),
            promised: record.head.promised.as_ref().and_then(PromisedDice::dice),
            notes: true,
        }
    }

    /// The current state of the battle.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.recorder.battle()
    }

    /// The new record, including everything that the old one leaves out.
    #[must_use]
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// Plays the next order; `None` when all orders have been played or a difference was found.
    pub fn step(&mut self) -> Option<Result<(&'r Step, &Entry), Difference>> {
        if self.is_over {
            return None;
        }
        let Some(step) = self.record.steps.get(self.next) else {
            self.is_over = true;
            return self.end().err().map(Err);
        };
        self.next += 1;
        let played = self.play(step);
        self.is_over = played.is_err();
        match (played, self.recorder.entries().last()) {
            (Ok(()), Some(entry)) => Some(Ok((step, entry))),
            (Ok(()), None) => None,
            (Err(difference), _) => Some(Err(difference)),
        }
    }

    /// Plays all remaining orders.
    ///
    /// # Errors
    /// The first difference.
    pub fn finish(&mut self) -> Result<(), Difference> {
        while let Some(step) = self.step() {
            step?;
        }
        Ok(())
    }

    fn play(&mut self, step: &Step) -> Result<(), Difference> {
        let here = |what: What| Difference { line: step.line, column: 1, what };
        let at = |line: usize, column: usize, what: What| Difference { line, column, what };
        let refused = |refusal: Refusal| here(What::Refused(refusal));
        self.drop_dice(step.dropped.as_ref())?;
        let written = if self.notes { self.recorder.written(&step.order).map_err(refused)? } else { String::new() };
        let legal = self.battle().validate(&step.order).map_err(refused)?;
        self.report.clear();
        self.result.clear();
        let (recorder, report, result) = (&mut self.recorder, &mut self.report, &mut self.result);
        if self.record.head.seed.is_some() {
            recorder.carry_out(&legal, None, report, result).map_err(refused)?;
        } else {
            let given = step.dice.as_ref().map_or(&[][..], |dice| &dice.is);
            let mut script = Script { dice: RolledDice::new(given), ran_out: false };
            let played = recorder.carry_out(&legal, Some(&mut script), report, result);
            match (played, &step.dice) {
                (Err(_), None) if script.ran_out => return Err(here(What::NoDice)),
                (Err(_), Some(dice)) if script.ran_out => {
                    return Err(at(dice.line, dice.column, What::TooFewDice(given.len())));
                }
                (played, _) => played.map_err(refused)?,
            }
        }
        let differs = self.compare(step).and_then(|()| self.compare_promised(step));
        if self.notes {
            self.recorder.note(written, &self.report, self.result.clone());
        }
        differs
    }

    /// Compares the result of an order with what the record says.
    fn compare(&self, step: &Step) -> Result<(), Difference> {
        let at = |line: usize, column: usize, what: What| Difference { line, column, what };
        if let Some(Given { line, column, is }) = &step.dice
            && !is.iter().copied().eq(self.report.dice())
        {
            let (recorded, rolled) = (is.clone(), self.report.dice().collect::<Vec<u8>>());
            return Err(at(
                *line,
                *column,
                match rolled.len() {
                    rolled if rolled < recorded.len() => What::TooManyDice { recorded, rolled },
                    _ => What::OtherDice { recorded, rolled },
                },
            ));
        }
        if let Some(Given { line, column, is }) = &step.result
            && !is.eq_ignore_ascii_case(&self.result)
        {
            let (recorded, played) = (is.clone(), self.result.clone());
            return Err(at(*line, *column, What::Result { recorded, played }));
        }
        if let Some(Given { line, column, is }) = step.digest {
            let played = self.battle().digest();
            if is != played {
                return Err(at(line, column, What::State { recorded: is, played }));
            }
        }
        Ok(())
    }

    /// Compares the dice of an order with those of the secret.
    fn compare_promised(&mut self, step: &Step) -> Result<(), Difference> {
        let rolled: Vec<u8> = self.report.dice().collect();
        self.keeps_promise(&rolled, step.line, 1)
    }

    /// Records dice of orders that were taken back, and compares them with those of the secret.
    fn drop_dice(&mut self, dropped: Option<&Given<Vec<u8>>>) -> Result<(), Difference> {
        let Some(Given { line, column, is }) = dropped else { return Ok(()) };
        self.recorder.drop_dice(is.iter().copied());
        self.keeps_promise(is, *line, *column)
    }

    fn keeps_promise(&mut self, rolled: &[u8], line: usize, column: usize) -> Result<(), Difference> {
        let Some(dice) = &mut self.promised else { return Ok(()) };
        let promised: Vec<u8> = rolled.iter().filter_map(|_| dice.roll()).collect();
        if promised == rolled {
            return Ok(());
        }
        Err(Difference { line, column, what: What::NotPromised { recorded: rolled.to_vec(), promised } })
    }

    /// Takes over how the battle ended, if the rules did not end it, and compares the standing, if the record states it.
    fn end(&mut self) -> Result<(), Difference> {
        self.drop_dice(self.record.dropped.as_ref())?;
        let Some(Given { line, column, is }) = self.record.standing else { return Ok(()) };
        if let Some(early) = is.early {
            self.recorder.end(early);
        }
        let played = self.recorder.standing();
        if is == played {
            return Ok(());
        }
        Err(Difference { line, column, what: What::Standing { recorded: is, played } })
    }
}
