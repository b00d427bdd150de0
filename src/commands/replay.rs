//! `replay`: replays the record of a battle and compares every state.

use std::process::ExitCode;

use musterfield_battle::record::{EarlyEnd, Record, Standing};
use musterfield_battle::replay::{Difference, Replay};
use musterfield_battle::snapshot::{DifferenceRecord, Snapshot};
use musterfield_sheets::map::{MapOptions, battle_svg};

use musterfield_words::battle::{difference as told, unreadable, what};

use super::{Failure, NO, Outcome, built_in, print, print_error, read_at_most};
use crate::arguments::{ReplayArgs, ReplayFormat};

/// The largest number of bytes of a record: a battle of two large armies has some thousand lines.
const LONGEST_RECORD: u64 = 8 * 1024 * 1024;

pub(crate) fn run(args: &ReplayArgs) -> Outcome {
    let (book, collection) = built_in()?;
    let file = args.file.as_str();
    let text = read_at_most(file, LONGEST_RECORD)?;
    let record = Record::read(&text, book, collection.catalogue())
        .map_err(|error| Failure::new(format!("{file}: {}", unreadable(&error))))?;
    let rules = record.start.rules();
    let mut replay = Replay::new(&record);
    if args.step.is_some() && args.format != ReplayFormat::Svg {
        return Err(Failure::new("--step: it chooses a picture, so it needs --format svg"));
    }
    let difference = match args.format {
        ReplayFormat::Json => snapshots(&mut replay)?,
        ReplayFormat::Text | ReplayFormat::Record => replay.finish().err(),
        ReplayFormat::Svg => play_to(&mut replay, args.step, record.steps.len())?,
    };
    match (args.format, &difference) {
        (ReplayFormat::Text, _) => print(&in_words(file, &record, &replay, difference.as_ref()))?,
        (ReplayFormat::Record, None) => print(&replay.recorder().to_string())?,
        // Half a record could be mistaken for a whole one.
        (ReplayFormat::Record, Some(difference)) => print_error(&format_args!("{file}: {}", told(difference, rules))),
        (ReplayFormat::Svg, None) => print(&picture(&record, &replay))?,
        (ReplayFormat::Svg, Some(difference)) => print_error(&format_args!("{file}: {}", told(difference, rules))),
        (ReplayFormat::Json, _) => {}
    }
    Ok(ExitCode::from(if difference.is_some() { NO } else { 0 }))
}

/// Plays the first orders, or all of them; the difference from the record, if one was found on the way.
fn play_to(replay: &mut Replay<'_>, step: Option<usize>, all: usize) -> Result<Option<Difference>, Failure> {
    let Some(step) = step else { return Ok(replay.finish().err()) };
    if step > all {
        return Err(Failure::new(format!("--step: the record has {all} orders")));
    }
    for _ in 0..step {
        if let Some(Err(difference)) = replay.step() {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// The table with everything that stands on it now.
fn picture(record: &Record, replay: &Replay<'_>) -> String {
    let entries = replay.recorder().entries();
    let snapshot = Snapshot::of(replay.battle(), entries.len(), entries.last());
    let options = MapOptions { source: false, ..MapOptions::default() };
    battle_svg(&record.head.layout, &options, &snapshot) + "\n"
}

/// Prints a document for the start and after each step, the last one with the difference if there is one.
fn snapshots(replay: &mut Replay<'_>) -> Result<Option<Difference>, Failure> {
    let mut snapshot = Snapshot::of(replay.battle(), 0, None);
    loop {
        let mut json = serde_json::to_string(&snapshot).map_err(Failure::new)?;
        json.push('\n');
        print(&json)?;
        let step = snapshot.step + 1;
        let entry = match replay.step() {
            None => return Ok(None),
            Some(Ok((line, entry))) => Ok((line.line, entry.clone())),
            Some(Err(difference)) => Err(difference),
        };
        match entry {
            Ok((line, entry)) => {
                snapshot = Snapshot::of(replay.battle(), step, Some(&entry));
                snapshot.line = Some(line);
            }
            Err(difference) => {
                let entry = replay.recorder().entries().get(step - 1);
                snapshot = Snapshot::of(replay.battle(), step, entry);
                snapshot.line = Some(difference.line);
                snapshot.differs = Some(DifferenceRecord {
                    line: difference.line,
                    column: difference.column,
                    message: what(&difference.what, replay.battle().rules()),
                });
                let json = serde_json::to_string(&snapshot).map_err(Failure::new)?;
                print(&(json + "\n"))?;
                return Ok(Some(difference));
            }
        }
    }
}

fn in_words(file: &str, record: &Record, replay: &Replay<'_>, difference: Option<&Difference>) -> String {
    if let Some(difference) = difference {
        return format!("{file}: DIFFERS: {}\n", told(difference, replay.battle().rules()));
    }
    let battle = replay.battle();
    let Standing { winner, early, lost: [a, b] } = replay.recorder().standing();
    let orders = record.steps.len();
    let end = match (winner, early) {
        (Some(winner), Some(EarlyEnd::Resigned(loser))) => format!("{loser} has resigned, so {winner} has won"),
        (Some(winner), Some(EarlyEnd::Late(loser))) => format!("{loser} took too long, so {winner} has won"),
        (Some(winner), _) => format!("{winner} has won"),
        (None, Some(_)) => "a draw was agreed".to_owned(),
        (None, None) => "the battle is not over".to_owned(),
    };
    let counts = battle.setting().counts_losses;
    let lost = format!("a lost {}, b lost {}", counts.of(a), counts.of(b));
    let mut text = format!("{file}: the same: {orders} orders, {} bounds, {lost}; {end}\n", battle.bound());
    if let Some(promised) = &record.head.promised {
        text += match promised.secret {
            Some(_) => "  note: all dice follow from the secret that was promised before the battle\n",
            None => {
                "  note: the dice were promised, but their secret is not in the record, so they were not compared\n"
            }
        };
    }
    let (version, head) = (&*battle.setting().ruleset.version, &record.head);
    if let Some(recorded) = head.version.as_deref().filter(|recorded| *recorded != version) {
        let id = &battle.setting().ruleset.id;
        text += &format!("  note: replayed with {id} {version}; the record was made with {recorded}\n");
    }
    if record.standing.is_none() {
        text += "  note: the record has no last line “result”; it may have been cut off\n";
    }
    text
}
