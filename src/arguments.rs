//! The command line: commands, arguments and options, with their help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use musterfield::store::ByteCount;
use musterfield::web::client::TrustedProxy;
use musterfield::web::contact::Contact;
use musterfield::web::metrics::Token;
use musterfield::web::pdf::{Paper, PrintSettings};
use musterfield::web::public_url::PublicUrl;

#[derive(Parser)]
#[command(name = "musterfield", version, about = "Build, check, save and print armies for D3H2 and related rules")]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) serve: ServeArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run the web site (the default without a command)
    Serve(ServeArgs),
    /// Check army files, or armies as posted in a forum
    Validate(ValidateArgs),
    /// Write the roster of an army
    Roster(RosterArgs),
    /// Write a crib sheet for a ruleset, an army, or two opposing armies
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
    /// Resolve combats: one case per line in, one result per line out
    Resolve {
        /// Cases as JSON, one per line; - for stdin
        #[arg(default_value = "-")]
        file: String,
    },
    /// Calculate the odds of combats: the same cases, without dice
    Odds {
        /// Cases as JSON, one per line; - for stdin
        #[arg(default_value = "-")]
        file: String,
    },
    /// Let two computer players fight battles
    Battle(BattleArgs),
    /// Let several computer players fight each other, and rate them
    Ladder(LadderArgs),
    /// Replay the record of a battle and compare every state
    Replay(ReplayArgs),
    /// Manage accounts
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Play every stored battle again, and list those that the present rules play differently
    Doctor {
        /// sqlite:PATH or postgres://…
        #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
        database: String,
    },
    /// Bring the database up to date
    Migrate {
        /// sqlite:PATH or postgres://…
        #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
        database: String,
    },
    /// Back up the database to a file; servers can keep running
    Backup(BackupArgs),
    /// Restore a database from a backup; stop its servers first
    Restore(RestoreArgs),
}

#[derive(Args)]
pub(crate) struct BackupArgs {
    /// The file to write; only its owner can read it
    #[arg(value_name = "TO")]
    pub(crate) to: PathBuf,
    /// Overwrite an existing file
    #[arg(long)]
    pub(crate) force: bool,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    pub(crate) database: String,
}

#[derive(Args)]
pub(crate) struct RestoreArgs {
    /// The backup
    #[arg(value_name = "FROM")]
    pub(crate) from: PathBuf,
    /// Replace everything in the database
    #[arg(long)]
    pub(crate) replace: bool,
    /// Leave out sessions, password links and invitations, for a copy on another machine
    #[arg(long)]
    pub(crate) without_sessions: bool,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    pub(crate) database: String,
}

#[derive(Args)]
pub(crate) struct BattleArgs {
    /// The first army: a file, or text as posted in a forum
    #[arg(long, value_name = "FILE")]
    pub(crate) a: String,
    /// The second army
    #[arg(long, value_name = "FILE")]
    pub(crate) b: String,
    /// The table to fight on
    #[arg(long, value_name = "FILE", conflicts_with = "home")]
    pub(crate) layout: Option<String>,
    /// Home terrain for generating a table for each battle; by default that of the defender
    #[arg(long)]
    pub(crate) home: Option<String>,
    /// The seed of all dice
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Number of battles
    #[arg(long, default_value_t = 1)]
    pub(crate) games: u64,
    /// Save the record of each battle in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Fight even if an army or the layout is not legal
    #[arg(long)]
    pub(crate) allow_illegal: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct LadderArgs {
    /// The players: random, plain, searcher, and the levels recruit, sergeant, captain, colonel, general; by default random,
    /// plain, captain
    #[arg(value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// The ruleset of the battles
    #[arg(long)]
    pub(crate) ruleset: Option<String>,
    /// An army to fight with, more than once for several; by default the ready armies of the usual size
    #[arg(long = "army", value_name = "FILE")]
    pub(crate) armies: Vec<String>,
    /// Another program that takes part, more than once for several: it reads records and writes orders
    #[arg(long = "program", value_name = "COMMAND")]
    pub(crate) programs: Vec<String>,
    /// Number of rounds, in each of which every two players meet in two battles with the sides swapped
    #[arg(long, default_value_t = 100)]
    pub(crate) rounds: u64,
    /// The seed of armies, tables, dice and decisions
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Save the records of the three worst losses of each player in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) worst: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Subcommand)]
pub(crate) enum UserCommand {
    /// Create an account, and print a link for setting its password, which works once
    Add(UserAddArgs),
    /// Print a link for setting a new password for an account, which works once
    Link(UserArgs),
}

#[derive(Args)]
pub(crate) struct UserArgs {
    /// The sign-in name
    pub(crate) name: String,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    pub(crate) database: String,
    /// The public address of the site, for the link
    #[arg(long, env = "MUSTERFIELD_PUBLIC_URL")]
    pub(crate) public_url: Option<PublicUrl>,
}

#[derive(Args)]
pub(crate) struct UserAddArgs {
    #[command(flatten)]
    pub(crate) user: UserArgs,
    /// Make the account an administrator, who can help others to sign in
    #[arg(long)]
    pub(crate) admin: bool,
    /// The name that others see; by default the sign-in name
    #[arg(long = "shown-as", value_name = "NAME")]
    pub(crate) shown: Option<String>,
    /// Read the password from the first line of stdin instead of printing a link
    #[arg(long)]
    pub(crate) password_stdin: bool,
}

#[derive(Subcommand)]
pub(crate) enum ListsCommand {
    /// Check that every army list can be read and is consistent
    Check {
        /// The folder; by default ./lists, or the built-in lists if there is none
        dir: Option<PathBuf>,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Subcommand)]
pub(crate) enum TerrainCommand {
    /// Generate battlefields by the procedure in the rules
    Generate(GenerateArgs),
    /// Check whether layout files follow the rules for choosing and placing features
    Check {
        /// Layout files; - for stdin
        #[arg(required = true)]
        files: Vec<String>,
        /// Output format
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Args, Clone)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on
    #[arg(long, env = "MUSTERFIELD_BIND", default_value = "127.0.0.1:8080")]
    pub(crate) bind: String,
    /// sqlite:PATH or postgres://…
    #[arg(long, env = "MUSTERFIELD_DATABASE", default_value = "sqlite:musterfield.sqlite")]
    pub(crate) database: String,
    /// The public address of the site: https://example.org
    #[arg(long, env = "MUSTERFIELD_PUBLIC_URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// How visitors reach you: an email address or the https:// address of a page
    #[arg(long, env = "MUSTERFIELD_CONTACT")]
    pub(crate) contact: Option<Contact>,
    /// A proxy whose X-Forwarded-For and X-Forwarded-Proto are trusted: an address or a network (10.0.0.0/8); separate
    /// several with commas
    #[arg(long = "trusted-proxy", env = "MUSTERFIELD_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    pub(crate) trusted_proxies: Vec<TrustedProxy>,
    /// Stop saving new data when less disk space than this is free for an SQLite file: 512M, 2G; 0 for no reserve
    #[arg(long, env = "MUSTERFIELD_DISK_RESERVE", value_name = "SIZE", default_value = "512M")]
    pub(crate) disk_reserve: ByteCount,
    /// Stop saving new data when the database reaches this size: 20G; no limit by default
    #[arg(long, env = "MUSTERFIELD_LARGEST_DATABASE", value_name = "SIZE")]
    pub(crate) largest_database: Option<ByteCount>,
    /// Mail server for password links, which need --public-url: smtp://user:password@host:587?tls=required
    #[arg(long, env = "MUSTERFIELD_SMTP", hide_env_values = true)]
    pub(crate) smtp: Option<String>,
    /// The sender address of emails
    #[arg(long, env = "MUSTERFIELD_MAIL_FROM")]
    pub(crate) mail_from: Option<String>,
    /// Number of worker threads; by default one per core
    #[arg(long, env = "MUSTERFIELD_WORKERS")]
    pub(crate) workers: Option<usize>,
    /// Serve /metrics on a separate address and port, for monitoring only
    #[arg(long, env = "MUSTERFIELD_METRICS_BIND")]
    pub(crate) metrics_bind: Option<String>,
    /// Serve /metrics on the site to requests with this token: Authorization: Bearer TOKEN
    #[arg(long, env = "MUSTERFIELD_METRICS_TOKEN", hide_env_values = true)]
    pub(crate) metrics_token: Option<Token>,
    /// Format of the log
    #[arg(long, env = "MUSTERFIELD_LOG_FORMAT", value_enum, default_value_t = Format::Text)]
    pub(crate) log_format: Format,
}

#[derive(Args)]
pub(crate) struct ValidateArgs {
    /// Army files (JSON, TOML) or pasted text; - for stdin
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Ruleset for text that does not name one
    #[arg(long)]
    pub(crate) ruleset: Option<String>,
    /// Check with this number of army points instead of the army's own
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) points: Option<String>,
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// The ruleset: d3h2, d3h2-traditional, dba3, dba22, hott25 or dbmf
    #[arg(long)]
    pub(crate) ruleset: String,
    /// The home terrain: arable, forest, hilly, steppe, dry, tropical or littoral; for DBMF mixed
    #[arg(long)]
    pub(crate) home: String,
    /// Side of the board in BW, or width and depth: 30x15; by default the smallest in the rules
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// The same seed gives the same table; random by default
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Number of tables; several tables get seeds derived from the seed, like the tables of an event
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,
    /// Choose the optional features by the die chart, where the rules have one
    #[arg(long)]
    pub(crate) chart: bool,
    /// The defender's preference: any, open, close, balanced or cover
    #[arg(long, default_value = "any")]
    pub(crate) prefer: String,
    /// For DBMF: choose only from the terrain codes of an army list, such as "Rv, WH, Wd, BUA"
    #[arg(long, default_value = "")]
    pub(crate) codes: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = LayoutFormat::Json)]
    pub(crate) format: LayoutFormat,
    /// Draw maps in black and white
    #[arg(long)]
    pub(crate) print: bool,
    /// For PDF: add templates at true size for bases of this width in mm, 40 or 60
    #[arg(long)]
    pub(crate) templates: Option<u16>,
    /// Paper size for PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    pub(crate) paper: PaperSize,
    /// Output file; stdout by default. A folder for several SVG or PNG files
    #[arg(short, long)]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutFormat {
    Json,
    Svg,
    Png,
    Pdf,
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The record of a battle; - for stdin
    pub(crate) file: String,
    /// Output: the result, the state after every step, the record with all optional parts, or a picture of the table
    #[arg(long, value_enum, default_value_t = ReplayFormat::Text)]
    pub(crate) format: ReplayFormat,
    /// For SVG: the table after this many orders; after the last one by default
    #[arg(long)]
    pub(crate) step: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReplayFormat {
    Text,
    Json,
    Record,
    Svg,
}

#[derive(Args)]
pub(crate) struct RosterArgs {
    /// Army file or pasted text; - for stdin
    pub(crate) file: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = RosterFormat::Text)]
    pub(crate) format: RosterFormat,
    /// Ruleset for text that does not name one
    #[arg(long)]
    pub(crate) ruleset: Option<String>,
    /// Paper size for PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    pub(crate) paper: PaperSize,
    /// For PDF: outlines and thin lines instead of tints, black areas and colours
    #[arg(long)]
    pub(crate) save_ink: bool,
    /// Figure scale: small (15 mm), large (25 mm) or another one of the ruleset
    #[arg(long)]
    pub(crate) scale: Option<String>,
    /// Output file; stdout by default
    #[arg(short, long)]
    pub(crate) output: Option<PathBuf>,
}

impl RosterArgs {
    /// How its PDF is printed.
    pub(crate) fn settings(&self) -> PrintSettings {
        PrintSettings { paper: self.paper.into(), saves_ink: self.save_ink }
    }
}

#[derive(Args)]
pub(crate) struct CribArgs {
    /// A ruleset (d3h2), an army file or pasted text; - for stdin
    #[arg(value_name = "RULESET|FILE")]
    pub(crate) subject: String,
    /// The opposing army
    #[arg(value_name = "FILE2")]
    pub(crate) other: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value_t = CribFormat::Pdf)]
    pub(crate) format: CribFormat,
    /// Order of the sheet: by phase of a bound, or by type with one row for each
    #[arg(long, value_enum, default_value_t = CribReading::Phase)]
    pub(crate) reading: CribReading,
    /// References behind the lines: ids of the rules here, paragraphs of the printed rules, or none
    #[arg(long, value_enum, default_value_t = CribRefs::None)]
    pub(crate) refs: CribRefs,
    /// Ruleset for text that does not name one
    #[arg(long)]
    pub(crate) ruleset: Option<String>,
    /// Paper size for PDF
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    pub(crate) paper: PaperSize,
    /// For PDF: outlines and thin lines instead of tints, black areas and colours
    #[arg(long)]
    pub(crate) save_ink: bool,
    /// Output file; stdout by default
    #[arg(short, long)]
    pub(crate) output: Option<PathBuf>,
}

impl CribArgs {
    /// How its PDF is printed.
    pub(crate) fn settings(&self) -> PrintSettings {
        PrintSettings { paper: self.paper.into(), saves_ink: self.save_ink }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CribReading {
    Phase,
    Type,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CribRefs {
    Ours,
    Theirs,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CribFormat {
    Pdf,
    Html,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RosterFormat {
    Pdf,
    Html,
    Text,
    Markdown,
    Bbcode,
    Csv,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperSize {
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
