//! The labels of fixes, as on a button.

use musterfield_army::write::elements;
use musterfield_army::{Fix, Mark, Remedy};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};

use super::message::manner;

/// The label of a fix for an army of this ruleset: `Remove 2 Spears (4 AP), then play 30 AP`.
#[must_use]
pub fn label(fix: &Fix, ruleset: &Ruleset) -> String {
    let mut steps = fix.steps.iter().map(|step| in_words(step, ruleset));
    let first = steps.next().unwrap_or_default();
    steps.fold(first, |label, next| format!("{label}, then {}", with_small_initial(&next)))
}

fn with_small_initial(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|letter| letter.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

fn in_words(remedy: &Remedy, ruleset: &Ruleset) -> String {
    let troops = |troop| ruleset.troop(troop).name_for(2);
    match remedy {
        Remedy::Play(size) if ruleset.counts() == SizeUnit::Points => format!("Play {size} AP"),
        Remedy::Play(size) => format!("Make it {}", ruleset.counts().of(*size)),
        Remedy::TakeTimes(times) => format!("Take it {times} times, once for each command"),
        Remedy::Add { count, name, general } => {
            let leads = if *general { " as general" } else { "" };
            format!("Add {count} {}{leads}", name.in_words(ruleset, *count))
        }
        Remedy::Remove { count, name, worth } => {
            format!("Remove {count} {}{}", name.in_words(ruleset, *count), in_brackets(*worth))
        }
        Remedy::RemoveElements { count, worth } => format!("Remove {}{}", elements(*count), in_brackets(*worth)),
        Remedy::RemoveAll { count, name } => format!("Remove the {}", name.in_words(ruleset, *count)),
        Remedy::RemoveLine => "Remove the line".to_owned(),
        Remedy::OneElement => "Make it one element".to_owned(),

        Remedy::MakeGeneral { name, command: None } => format!("Make the {} the general", name.in_words(ruleset, 1)),
        Remedy::MakeGeneral { name, command: Some(command) } => {
            format!("Make the {} the general of command {command}", name.in_words(ruleset, 1))
        }
        Remedy::MakeOneGeneral => "Let one of them be the general".to_owned(),
        Remedy::KeepGeneral(name) => format!("Keep the {} as general", name.in_words(ruleset, 1)),
        Remedy::MakeOrdinary(name) => format!("Make the {} an ordinary element", name.in_words(ruleset, 1)),

        Remedy::JoinCommand(command) => format!("Put them into command {command}"),
        Remedy::LeaveCommand => "Take them out".to_owned(),

        Remedy::Mark(mark, on) => marked(*mark, *on).to_owned(),
        Remedy::Regrade { troop, regular, price } => {
            let manner = regular.map(manner);
            let names: Vec<&str> = manner.into_iter().chain(troop.map(troops)).collect();
            format!("Make them {} ({price} AP)", names.join(" "))
        }
        Remedy::ReadAs(troop) => format!("Read it as {}", ruleset.troop(*troop).name),
        Remedy::Retype(troop) => format!("Make them {}", troops(*troop)),
        Remedy::AsListed => "Take them as the list has them".to_owned(),
        Remedy::PrintedPrice => "Use the printed price".to_owned(),
        Remedy::NoOtherCosts => "Remove the other costs".to_owned(),

        Remedy::OwnAllies => "Make them your own".to_owned(),
        Remedy::RemoveAllies => "Remove all allies".to_owned(),
        Remedy::UnnamedAllies => "Leave the allies unnamed".to_owned(),
        Remedy::NameAlly(list) => format!("Name {list} as the ally"),
        Remedy::AlliesFrom(list) => format!("Take allies from {list}"),
        Remedy::AsAlliesFrom(list) => format!("Take them as allies from {list}"),
        Remedy::PickFrom(list) => format!("Pick it from {list}"),
        Remedy::NoList => "Play without a list".to_owned(),

        Remedy::HomeTerrain(name) => name.clone(),
        Remedy::NoHomeTerrain => "Remove it".to_owned(),
        Remedy::Aggression(factor) => format!("Make it {factor}"),
        Remedy::Camp => "Bring a camp".to_owned(),
    }
}

/// The effect of giving elements a mark, or of removing it.
fn marked(mark: Mark, on: bool) -> &'static str {
    match (mark, on) {
        (Mark::General, true) => "Let them lead",
        (Mark::General, false) => "Make them ordinary elements",
        (Mark::Fast, true) => "Make them Fast",
        (Mark::Fast, false) => "Make them not Fast",
        (Mark::Ally, true) => "Make them allies",
        (Mark::Ally, false) => "Make them your own",
        (Mark::Water, true) => "Put them in the water",
        (Mark::Water, false) => "Keep them on land",
        (Mark::Tower, true) => "Make them siege towers",
        (Mark::Tower, false) => "Do not use them as siege towers",
        (Mark::Mounted, true) | (Mark::Dismounted, false) => "Let them ride",
        (Mark::Mounted, false) => "Let them walk",
        (Mark::Dismounted, true) => "Let them dismount",
        (Mark::Regular, true) => "Make them regular",
        (Mark::Regular, false) => "Make them irregular",
        (Mark::AirMobile, true) => "Let them fly",
        (Mark::AirMobile, false) => "Keep them on the ground",
    }
}

fn in_brackets(worth: Option<Points>) -> String {
    worth.map(|worth| format!(" ({worth} AP)")).unwrap_or_default()
}
