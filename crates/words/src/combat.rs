//! Sentences about combat: what is wrong with a case here, the rows of the tables and the reasons for a result in
//! [`table`], outcomes in [`outcome`].

pub mod outcome;
pub mod table;

pub use table::TableWords;

use musterfield_combat::case::{CaseError, CaseFault, Expected, MOST_OTHER_FACTORS, Mode, NamedFighter, NamedHeld};
use musterfield_combat::file::LONGEST_LINE;

use crate::series::series;

/// The sentence about an error in a case.
#[must_use]
pub fn message(error: &CaseError) -> String {
    match &error.fault {
        CaseFault::NotJson { column, reason } => format!("Not JSON at column {column}: {reason}."),
        CaseFault::TooLong => format!("A case can have at most {LONGEST_LINE} bytes."),
        CaseFault::NotAnObject => "A case must be a JSON object.".to_owned(),
        CaseFault::Expected(value) => format!("Expected {}.", expected(value)),
        CaseFault::NoSide => "Both sides are needed.".to_owned(),
        CaseFault::NoTroop => "A troop type is needed.".to_owned(),
        CaseFault::NoDie => "A die from 1 to 6 is needed.".to_owned(),
        CaseFault::UnknownField => "There is no such field.".to_owned(),
        CaseFault::UnknownTroop { found, nearest } => {
            let hint = nearest.as_ref().map_or(String::new(), |code| format!(" Is it {code}?"));
            format!("There is no troop type `{found}`.{hint}")
        }
        CaseFault::LeftOut { ruleset, found } => format!("{} has no {found}.", ruleset.name),
        CaseFault::NeverRides(troop) => format!("{} never ride as mounted infantry.", troop.plural),
        CaseFault::UnknownRuleset { found, known } => {
            format!("There is no ruleset `{found}` with combat; known rulesets are {}.", known.join(", "))
        }
        CaseFault::NoCombat(ruleset) => format!("{} has no combat tables here.", ruleset.name),
        CaseFault::UnknownMode => format!("Expected {}.", series(&Mode::ALL.map(Mode::as_str), "or")),
        CaseFault::NeverFast(fighter) => format!("{} are never Fast.", fighter.plural),
        CaseFault::NeverLeads(feature) => format!("{} never lead.", feature.plural),
        CaseFault::BarredGeneral { name, because, .. } => format!("{name} {because}."),
        CaseFault::DoesNotShoot(side) => format!("{} not shoot.", does(side.as_ref())),
        CaseFault::DoesNotBespell(side) => format!("{} not bespell.", does(side.as_ref())),
        CaseFault::FirstSideShoots => {
            "The first side must shoot. Swap the sides if only the other one does.".to_owned()
        }
        CaseFault::FeatureFirst => "An empty feature must be the second side of a case.".to_owned(),
        CaseFault::BothHold => "Only one side can hold a feature.".to_owned(),
        CaseFault::Impossible(effect) => effect.to_string(),
        CaseFault::FeatureHolds => "An empty feature cannot hold another.".to_owned(),
        CaseFault::NotAnElement(feature) => format!("{} are not elements.", feature.plural),
        CaseFault::NeverSacks(troop) => format!("{} never sack a City.", troop.plural),
        CaseFault::NeverHolds { troop, features } => format!("{} never hold a {}.", troop.plural, held(features)),
        CaseFault::NoOtherFactors(ruleset) => format!("{} has no other factors.", ruleset.name),
        CaseFault::OtherFactors => format!("A player can add or subtract at most {MOST_OTHER_FACTORS}."),
        CaseFault::NotOfTheWater(troop) => format!("{} cannot be water troops.", troop.plural),
        CaseFault::SacksFromOutside => "Only an element in a City can sack it.".to_owned(),
        CaseFault::NotAGeneral => "The commander-in-chief must be a general.".to_owned(),
        CaseFault::AtFlankAlone(ruleset) => {
            format!("{} does not say what happens to an element that is only at a flank or rear.", ruleset.name)
        }
        CaseFault::NoFlanks => "Behind walls there are no flanks.".to_owned(),
        CaseFault::BothAtFlank => "Two elements cannot each be only at the other's flank.".to_owned(),
        CaseFault::OnlyElementsSupport => "Only an element can support another.".to_owned(),
    }
}

/// The sentence, preceded by the name of the field it concerns.
#[must_use]
pub fn with_field(error: &CaseError) -> String {
    match &error.place {
        Some(field) => format!("{field}: {}", message(error)),
        None => message(error),
    }
}

/// `Knights do`
fn does(side: Option<&NamedFighter>) -> String {
    side.map_or_else(|| "An empty feature does".to_owned(), |side| format!("{} do", side.plural))
}

/// `Stronghold or Camp`
fn held(features: &[NamedHeld]) -> String {
    series(&features.iter().map(|feature| &*feature.name).collect::<Vec<_>>(), "or")
}

fn expected(value: &Expected) -> String {
    match value {
        Expected::Flag => "true or false".to_owned(),
        Expected::Whole { least, most } => format!("a whole number from {least} to {most}"),
        Expected::Word(words) => series(words, "or"),
        Expected::WordOrNull(words) => format!("{} or null", words.join(", ")),
        Expected::Ruleset => "the id of a ruleset, such as \"d3h2\"".to_owned(),
        Expected::Troop => "the code of a troop type".to_owned(),
        Expected::Feature => "a kind of feature, such as woods, or null".to_owned(),
        Expected::FeatureToStandIn(ruleset) => format!("a feature of {} to stand in", ruleset.name),
        Expected::Outcome => "an outcome or null".to_owned(),
        Expected::Die => "a die from 1 to 6".to_owned(),
        Expected::Object => "an object".to_owned(),
        Expected::Supporter => "true, false or an object with a type".to_owned(),
        Expected::SideSupporter => "an object with a type, or null".to_owned(),
    }
}
