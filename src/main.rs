//! The program `musterfield`: a web server, and the same rules on the command line.
//!
//! Exit codes: 0 done and legal, 1 done and the answer is no, 2 could not be read or done.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use musterfield::combat::file::Question;
use musterfield::store::ByteCount;
use musterfield::web::client::TrustedProxy;
use musterfield::web::metrics::Token;
use musterfield::web::pdf::Paper;
use musterfield::web::public_url::PublicUrl;

mod commands;

/// Pages are made of many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(name = "musterfield", version, about = "Build, check, keep and print armies for D3H2 and its relatives")]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeArgs,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the pages (what happens without a command)
    Serve(ServeArgs),
    /// Check army files, or armies as pasted in a forum
    Validate(ValidateArgs),
    /// Write the roster of an army
    Roster(RosterArgs),
    /// Write a crib sheet: of a ruleset, of an army, or of two armies face to face
    Crib(CribArgs),
    /// Work with army lists
    Lists {
        #[command(subcommand)]
        command: ListsCommand,
    },
    /// Work with battlefields
    Terrain {
        #[command(subcommand)]
        command: TerrainCommand,
    },
    /// Resolve combats: one case a line in, one result a line out
    Resolve {
        /// Cases as JSON, one a line; - is stdin
        #[arg(default_value = "-")]
        file: String,
    },
    /// Count the odds of combats: the same cases, without dice
    Odds {
        /// Cases as JSON, one a line; - is stdin
        #[arg(default_value = "-")]
        file: String,
    },
    /// Let two computer players fight battles
    Battle(BattleArgs),
    /// Play the record of a battle again and compare every state
    Replay(ReplayArgs),
    /// Work with accounts
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Bring the database up to date
    Migrate {
        /// sqlite:PATH or postgres://…
        #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
        database: String,
    },
    /// Write the database to a file, also while servers run on it
    Backup(BackupArgs),
    /// Make a database of a backup; stop the servers on it first
    Restore(RestoreArgs),
}

#[derive(Args)]
struct BackupArgs {
    /// The file that is written; only its owner may read it
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    database: String,
}

#[derive(Args)]
struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// Replace all that is in the database
    #[arg(long)]
    replace: bool,
    /// Leave out who is signed in, links that open accounts, and invitations: for a copy on another machine
    #[arg(long)]
    without_sessions: bool,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    database: String,
}

#[derive(Args)]
struct BattleArgs {
    /// The first army: a file, or text as pasted in a forum
    #[arg(long, value_name = "FILE")]
    a: String,
    /// The second army
    #[arg(long, value_name = "FILE")]
    b: String,
    /// The table on which they fight
    #[arg(long, value_name = "FILE", conflicts_with = "home")]
    layout: Option<String>,
    /// The home terrain from which a table is laid out for each battle; that of the defender if left out
    #[arg(long)]
    home: Option<String>,
    /// From which all dice follow
    #[arg(long)]
    seed: Option<u64>,
    /// How many battles
    #[arg(long, default_value_t = 1)]
    games: u64,
    /// Keep the record of each battle in this folder
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Fight although an army or the layout is not legal
    #[arg(long)]
    allow_illegal: bool,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Subcommand)]
enum UserCommand {
    /// Make an account, and print a link that sets its password once
    Add(UserAddArgs),
    /// Print a link that sets a new password of an account once
    Link(UserArgs),
}

#[derive(Args)]
struct UserArgs {
    /// The name to sign in with
    name: String,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    database: String,
    /// The address under which visitors reach the site, for the link
    #[arg(long, env = "MUSTERFIELD_PUBLIC_URL")]
    public_url: Option<PublicUrl>,
}

#[derive(Args)]
struct UserAddArgs {
    #[command(flatten)]
    user: UserArgs,
    /// The account may help others into theirs
    #[arg(long)]
    admin: bool,
    /// The name that others see; the one to sign in with if left out
    #[arg(long = "shown-as", value_name = "NAME")]
    shown: Option<String>,
    /// Take the first line of stdin as password instead of printing a link
    #[arg(long)]
    password_stdin: bool,
}

#[derive(Subcommand)]
enum ListsCommand {
    /// Check every army list: that it parses and is sound
    Check {
        /// The folder; the lists built into the program if left out and there is no ./lists
        dir: Option<PathBuf>,
        /// How to print the answer
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Subcommand)]
enum TerrainCommand {
    /// Lay out battlefields by the procedure of the rules
    Generate(GenerateArgs),
    /// Check layout files: whether they obey the rules of choosing and placing
    Check {
        /// Layout files; - is stdin
        #[arg(required = true)]
        files: Vec<String>,
        /// How to print the answer
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Args, Clone)]
struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, env = "MUSTERFIELD_BIND", default_value = "127.0.0.1:8080")]
    bind: String,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    database: String,
    /// The address under which visitors reach the site: https://example.org
    #[arg(long, env = "MUSTERFIELD_PUBLIC_URL")]
    public_url: Option<PublicUrl>,
    /// A proxy whose X-Forwarded-For and X-Forwarded-Proto count: an address or a network (10.0.0.0/8); several with
    /// commas between them
    #[arg(long = "trusted-proxy", env = "MUSTERFIELD_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxies: Vec<TrustedProxy>,
    /// Free space on the disk of an SQLite file below which nothing new is kept: 512M, 2G; 0 for no reserve
    #[arg(long, env = "MUSTERFIELD_DISK_RESERVE", value_name = "SIZE", default_value = "512M")]
    disk_reserve: ByteCount,
    /// Size of the database from which nothing new is kept: 20G; any if left out
    #[arg(long, env = "MUSTERFIELD_LARGEST_DATABASE", value_name = "SIZE")]
    largest_database: Option<ByteCount>,
    /// Server for mail with links to new passwords, which needs --public-url: smtp://user:password@host:587?tls=required
    #[arg(long, env = "MUSTERFIELD_SMTP", hide_env_values = true)]
    smtp: Option<String>,
    /// The address that mail comes from
    #[arg(long, env = "MUSTERFIELD_MAIL_FROM")]
    mail_from: Option<String>,
    /// Number of worker threads; one a core if left out
    #[arg(long, env = "MUSTERFIELD_WORKERS")]
    workers: Option<usize>,
    /// Serve /metrics at this address and port, for nobody but whoever watches the site
    #[arg(long, env = "MUSTERFIELD_METRICS_BIND")]
    metrics_bind: Option<String>,
    /// Serve /metrics with the pages, to whoever sends this token: Authorization: Bearer TOKEN
    #[arg(long, env = "MUSTERFIELD_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<Token>,
    /// How lines of the log are written
    #[arg(long, env = "MUSTERFIELD_LOG_FORMAT", value_enum, default_value_t = Format::Text)]
    log_format: Format,
}

#[derive(Args)]
struct ValidateArgs {
    /// Army files (JSON, TOML) or pasted text; - is stdin
    #[arg(required = true)]
    files: Vec<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Ruleset of text that names none
    #[arg(long)]
    ruleset: Option<String>,
    /// Check at this number of AP instead of the army's own
    #[arg(long, allow_hyphen_values = true)]
    points: Option<String>,
}

#[derive(Args)]
struct GenerateArgs {
    /// The ruleset: d3h2, d3h2-traditional, dba3 or dba22
    #[arg(long)]
    ruleset: String,
    /// The home terrain: arable, forest, hilly, steppe, dry, tropical or littoral
    #[arg(long)]
    home: String,
    /// Side of the board in BW, or width and depth: 30x15; the smallest of the rules if left out
    #[arg(long)]
    board: Option<String>,
    /// The same seed gives the same table; any if left out
    #[arg(long)]
    seed: Option<u64>,
    /// How many tables; more than one get seeds that follow from the seed, as the tables of an event do
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Choose the optional features by the die chart, where the rules have one
    #[arg(long)]
    chart: bool,
    /// What the defender would like: any, open, close, balanced or cover
    #[arg(long, default_value = "any")]
    prefer: String,
    /// What to write
    #[arg(long, value_enum, default_value_t = LayoutFormat::Json)]
    format: LayoutFormat,
    /// Maps in black and white
    #[arg(long)]
    print: bool,
    /// With PDF: templates at true size for bases so many mm wide, 40 or 60
    #[arg(long)]
    templates: Option<u16>,
    /// Paper size of PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Where to write; stdout if left out. A folder for several SVG or PNG
    #[arg(short, long)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LayoutFormat {
    Json,
    Svg,
    Png,
    Pdf,
}

#[derive(Args)]
struct ReplayArgs {
    /// The record of a battle; - is stdin
    file: String,
    /// What to print: the answer, the state after every step, or the record with everything that may be left out
    #[arg(long, value_enum, default_value_t = ReplayFormat::Text)]
    format: ReplayFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReplayFormat {
    Text,
    Json,
    Record,
}

#[derive(Args)]
struct RosterArgs {
    /// Army file or pasted text; - is stdin
    file: String,
    /// What to write
    #[arg(long, value_enum, default_value_t = RosterFormat::Text)]
    format: RosterFormat,
    /// Ruleset of text that names none
    #[arg(long)]
    ruleset: Option<String>,
    /// Paper size of PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Figure scale: small (15 mm) or large (25 mm)
    #[arg(long)]
    scale: Option<String>,
    /// Where to write; stdout if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
}

#[derive(Args)]
struct CribArgs {
    /// A ruleset (d3h2), an army file or pasted text; - is stdin
    #[arg(value_name = "RULESET|FILE")]
    subject: String,
    /// The army that it meets
    #[arg(value_name = "FILE2")]
    other: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = CribFormat::Pdf)]
    format: CribFormat,
    /// Ruleset of text that names none
    #[arg(long)]
    ruleset: Option<String>,
    /// Paper size of PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Where to write; stdout if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CribFormat {
    Pdf,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RosterFormat {
    Pdf,
    Html,
    Text,
    Markdown,
    Csv,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PaperSize {
    A4,
    Letter,
}

impl From<PaperSize> for Paper {
    fn from(size: PaperSize) -> Self {
        match size {
            PaperSize::A4 => Self::A4,
            PaperSize::Letter => Self::Letter,
        }
    }
}

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
        Some(Command::Replay(args)) => commands::replay::run(&args),
        Some(Command::User { command: UserCommand::Add(args) }) => commands::user::add(&args),
        Some(Command::User { command: UserCommand::Link(args) }) => commands::user::make_link(&args),
        Some(Command::Migrate { database }) => commands::migrate::run(&database),
        Some(Command::Backup(args)) => commands::backup::backup(&args),
        Some(Command::Restore(args)) => commands::backup::restore(&args),
    };
    result.unwrap_or_else(|error| {
        commands::complain(&error);
        ExitCode::from(commands::UNDONE)
    })
}
