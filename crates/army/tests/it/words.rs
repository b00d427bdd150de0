//! Sentences use singular and plural correctly: one Knight, two Heroes.

use musterfield_army::{Draft, Report};
use musterfield_fixtures::armies::{any_draft, army, report};
use musterfield_rules::Ruleset;
use musterfield_words::army::{advice, label, message};
use proptest::prelude::*;

/// All texts about an army, including every button.
fn sentences(report: &Report, ruleset: &Ruleset) -> Vec<String> {
    let of_problem = |problem: &musterfield_army::Problem| {
        let fixes = problem.fixes.iter().map(|fix| label(fix, ruleset));
        let general = [message(&problem.fault, ruleset), advice(&problem.fault, ruleset)];
        general.into_iter().chain(fixes).collect::<Vec<_>>()
    };
    report.problems.iter().flat_map(of_problem).collect()
}

/// Whether a sentence contains the words, not as part of longer ones.
fn says(sentence: &str, words: &str) -> bool {
    let ends = |text: &str| !text.starts_with(char::is_alphanumeric);
    let begins = |text: &str| !text.ends_with(|c: char| c.is_alphanumeric() || c == '.');
    sentence.match_indices(words).any(|(at, _)| begins(&sentence[..at]) && ends(&sentence[at + words.len()..]))
}

/// The mistake in a sentence, if there is one.
fn slip(sentence: &str, ruleset: &Ruleset) -> Option<String> {
    let marks = ["", "Fast ", "Mounted ", "Water "];
    ruleset.troops().filter(|(_, troop)| troop.singular != troop.plural).find_map(|(_, troop)| {
        let (one, several) = (&troop.singular, &troop.plural);
        let wrong = marks
            .iter()
            .flat_map(|mark| [format!("1 {mark}{several}"), format!("2 {mark}{one}"), format!("3 {mark}{one}")])
            .chain([format!("{several} is "), format!("{several} has "), format!("A {several}")]);
        wrong.into_iter().find(|wrong| says(sentence, wrong))
    })
}

proptest! {
    #[test]
    fn sentences_have_the_right_number(draft in any_draft()) {
        for sentence in sentences(&report(&draft), draft.ruleset) {
            let slip = slip(&sentence, draft.ruleset);
            prop_assert!(slip.is_none(), "{slip:?} in {sentence}");
        }
    }
}

#[test]
fn types_are_called_by_their_number() {
    let ruleset = army("24", "").ruleset;
    for (code, one, several, printed) in [
        ("Hr", "Hero", "Heroes", "Hero"),
        ("Gd", "God", "Gods", "God"),
        ("AHr", "Aerial Hero", "Aerial Heroes", "Aerial Hero"),
        ("Kn", "Knight", "Knights", "Knights"),
        ("6Bd", "Double Blade", "Double Blades", "Double Blades"),
        ("Hd", "Horde", "Hordes", "Hordes"),
        ("CP", "Command Post", "Command Posts", "Command Post"),
        ("Wb", "Warband", "Warbands", "Warband"),
        ("Cv", "Cavalry", "Cavalry", "Cavalry"),
        ("Ps", "Psiloi", "Psiloi", "Psiloi"),
    ] {
        let line = Draft::read_kind(ruleset, code);
        let troop = army("24", "").troop(&line).unwrap();
        assert_eq!((troop.name_for(1), troop.name_for(2), &*troop.name), (one, several, printed));
        for word in [one, several, printed] {
            assert_eq!(Draft::read_kind(ruleset, word).line_type, line.line_type, "{word}");
        }
    }
}

#[test]
fn what_is_said_of_a_type_is_said_of_several() {
    for (elements, said) in [
        ("Sk general", "A general among the Sneakers is unusual: the type is not a general in Hordes of the Things."),
        ("Gd general", "Gods cannot be the general: the type starts off the table"),
        ("Hr general; 44 Gd fast", "Gods can never be Fast."),
        ("Hr general; 2 Hr; 4 Hr fast", "Remove 4 Fast Heroes (16 AP)"),
    ] {
        let draft = army("24", elements);
        let all = sentences(&report(&draft), draft.ruleset);
        assert!(all.iter().any(|sentence| sentence.starts_with(said)), "{elements}: {all:#?}");
    }
}
