//! Pasted text that nobody writes in good faith: it is read in time, and anything that is stored can be opened.

use std::time::Duration;

use musterfield_army::check;
use musterfield_army::file::{from_json, to_json};
use musterfield_army::text::{Reading, read};
use musterfield_fixtures::armies::{ruleset, the_book, the_catalogue};
use musterfield_fixtures::worked;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The longest text that a request may contain.
const LONGEST: usize = 64 * 1024;

fn message(problem: &musterfield_army::Problem) -> String {
    musterfield_words::army::message(&problem.fault, ruleset("d3h2"))
}

fn reading(text: &str) -> Reading {
    read(text, ruleset("d3h2"), the_book())
}

/// Reads a text of a given length, made of one repeated piece. No text takes a tenth of the allowed time; one that is
/// searched from each letter to its end takes several times as much.
#[track_caller]
fn is_read_within(allowed: Duration, head: &str, piece: &str, length: usize) {
    let text = head.to_owned() + &piece.repeat(length / piece.len());
    let (problems, took) = worked::over(|| reading(&text).problems());
    assert!(took < allowed, "{took:?} for {length} bytes of {head:?} and {piece:?}");
    let size: usize = problems.iter().map(|problem| message(problem).len()).sum();
    assert!(
        problems.len() <= 402 && size < 4 * LONGEST,
        "{} problems, {size} bytes: {head:?} {piece:?}",
        problems.len()
    );
}

#[test]
fn texts_of_signs_are_read_in_a_time_that_grows_with_their_length() {
    for piece in [
        "[",
        "(",
        "{",
        "“",
        "„",
        "«",
        "‘",
        "\"",
        "[(",
        "“„«‘\"",
        "“\\",
        "(“",
        "[b",
        "[b]",
        "[color=",
        "(a",
        "“a”",
        "‘a",
        "=",
        "@",
        "×",
        "*",
        "|",
        "\t",
        "> ",
        "- ",
        ". ",
        "..",
        ",",
        ";",
        ", ,",
        "#",
        "[ ]",
        "()",
        "[]",
        "😀",
        "\u{7}",
        "ß",
    ] {
        for head in ["", "1 Hero (Gen)\n2 "] {
            is_read_within(Duration::from_secs(10), head, piece, LONGEST);
        }
    }
}

#[test]
fn texts_of_words_and_numbers_are_read_in_a_time_that_grows_with_their_length() {
    for piece in [
        "ab\n",
        "a\n",
        "Bd\n",
        "Knigths\n",
        "Kn: 2\n",
        "Kn 2, ",
        "the men of the woods\n",
        "Cheers, the men\n",
        "half a dozen ",
        "\nmen\n",
        "1",
        "1 ",
        "1\n",
        "9,",
        "x ",
        "2 x ",
        "2 Bd ",
        "2 Bd, ",
        "Bd Bd ",
        "Fast Bd ",
        "Fast ",
        "3Kn 4Bd ",
        "3Kn 4 Bd ",
        "3Kn 2Ps\n",
        "| Kn (Gen) | 3 | 6 |\n",
        "Arable (3)\n",
        "Arable or ",
        "4 Bd + ",
        "Bd\t",
        "a - ",
        "a: ",
        "(Bd)",
        "(2 x 2)",
        "4 Bd, Fast “a”, ",
        "Bd, 9 AP, ",
        "Points: 1, ",
        "Rules: x, ",
        "Points: 1, Player: x, ",
        "1, 1 elements, ",
        "No. 1: ",
        "# a\n",
        "Rules: a\n",
        "Player: a\n",
        "Reserves:\n4 Bd, ",
        "or 4 Bd, ",
        "Command 1: 4 Bd, ",
        "Bd,4,8\n",
        "4Bd, 2Ps, ",
        "4 Bd or Sp, ",
        "trois éléments de Lames\n",
        "1200-1300 AD ",
        "<a ",
    ] {
        is_read_within(Duration::from_secs(10), "1 Hero (Gen)\n2 ", piece, LONGEST);
    }
}

#[test]
fn what_is_opened_and_never_closed_is_searched_for_once() {
    for piece in ["[", "(", "“", "‘", "\"", "[(“„«‘"] {
        is_read_within(Duration::from_secs(25), "1 Hero (Gen)\n2 ", piece, 16 * LONGEST);
    }
}

#[test]
fn of_many_unread_lines_the_first_are_told_and_the_rest_counted() {
    let reading = reading(&"foo\n".repeat(1000));
    // The first line is the name of the army.
    assert_eq!(reading.unread.len(), 999);
    let problems = reading.problems();
    assert_eq!(problems.len(), 201);
    assert!(message(&problems[199]).starts_with("Line 201 could not be read: “foo”."), "{}", message(&problems[199]));
    assert_eq!(message(&problems[200]), "799 more could not be read, from line 202 on.");
    assert!(!reading.check(the_catalogue()).is_legal());
    let priced = self::reading(&format!("Bd{}", ", 9 AP".repeat(1000)));
    assert_eq!((priced.differences.len(), priced.problems().len()), (1000, 201));
}

#[test]
fn a_long_text_is_told_by_its_beginning_and_kept_whole() {
    let long = "foozle ".repeat(60);
    let reading = reading(&format!("Hr\n3 {long}\nNotes: {}", "a\nb ".repeat(6_000)));
    assert_eq!(reading.unread[0].text, format!("3 {}", long.trim()));
    assert_eq!(reading.unread[1].text, "a\nb ".repeat(6_000).trim());
    for problem in reading.problems() {
        let sentence = message(&problem);
        assert!(sentence.chars().count() < 600 && !sentence.contains('\n'), "{sentence}");
    }
}

/// A number that no army file may contain is not a number of elements, however it is written.
#[test]
fn a_number_of_elements_beyond_reason_is_not_taken() {
    for text in ["Hr = 1000000001", "Hr = : 1000000001 List:", "1000000001 Hr", "Hr: -1000000001", "Hr (1000000001)"] {
        let draft = reading(text).draft;
        assert!(draft.lines.iter().all(|line| line.count.abs() <= 1_000_000_000), "{text}: {:?}", draft.lines);
        assert!(from_json(&to_json(&draft), the_book()).is_ok(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Everything understood of a text can be stored and opened again.
    #[test]
    fn what_is_read_from_any_text_is_an_army_file(pieces in prop::collection::vec(
        "Hr|4 Bd|2 x|Fast|\\(Gen\\)|“[a-z \\\\]{0,50}”|Kn = 2|: -?[0-9]{1,20}|Aggression: -?[0-9]{1,20}|Points -?[0-9.½]{1,20}|[0-9]{1,20} x|Name: .{0,90}|List: [a-z/]{0,90}|, |, |\n|\n|\\PC{0,9}|[(\\[\"@=+×]|Player: [a-z]{0,90}|Notes: [a-z]{0,9}", 0..40,
    )) {
        let draft = reading(&pieces.join(" ")).draft;
        let json = to_json(&draft);
        let opened = from_json(&json, the_book());
        prop_assert!(opened.is_ok(), "{json}: {opened:?}");
        prop_assert_eq!(to_json(&opened.unwrap()), json);
    }
}

/// Lists whose types can be chosen in as many ways as are accepted, each with armies that fit it badly.
#[test]
fn an_army_is_checked_in_time_whatever_its_own_list_says() {
    let chosen = ["4xKn/Cv"; 6].join(", ");
    let mixed = ["2xBd or Sp or Ax or Ps or Pk", "3xLH or Cv", "2xKn or Cv", "1-4xWb or Bd"];
    let armies: [&[&str]; 4] = [
        &["Kn", "Cv"],
        &["Kn", "Cv", "Bd", "Sp", "Ax", "Ps", "Pk", "LH", "Wb", "Art"],
        &["Art", "El", "WWg", "SCh", "Lb", "Cb", "Hd"],
        &[],
    ];
    for list in [
        chosen.clone(),
        format!("{chosen}, {}", mixed.join(", ")),
        format!("{chosen}, {}", mixed.repeat(14).join(", ")),
    ] {
        for (types, copies, count) in
            armies.iter().flat_map(|types| [(types, 1, 1), (types, 1, 5), (types, 3, 1), (types, 4, 5), (types, 20, 5)])
        {
            let element = |code: &&str| json!({ "type": code, "count": count });
            let elements: Vec<Value> = types.repeat(copies).iter().map(element).collect();
            let army = json!({
                "format": "musterfield-army/1", "ruleset": "dba22", "own_list": list, "elements": elements,
            });
            let draft = from_json(&army.to_string(), the_book()).unwrap();
            let (_, took) = worked::over(|| check(&draft, the_catalogue()));
            assert!(took < Duration::from_secs(1), "{took:?} for {army}");
        }
    }
}
