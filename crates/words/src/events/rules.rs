//! The requirements of an event in plain sentences, and the problems of such rules.

use musterfield_events::rules::document::FORMAT;
use musterfield_events::rules::subject::NameError;
use musterfield_events::rules::{
    AllowedLists, Doubt, EventRules, LONGEST_SIDE, MOST_ARMIES, NamedList, OwnList, RulesFault,
};
use musterfield_rules::Points;
use musterfield_rules::sentence::capital;

use super::{limit, raised};
use crate::army;
use crate::series::series;

/// The rules in plain sentences without full stops, for the page of the event.
#[must_use]
pub fn lines(rules: &EventRules) -> Vec<String> {
    let mut lines = vec![size(rules, rules.points())];
    if let Some((width, depth)) = rules.board() {
        lines.push(format!("Boards of {width} by {depth} BW"));
    }
    if !rules.home_terrains().is_empty() {
        lines.push(format!("Home terrain {}", series(&rules.terrain_names(), "or")));
    }
    match rules.lists() {
        AllowedLists::Any | AllowedLists::None => {}
        AllowedLists::Listed if rules.own_lists().is_empty() => {
            lines.push("Only armies from a known army list".to_owned());
        }
        AllowedLists::Listed => {
            let own = of_names(&own_names(rules), "and");
            lines.push(format!("Only armies from a known army list or {own}"));
        }
        AllowedLists::Named(lists) => {
            lines.push(format!("Only {}", of_names(&[names(lists), own_names(rules)].concat(), "and")));
        }
    }
    match rules.allies() {
        AllowedLists::Any | AllowedLists::Listed => {}
        AllowedLists::None => lines.push("No allies".to_owned()),
        AllowedLists::Named(lists) => lines.push(format!("Allies from {} only", of_lists(lists, "or"))),
    }
    lines.extend(rules.limits().iter().map(limit::sentence));
    let raised = rules.raised().iter().filter_map(|code| raised::about(*code));
    lines.extend(raised.map(|about| format!("A warning about {about} counts as an error")));
    if rules.armies() > 1 {
        lines.push(format!("Each player brings up to {} armies and picks one for each game", rules.armies()));
    }
    lines
}

/// A number in AP or elements, as the ruleset of the event counts.
fn size(rules: &EventRules, number: Points) -> String {
    rules.ruleset().counts().of(number)
}

/// `the list “Olympians”`, `the lists “Geats” and “Olympians”`: names of lists may contain `and`.
pub(super) fn of_lists(lists: &[NamedList], word: &str) -> String {
    of_names(&names(lists), word)
}

fn of_names(names: &[&str], word: &str) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{name}”")).collect();
    let noun = if names.len() == 1 { "list" } else { "lists" };
    format!("the {noun} {}", series(&names, word))
}

/// The names of lists.
pub(super) fn names(lists: &[NamedList]) -> Vec<&str> {
    lists.iter().map(|list| &*list.name).collect()
}

/// The names of the players' lists that an event accepts.
pub(super) fn own_names(rules: &EventRules) -> Vec<&str> {
    rules.own_lists().iter().map(OwnList::name).collect()
}

/// A problem with a field of event rules.
#[must_use]
pub fn message(fault: &RulesFault) -> String {
    match fault {
        RulesFault::Format { found } => format!("The format is “{found}”; only “{FORMAT}” can be read."),
        RulesFault::UnknownRuleset { found, known } => {
            format!("There is no ruleset “{found}”; use one of {}.", known.join(", "))
        }
        RulesFault::TooMany { count, most } => format!("There are {count}; {most} is the maximum."),
        RulesFault::Size { ruleset, sizes } => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            format!("Armies of {ruleset} must have {} elements.", series(&sizes, "or"))
        }
        RulesFault::Budget { ruleset, least, most } => {
            format!("Armies of {ruleset} must have from {least} to {most} AP.")
        }
        RulesFault::BudgetStep { points, step } => {
            format!("{points} AP is not a multiple of {step} AP, the step of all costs.")
        }
        RulesFault::BoardSide => format!("A side must be from 1 to {LONGEST_SIDE} BW long."),
        RulesFault::NamedTwice(name) => capital(&format!("{name} appears twice.")),
        RulesFault::WrittenTwice(word) => format!("“{word}” appears twice."),
        RulesFault::NoHomeTerrains { ruleset } => format!("Armies of {ruleset} have no home terrain."),
        RulesFault::UnknownHomeTerrain { found, ruleset, known } => {
            format!("“{found}” is not a home terrain of {ruleset}; use one of {}.", known.join(", "))
        }
        RulesFault::NoLists { ruleset } => format!("There are no army lists for {ruleset}."),
        RulesFault::Choice { found, words: [one, other] } => {
            format!("“{found}” is neither “{one}” nor “{other}” nor a list of ids.")
        }
        RulesFault::NoListNamed => "Name at least one list.".to_owned(),
        RulesFault::UnknownList { id } => format!("There is no army list “{id}”."),
        RulesFault::AnyListAccepted => {
            "Any list is accepted, so none has to be named. Choose “any army list on this site” or “one of these”."
                .to_owned()
        }
        RulesFault::EmptyList => "The list is empty.".to_owned(),
        RulesFault::Shorthand(error) => army::list::shorthand(error),
        RulesFault::ListOfOtherRuleset { list, other, ruleset } => {
            capital(&format!("{list} is a list for {other}, not for {ruleset}."))
        }
        RulesFault::Raised(error) => raised::message(error),
        RulesFault::Armies { armies } => {
            format!("A player can bring from 1 to {MOST_ARMIES} armies, not {armies}.")
        }
        RulesFault::AllBanned => "All bans together leave no elements at all.".to_owned(),
        RulesFault::NoBounds => "Use `least`, `most` or both.".to_owned(),
        RulesFault::MinimumAboveMaximum { least, most } => {
            format!("The minimum of {least} is above the maximum of {most}.")
        }
        RulesFault::Negative(number) => format!("{number} is negative."),
        RulesFault::PartOfElement(number) => format!("{number} is not a whole number of elements."),
        RulesFault::NoPoints { ruleset } => format!("{ruleset} counts elements and has no AP."),
        RulesFault::Text(error) => format!("The text {}.", army::text_fault(*error)),
        RulesFault::NoName => "Name at least one type; “all” stands for every element.".to_owned(),
        RulesFault::Name(error) => name_message(error),
        RulesFault::NobodyNamed => "These names leave no elements.".to_owned(),
    }
}

/// The reason a name in a limit has no meaning.
fn name_message(error: &NameError) -> String {
    match error {
        NameError::Unknown { word, ruleset, nearest } => {
            let hint = nearest.as_ref().map(|name| format!("; did you mean {name}?"));
            format!("“{word}” is not a troop type or class of {ruleset}{}", hint.as_deref().unwrap_or("."))
        }
        NameError::LeftOut { word, ruleset } => {
            format!("“{word}” is a troop type, but {ruleset} does not have it.")
        }
        NameError::NeverFast(named) => capital(&format!("{} are never Fast.", limit::elements(named))),
    }
}

/// The reason no army can meet a requirement of these rules.
#[must_use]
pub fn doubt(doubt: &Doubt, rules: &EventRules) -> String {
    let known = |at: &usize| rules.limits().get(*at);
    match doubt {
        Doubt::NoSuchTable { ruleset, width, depth } => format!("{ruleset} has no table of {width} by {depth} BW."),
        Doubt::NoGeneral => "No element that could be the general is left.".to_owned(),
        Doubt::Banned { limit } => {
            let elements = known(limit).map(|limit| limit::plural(&limit.subject)).unwrap_or_default();
            capital(&format!("{elements} are banned."))
        }
        Doubt::AboveOtherMaximum { least, most } => {
            format!("The minimum is {least}, but another limit allows at most {most}.")
        }
        Doubt::TooCostly { limit, least } => {
            let amount = known(limit).map(|limit| limit::amount(limit, *least)).unwrap_or_default();
            format!("{amount} cost more than {}.", size(rules, rules.points()))
        }
        Doubt::TooCostlyTogether { cost } => {
            let (cost, own) = (size(rules, *cost), size(rules, rules.points()));
            format!("All minimums together need at least {cost}, but armies have {own}.")
        }
        Doubt::NoHomeTerrain { list } => capital(&format!("{list} has none of the required home terrains.")),
    }
}

#[cfg(test)]
mod tests {
    use musterfield_army::draft::TextError;
    use musterfield_events::rules::raised::RaiseError;
    use musterfield_events::rules::subject::{NamedElements, Noun};

    use super::*;

    #[test]
    fn every_mistake_of_event_rules_has_its_sentence() {
        let text = |text: &str| text.to_owned();
        let ruleset = || text("D3H2");
        let (two, five) = (Points::whole(2), Points::whole(5));
        for (fault, expected) in [
            (
                RulesFault::Format { found: text("x/2") },
                "The format is “x/2”; only “musterfield-event-rules/1” can be read.",
            ),
            (
                RulesFault::UnknownRuleset { found: text("chess"), known: vec![text("d3h2"), text("dba3")] },
                "There is no ruleset “chess”; use one of d3h2, dba3.",
            ),
            (RulesFault::TooMany { count: 51, most: 50 }, "There are 51; 50 is the maximum."),
            (
                RulesFault::Size { ruleset: text("DBA 3.0"), sizes: vec![12, 24, 36] },
                "Armies of DBA 3.0 must have 12, 24 or 36 elements.",
            ),
            (
                RulesFault::Budget { ruleset: ruleset(), least: two, most: five },
                "Armies of D3H2 must have from 2 to 5 AP.",
            ),
            (
                RulesFault::BudgetStep { points: five, step: two },
                "5 AP is not a multiple of 2 AP, the step of all costs.",
            ),
            (RulesFault::BoardSide, "A side must be from 1 to 100 BW long."),
            (RulesFault::NamedTwice(text("Forest")), "Forest appears twice."),
            (RulesFault::WrittenTwice(text("kn")), "“kn” appears twice."),
            (RulesFault::NoHomeTerrains { ruleset: ruleset() }, "Armies of D3H2 have no home terrain."),
            (
                RulesFault::UnknownHomeTerrain {
                    found: text("moon"),
                    ruleset: ruleset(),
                    known: vec![text("dry"), text("forest")],
                },
                "“moon” is not a home terrain of D3H2; use one of dry, forest.",
            ),
            (RulesFault::NoLists { ruleset: ruleset() }, "There are no army lists for D3H2."),
            (
                RulesFault::Choice { found: text("some"), words: ["any", "listed"] },
                "“some” is neither “any” nor “listed” nor a list of ids.",
            ),
            (RulesFault::NoListNamed, "Name at least one list."),
            (RulesFault::UnknownList { id: text("d3h2/nobody") }, "There is no army list “d3h2/nobody”."),
            (
                RulesFault::AnyListAccepted,
                "Any list is accepted, so none has to be named. Choose “any army list on this site” or “one of these”.",
            ),
            (RulesFault::EmptyList, "The list is empty."),
            (
                RulesFault::ListOfOtherRuleset { list: text("Carthage"), other: text("DBA 3.0"), ruleset: ruleset() },
                "Carthage is a list for DBA 3.0, not for D3H2.",
            ),
            (
                RulesFault::Raised(RaiseError::Error(musterfield_army::Code::OverBudget)),
                "“over-budget” is already an error.",
            ),
            (
                RulesFault::Raised(RaiseError::OfText(musterfield_army::Code::NumberUnclear)),
                "“number-unclear” is about pasted text, not about an army.",
            ),
            (RulesFault::Armies { armies: 11 }, "A player can bring from 1 to 10 armies, not 11."),
            (RulesFault::AllBanned, "All bans together leave no elements at all."),
            (RulesFault::NoBounds, "Use `least`, `most` or both."),
            (RulesFault::MinimumAboveMaximum { least: five, most: two }, "The minimum of 5 is above the maximum of 2."),
            (RulesFault::Negative(Points::whole(-1)), "-1 is negative."),
            (RulesFault::PartOfElement("1.5".parse().unwrap()), "1.5 is not a whole number of elements."),
            (RulesFault::NoPoints { ruleset: ruleset() }, "D3H2 counts elements and has no AP."),
            (RulesFault::Text(TextError::TooLong(80)), "The text is longer than 80 characters."),
            (RulesFault::Text(TextError::Control), "The text contains a control character."),
            (RulesFault::NoName, "Name at least one type; “all” stands for every element."),
            (RulesFault::NobodyNamed, "These names leave no elements."),
        ] {
            assert_eq!(message(&fault), expected);
        }
    }

    #[test]
    fn a_code_that_cannot_be_raised_is_told_with_those_that_can() {
        let fault = RulesFault::Raised(RaiseError::Unknown { word: "unspent".to_owned() });
        let told = message(&fault);
        assert!(told.starts_with("“unspent” is not the code of a problem; warnings that can be raised are "), "{told}");
        assert!(told.contains("points-unspent, needs-permission") && told.ends_with('.'), "{told}");
    }

    #[test]
    fn a_name_without_a_meaning_is_told_with_the_nearest() {
        let unknown = |nearest: Option<&str>| NameError::Unknown {
            word: "Dragosn".to_owned(),
            ruleset: "D3H2".to_owned(),
            nearest: nearest.map(str::to_owned),
        };
        let dragons = Noun::Named { singular: "Dragon".into(), plural: "Dragons".into() };
        for (error, expected) in [
            (unknown(Some("Dragon")), "“Dragosn” is not a troop type or class of D3H2; did you mean Dragon?"),
            (unknown(None), "“Dragosn” is not a troop type or class of D3H2."),
            (
                NameError::LeftOut { word: "Psiloi".to_owned(), ruleset: "D3H2 traditional".to_owned() },
                "“Psiloi” is a troop type, but D3H2 traditional does not have it.",
            ),
            (NameError::NeverFast(dragons.into()), "Dragons are never Fast."),
            (
                NameError::NeverFast(NamedElements { only: true, ..Noun::Elements.into() }),
                "Ordinary elements are never Fast.",
            ),
        ] {
            assert_eq!(message(&error.into()), expected);
        }
    }
}
