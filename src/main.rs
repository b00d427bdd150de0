//! The program `musterfield`: a web server, and the same rules on the command line.
//!
//! Exit codes: 0 done and legal, 1 done and the answer is no, 2 could not be read or done.

use std::process::ExitCode;

use clap::Parser as _;
use musterfield_combat::file::Question;

mod arguments;
mod commands;

use arguments::{Cli, Command, ListsCommand, TerrainCommand, UserCommand};

/// Pages are built from many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => commands::serve::run(&cli.serve),
        Some(Command::Serve(args)) => commands::serve::run(&args),
        Some(Command::Validate(args)) => commands::validate::run(&args),
        Some(Command::Roster(args)) => commands::roster::run(&args),
        Some(Command::Crib(args)) => commands::crib::run(&args),
        Some(Command::Lists { command: ListsCommand::Check { dir, format } }) => {
            commands::lists::check(dir.as_deref(), format)
        }
        Some(Command::Terrain { command: TerrainCommand::Generate(args) }) => commands::terrain::generate::run(&args),
        Some(Command::Terrain { command: TerrainCommand::Check { files, format } }) => {
            commands::terrain::check(&files, format)
        }
        Some(Command::Resolve { file }) => commands::combat::answers(Question::Resolve, &file),
        Some(Command::Odds { file }) => commands::combat::answers(Question::Odds, &file),
        Some(Command::Battle(args)) => commands::battle::run(&args),
        Some(Command::Ladder(args)) => commands::ladder::run(&args),
        Some(Command::Replay(args)) => commands::replay::run(&args),
        Some(Command::User { command: UserCommand::Add(args) }) => commands::user::add(&args),
        Some(Command::User { command: UserCommand::Link(args) }) => commands::user::make_link(&args),
        Some(Command::Doctor { database }) => commands::doctor::run(&database),
        Some(Command::Migrate { database }) => commands::migrate::run(&database),
        Some(Command::Backup(args)) => commands::backup::backup(&args),
        Some(Command::Restore(args)) => commands::backup::restore(&args),
    };
    result.unwrap_or_else(|error| {
        commands::print_error(&error);
        ExitCode::from(commands::UNDONE)
    })
}
