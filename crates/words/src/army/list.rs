//! Problems with army lists.

use musterfield_army::list::{Age, ListFault, Place, ShorthandError, ShorthandFault};

/// The reason a list in shorthand could not be read, behind the word at which reading stopped.
#[must_use]
pub fn shorthand(error: &ShorthandError) -> String {
    let sentence = shorthand_sentence(&error.fault);
    if error.word.is_empty() { sentence } else { format!("“{}”: {sentence}", error.word) }
}

fn shorthand_sentence(fault: &ShorthandFault) -> String {
    match fault {
        ShorthandFault::TooLong { most } => format!("A list in shorthand can have at most {most} characters."),
        ShorthandFault::TooManyEntries { most } => format!("There are more than {most} entries."),
        ShorthandFault::TooManyWays { most } => format!(
            "Too many entries such as 2xKn/Cv, whose elements are all of one type, and alternatives in brackets: there \
             are more than {most} ways to choose. Write “or” where types may be mixed."
        ),
        ShorthandFault::NoEntries => "No entries such as 4x4Pk were found.".to_owned(),
        ShorthandFault::Aggression { least, most } => {
            format!("The aggression factor must be from {least} to {most}.")
        }
        ShorthandFault::HomeTerrain { known } => {
            format!("This is not a home terrain. The home terrains are: {}.", known.join(", "))
        }
        ShorthandFault::LooseJoint => "It needs a type on both sides.".to_owned(),
        ShorthandFault::OutOfPlace => "This is not a sign, date or type that can appear here.".to_owned(),
        ShorthandFault::NoType => "A type is missing.".to_owned(),
        ShorthandFault::NoNumber => "It needs a number before it.".to_owned(),
        ShorthandFault::UnknownType { ruleset, nearest, needs_code } => {
            let nearest = nearest.as_ref().map(|code| format!(" Is it {code}?")).unwrap_or_default();
            let hint = if *needs_code { " Use the code." } else { "" };
            format!("{ruleset} has no such troop type.{nearest}{hint}")
        }
        ShorthandFault::MaximumBelowMinimum => "The maximum is below the minimum.".to_owned(),
        ShorthandFault::Elements { most } => format!("An entry must have 1 to {most} elements."),
        ShorthandFault::TwoNumbers => "All types of an entry share one number; write two entries instead.".to_owned(),
        ShorthandFault::NeverInArmies { plural } => format!("{plural} cannot be part of an army."),
        ShorthandFault::NeverRides { plural } => format!("{plural} cannot ride as mounted infantry."),
        ShorthandFault::WhichFigures { solid, fast } => format!("How many figures: {solid} or {fast}?"),
        ShorthandFault::TypeTwice => "The same type appears twice; was another one meant?".to_owned(),
        ShorthandFault::SeveralFoot => "Mounted troops can dismount as only one type of foot.".to_owned(),
        ShorthandFault::NotMountedAndFoot => {
            "`//` goes between mounted troops and the foot they dismount as.".to_owned()
        }
    }
}

/// A problem with an army list, as a clause that stands behind a file and a line.
#[must_use]
pub fn clause(fault: &ListFault) -> String {
    match fault {
        ListFault::NoFrontMatter => "a list must begin with TOML front matter between two lines of `+++`".to_owned(),
        ListFault::Unread { reason } => reason.clone(),
        ListFault::UnknownRuleset { found } => format!("there is no ruleset `{found}`"),
        ListFault::OtherFolder => "the ruleset is not that of the folder".to_owned(),
        ListFault::NoName => "the name is empty".to_owned(),
        ListFault::Aggression { least, most } => format!("aggression must be from {least} to {most}"),
        ListFault::NoAggression => "`aggression` is missing".to_owned(),
        ListFault::HasAggression => "this ruleset has no aggression".to_owned(),
        ListFault::UnknownHomeTerrain { found } => format!("there is no home terrain `{found}`"),
        ListFault::NoOptions => "there is no [[option]]".to_owned(),
        ListFault::TooManyOptions { most } => format!("there are more than {most} options"),
        ListFault::TooManyWays { most } => {
            format!("there are more than {most} ways to choose the types of `all-same` options")
        }
        ListFault::OptionsTwice => "write options either in `notation` or as [[option]], not both".to_owned(),
        ListFault::Shorthand(error) => shorthand(error),
        ListFault::NoTypes => "the option has no types".to_owned(),
        ListFault::TypeTwice { written } => format!("`{written}` appears twice"),
        ListFault::UnknownType { written } => format!("there is no troop type `{written}`"),
        ListFault::NoPrice { written } => format!("no price is printed for `{written}` of this kind"),
        ListFault::NegativeMinimum => "`min` is below 0".to_owned(),
        ListFault::MaximumTooLow => "`max` must be at least 1 and at least `min`".to_owned(),
        ListFault::NeverFast { code } => format!("`{code}` can never be Fast"),
        ListFault::NeverRides { code } => format!("`{code}` cannot ride as mounted infantry"),
        ListFault::NobodyLeads => "none of these types can be the general".to_owned(),
        ListFault::NoRegulars => "elements are neither regular nor irregular in this ruleset".to_owned(),
        ListFault::NeverFlies { code } => format!("`{code}` cannot be air-mobile"),
        ListFault::UnknownAllies { id } => format!("there is no list `{id}` to lend allies"),
        ListFault::AlliesOfOtherRuleset { id } => {
            format!("the list `{id}` is for another ruleset and cannot lend allies")
        }
        ListFault::UnknownAge { found, known } => {
            format!("there is no age `{found}`; the ages are {}", known.join(", "))
        }
        ListFault::UnknownPlace { found, known } => {
            format!("there is no place `{found}`; the places are {}", known.join(", "))
        }
        ListFault::NamedTwice { written } => format!("`{written}` is named twice"),
        ListFault::UnknownEnemy { id } => format!("there is no list `{id}` to be an enemy"),
        ListFault::EnemyOfOtherRuleset { id } => {
            format!("the list `{id}` is for another ruleset and cannot be an enemy")
        }
        ListFault::OwnEnemy => "a list cannot be its own enemy".to_owned(),
        ListFault::EnemyNotMutual { id, missing } => {
            format!("the list `{id}` does not name `{missing}` among its enemies")
        }
    }
}

/// The name of an age, without its years.
#[must_use]
pub fn age(age: Age) -> &'static str {
    match age {
        Age::Myth => "Age of myth",
        Age::BronzeAndIron => "Bronze and Iron Ages",
        Age::Classical => "Classical age",
        Age::Imperial => "Empires and migrations",
        Age::EarlyMiddleAges => "Early Middle Ages",
        Age::HighMiddleAges => "High Middle Ages",
        Age::LateMiddleAges => "Late Middle Ages",
        Age::Later => "Later times",
    }
}

/// The name of an age with its years: `Classical age, 550–30 BC`.
#[must_use]
pub fn dated_age(of: Age) -> String {
    let name = age(of);
    match of.years() {
        (None, None) => name.to_owned(),
        (None, Some(last)) => format!("{name}, to {}", year(last)),
        (Some(first), None) => format!("{name}, from {}", year(first)),
        (Some(first), Some(last)) if first < 0 && last < 0 => format!("{name}, {}–{} BC", -first, -last),
        (Some(first), Some(last)) if first < 0 => format!("{name}, {} – AD {last}", year(first)),
        (Some(first), Some(last)) => format!("{name}, {first}–{last}"),
    }
}

fn year(year: i32) -> String {
    if year < 0 { format!("{} BC", -year) } else { year.to_string() }
}

/// The name of a part of the world.
#[must_use]
pub fn place(place: Place) -> &'static str {
    match place {
        Place::BritishIsles => "Britain and Ireland",
        Place::NorthernEurope => "Northern Europe",
        Place::WesternEurope => "Western Europe",
        Place::SouthernEurope => "Southern Europe",
        Place::EasternEurope => "Eastern Europe",
        Place::NearEast => "Near East",
        Place::NorthAfrica => "Egypt and North Africa",
        Place::SubSaharanAfrica => "Africa south of the Sahara",
        Place::CentralAsia => "Central Asia and the steppe",
        Place::SouthAsia => "South Asia",
        Place::SouthEastAsia => "South-East Asia",
        Place::EastAsia => "East Asia",
        Place::Americas => "The Americas",
        Place::OtherWorlds => "Other worlds",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_shorthand_has_its_sentence() {
        let text = |text: &str| text.to_owned();
        let unknown = |nearest: Option<&str>, needs_code| ShorthandFault::UnknownType {
            ruleset: text("DBA 3.0"),
            nearest: nearest.map(text),
            needs_code,
        };
        for (fault, expected) in [
            (ShorthandFault::TooLong { most: 4000 }, "A list in shorthand can have at most 4000 characters."),
            (ShorthandFault::TooManyEntries { most: 64 }, "There are more than 64 entries."),
            (
                ShorthandFault::TooManyWays { most: 64 },
                "Too many entries such as 2xKn/Cv, whose elements are all of one type, and alternatives in brackets: \
                 there are more than 64 ways to choose. Write “or” where types may be mixed.",
            ),
            (ShorthandFault::NoEntries, "No entries such as 4x4Pk were found."),
            (ShorthandFault::Aggression { least: 0, most: 4 }, "The aggression factor must be from 0 to 4."),
            (
                ShorthandFault::HomeTerrain { known: vec![text("Arable"), text("Dry")] },
                "This is not a home terrain. The home terrains are: Arable, Dry.",
            ),
            (ShorthandFault::LooseJoint, "It needs a type on both sides."),
            (ShorthandFault::OutOfPlace, "This is not a sign, date or type that can appear here."),
            (ShorthandFault::NoType, "A type is missing."),
            (ShorthandFault::NoNumber, "It needs a number before it."),
            (unknown(None, false), "DBA 3.0 has no such troop type."),
            (unknown(Some("4Bd"), false), "DBA 3.0 has no such troop type. Is it 4Bd?"),
            (unknown(None, true), "DBA 3.0 has no such troop type. Use the code."),
            (unknown(Some("4Bd"), true), "DBA 3.0 has no such troop type. Is it 4Bd? Use the code."),
            (ShorthandFault::MaximumBelowMinimum, "The maximum is below the minimum."),
            (ShorthandFault::Elements { most: 200 }, "An entry must have 1 to 200 elements."),
            (ShorthandFault::TwoNumbers, "All types of an entry share one number; write two entries instead."),
            (ShorthandFault::NeverInArmies { plural: text("Gods") }, "Gods cannot be part of an army."),
            (ShorthandFault::NeverRides { plural: text("Pikes") }, "Pikes cannot ride as mounted infantry."),
            (ShorthandFault::WhichFigures { solid: text("4Bd"), fast: text("3Bd") }, "How many figures: 4Bd or 3Bd?"),
            (ShorthandFault::TypeTwice, "The same type appears twice; was another one meant?"),
            (ShorthandFault::SeveralFoot, "Mounted troops can dismount as only one type of foot."),
            (ShorthandFault::NotMountedAndFoot, "`//` goes between mounted troops and the foot they dismount as."),
        ] {
            assert_eq!(shorthand_sentence(&fault), expected);
        }
    }

    #[test]
    fn an_age_is_named_with_its_years() {
        for (age, expected) in [
            (Age::Myth, "Age of myth"),
            (Age::BronzeAndIron, "Bronze and Iron Ages, to 550 BC"),
            (Age::Classical, "Classical age, 550–30 BC"),
            (Age::Imperial, "Empires and migrations, 30 BC – AD 550"),
            (Age::HighMiddleAges, "High Middle Ages, 1050–1300"),
            (Age::Later, "Later times, from 1520"),
        ] {
            assert_eq!(dated_age(age), expected);
        }
    }

    #[test]
    fn a_fault_of_shorthand_stands_behind_its_word() {
        let error = |word: &str| ShorthandError { at: 0, word: word.to_owned(), fault: ShorthandFault::NoType };
        assert_eq!(shorthand(&error("or")), "“or”: A type is missing.");
        assert_eq!(shorthand(&error("")), "A type is missing.");
    }

    #[test]
    fn every_fault_of_a_list_has_its_clause() {
        let text = |text: &str| text.to_owned();
        let stopped = ShorthandError { at: 0, word: text("/"), fault: ShorthandFault::LooseJoint };
        for (fault, expected) in [
            (ListFault::NoFrontMatter, "a list must begin with TOML front matter between two lines of `+++`"),
            (ListFault::Unread { reason: text("missing field `name`") }, "missing field `name`"),
            (ListFault::UnknownRuleset { found: text("chess") }, "there is no ruleset `chess`"),
            (ListFault::OtherFolder, "the ruleset is not that of the folder"),
            (ListFault::NoName, "the name is empty"),
            (ListFault::Aggression { least: 0, most: 4 }, "aggression must be from 0 to 4"),
            (ListFault::NoAggression, "`aggression` is missing"),
            (ListFault::HasAggression, "this ruleset has no aggression"),
            (ListFault::UnknownHomeTerrain { found: text("moon") }, "there is no home terrain `moon`"),
            (ListFault::NoOptions, "there is no [[option]]"),
            (ListFault::TooManyOptions { most: 64 }, "there are more than 64 options"),
            (
                ListFault::TooManyWays { most: 64 },
                "there are more than 64 ways to choose the types of `all-same` options",
            ),
            (ListFault::OptionsTwice, "write options either in `notation` or as [[option]], not both"),
            (ListFault::Shorthand(stopped), "“/”: It needs a type on both sides."),
            (ListFault::NoTypes, "the option has no types"),
            (ListFault::TypeTwice { written: text("Kn") }, "`Kn` appears twice"),
            (ListFault::UnknownType { written: text("Xx") }, "there is no troop type `Xx`"),
            (ListFault::NoPrice { written: text("Kn") }, "no price is printed for `Kn` of this kind"),
            (ListFault::NegativeMinimum, "`min` is below 0"),
            (ListFault::MaximumTooLow, "`max` must be at least 1 and at least `min`"),
            (ListFault::NeverFast { code: text("Dg") }, "`Dg` can never be Fast"),
            (ListFault::NeverRides { code: text("Kn") }, "`Kn` cannot ride as mounted infantry"),
            (ListFault::NobodyLeads, "none of these types can be the general"),
            (ListFault::NoRegulars, "elements are neither regular nor irregular in this ruleset"),
            (ListFault::NeverFlies { code: text("Kn") }, "`Kn` cannot be air-mobile"),
            (ListFault::UnknownAllies { id: text("d3h2/x") }, "there is no list `d3h2/x` to lend allies"),
            (
                ListFault::AlliesOfOtherRuleset { id: text("dba3/x") },
                "the list `dba3/x` is for another ruleset and cannot lend allies",
            ),
            (
                ListFault::UnknownAge { found: text("jazz"), known: vec!["myth", "later"] },
                "there is no age `jazz`; the ages are myth, later",
            ),
            (
                ListFault::UnknownPlace { found: text("moon"), known: vec!["americas"] },
                "there is no place `moon`; the places are americas",
            ),
            (ListFault::NamedTwice { written: text("myth") }, "`myth` is named twice"),
            (ListFault::UnknownEnemy { id: text("dba3/x") }, "there is no list `dba3/x` to be an enemy"),
            (
                ListFault::EnemyOfOtherRuleset { id: text("d3h2/x") },
                "the list `d3h2/x` is for another ruleset and cannot be an enemy",
            ),
            (ListFault::OwnEnemy, "a list cannot be its own enemy"),
            (
                ListFault::EnemyNotMutual { id: text("dba3/x"), missing: text("dba3/y") },
                "the list `dba3/x` does not name `dba3/y` among its enemies",
            ),
        ] {
            assert_eq!(clause(&fault), expected);
        }
    }
}
