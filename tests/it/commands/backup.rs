//! `musterfield backup` and `musterfield restore`, while a server runs and without one.

use std::fs;

use super::Shell;
use super::serve::Server;

const MADE: &str = "request=one&ruleset=d3h2&name=Survivors&points=24&list=";

/// Creates an army on a server and returns its path.
fn army(server: &Server) -> String {
    let made = server.post("/armies", MADE);
    let location = made.lines().find_map(|line| line.strip_prefix("location: ")).unwrap();
    location.trim_end_matches("/edit").to_owned()
}

#[test]
fn a_running_server_is_backed_up_and_another_one_started_from_that() {
    let shell = Shell::new();
    let server = Server::start(&shell, &["--bind", "127.0.0.1:0"]);
    let path = army(&server);
    let made = shell.run(&["backup", "saturday.backup"]);
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    assert!(made.text().starts_with("saturday.backup: ") && made.text().contains(" rows, "), "{}", made.text());
    shell.run(&["backup", "saturday.backup"]).complains("use --force to overwrite it");
    assert_eq!(shell.run(&["backup", "saturday.backup", "--force"]).code, 0);
    // The server still has the database open.
    shell.run(&["restore", "saturday.backup", "--replace"]).complains("stop all servers that use it first");
    shell.run(&["restore", "saturday.backup"]).complains("in use");

    let restored =
        shell.run(&["restore", "saturday.backup", "--database", "sqlite:other.sqlite", "--without-sessions"]);
    assert_eq!((restored.code, restored.err.as_str()), (0, ""));
    assert!(restored.text().starts_with("sqlite:other.sqlite: "), "{}", restored.text());
    shell
        .run(&["restore", "saturday.backup", "--database", "sqlite:other.sqlite"])
        .complains("use --replace to replace everything in it");
    let other = Server::start(&shell, &["serve", "--bind", "127.0.0.1:0", "--database", "sqlite:other.sqlite"]);
    let page = other.get(&path);
    assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<title>Survivors"), "{page}");
    drop((server, other));
    assert_eq!(shell.run(&["restore", "saturday.backup", "--replace"]).code, 0);
}

#[test]
fn what_is_no_backup_is_refused_and_a_damaged_one_is_told_from_it() {
    let shell = Shell::new();
    assert_eq!(shell.run(&["migrate"]).code, 0);
    assert_eq!(shell.run(&["backup", "empty.backup"]).code, 0);
    let bytes = fs::read(shell.path("empty.backup")).unwrap();
    fs::write(shell.path("half.backup"), &bytes[..bytes.len() / 2]).unwrap();
    let damaged = shell.run(&["restore", "half.backup", "--database", "sqlite:other.sqlite"]);
    assert_eq!((damaged.code, damaged.text()), (1, ""));
    assert!(damaged.err.contains("half.backup: the backup is damaged"), "{}", damaged.err);
    shell.file("text.backup", "not a backup");
    for (arguments, said) in [
        (&["backup", "-"][..], "give its name"),
        (&["restore", "-"], "give its name"),
        (&["restore", "missing.backup", "--database", "sqlite:other.sqlite"], "missing.backup"),
        (&["backup", "x", "--database", "sqlite:none.sqlite"], "cannot open the database sqlite:none.sqlite"),
        (&["backup", "musterfield.sqlite", "--force"], "that is the database itself"),
        (&["backup", "x", "--database", "mysql://here"], "--database: "),
        (&["backup", "no/such/folder/x"], "cannot be written"),
    ] {
        shell.run(arguments).complains(said);
    }
    assert_ne!(shell.run(&["restore", "text.backup", "--database", "sqlite:other.sqlite"]).code, 0);
    assert!(!shell.path("other.sqlite").exists() && !shell.path("none.sqlite").exists() && !shell.path("x").exists());
}

#[test]
fn a_program_that_is_older_than_the_database_does_not_start() {
    let shell = Shell::new();
    assert_eq!(shell.run(&["migrate"]).code, 0);
    let file = shell.path("musterfield.sqlite");
    let mut lite = crate::store::harness::sqlite_connection(&file);
    let later = "INSERT INTO __diesel_schema_migrations (version) VALUES ('29990101000000')";
    diesel::connection::SimpleConnection::batch_execute(&mut lite, later).unwrap();
    drop(lite);
    let before = fs::read(&file).unwrap();
    for command in [&["migrate"][..], &["serve", "--bind", "127.0.0.1:0"], &["user", "add", "tom-1"], &["backup", "x"]]
    {
        let refused = shell.run(command);
        assert_eq!(refused.code, 2, "{command:?}");
        assert!(refused.err.contains("last used by a newer Musterfield"), "{command:?}: {}", refused.err);
    }
    assert!(fs::read(&file).unwrap() == before, "the file has changed");
}
