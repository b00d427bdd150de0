//! `backup` and `restore`: the database as one file, and a database made from such a file.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use musterfield::store::{self, BackupError, Copied, DatabaseUrl, Overwrite, Progress, RestoreError, Sessions};

use super::{Failure, NO, Outcome, chain, print, print_error};
use crate::arguments::{BackupArgs, RestoreArgs};

/// The shortest time between two progress messages to a terminal.
const TELL: Duration = Duration::from_millis(200);

/// `backup TO`
pub(crate) fn backup(args: &BackupArgs) -> Outcome {
    let (to, url) = (file(&args.to)?, database(&args.database)?);
    let overwrite = if args.force { Overwrite::Allow } else { Overwrite::Refuse };
    let mut meter = Meter::start();
    let made = store::backup(&url, to, overwrite, &mut |progress| meter.tell(progress));
    let seconds = meter.end();
    match made {
        Ok(copied) => print(&format!("{}: {}\n", to.display(), figures(copied, seconds)))?,
        Err(BackupError::Exists) => {
            return Err(Failure::new(format!(
                "{}: {}; use --force to overwrite it",
                to.display(),
                BackupError::Exists
            )));
        }
        Err(error) => return Err(Failure::new(format!("{}: {}", to.display(), chain(&error)))),
    }
    Ok(ExitCode::SUCCESS)
}

/// `restore FROM`
pub(crate) fn restore(args: &RestoreArgs) -> Outcome {
    let (from, url) = (file(&args.from)?, database(&args.database)?);
    let overwrite = if args.replace { Overwrite::Allow } else { Overwrite::Refuse };
    let sessions = if args.without_sessions { Sessions::Drop } else { Sessions::Keep };
    let mut meter = Meter::start();
    let restored = store::restore(from, &url, overwrite, sessions, &mut |progress| meter.tell(progress));
    let seconds = meter.end();
    match restored {
        Ok(copied) => print(&format!("{url}: {}\n", figures(copied, seconds)))?,
        Err(error @ RestoreError::Damaged(_)) => {
            print_error(&format!("{}: {}", from.display(), chain(&error)));
            return Ok(ExitCode::from(NO));
        }
        Err(RestoreError::NotEmpty) => {
            let advice = "stop all servers that use it, then use --replace to replace everything in it";
            return Err(Failure::new(format!("{url}: {}; {advice}", RestoreError::NotEmpty)));
        }
        Err(error) => return Err(Failure::new(format!("{}: {}", from.display(), chain(&error)))),
    }
    Ok(ExitCode::SUCCESS)
}

fn database(url: &str) -> Result<DatabaseUrl, Failure> {
    DatabaseUrl::parse(url).map_err(|error| Failure::new(format!("--database: {error}")))
}

/// A backup is written and read in no fixed order, so it must be a regular file.
fn file(path: &Path) -> Result<&Path, Failure> {
    if path.as_os_str() == "-" {
        Err(Failure::new("-: a backup must be written to a file; give its name"))
    } else {
        Ok(path)
    }
}

fn figures(copied: Copied, took: Duration) -> String {
    format!("{} rows, {} bytes, {:.1} s", copied.rows, copied.bytes, took.as_secs_f64())
}

/// Shows the progress on a terminal, on one line that is overwritten each time.
struct Meter {
    started: Instant,
    told: Option<Instant>,
    shown: bool,
}

impl Meter {
    fn start() -> Self {
        Self { started: Instant::now(), told: None, shown: io::stderr().is_terminal() }
    }

    fn tell(&mut self, progress: Progress<'_>) {
        if self.shown && self.told.unwrap_or(self.started).elapsed() >= TELL {
            self.told = Some(Instant::now());
            // The copy goes on even if nobody can see the progress.
            _ = write!(io::stderr(), "\r\x1b[K{} rows, {}", progress.rows, progress.table);
        }
    }

    /// Clears the line and returns the time taken.
    fn end(self) -> Duration {
        if self.told.is_some() {
            _ = write!(io::stderr(), "\r\x1b[K");
        }
        self.started.elapsed()
    }
}
