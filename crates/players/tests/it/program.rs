//! Other programs that take part.

use std::io::{self, BufReader, Cursor};
use std::process::{Command, Stdio};
use std::sync::Arc;

use musterfield_players::contender::Contender;
use musterfield_players::program::{Pipe, Program};

use crate::ladder::ladder;

/// A player in another language.
#[derive(Debug)]
struct Python;

impl Program for Python {
    fn name(&self) -> &str {
        "python"
    }

    fn start(&self) -> io::Result<Pipe> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/random_player.py");
        let mut child = Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        // It ends when its input does.
        Ok(Pipe { to: Box::new(to), from: Box::new(BufReader::new(from)) })
    }
}

/// A program that writes the same text, whatever it is told.
#[derive(Debug)]
struct Babbler(&'static str);

impl Program for Babbler {
    fn name(&self) -> &str {
        "babbler"
    }

    fn start(&self) -> io::Result<Pipe> {
        Ok(Pipe { to: Box::new(io::sink()), from: Box::new(Cursor::new(self.0.as_bytes())) })
    }
}

#[test]
#[ignore = "needs Python"]
fn a_program_in_another_language_takes_part() {
    let mut ladder = ladder("d3h2", 3);
    ladder.programs = vec![Arc::new(Python)];
    ladder.contenders = vec![Contender::Plain, Contender::Program(0)];
    let games = ladder.round(0).unwrap();
    assert_eq!(games.len(), 2);
    let record = ladder.record(&games[1]).unwrap();
    assert_eq!(record.standing().winner, games[1].outcome.winner);
}

#[test]
fn a_program_that_talks_nonsense_or_nothing_leaves_it_to_the_plain_player() {
    for text in ["", "end\nrubbish\nmove a1: ahead 99999999\nlegal\n\u{0}\n"] {
        let mut ladder = ladder("hott25", 3);
        ladder.programs = vec![Arc::new(Babbler(text))];
        ladder.contenders = vec![Contender::Plain, Contender::Program(0)];
        assert_eq!(ladder.round(0).unwrap().len(), 2, "{text}");
    }
}
