//! Other programs that take part: they read the record of the battle as it grows, and answer with orders.
//!
//! The program gets the head of the record, without the seed, and then every order that is carried out, as lines of the
//! record. When it has to decide, it gets the line `decide a` or `decide b`, and answers with one line: an order, or
//! `legal`, after which it gets sample orders that are legal now, one a line, then an empty line, and decides again. An order
//! that may not be given is answered by `refused` and the reason, and the program decides again.

use std::cell::RefCell;
use std::fmt;
use std::io::{self, BufRead, Read as _, Write};
use std::rc::Rc;
use std::sync::Arc;

use musterfield_battle::game::Table;
use musterfield_battle::notation::Written;
use musterfield_battle::player::{Captain, Plain, Refused};
use musterfield_battle::record::{Head, Recorder};
use musterfield_battle::{Battle, Legal, Order, Refusal, Report};

use super::captain::Thinker;
use super::reason::Reason;

/// A program that can take part.
pub trait Program: fmt::Debug + Send + Sync {
    /// Its name in tables.
    fn name(&self) -> &str;

    /// Starts it for one battle.
    ///
    /// # Errors
    /// When it cannot be started.
    fn start(&self) -> io::Result<Pipe>;
}

/// The standard input and output of a program that runs. Dropping it ends the program.
pub struct Pipe {
    /// The program reads from here.
    pub to: Box<dyn Write>,
    /// The program writes here.
    pub from: Box<dyn BufRead>,
}

/// The lines of a record that have been written so far.
#[derive(Clone, Debug, Default)]
pub struct Log(Rc<RefCell<Vec<String>>>);

/// A table that keeps the record, and tells every order to those who read the log.
#[derive(Debug)]
pub struct Told {
    recorder: Recorder,
    log: Log,
}

impl Told {
    /// A table at the beginning of a battle, with a log that holds the head. The seed is not told, since it would betray the
    /// dice.
    #[must_use]
    pub fn new(recorder: Recorder) -> Self {
        let head = Head { seed: None, ..recorder.head().clone() };
        let log = Log::default();
        log.0.borrow_mut().extend(head.to_string().lines().map(str::to_owned));
        Self { recorder, log }
    }

    /// The log.
    #[must_use]
    pub fn log(&self) -> Log {
        self.log.clone()
    }

    /// The record.
    #[must_use]
    pub fn into_record(self) -> Recorder {
        self.recorder
    }
}

impl Table for Told {
    fn battle(&self) -> &Battle {
        self.recorder.battle()
    }

    fn play(&mut self, legal: &Legal, report: &mut Report) -> Result<(), Refusal> {
        Table::play(&mut self.recorder, legal, report)?;
        let mut lines = self.log.0.borrow_mut();
        lines.extend(self.recorder.entries().last().map(ToString::to_string));
        Ok(())
    }
}

/// The longest line that is read from a program, in bytes.
const LONGEST: u64 = 1 << 16;
/// The number of lines that a program may need for one decision.
const MOST_LINES: usize = 16;

/// The number of orders after which a program that never comes to an end of its bound is no longer asked in it.
const MOST_ORDERS: u32 = 1000;

/// A program as the captain of one side of one battle. Where it has failed, or finds no order in time, the plain player
/// decides.
pub struct Programmed<'w> {
    program: Arc<dyn Program>,
    pipe: Option<Pipe>,
    log: Log,
    /// The number of lines that it was told.
    told: usize,
    plain: Plain<'w>,
    /// The bound of the last order, and the orders given in it.
    given: (u16, u32),
}

impl<'w> Programmed<'w> {
    /// Starts a program for one side of a battle with this log.
    #[must_use]
    pub fn new(program: Arc<dyn Program>, log: Log, plain: Plain<'w>) -> Self {
        let pipe = program.start().ok();
        Self { program, pipe, log, told: 0, plain, given: (0, 0) }
    }

    /// Whether the program could not be started, or has ended before its time.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.pipe.is_none()
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &dyn Program {
        &*self.program
    }

    fn ask(&mut self, battle: &Battle) -> io::Result<Option<Legal>> {
        let Some(Pipe { to, from }) = &mut self.pipe else { return Ok(None) };
        for line in self.log.0.borrow().iter().skip(self.told) {
            writeln!(to, "{line}")?;
            self.told += 1;
        }
        for _ in 0..MOST_LINES {
            writeln!(to, "decide {}", battle.to_decide())?;
            to.flush()?;
            let mut line = String::new();
            if from.by_ref().take(LONGEST).read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if line.trim() == "legal" {
                for order in battle.legal_orders() {
                    writeln!(to, "{}", Written { battle, order: &order })?;
                }
                writeln!(to)?;
                continue;
            }
            match Order::parse(battle, line.trim()) {
                Ok(order) => match battle.validate(&order) {
                    Ok(legal) => return Ok(Some(legal)),
                    Err(refusal) => writeln!(to, "refused {refusal:?}")?,
                },
                Err(error) => writeln!(to, "refused {error:?}")?,
            }
        }
        Ok(None)
    }
}

impl fmt::Debug for Programmed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Programmed").field("program", &self.program).field("told", &self.told).finish_non_exhaustive()
    }
}

impl Captain for Programmed<'_> {
    fn decide(&mut self, battle: &Battle) -> Result<Legal, Refused> {
        let (bound, count) = self.given;
        self.given = if bound == battle.bound() { (bound, count.saturating_add(1)) } else { (battle.bound(), 1) };
        if self.given.1 <= MOST_ORDERS {
            match self.ask(battle) {
                Ok(Some(legal)) => return Ok(legal),
                Ok(None) => {}
                Err(_) => self.pipe = None,
            }
        }
        self.plain.decide(battle)
    }
}

impl Thinker for Programmed<'_> {
    fn reason(&self) -> Reason {
        Reason::default()
    }
}
