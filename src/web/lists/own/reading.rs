//! How the text of a list is understood, and its doubts with the changes that settle them.

use musterfield_army::list::{Correction, ShorthandError, shorthand};
use musterfield_army::picked::of_own_list;
use musterfield_army::{ArmyList, Code, check_without_fixes};
use musterfield_words::army::{list as words, message};
use musterfield_words::number::counted;

use super::super::{OptionView, facts, option_view};
use super::content::{OwnList, size};
use crate::web::state::AppState;

/// The largest number of doubts that are shown with their buttons.
const MOST_SHOWN: usize = 20;

/// A list as it was understood.
pub(super) struct Reading {
    pub name: String,
    /// The number of elements, aggression and home terrain.
    pub facts: Vec<String>,
    pub options: Vec<OptionView>,
    /// Text that the program keeps but does not use: dates, enemies, footnotes.
    pub notes: Vec<String>,
    /// What keeps armies of the usual size from being picked.
    pub remarks: Vec<String>,
}

/// A word that cannot be read, or that was probably meant otherwise.
pub(super) struct Doubt {
    /// Where it is: `Line 2, character 14`; none if the doubt is about the text as a whole.
    pub place: Option<String>,
    pub message: String,
    /// Value and label of the button of each correction.
    pub buttons: Vec<(String, String)>,
}

/// What a text means, as far as it can be read.
pub(super) struct Understood {
    /// `None` if it cannot be read.
    pub reading: Option<Reading>,
    pub doubts: Vec<Doubt>,
}

/// Everything that is doubtful about a text; if it cannot be read, the reason alone.
fn doubts_of(list: &OwnList) -> Vec<ShorthandError> {
    let doubts = shorthand::read(list.ruleset, &list.text).map_or_else(|error| vec![error], |read| read.doubts);
    doubts.into_iter().take(MOST_SHOWN).collect()
}

impl Understood {
    pub(super) fn new(state: &AppState, list: &OwnList) -> Self {
        let doubts = doubts_of(list);
        let shown = doubts.iter().enumerate().map(|(at, error)| Doubt::new(&list.text, at, error));
        Self { doubts: shown.collect(), reading: list.read().ok().map(|read| Reading::new(state, list, &read)) }
    }
}

impl Reading {
    fn new(state: &AppState, own: &OwnList, list: &ArmyList) -> Self {
        let elements = counted(size(list), "element", "elements");
        let army = of_own_list(own.ruleset, &own.text, list);
        let problems = check_without_fixes(&army, state.catalogue).problems;
        let about = problems.iter().filter(|problem| matches!(problem.code(), Code::ListSize | Code::ListLeaderless));
        Self {
            name: list.name.clone(),
            facts: std::iter::once(elements).chain(facts(list)).collect(),
            options: list.options.iter().map(|option| option_view(list, option)).collect(),
            notes: list.body.lines().map(str::to_owned).collect(),
            remarks: about.map(|problem| message(&problem.fault, own.ruleset)).collect(),
        }
    }
}

impl Doubt {
    /// The doubt with its place, as a sentence.
    pub(super) fn told(&self) -> String {
        match &self.place {
            Some(place) => format!("{place}: {}", self.message),
            None => self.message.clone(),
        }
    }

    fn new(text: &str, doubt: usize, error: &ShorthandError) -> Self {
        let place = (!error.word.is_empty()).then(|| place(text, error.at));
        let corrections = error.corrections(text).into_iter().enumerate();
        let button = |(way, correction): (usize, Correction)| {
            let label = match correction.with.as_str() {
                "" => format!("Delete the second {}", error.word),
                with => format!("Read it as {with}"),
            };
            (format!("correct-{doubt}-{way}"), label)
        };
        Self { place, message: words::shorthand(error), buttons: corrections.map(button).collect() }
    }
}

/// A position in a text, for readers, who count lines and characters from 1.
fn place(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    format!("Line {}, character {}", before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// The text with the correction of a button, from its value; `None` if it is not the value of such a button. A text
/// that no longer has the doubt stays as it is.
pub(super) fn corrected(list: &OwnList, asked: &str) -> Option<String> {
    let (doubt, way) = asked.strip_prefix("correct-")?.split_once('-')?;
    let (doubt, way): (usize, usize) = (doubt.parse().ok()?, way.parse().ok()?);
    let mut text = list.text.clone();
    let error = doubts_of(list).into_iter().nth(doubt);
    if let Some(Correction { range, with }) = error.and_then(|error| error.corrections(&text).into_iter().nth(way)) {
        text.replace_range(range, &with);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use musterfield_rules::book;

    use super::{OwnList, corrected, doubts_of, place};

    fn list(text: &str) -> OwnList {
        let ruleset = book().unwrap().ruleset("dba3").unwrap();
        OwnList { ruleset, name: String::new(), text: text.to_owned() }
    }

    #[test]
    fn a_correction_settles_its_doubt_and_changes_nothing_else() {
        for (text, asked, after) in [
            ("1x3Kn (Gen), 4xLb, 2xPs", "correct-0-0", "1x3Kn (Gen), 4x4Lb, 2xPs"),
            ("1x3Kn (Gen), 4xLb, 2xPs", "correct-0-1", "1x3Kn (Gen), 4x3Lb, 2xPs"),
            ("1x3Kn (Gen)\n2xPs or Ps\n4x4Sp", "correct-0-0", "1x3Kn (Gen)\n2xPs\n4x4Sp"),
            ("1x3Kn (Gen), 2xPs/Ps, é", "correct-0-0", "1x3Kn (Gen), 2xPs/Ps, é"),
            ("1x3Kn (Gen), 4x4Sp", "correct-0-0", "1x3Kn (Gen), 4x4Sp"),
            ("1x3Kn (Gen), 4xLb", "correct-9-9", "1x3Kn (Gen), 4xLb"),
        ] {
            assert_eq!(corrected(&list(text), asked).as_deref(), Some(after), "{text}");
            assert!(text == after || doubts_of(&list(after)).is_empty(), "{after}");
        }
        for asked in ["keep", "correct-", "correct-1", "correct--1-0", "correct-0-0-0"] {
            assert_eq!(corrected(&list("4xLb"), asked), None, "{asked}");
        }
    }

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        for (text, at, is) in [("4xLb", 2, "Line 1, character 3"), ("é\nü4", 5, "Line 2, character 2")] {
            assert_eq!(place(text, at), is);
        }
    }
}
