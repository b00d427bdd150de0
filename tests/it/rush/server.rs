//! A server process that can be killed and restarted at the same address.

use std::env;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// A running server, killed when it goes out of scope.
pub(super) struct Server {
    database: String,
    pub(super) address: String,
    child: Child,
}

impl Server {
    /// Starts the program that was built with the tests, or that of `RUSH_SERVER`.
    pub(super) async fn start(database: &str) -> Self {
        let (child, address) = spawn(database, "127.0.0.1:0").await;
        Self { database: database.to_owned(), address, child }
    }

    /// Kills the process as `kill -9` does and starts another at the same address.
    pub(super) async fn kill_and_restart(&mut self) {
        self.child.kill().await.unwrap();
        (self.child, self.address) = spawn(&self.database, &self.address).await;
    }
}

async fn spawn(database: &str, bind: &str) -> (Child, String) {
    let program = env::var_os("RUSH_SERVER").unwrap_or_else(|| env!("CARGO_BIN_EXE_musterfield").into());
    let mut command = Command::new(program);
    // Players come from different households.
    command.args(["serve", "--bind", bind, "--database", database, "--trusted-proxy", "127.0.0.1"]);
    for name in ["PUBLIC_URL", "WORKERS"] {
        command.env_remove(format!("MUSTERFIELD_{name}"));
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).await.unwrap();
    let address = line.trim().strip_prefix("Musterfield is at http://").unwrap().to_owned();
    (child, address)
}
