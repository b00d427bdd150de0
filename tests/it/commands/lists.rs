//! `musterfield lists check` and `musterfield migrate`.

use serde_json::Value;

use super::{Shell, is_file};

const LIST: &str = "+++\nname = \"Small Host\"\nruleset = \"d3h2\"\naggression = 1\nhome_terrain = [\"forest\"]\n\n\
    [[option]]\ntypes = [\"Bd\"]\nmin = 1\nmax = 12\ngeneral = \"may\"\n+++\n\nA host.\n";

#[test]
fn the_lists_of_the_program_are_sound() {
    let shell = Shell::new();
    let text = shell.run(&["lists", "check"]);
    assert_eq!((text.code, text.err.as_str()), (0, ""));
    assert!(text.text().ends_with(" army lists, 0 mistakes\n"), "{}", text.text());
    let json: Value = serde_json::from_str(shell.run(&["lists", "check", "--format", "json"]).text()).unwrap();
    assert!(json["lists"].as_u64().unwrap() >= 24);
    assert_eq!((&json["sound"], &json["errors"]), (&Value::Bool(true), &Value::Array(Vec::new())));
}

#[test]
fn every_mistake_of_a_list_is_told_with_file_and_line() {
    let shell = Shell::new();
    shell.file("mine/d3h2/small-host.md", LIST);
    assert_eq!(shell.run(&["lists", "check", "mine"]).code, 0);
    shell.file("mine/d3h2/wrong.md", &LIST.replace("\"Bd\"", "\"Zz\"").replace("Small Host", "Wrong Host"));
    let wrong = shell.run(&["lists", "check", "mine"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.text().contains("d3h2/wrong.md:8: "), "{}", wrong.text());
    assert!(wrong.text().contains("Zz"), "{}", wrong.text());
    shell.run(&["lists", "check", "nowhere"]).complains("nowhere");
}

#[test]
fn the_database_is_made_once_and_is_up_to_date_then() {
    let shell = Shell::new();
    let first = shell.run(&["migrate", "--database", "sqlite:armies.sqlite"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(is_file(&shell.path("armies.sqlite")));
    let second = shell.run(&["migrate", "--database", "sqlite:armies.sqlite"]);
    assert_eq!((second.code, second.text()), (0, "The database is up to date.\n"));
    shell.run(&["migrate", "--database", "mysql://here"]).complains("--database: ");
    shell.run(&["migrate", "--database", "sqlite:no/such/folder/a.sqlite"]).complains("no/such/folder/a.sqlite");
}
