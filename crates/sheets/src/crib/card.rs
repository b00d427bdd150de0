//! What the crib sheet says of single elements, for a page on which one is looked up.

use musterfield_army::Draft;
use musterfield_rules::Ruleset;
use musterfield_rules::combat::Fighter;

use super::by_type::ByType;
use super::namer::Namer;
use super::part::CardLine;
use super::participants::Participants;

/// What happens to an element of an army, Fast or not, when totals are equal, and when it is beaten or doubled; what it
/// pursues, and what it may not enter. Against another army of the same rules, only what that army can do; else what any
/// enemy can. Empty if the ruleset has no combat here.
#[must_use]
pub fn card(
    ruleset: &'static Ruleset,
    [own, other]: [Option<&Draft>; 2],
    (fighter, fast): (Fighter, bool),
) -> Vec<CardLine> {
    let is_of_ruleset = |draft: &&Draft| draft.ruleset.id == ruleset.id;
    let cast = match (own.filter(is_of_ruleset), other.filter(is_of_ruleset)) {
        (Some(own), Some(other)) => Participants::two(own, other),
        (Some(own), None) if other.is_none() => Participants::army(own),
        _ => Participants::everybody(ruleset),
    };
    let tables = ruleset.combat.as_ref().zip(Namer::new(ruleset).words());
    match (tables, cast.meetings().first()) {
        (Some((combat, words)), Some(meeting)) => {
            ByType::new(ruleset, combat, words, &cast).card(fighter, fast, meeting)
        }
        _ => Vec::new(),
    }
}
