//! Records whose dice were promised, whose orders were taken back, and which the players ended themselves.

use musterfield_battle::Order;
use musterfield_battle::element::Player;
use musterfield_battle::record::{EarlyEnd, Head, PromisedDice, Recorder, words_for_dice};
use musterfield_battle::replay::{Replay, What};
use musterfield_dice::{Roller, Secret, SecretDice};

use super::{example, read};

const SECRET: [u8; 32] = [9; 32];

/// A battle of eleven bounds in which nobody does anything, with promised dice; after the fifth bound two dice were rolled
/// for orders that were taken back.
fn played() -> Recorder {
    let record = read(&example("by-hand")).unwrap();
    let secret = Secret::new(SECRET);
    let words = ["a quiet river".into(), "".into()];
    let promised = PromisedDice { words, ..PromisedDice::new(secret.promise()) };
    let mut recorder = Recorder::new(Head { promised: Some(promised.clone()), ..record.head.clone() }).unwrap();
    let mut dice = promised.dice_of(&secret, 0);
    let set_up: Vec<Order> =
        record.steps.iter().take_while(|step| step.dice.is_none()).map(|step| step.order.clone()).collect();
    for order in set_up.iter().chain(std::iter::repeat_n(&Order::End, 31)) {
        if dice.thrown() == 5 {
            let rolled: Vec<u8> = (0..2).filter_map(|_| dice.roll()).collect();
            recorder.drop_dice(rolled);
        }
        recorder.play_with(order, &mut dice).unwrap();
    }
    recorder
}

fn shown(recorder: &Recorder) -> Recorder {
    let mut shown = recorder.clone();
    let promised = recorder.head().promised.clone().unwrap();
    shown.promise(PromisedDice { secret: Some(Secret::new(SECRET)), ..promised });
    shown
}

fn replayed(text: &str) -> Result<Recorder, What> {
    let record = read(text).unwrap_or_else(|error| panic!("{error:?}"));
    let mut replay = Replay::new(&record);
    replay.finish().map_err(|difference| difference.what)?;
    Ok(replay.recorder().clone())
}

#[track_caller]
fn unreadable(text: &str) -> String {
    musterfield_words::battle::why(&read(text).unwrap_err().why)
}

#[test]
fn dice_are_compared_with_the_secret_once_it_is_shown() {
    let running = played();
    let text = running.to_string();
    assert!(text.contains("\ndice promised ") && text.contains("\ndice word a a quiet river\n"), "{text}");
    assert!(text.contains("\ntaken back : ") && !text.contains("dice secret"), "{text}");
    assert_eq!(replayed(&text).unwrap().to_string(), text);
    let proved = shown(&running).to_string();
    assert_eq!(replayed(&proved).unwrap().to_string(), proved);

    let other_die = |line: &str| {
        let (order, die) = line.rsplit_once(' ').unwrap();
        format!("{order} {}", if die == "6" { "5" } else { "6" })
    };
    // Without the digests, only the promise can tell that a die was exchanged.
    let bare: Vec<String> =
        proved.lines().map(|line| line.split(" -> ").next().unwrap().split(" = ").next().unwrap().to_owned()).collect();
    let bare: Vec<String> = bare.into_iter().filter(|line| !line.starts_with("result")).collect();
    assert!(replayed(&bare.join("\n")).is_ok());
    for changed in ["end : ", "taken back : "] {
        let at = bare.iter().rposition(|line| line.starts_with(changed)).unwrap();
        let mut lines = bare.clone();
        lines[at] = other_die(&lines[at]);
        let what = replayed(&lines.join("\n")).unwrap_err();
        assert!(matches!(what, What::NotPromised { .. }), "{changed}: {what:?}");
    }
    let without: Vec<String> = bare.iter().filter(|line| !line.starts_with("taken")).cloned().collect();
    assert!(matches!(replayed(&without.join("\n")), Err(What::NotPromised { .. })));
    let other_words = bare.join("\n").replace("a quiet river", "a loud river");
    assert!(matches!(replayed(&other_words), Err(What::NotPromised { .. })));
}

#[test]
fn dice_taken_back_at_the_end_stay_in_the_record() {
    let mut recorder = played();
    let thrown = recorder.entries().iter().map(|entry| entry.dice.len() + entry.dropped.len()).sum::<usize>();
    let words = recorder.head().promised.clone().unwrap().words;
    let mut dice = SecretDice::new(&Secret::new(SECRET), [&words[0], &words[1]], u64::try_from(thrown).unwrap());
    recorder.drop_dice(dice.roll());
    let text = shown(&recorder).to_string();
    assert!(text.lines().rev().nth(1).unwrap().starts_with("taken back : "), "{text}");
    assert_eq!(replayed(&text).unwrap().to_string(), text);
}

#[test]
fn players_may_end_a_battle_before_the_rules_do() {
    for (end, last, winner) in [
        (EarlyEnd::Resigned(Player::A), "result b 0 0 resigned", Some(Player::B)),
        (EarlyEnd::Late(Player::B), "result a 0 0 late", Some(Player::A)),
        (EarlyEnd::Drawn, "result open 0 0 drawn", None),
    ] {
        let mut recorder = played();
        recorder.end(end);
        let text = recorder.to_string();
        assert_eq!(text.lines().last(), Some(last));
        let again = replayed(&text).unwrap();
        assert_eq!((again.to_string(), again.standing().winner), (text, winner));
    }
    let over = example("complete");
    let resigned = over.trim_end().replace("\nresult a", "\nresult b") + " resigned";
    assert!(matches!(replayed(&resigned), Err(What::Standing { .. })));
    for wrong in ["result open 0 0 resigned", "result a 0 0 drawn", "result a 0 0 tired", "result a 0 0 resigned twice"]
    {
        let text = played().to_string();
        let at = text.rfind("result").unwrap();
        assert!(unreadable(&format!("{}{wrong}", &text[..at])).contains("“resigned”, “late” or “drawn”"), "{wrong}");
    }
}

#[test]
fn lines_about_dice_say_what_is_wrong_with_them() {
    let proved = shown(&played()).to_string();
    let line = |name: &str| proved.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    let (promised, secret) = (line("dice promised"), line("dice secret"));
    let cases = [
        (proved.replace(&promised, "dice promised 12"), "expected 64 digits from 0 to f, found “promised 12”"),
        (proved.replace(&promised, "dice lost"), "expected promised, word or secret, found “lost”"),
        (proved.replace(&promised, ""), "the header has no “dice promised”"),
        (proved.replace(&promised, &format!("{promised}\n{promised}")), "“dice promised” stands in the header already"),
        (
            proved.replace(&secret, &format!("dice secret {}", "0".repeat(64))),
            "this is not the secret that was promised",
        ),
        (proved.replace(&secret, "seed 7"), "the dice follow from a seed, or from a secret"),
        (proved.replace("word a a quiet river", "word c hello"), "expected a or b, and words of at most 80 letters"),
        (proved.replace("a quiet river", &"é".repeat(81)), "expected a or b, and words of at most 80 letters"),
        (proved.replace("taken back :", "taken back : 7"), "expected back : and the dice that were rolled"),
        (proved.replace("taken back :", "taken away :"), "expected back : and the dice that were rolled"),
    ];
    for (text, expected) in cases {
        assert!(unreadable(&text).starts_with(expected), "{expected}: {}", unreadable(&text));
    }
    assert_eq!(words_for_dice("  two words "), Some("two words"));
    assert_eq!((words_for_dice(&"é".repeat(80)).is_some(), words_for_dice("a\nb")), (true, None));
}
