//! The command line, run as a process: its output, its files, its exit codes.

mod backup;
mod battle;
mod combat;
mod crib;
mod doctor;
mod full_disk;
mod ladder;
mod lists;
mod replay;
mod roster;
mod serve;
mod terrain;
mod user;
mod validate;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program in a folder of its own.
struct Shell {
    folder: tempfile::TempDir,
}

/// The outcome of a run.
struct Ended {
    code: i32,
    out: Vec<u8>,
    err: String,
}

impl Shell {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> &Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_musterfield"));
        command.args(arguments).current_dir(self.folder.path());
        for name in ["BIND", "DATABASE", "PUBLIC_URL", "WORKERS"] {
            command.env_remove(format!("MUSTERFIELD_{name}"));
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        self.run_with(arguments, "")
    }

    fn run_with(&self, arguments: &[&str], input: &str) -> Ended {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let code = output.status.code().unwrap();
        Self { code, out: output.stdout, err: String::from_utf8(output.stderr).unwrap() }
    }
}

impl Ended {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).unwrap()
    }

    /// Checks that it ended with 2, nothing on stdout, and one line on stderr that contains this text.
    #[track_caller]
    fn complains(&self, of: &str) {
        assert_eq!(self.code, 2, "{}", self.err);
        assert_eq!(self.text(), "");
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.contains(of), "“{}” does not say “{of}”", self.err.trim());
    }
}

/// A legal army of 24 AP.
const LEGAL: &str = r#"{"format": "musterfield-army/1", "ruleset": "d3h2", "name": "Host of the Long Barrow",
    "home_terrain": "forest", "aggression": 2, "elements": [
    {"type": "Hr", "general": true}, {"type": "Bd", "count": 4}, {"type": "Wb", "count": 8}]}"#;

/// An army that spends too much on elements that are too expensive.
const ILLEGAL: &str = r#"{"ruleset": "d3h2", "name": "Too many heroes", "home_terrain": "forest",
    "elements": [{"type": "Hr", "general": true}, {"type": "Hr", "count": 6}]}"#;

fn is_file(path: &Path) -> bool {
    path.is_file()
}
