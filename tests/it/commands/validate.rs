//! `musterfield validate`.

use serde_json::Value;

use super::{ILLEGAL, LEGAL, Shell};

#[test]
fn a_legal_army_ends_with_0_and_an_illegal_one_with_1_and_every_reason() {
    let shell = Shell::new();
    shell.file("good.army.json", LEGAL).file("bad.army.json", ILLEGAL);
    let good = shell.run(&["validate", "good.army.json"]);
    assert_eq!((good.code, good.err.as_str()), (0, ""));
    assert_eq!(good.text(), "good.army.json: legal: Host of the Long Barrow, d3h2, 24 of 24 AP, 13 elements\n");
    let one = shell.run_with(&["validate", "-"], "1 Hero (Gen)");
    assert!(one.text().contains(" 4 of 24 AP, 1 element\n"), "{}", one.text());
    let bad = shell.run(&["validate", "bad.army.json"]);
    assert_eq!(bad.code, 1);
    for said in ["NOT LEGAL", "28 of 24 AP", "(D3H2-LIST-03)", "(D3H2-LIST-05)", "→ Remove"] {
        assert!(bad.text().contains(said), "{said}: {}", bad.text());
    }
}

#[test]
fn json_is_one_document_a_line_in_the_order_of_the_files() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL).file("b.json", ILLEGAL);
    let both = shell.run(&["validate", "--format", "json", "b.json", "a.json", "b.json"]);
    assert_eq!(both.code, 1);
    let documents: Vec<Value> = both.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<(&str, bool)> = documents
        .iter()
        .map(|document| (document["file"].as_str().unwrap(), document["legal"].as_bool().unwrap()))
        .collect();
    assert_eq!(told, [("b.json", false), ("a.json", true), ("b.json", false)]);
    assert_eq!(
        documents[0]["points"],
        serde_json::json!({"budget": 24, "spent": 28, "high": 28, "high_cap": 12, "allies": 0, "allies_cap": 6})
    );
    assert_eq!(documents[0]["problems"][0]["code"], "over-budget");
    assert_eq!(documents[0]["problems"][0]["rule"], "D3H2-LIST-03");
}

#[test]
fn pasted_text_is_read_from_a_file_or_from_stdin() {
    let shell = Shell::new();
    let forum = "Barrow\n\n1 Hero (Gen) = 4AP\n4x Blades\n8 Warbands\nHome terrain: Forest\n";
    shell.file("forum.txt", forum);
    assert_eq!(shell.run(&["validate", "forum.txt"]).code, 0);
    assert_eq!(shell.run_with(&["validate", "-"], forum).code, 0);
    let unread = shell.run_with(&["validate", "--format", "json", "-"], &format!("{forum}3 Balrogs\n"));
    assert_eq!(unread.code, 1);
    let document: Value = serde_json::from_str(unread.text()).unwrap();
    assert_eq!(document["problems"][0]["code"], "line-unread");
    assert!(document["problems"][0]["message"].as_str().unwrap().starts_with("Line 7 could not be read: “3 Balrogs”"));
}

#[test]
fn points_and_ruleset_can_be_given() {
    let shell = Shell::new();
    shell.file("a.json", LEGAL);
    assert_eq!(shell.run(&["validate", "--points", "23.5", "a.json"]).code, 1);
    assert_eq!(shell.run(&["validate", "--points", "24", "a.json"]).code, 0);
    // A negative number is a problem of the army, not an error of the command line.
    let below = shell.run(&["validate", "--points", "-3", "a.json"]);
    assert_eq!((below.code, below.err.as_str()), (1, ""));
    assert!(below.text().contains("-3 AP is out of range"), "{}", below.text());
    // War Wagons are not in the traditional tables.
    for (ruleset, code) in [("d3h2", 0), ("d3h2-traditional", 1)] {
        let text = "1 Hero (Gen), 1 War Wagon, 4 Blades";
        let ended = shell.run_with(&["validate", "--format", "json", "--ruleset", ruleset, "-"], text);
        let document: Value = serde_json::from_str(ended.text()).unwrap();
        assert_eq!(document["ruleset"], ruleset);
        assert_eq!(ended.code, code, "{}", ended.text());
    }
}

#[test]
fn what_cannot_be_read_ends_with_2_and_one_line_that_says_where() {
    let shell = Shell::new();
    shell
        .file("broken.json", "{\"ruleset\": \"d3h2\",\n \"elements\": [}")
        .file("odd.army.json", "{\"ruleset\": \"d3h2\", \"elements\": [{\"type\": \"Bd\", \"cuont\": 4}]}")
        .file("list.json", "{\"ruleset\": \"d3h2\", \"elements\": [[\"Bd\", 4]]}")
        .file("chess.toml", "ruleset = \"chess\"\n")
        .file("half.toml", "ruleset = \"d3h2\"\npoints = 24.25.1\n")
        .file("good.json", LEGAL);
    std::fs::write(shell.path("bytes.txt"), b"4 Blades\n\xff\xfe\n").unwrap();
    for (file, said) in [
        ("broken.json", "broken.json: line 2, column 15"),
        ("odd.army.json", "field elements[0].cuont: unknown field `cuont`"),
        ("list.json", "field elements[0]: invalid type: sequence, expected named fields"),
        ("chess.toml", "there is no ruleset “chess”; use one of d3h2, d3h2-traditional, dba3, dba22, hott25, dbmf"),
        ("half.toml", "half.toml: line 2"),
        ("bytes.txt", "bytes.txt: "),
        ("nowhere.json", "nowhere.json: "),
    ] {
        shell.run(&["validate", file]).complains(said);
    }
    // The others are still checked.
    let some = shell.run(&["validate", "nowhere.json", "good.json"]);
    assert_eq!((some.code, some.text().lines().count(), some.err.lines().count()), (2, 1, 1));
    shell.run(&["validate", "--ruleset", "chess", "good.json"]).complains("--ruleset: there is no ruleset “chess”");
    shell.run(&["validate", "--points", "many", "good.json"]).complains("--points: “many”");
}

#[test]
fn numbers_at_the_edge_of_what_can_be_written_end_with_1_or_2_and_never_with_a_panic() {
    let shell = Shell::new();
    for number in ["-9223372036854775808", "9223372036854775807", "18446744073709551615", "1e308", "nan", "500.0004"] {
        shell
            .file("edge.json", &format!("{{\"ruleset\": \"d3h2\", \"points\": {number}}}"))
            .file("edge.toml", &format!("ruleset = \"d3h2\"\npoints = {number}\n"));
        for file in ["edge.json", "edge.toml"] {
            shell.run(&["validate", file]).complains(file);
        }
        shell.run(&["validate", "--points", number, "edge.json"]).complains("--points");
        let pasted = shell.run_with(&["validate", "-"], &format!("Points: {number}\n{number} x Blades\n"));
        assert_eq!(pasted.code, 1, "{number}: {}", pasted.text());
    }
}

#[test]
fn options_of_serve_before_another_command_are_refused_and_not_passed_over() {
    let shell = Shell::new();
    for arguments in [&["--database", "sqlite:x.sqlite", "migrate"][..], &["--bind", "127.0.0.1:0", "serve"], &["fly"]]
    {
        assert_eq!(shell.run(arguments).code, 2, "{arguments:?}");
    }
    assert!(!super::is_file(&shell.path("x.sqlite")));
}
