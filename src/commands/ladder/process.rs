//! Other programs that take part in a ladder, each started anew for every battle.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};

use musterfield_players::program::{Pipe, Program};

/// A command that is run by the shell.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) command: String,
}

/// The standard input of a process, which ends with it.
struct Input {
    child: Child,
    to: ChildStdin,
}

impl Write for Input {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        // A process that has ended already needs nothing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program for Process {
    fn name(&self) -> &str {
        &self.command
    }

    fn start(&self) -> io::Result<Pipe> {
        let mut child =
            Command::new("sh").arg("-c").arg(&self.command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let to = child.stdin.take().ok_or_else(closed)?;
        let from = child.stdout.take().ok_or_else(closed)?;
        Ok(Pipe { to: Box::new(Input { child, to }), from: Box::new(BufReader::new(from)) })
    }
}
