//! A server that starts on a full disk.

use super::Shell;
use super::serve::Server;
use crate::small_disk::{empty, fill, on_small_disk};

/// Creates an army of that name, and returns the first line of the answer and where it redirects.
fn make(server: &Server, name: &str) -> (String, Option<String>) {
    let answer = server.post("/armies", &format!("request={name}&ruleset=d3h2&name={name}&points=24&list="));
    let location = answer.lines().find_map(|line| line.strip_prefix("location: ")).map(str::to_owned);
    (answer.lines().next().unwrap().to_owned(), location)
}

#[test]
#[ignore = "needs to mount a disk"]
fn it_shows_every_page_and_takes_changes_when_there_is_room_again() {
    on_small_disk("commands::full_disk::it_shows_every_page_and_takes_changes_when_there_is_room_again", |disk| {
        let shell = Shell::new();
        let database = format!("sqlite:{}", disk.join("a.sqlite").display());
        // No reserve, which would take all of the little space there is.
        let arguments = ["serve", "--bind", "127.0.0.1:0", "--database", &database, "--disk-reserve", "0"];
        let server = Server::start(&shell, &arguments);
        let edit = make(&server, "Survivors").1.unwrap();
        let army = edit.trim_end_matches("/edit");
        drop(server);
        // Once with the files that a killed server leaves beside the database, once without.
        for tidy in [false, true] {
            if tidy {
                assert_eq!(shell.run(&["migrate", "--database", &database]).code, 0);
                assert!(!disk.join("a.sqlite-wal").exists());
            }
            fill(disk);
            let server = Server::start(&shell, &arguments);
            let below = ["", "/roster", "/crib"].map(|page| format!("{army}{page}"));
            for page in ["/healthz", "/", "/armies", "/lists", "/events", "/rules", "/terrain"]
                .into_iter()
                .chain(below.iter().map(String::as_str))
            {
                let answer = server.get(page);
                assert!(answer.starts_with("HTTP/1.1 200 "), "{page}: {answer}");
            }
            // The server may have found space by tidying up after the killed one.
            fill(disk);
            assert_eq!(make(&server, "Late").0, "HTTP/1.1 503 Service Unavailable");
            empty(disk);
            let (status, later) = make(&server, "Late");
            assert_eq!(status, "HTTP/1.1 303 See Other");
            assert!(server.get(later.unwrap().trim_end_matches("/edit")).contains("<title>Late"));
        }
    });
}
