//! How a table came about, step by step.

use super::cited::RuleLink;
use super::words::{piece_name, quarter_words};
use crate::geometry::point::bw;
use crate::rules::Book;
use crate::terrain::layout::Choice;
use crate::terrain::origin::{Line, Origin};
use crate::terrain::{Layout, Quarter};

/// A feature that was chosen, and what became of it.
#[derive(Debug)]
pub(super) struct Step {
    /// Its id on the table.
    pub feature: Option<String>,
    pub name: String,
    pub compulsory: bool,
    /// The rule by which it was chosen.
    pub chosen: RuleLink,
    /// Length and width fixed before the die: `4 × 3 BW`.
    pub size: Option<(String, Option<RuleLink>)>,
    /// The face shown.
    pub die: Option<u8>,
    /// Which quarter it goes to, and who said so.
    pub quarter: String,
    pub placed: bool,
    pub reason: String,
    /// That it was changed by hand, and what it was before.
    pub by_hand: Option<String>,
}

/// Everything about how a table came about.
#[derive(Debug)]
pub(super) struct Procedure {
    pub steps: Vec<Step>,
    /// How far the table is from what the dice gave, if it is not that any more.
    pub since: Option<String>,
    /// The rule about the order.
    pub order: RuleLink,
    /// The rule about the die for the quarter.
    pub die: RuleLink,
    /// The rule about what does not fit.
    pub discard: RuleLink,
}

impl Procedure {
    /// The record of a layout; none if it was drawn by hand.
    pub(super) fn of(layout: &Layout, origin: &Origin, book: &Book) -> Option<Self> {
        let record = layout.record.as_ref()?;
        let rule = |rule| RuleLink::new(layout.rules, book, rule);
        let procedure = &layout.rules.procedure;
        Some(Self {
            steps: record
                .iter()
                .enumerate()
                .map(|(at, choice)| step(layout, choice, origin.lines.get(at), book))
                .collect(),
            since: since(layout, origin),
            order: rule(&procedure.order),
            die: rule(&procedure.die),
            discard: rule(&procedure.discard),
        })
    }
}

/// What was done since the dice were thrown; none if nothing was.
fn since(layout: &Layout, origin: &Origin) -> Option<String> {
    let seed = layout.seed?;
    if origin.as_rolled {
        return None;
    }
    if !origin.is_changed() {
        return Some(format!(
            "The dice of seed {seed} alone give another table: the defender chose some of it himself, or pieces were moved by hand."
        ));
    }
    let mut said = format!("The table began as seed {seed} and was changed by hand since.");
    let gone: Vec<String> = origin
        .taken_away
        .iter()
        .map(|choice| {
            let name = piece_name(layout.rules, choice.kind, choice.bua);
            choice.feature.as_ref().map_or_else(|| name.clone(), |id| format!("{name} {id}"))
        })
        .collect();
    if !gone.is_empty() {
        said += &format!(" Taken away: {}.", gone.join(", "));
    }
    Some(said)
}

/// What is said of a line that was changed by hand.
fn by_hand(choice: &Choice, line: Option<&Line>) -> Option<String> {
    let Some(Line::Changed(before)) = line else { return None };
    let before = before.as_ref().and_then(|before| before.size).filter(|size| choice.size != Some(*size));
    let was = before.map(|(long, short)| format!(", was {} × {} BW", bw(long), bw(short)));
    Some(format!("changed by hand{}", was.unwrap_or_default()))
}

fn step(layout: &Layout, choice: &Choice, line: Option<&Line>, book: &Book) -> Step {
    let (rules, home) = (layout.rules, layout.home);
    let rule = |rule| RuleLink::new(rules, book, rule);
    let limits = rules.size(choice.kind, choice.bua);
    Step {
        feature: choice.feature.clone(),
        name: piece_name(rules, choice.kind, choice.bua),
        compulsory: choice.compulsory,
        chosen: rule(if choice.compulsory { &home.rule } else { &home.optional_rule }),
        size: choice
            .size
            .map(|(long, short)| (format!("{} × {} BW", bw(long), bw(short)), limits.map(|limits| rule(&limits.rule)))),
        die: choice.die,
        quarter: quarter_said(choice.die, choice.quarter),
        placed: choice.placed,
        reason: choice.reason.clone().unwrap_or_default(),
        // What was put there by hand is called that already.
        by_hand: by_hand(choice, line).filter(|_| choice.die.is_some()),
    }
}

/// Who said which quarter (D3H2-FEAT-02): the die itself, on a 5 the defender, on a 6 the invader.
fn quarter_said(die: Option<u8>, quarter: Option<Quarter>) -> String {
    let Some(quarter) = quarter else { return String::new() };
    let place = quarter_words(quarter);
    match die {
        None => format!("put by hand into quarter {place}"),
        Some(die) if Quarter::from_number(die).is_some() => format!("quarter {place}"),
        Some(5) => format!("the defender chooses quarter {place}"),
        Some(_) => format!("the invader chooses quarter {place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_who_chose_the_quarter() {
        let said = |die| quarter_said(die, Some(Quarter::FarRight));
        assert_eq!(said(Some(2)), "quarter 2, far right");
        assert_eq!(said(Some(5)), "the defender chooses quarter 2, far right");
        assert_eq!(said(Some(6)), "the invader chooses quarter 2, far right");
        assert_eq!(said(None), "put by hand into quarter 2, far right");
        assert_eq!(quarter_said(Some(5), None), "");
    }
}
