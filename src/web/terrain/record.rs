//! The record of a table, step by step.

use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Chooser, DieFace};
use musterfield_rules::{Book, TerrainRules};
use musterfield_sheets::map::name_in_words;
use musterfield_terrain::layout::RecordEntry;
use musterfield_terrain::origin::{Origin, RecordChange};
use musterfield_terrain::{Layout, Quarter};

use super::rule_link::link_to;
use super::words::{quarter_words, standing};
use crate::web::rule_link::RuleLink;

/// A feature that was chosen, and its fate.
#[derive(Debug)]
pub(super) struct Step {
    /// Its id on the table.
    pub feature: Option<String>,
    pub name: String,
    /// Whether it was compulsory or optional, in a word.
    pub standing: &'static str,
    /// The rule by which it was chosen.
    pub chosen: RuleLink,
    /// Length and width fixed before the die: `4 × 3 BW`.
    pub size: Option<(String, Option<RuleLink>)>,
    /// The face of the die.
    pub die: Option<u8>,
    /// Its quarter, and who determined it.
    pub quarter: String,
    pub placed: bool,
    pub reason: String,
    /// A note that it was changed by hand, and its state before.
    pub by_hand: Option<String>,
}

/// The whole record of a table.
#[derive(Debug)]
pub(super) struct Procedure {
    pub steps: Vec<Step>,
    /// The difference from the result of the dice, if there is one.
    pub since: Option<String>,
    /// The rule about the order.
    pub order: RuleLink,
    /// The rule about the die for the quarter.
    pub die: RuleLink,
    /// The rule about what does not fit.
    pub discard: RuleLink,
}

impl Procedure {
    /// The record of a layout; `None` if it was drawn by hand.
    pub(super) fn of(layout: &Layout, origin: &Origin, book: &Book) -> Option<Self> {
        let record = layout.record.as_ref()?;
        let rule = |rule| link_to(layout.rules, book, rule);
        let procedure = &layout.rules.procedure;
        Some(Self {
            steps: record
                .iter()
                .enumerate()
                .map(|(at, choice)| step(layout, choice, origin.lines.get(at), book))
                .collect(),
            since: since(layout, origin),
            order: rule(&procedure.first.rule),
            die: rule(&procedure.die.rule),
            discard: rule(&procedure.discard),
        })
    }
}

/// The changes made since the dice were thrown; `None` if there are none.
fn since(layout: &Layout, origin: &Origin) -> Option<String> {
    let seed = layout.seed?;
    if origin.as_rolled {
        return None;
    }
    if !origin.is_changed() {
        return Some(format!(
            "Seed {seed} alone gives a different table: the defender chose some features, or pieces were moved by hand."
        ));
    }
    let mut said = format!("The table was generated from seed {seed} and has been changed by hand since.");
    let gone: Vec<String> = origin
        .taken_away
        .iter()
        .map(|choice| {
            let name = name_in_words(layout.rules, choice.kind, choice.bua);
            choice.feature.as_ref().map_or_else(|| name.clone(), |id| format!("{name} {id}"))
        })
        .collect();
    if !gone.is_empty() {
        said += &format!(" Removed: {}.", gone.join(", "));
    }
    Some(said)
}

/// The note on a line that was changed by hand.
fn by_hand(choice: &RecordEntry, line: Option<&RecordChange>) -> Option<String> {
    let Some(RecordChange::Changed(before)) = line else { return None };
    let before = before.as_ref().and_then(|before| before.size).filter(|size| choice.size != Some(*size));
    let was = before.map(|(long, short)| format!(", was {} × {} BW", bw(long), bw(short)));
    Some(format!("changed by hand{}", was.unwrap_or_default()))
}

fn step(layout: &Layout, choice: &RecordEntry, line: Option<&RecordChange>, book: &Book) -> Step {
    let (rules, home) = (layout.rules, layout.home);
    let rule = |rule| link_to(rules, book, rule);
    let limits = rules.size(choice.kind, choice.bua);
    Step {
        feature: choice.feature.clone(),
        name: name_in_words(rules, choice.kind, choice.bua),
        standing: standing(home, choice.compulsory),
        chosen: rule(if choice.compulsory { &home.rule } else { &home.optional_rule }),
        size: choice
            .size
            .map(|(long, short)| (format!("{} × {} BW", bw(long), bw(short)), limits.map(|limits| rule(&limits.rule)))),
        die: choice.die,
        quarter: quarter_said(rules, choice.die, choice.quarter),
        placed: choice.placed,
        reason: choice.reason.clone().unwrap_or_default(),
        // A feature that was placed by hand already has a note of its own.
        by_hand: by_hand(choice, line).filter(|_| choice.die.is_some()),
    }
}

/// The decision about the quarter (D3H2-FEAT-02): by the die itself, or by the player who chose.
fn quarter_said(rules: &TerrainRules, die: Option<u8>, quarter: Option<Quarter>) -> String {
    let Some(quarter) = quarter else { return String::new() };
    let place = quarter_words(quarter);
    let Some(die) = die else { return format!("placed by hand in quarter {place}") };
    match rules.procedure.die.face(die) {
        Some(DieFace::ChosenBy(Chooser::Defender)) => format!("the defender chooses quarter {place}"),
        Some(DieFace::ChosenBy(Chooser::Invader)) => format!("the invader chooses quarter {place}"),
        Some(DieFace::Is(_)) | None => format!("quarter {place}"),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_rules::book;

    use super::*;

    #[test]
    fn it_is_told_who_chose_the_quarter() {
        let rules = book().unwrap().terrain("d3h2").unwrap();
        let said = |die| quarter_said(rules, die, Some(Quarter::FarRight));
        assert_eq!(said(Some(2)), "quarter 2, far right");
        assert_eq!(said(Some(5)), "the defender chooses quarter 2, far right");
        assert_eq!(said(Some(6)), "the invader chooses quarter 2, far right");
        assert_eq!(said(None), "placed by hand in quarter 2, far right");
        assert_eq!(quarter_said(rules, Some(5), None), "");
    }
}
