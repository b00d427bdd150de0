//! Records: reading them, playing them again, and every possible mistake in them.

use musterfield_battle::element::Player;
use musterfield_battle::record::{Head, Record, Recorder, Standing};
use musterfield_battle::replay::{Difference, Replay, What};
use musterfield_battle::{Battle, Order, Phase};
use musterfield_dice::RolledDice;
use musterfield_rules::battle::BattleRules;
use musterfield_rules::book;
use proptest::prelude::*;

use super::{example, read};

fn replayed(text: &str) -> Result<Recorder, Difference> {
    let record = read(text).unwrap_or_else(|error| panic!("{error:?}"));
    let mut replay = Replay::new(&record);
    replay.finish()?;
    Ok(replay.recorder().clone())
}

/// The rules of the records, all of which are of D3H2.
fn rules() -> &'static BattleRules {
    book().unwrap().ruleset("d3h2").unwrap().battle.as_ref().unwrap()
}

#[track_caller]
fn differs(text: &str) -> (usize, usize, String) {
    let difference = replayed(text).unwrap_err();
    (difference.line, difference.column, musterfield_words::battle::what(&difference.what, rules()))
}

#[track_caller]
fn unreadable(text: &str) -> (usize, usize, String) {
    let error = read(text).unwrap_err();
    (error.line, error.column, musterfield_words::battle::why(&error.why))
}

/// The example with one piece of text, which must occur once, replaced.
fn with(old: &str, new: &str) -> String {
    let text = example("by-hand");
    assert_eq!(text.matches(old).count(), 1, "{old}");
    text.replacen(old, new, 1)
}

/// The number of the line that holds a text.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap() + 1
}

#[test]
fn a_record_typed_by_hand_becomes_a_complete_one() {
    let recorder = replayed(&example("by-hand")).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(recorder.battle().phase(), Phase::Over(Player::A));
    assert_eq!(
        recorder.to_string(),
        example("complete"),
        "if the rules or the state changed on purpose: musterfield replay --format record crates/battle/tests/data/battles/by-hand.battle"
    );
}

#[test]
fn a_complete_record_is_written_again_to_the_last_letter() {
    let text = example("complete");
    let recorder = replayed(&text).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(recorder.to_string(), text);
    let record = read(&text).unwrap();
    assert!(record.steps.iter().all(|step| step.digest.is_some()));
    assert_eq!(record.standing.unwrap().is, Standing::of(recorder.battle()));
    // Windows has other line endings, and some editors put a byte order mark at the start of a file.
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    assert_eq!(replayed(&windows).unwrap().to_string(), text);
}

#[test]
fn results_digests_and_the_last_line_may_be_left_out() {
    let text = example("complete");
    let bare: String = text
        .lines()
        .filter(|line| !line.starts_with("result"))
        .map(|line| if line.starts_with(['{', 'a', 'l']) { line } else { line.split(" = ").next().unwrap() })
        .map(|line| line.split(" -> ").next().unwrap().to_owned() + "\n")
        .collect();
    assert_eq!(replayed(&bare).unwrap().to_string(), text);
}

#[test]
fn what_differs_is_told_with_its_line_and_column() {
    let fight = "fight b1 a3 : 4 2 -> 7 to 5, a3 destroyed, b1 pursues to 9,5.5 south";
    let line = line_of(&example("by-hand"), fight);
    for (old, new, column, said) in [
        (": 4 2 ->", ": 4 2 1 ->", 15, "the record has the dice 4 2 1 for the order, and it rolls 2"),
        (": 4 2 ->", ": 4 ->", 15, "the order rolls more dice than the record has, which is 1"),
        (": 4 2 ->", "->", 1, "the order rolls a die; write what it showed behind “:”"),
        (": 4 2 ->", ": 4 3 ->", 22, "the record has “7 to 5, a3 destroyed"),
        ("a3 destroyed, b1", "a2 destroyed, b1", 22, "what comes of the order is “7 to 5, a3 destroyed"),
        ("9,5.5 south", "9,5.5 south = 0123456789abcdef", 72, "and in the record 0123456789abcdef"),
        ("fight b1 a3", "fight b1 a1", 1, "the order is refused: b1 has no such fight now. (D3H2-CC-15)"),
    ] {
        let (at, there, what) = differs(&with(old, new));
        assert!((at, what.contains(said)) == (line, true), "{new}: line {at}: {what}");
        assert_eq!(there, column, "{new}: {what}");
    }
    let (at, column, what) = differs(&with("result a 2 5.5", "result a 2 5"));
    assert_eq!((at, column), (line_of(&example("by-hand"), "result a"), 8), "{what}");
    assert!(what.contains("stands as “result a 2 5.5” at its end"), "{what}");
}

#[test]
fn orders_for_the_dead_and_the_enemy_are_refused() {
    let dead = with("move a1 a2: ahead 0.5", "move a3: ahead 0.5");
    assert_eq!(differs(&dead).2, "the order is refused: a3 is not on the table.");
    let foreign = with("move b2: ahead 2", "move a2: ahead 2");
    assert!(differs(&foreign).2.contains("a2 belongs to the other player. (D3H2-SEQ-04)"));
    let after = example("by-hand").replace("result a 2 5.5", "end");
    assert!(differs(&after).2.contains("The battle is over. (D3H2-WIN-01)"));
}

#[test]
fn a_state_that_was_changed_is_found() {
    let text = example("complete");
    let record = read(&text).unwrap();
    for step in &record.steps {
        let given = step.digest.unwrap();
        let other = text.replacen(&format!("{:016x}", given.is), &format!("{:016x}", given.is ^ 1), 1);
        let (line, column, what) = differs(&other);
        assert_eq!((line, column), (step.line, given.column));
        assert!(what.starts_with("the state after the order is"), "{what}");
    }
}

#[test]
fn a_record_that_breaks_off_says_where() {
    let text = example("complete");
    for (at, _) in text.char_indices().filter(|(at, _)| at % 7 == 0) {
        let cut = &text[..at];
        match read(cut) {
            Err(error) => assert!(error.line <= cut.lines().count().max(1), "{error:?}"),
            Ok(record) => {
                // A record cut between two lines only lacks its end; one cut within a result differs.
                let outcome = Replay::new(&record).finish();
                assert!(record.standing.is_none() || cut.trim_end().ends_with("5.5") || outcome.is_err(), "{cut}");
            }
        }
    }
    assert_eq!(unreadable("").2, "this is no record of a battle; its first line is “musterfield-battle/1”, not “”");
}

#[test]
fn what_cannot_be_read_is_told_with_its_line_and_column() {
    let text = example("by-hand");
    for (old, new, column, said) in [
        ("musterfield-battle/1", "musterfield-battle/2", 1, "this is no record of a battle"),
        ("ruleset d3h2\n", "ruleset chess\n", 9, "there is no ruleset “chess”"),
        ("ruleset d3h2\n", "ruleset dba3\n", 1, "the record is of dba3, and this is for d3h2"),
        ("ruleset d3h2\n", "ruleset d3h2 0.9\n", 14, "played by d3h2 0.9, and this is d3h2"),
        ("defender a", "defender c", 10, "expected a or b, found “c”"),
        ("defender a", "defender a\ndefender b", 1, "“defender” stands in the header already"),
        ("defender a", "attacker b", 1, "expected ruleset, army, layout"),
        ("defender a", "defender a\nseed -1", 6, "expected a whole number from 0"),
        ("defender a", "defender a\nscale tiny", 7, "expected a figure scale"),
        ("defender a", "defender a\noption knights_equal never", 8, "expected knights_equal literal"),
        ("defender a", "defender a\nallow everything", 7, "expected illegal or version"),
        ("defender a", "", 1, "the header has no “defender”"),
        ("\"count\": 2}, {\"type\": \"Bw\"}", "\"count\": 20}, {\"type\": \"Bw\"}", 1, "army a is not legal: "),
        ("\"name\": \"Wardens of the Ford\"", "\"nome\": 1", 33, "army a: field nome: unknown field"),
        ("\"board\":[15,15]", "\"board\":[14,14]", 1, "the layout is not legal: "),
        ("\"board\":[15,15]", "\"board\":[15]", 8, "layout: "),
        ("fight a2 b2 : 6 1", "fight a2 b2 : 0 1", 15, "expected what a die shows, 1 to 6, found “0”"),
        ("fight a2 b2 : 6 1", "fight a2 b2 : 6 7", 17, "expected what a die shows, 1 to 6, found “7”"),
        ("fight a2 b2 : 6 1", "fight a2 b2 : ", 14, "expected what a die shows"),
        ("fight a2 b2 : 6 1", "fight a2 b22 : 6 1", 10, "there is no element b22 in this battle"),
        ("fight a2 b2 : 6 1", "fight a2 b2 : 6 1 -> = 0", 24, "expected the digest of the state, 16 digits"),
        ("fight a2 b2 : 6 1", "fight a2 b2 : 6 1 -> ", 21, "expected what came of the order"),
        ("fight a2 b2 : 6 1", "seed 7", 1, "expected an order"),
        ("result a 2 5.5", "result c 2 5.5", 8, "expected “result”, who has won"),
        ("result a 2 5.5", "result a 2 5.5\nend", 1, "something stands behind it"),
    ] {
        let changed = with(old, new);
        let expected = line_of(&text, old.lines().next().unwrap());
        let (line, there, why) = unreadable(&changed);
        assert!(why.contains(said), "{new}: {why}");
        let more = usize::from(new.contains('\n') && !new.ends_with('\n'));
        if !why.starts_with("the header has no") && !why.starts_with("the record is of") {
            assert_eq!((line, there), (expected + more, column), "{new}: {why}");
        }
    }
}

#[test]
fn what_is_allowed_in_the_header_is_played() {
    let illegal = with("{\"type\": \"Bw\"}]", "{\"type\": \"Bw\", \"count\": 2}]");
    assert!(unreadable(&illegal).2.contains("Write “allow illegal” in the header"));
    let allowed = illegal.replace("defender a", "defender a\nallow illegal");
    let (_, _, what) = differs(&allowed);
    assert!(what.contains("a5 is not set up"), "{what}");
    let placed = allowed.replace("place a4 5,4 north\n", "place a4 5,4 north\nplace a5 4,3 north\n");
    assert!(replayed(&placed).unwrap().to_string().contains("\nallow illegal\n"));
    let old = with("ruleset d3h2\n", "ruleset d3h2 0.9\nallow version\n");
    let recorder = replayed(&old).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(recorder.to_string(), example("complete"));
    let elf = with("\"type\": \"Bw\"", "\"type\": \"Elf\"").replace("defender a", "defender a\nallow illegal");
    assert_eq!(unreadable(&elf), (4, 1, "army a: there is no troop type `Elf` in the ruleset".to_owned()));
}

/// A recorder after the set-up of the example.
fn set_up(seed: Option<u64>) -> Recorder {
    let record = read(&example("by-hand")).unwrap();
    let head = Head { seed, ..record.head.clone() };
    let mut recorder = Recorder::new(head).unwrap();
    for step in record.steps.iter().take_while(|step| step.dice.is_none()) {
        recorder.play(&step.order).unwrap();
    }
    recorder
}

fn orders(record: &Record) -> Vec<&Order> {
    record.steps.iter().map(|step| &step.order).collect()
}

#[test]
fn dice_of_a_seed_need_not_stand_in_the_record() {
    let mut recorder = set_up(Some(7));
    for _ in 0..31 {
        recorder.play(&Order::End).unwrap();
    }
    let text = recorder.to_string();
    assert!(text.contains("\nseed 7\n") && recorder.battle().bound() == 11, "{text}");
    let rolled: Vec<u8> = recorder.entries().iter().flat_map(|entry| entry.dice.clone()).collect();
    assert!(rolled.len() == 11 && rolled.iter().any(|die| *die != rolled[0]), "{rolled:?}");
    assert_eq!(replayed(&text).unwrap().to_string(), text);
    let without: String = text
        .lines()
        .map(|line| if line.starts_with("end") { "end\n".to_owned() } else { format!("{line}\n") })
        .collect();
    assert_eq!(replayed(&without).unwrap().to_string(), text);
    assert_eq!(orders(&read(&without).unwrap()), orders(&read(&text).unwrap()));
    let first = text.find("end : ").unwrap() + 6;
    let other = if &text[first..=first] == "6" { "5" } else { "6" };
    let changed = format!("{}{other}{}", &text[..first], &text[first + 1..]);
    let what = replayed(&changed).unwrap_err().what;
    assert!(matches!(&what, What::OtherDice { .. }), "{what:?}");
}

#[test]
fn nothing_has_changed_where_an_order_is_refused() {
    for seed in [None, Some(7)] {
        let mut recorder = set_up(seed);
        let before = recorder.to_string();
        let wrong = Order::parse(recorder.battle(), "fight a1 b1").unwrap();
        assert!(recorder.play(&wrong).is_err());
        assert!(recorder.play_with(&Order::End, &mut RolledDice::new(&[7])).is_err());
        assert_eq!(recorder.to_string(), before);
        assert_eq!(recorder.play(&Order::End).is_ok(), seed.is_some());
        assert_eq!(recorder.play_with(&Order::End, &mut RolledDice::new(&[4])).is_ok(), seed.is_none());
    }
}

#[test]
fn equal_states_have_equal_digests_and_others_others() {
    let record = read(&example("complete")).unwrap();
    let mut digests: Vec<u64> = record.steps.iter().map(|step| step.digest.unwrap().is).collect();
    let count = digests.len();
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), count);
    let again = Battle::new(&record.head.meeting()).unwrap();
    assert_eq!(again.digest(), record.start.digest());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_change_to_a_record_breaks_anything(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[ -~°\n]"), 1..4),
        lines in prop::option::of((any::<prop::sample::Index>(), any::<prop::sample::Index>())),
        is_loose in any::<bool>(),
    ) {
        let text = example("complete");
        let text = if is_loose {
            // Without digests, the replay goes on after a change.
            let plain: String = text.lines().map(|line| line.split(" = ").next().unwrap().split(" -> ").next().unwrap().to_owned() + "\n").collect();
            plain.replace("defender a", "defender a\nallow illegal")
        } else {
            text
        };
        let start = if changes.len() == 3 { 0 } else { text.find("\nedge").unwrap() };
        let mut letters: Vec<char> = text.chars().collect();
        for (at, letter) in &changes {
            let at = start + at.index(letters.len() - start);
            letters[at] = letter.chars().next().unwrap();
        }
        let text: String = letters.into_iter().collect();
        let mut all: Vec<&str> = text.lines().collect();
        if let Some((one, other)) = lines {
            let (one, other) = (one.index(all.len()), other.index(all.len()));
            all.swap(one, other);
        }
        if let Ok(record) = read(&all.join("\n"))
            && let Err(difference) = Replay::new(&record).finish()
        {
            prop_assert!((1..=all.len()).contains(&difference.line) && difference.column > 0);
        }
    }
}
