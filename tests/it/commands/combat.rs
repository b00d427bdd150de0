//! `musterfield resolve` and `musterfield odds`.

use serde_json::{Value, json};

use super::{Ended, Shell};

fn case(id: &str) -> String {
    json!({"id": id, "a": {"type": "Kn", "roll": 4}, "b": {"type": "Bd", "roll": 2}}).to_string()
}

fn answers(ended: &Ended) -> Vec<Value> {
    ended.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ids(ended: &Ended) -> Vec<Value> {
    answers(ended).into_iter().map(|answer| answer["id"].clone()).collect()
}

#[test]
fn results_come_in_the_order_of_the_cases() {
    let shell = Shell::new();
    let names: Vec<String> = (0..200).map(|number| format!("case {number}")).collect();
    let cases: String = names.iter().map(|name| case(name) + "\n").collect();
    shell.file("cases.ndjson", &cases);
    for command in ["resolve", "odds"] {
        let ended = shell.run(&[command, "cases.ndjson"]);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        assert_eq!(ids(&ended), names.iter().map(|name| json!(name)).collect::<Vec<_>>());
        // Standard input gives the same result, with and without its name.
        for arguments in [&[command, "-"][..], &[command]] {
            let piped = shell.run_with(arguments, &cases);
            assert_eq!((piped.code, piped.out), (0, ended.out.clone()));
        }
    }
    let resolved = shell.run(&["resolve", "cases.ndjson"]);
    assert_eq!(answers(&resolved)[0]["a"]["total"], 7);
    let odds = shell.run(&["odds", "cases.ndjson"]);
    assert_eq!(answers(&odds)[0]["rolls"], 36);
}

/// A wrong case gets an error in its place, and the exit code is 0: the lines could be read.
#[test]
fn a_case_that_is_wrong_gets_an_error_and_the_run_goes_on() {
    let lines = [
        case("good"),
        json!({"id": "roll", "a": {"type": "Kn", "roll": 7}, "b": {"type": "Bd", "roll": 2}}).to_string(),
        json!({"id": "type", "a": {"type": "Elf", "roll": 3}, "b": {"type": "Bd", "roll": 2}}).to_string(),
        case("last"),
    ];
    let ended = Shell::new().run_with(&["resolve"], &lines.join("\n"));
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let answers = answers(&ended);
    assert_eq!(ids(&ended), [json!("good"), json!("roll"), json!("type"), json!("last")]);
    let codes: Vec<Option<&str>> = answers.iter().map(|answer| answer["error"]["code"].as_str()).collect();
    assert_eq!(codes, [None, Some("bad-value"), Some("unknown-type"), None]);
}

#[test]
fn lines_that_are_no_json_objects_are_counted_at_the_end() {
    let lines = [case("1"), "Kn on Bd".to_owned(), case("3"), "[1]".to_owned(), "{".to_owned(), case("6")];
    for command in ["resolve", "odds"] {
        let ended = Shell::new().run_with(&[command], &lines.join("\n"));
        assert_eq!(ended.code, 2);
        assert_eq!(ids(&ended), [json!("1"), json!(null), json!("3"), json!(null), json!(null), json!("6")]);
        for at in [1, 3, 4] {
            assert_eq!(answers(&ended)[at]["error"]["code"], "bad-json");
        }
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
        assert!(ended.err.contains("3 of 6 cases are not JSON objects, first on line 2"), "{}", ended.err);
    }
}

#[test]
fn a_line_of_more_than_a_mebibyte_is_passed_over() {
    let mebibyte = 1024 * 1024;
    let padded = |length: usize| {
        let short = case("long");
        let spaces = " ".repeat(length - short.len());
        short.replacen(',', &format!(",{spaces}"), 1)
    };
    let lines = [case("1"), padded(mebibyte), padded(mebibyte + 1), padded(10 * mebibyte), case("5")];
    let ended = Shell::new().run_with(&["resolve"], &lines.join("\n"));
    assert_eq!(ended.code, 2);
    assert_eq!(ids(&ended), [json!("1"), json!("long"), json!(null), json!(null), json!("5")]);
    for at in [2, 3] {
        assert_eq!(answers(&ended)[at]["error"]["code"], "bad-json");
    }
    assert!(ended.err.contains("2 of 5 cases are not JSON objects, first on line 3"), "{}", ended.err);
}

#[test]
fn empty_lines_are_no_cases() {
    let input = format!("\n{}\n\n  \t\r\n{}\r\n\n", case("1"), case("2"));
    let ended = Shell::new().run_with(&["resolve"], &input);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert_eq!(ids(&ended), [json!("1"), json!("2")]);
    // They count as lines when a line number is reported.
    let ended = Shell::new().run_with(&["resolve"], &format!("\n\n{}\nno case\n", case("1")));
    assert!(ended.err.contains("1 of 2 cases are not JSON objects, first on line 4"), "{}", ended.err);
}

#[test]
fn input_without_a_case_ends_with_2() {
    let shell = Shell::new();
    shell.file("empty.ndjson", "");
    for command in ["resolve", "odds"] {
        for input in ["", "\n", " \n\t\r\n\n"] {
            shell.run_with(&[command], input).complains("no cases found");
        }
        shell.run(&[command, "empty.ndjson"]).complains("empty.ndjson: no cases found");
    }
}

#[test]
fn a_file_that_is_not_there_ends_with_2() {
    let shell = Shell::new();
    for command in ["resolve", "odds"] {
        shell.run(&[command, "none.ndjson"]).complains("none.ndjson: No such file");
        shell.run(&[command, "."]).complains(".: ");
    }
}

#[test]
fn a_last_line_needs_no_end() {
    let ended = Shell::new().run_with(&["resolve"], &case("only"));
    assert_eq!((ended.code, ids(&ended)), (0, vec![json!("only")]));
    assert!(ended.text().ends_with('\n'));
}

#[test]
fn bytes_that_are_no_text_are_told_like_other_lines() {
    let shell = Shell::new();
    let mut bytes = b"\xff\xfe\n".to_vec();
    bytes.extend(case("2").bytes());
    std::fs::write(shell.path("cases.ndjson"), bytes).unwrap();
    let ended = shell.run(&["resolve", "cases.ndjson"]);
    assert_eq!((ended.code, ids(&ended)), (2, vec![json!(null), json!("2")]));
}
