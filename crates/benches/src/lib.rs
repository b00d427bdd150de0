//! Shared parts of the benches: timing of work in this process ([`Timer`]), and the location of the program
//! ([`program`]).
#![expect(clippy::print_stdout, reason = "printing is the purpose of the measurement")]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The least duration of a round, long enough for the resolution of the clock not to matter.
const ROUND: Duration = Duration::from_millis(10);
/// The number of rounds of each task, and how long they may take together; ten are run in any case.
const ROUNDS: usize = 100;
const ENOUGH: Duration = Duration::from_secs(2);

/// Times tasks and prints the results: the median of up to a hundred rounds, then the range that contains eight of
/// ten rounds. Names on the command line choose which tasks are timed.
#[derive(Debug, Default)]
pub struct Timer {
    only: Vec<String>,
}

impl Timer {
    /// Creates a timer for the names on the command line; without any, for everything.
    #[must_use]
    pub fn from_args() -> Self {
        // Cargo adds `--bench`.
        Self { only: std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect() }
    }

    /// Times a task under a name and prints the result.
    pub fn time<T>(&self, name: &str, mut work: impl FnMut() -> T) {
        if !self.only.is_empty() && !self.only.iter().any(|only| name.contains(only)) {
            return;
        }
        let (mut times, mut took) = (1_u32, Duration::ZERO);
        while took < ROUND {
            took = round(times, &mut work);
            let factor = if took * 10 < ROUND { 10 } else { 2 };
            times = if took < ROUND { times.saturating_mul(factor) } else { times };
        }
        let begun = Instant::now();
        let mut rounds = Vec::with_capacity(ROUNDS);
        while rounds.len() < ROUNDS && (rounds.len() < 10 || begun.elapsed() < ENOUGH) {
            rounds.push(round(times, &mut work));
        }
        rounds.sort_unstable();
        let at = |part: usize| {
            let whole = rounds.get(rounds.len() * part / 100).copied().unwrap_or_default();
            shown(whole.as_secs_f64() / f64::from(times))
        };
        println!("{name}: {} ({} to {})", at(50), at(10), at(90));
    }
}

/// The time that a task takes when it is repeated this many times.
fn round<T>(times: u32, work: &mut impl FnMut() -> T) -> Duration {
    let begun = Instant::now();
    for _ in 0..times {
        black_box(work());
    }
    begun.elapsed()
}

/// Seconds in a suitable unit.
fn shown(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds >= *unit).unwrap_or((1e-9, "ns"));
    format!("{:.3} {name}", seconds / unit)
}

/// The release build of the program, which lies beside the benches.
///
/// # Panics
/// If the program has not been built.
#[must_use]
pub fn program() -> PathBuf {
    let own = std::env::current_exe().unwrap_or_default();
    let path = own.ancestors().nth(2).unwrap_or(&own).join("musterfield");
    assert!(path.is_file(), "{} is not there: build it with `cargo build --release`", path.display());
    path
}

/// A new folder that is deleted when this value is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Creates a folder among the temporary files.
    ///
    /// # Errors
    /// Those of creating a folder.
    pub fn new() -> std::io::Result<Self> {
        let path = std::env::temp_dir().join(format!("musterfield-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}
