//! Problems of an army, in a sentence or two each.

use musterfield_army::draft::MOST_ELEMENTS;
use musterfield_army::fault::ListUse;
use musterfield_army::list::{OptionName, TakenAs};
use musterfield_army::write::elements;
use musterfield_army::{Fault, Mark};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::troop::GeneralRule;
use musterfield_rules::{Points, Ruleset, TroopId};

use super::list;
use super::unreadable::{excerpt, unreadable};
use crate::series::series;

/// The sentence about a fault, for an army of this ruleset.
#[must_use]
pub fn message(fault: &Fault, ruleset: &Ruleset) -> String {
    let rules = &ruleset.name;
    let troops = |troop: &TroopId| ruleset.troop(*troop).name_for(2);
    let budget = &ruleset.army.budget;
    match fault {
        Fault::SizeNotPrinted { size } => {
            let known: Vec<String> = budget.sizes.iter().map(|size| size.elements.to_string()).collect();
            format!("An army of {rules} has {} elements, not {size}.", series(&known, "or"))
        }
        Fault::ElementsOver { elements, size } => {
            format!("The army has {elements} elements, {} more than {size}.", elements - size)
        }
        Fault::ElementsMissing { elements, size } => format!("The army has {elements} of {size} elements."),
        Fault::TooManyElements { elements } => {
            format!("The army has {elements} elements; at most {MOST_ELEMENTS} can be stored here.")
        }

        Fault::BudgetStep { points } => {
            format!("{points} AP is not a multiple of {} AP, the step of every cost.", budget.step)
        }
        Fault::BudgetRange { points } => {
            format!("{points} AP is out of range: armies here have from {} to {} AP.", budget.least, budget.most)
        }
        Fault::OverBudget { spent, budget } => {
            format!("The elements cost {spent} AP, {} AP more than the {budget} AP agreed.", *spent - *budget)
        }
        Fault::HighCostCap { costly, cap, budget } => {
            let costs = ruleset.army.half_cap.as_ref().map(|cap| cap.costs.iter().map(ToString::to_string).collect());
            let costs: Vec<String> = costs.unwrap_or_default();
            let costs = series(&costs, "or");
            format!("{costly} AP are spent on elements that cost {costs} AP each; the limit is {cap} of {budget} AP.")
        }
        Fault::Unspent { left } => format!("Not spent: {left} AP, which are lost for the battle."),

        Fault::NoGeneral if ruleset.army.graded.other_costs.is_none() => {
            "No element is the general. It costs nothing extra.".to_owned()
        }
        Fault::NoGeneral => "No element is the general.".to_owned(),
        Fault::SeveralGenerals { elements } => {
            format!("{elements} elements are marked as general; an army has one.")
        }
        Fault::NoCommandGeneral { command } => format!("Command {command} has no general."),
        Fault::SeveralCommandGenerals { command, generals } => {
            format!("Command {command} has {generals} generals; each command has one.")
        }
        Fault::AlliedGeneral => "An allied element cannot be the general.".to_owned(),
        Fault::NeverLeads { troop } => {
            format!("{} cannot be the general: the type {}.", troops(troop), because(ruleset, *troop))
        }
        Fault::RarelyLeads { troop } => {
            format!("A general among the {} is unusual: the type {}.", troops(troop), because(ruleset, *troop))
        }
        Fault::GeneralNotInList { list, troop } => {
            format!("In the list {list}, the general cannot be one of the {}.", troops(troop))
        }
        Fault::CommanderNotInList { list, troop } => {
            format!("In the list {list}, the commander-in-chief cannot be one of the {}.", troops(troop))
        }
        Fault::LeadsOnlyInChief { troop } => {
            format!("{} can lead a command only as commander-in-chief.", troops(troop))
        }
        Fault::LeadsLikeCommander { troop } => {
            format!("{} can lead a command only where the commander-in-chief could be one of them.", troops(troop))
        }
        Fault::CommandPostWithoutGeneral { troop } => {
            format!("A {} without the general is unusual.", ruleset.troop(*troop).singular)
        }

        Fault::NotDivided => "This army is not divided into commands.".to_owned(),
        Fault::CommandUnset { name, count } => {
            format!("The {} belong to no command.", name.in_words(ruleset, *count))
        }
        Fault::CommandUnknown { command, commands } => {
            format!("There is no command {command}: an army has at most {commands} commands.")
        }
        Fault::CommandTooSmall { command, elements: 0, .. } => format!("Command {command} has no elements."),
        Fault::CommandTooSmall { command, elements: count, .. } => {
            format!("Command {command} has {}.", elements(*count))
        }
        Fault::CommandMixed { command } => {
            format!("Command {command} mixes allied elements with your own; allies form commands of their own.")
        }
        Fault::CommanderAllied { .. } => "The command of the commander-in-chief cannot be allied.".to_owned(),
        Fault::ContingentSize { command, elements: count, size } => {
            format!("The allied command {command} has {}; an allied contingent has {size}.", elements(*count))
        }
        Fault::TooManyContingents { allied, most } => {
            format!("{allied} commands are allied; at most {most} may be.")
        }
        Fault::ContingentUnnamed { command } => {
            format!("The army does not say which army lends the allied command {command}.")
        }
        Fault::ContingentIncomplete { list, missing } => {
            format!("The contingent from {list} lacks {} that its list requires.", elements(*missing))
        }

        Fault::AlliesMissing { allies, most } => {
            format!("The army has {} of allies; an ally lends {most} or none.", ruleset.counts().of(*allies))
        }
        Fault::AlliesOver { allies, cap } if ruleset.counts() == SizeUnit::Points => {
            format!("Allies cost {allies} AP; at most {cap} AP may be spent on them.")
        }
        Fault::AlliesOver { allies, cap } => {
            format!("{} are allied; at most {cap} may be.", ruleset.counts().of(*allies))
        }
        Fault::AlliesUnnamed => "The army has allied elements but does not say which army lends them.".to_owned(),
        Fault::AllyNotOffered { list, ally } => format!("The list {list} does not name {ally} as an ally."),
        Fault::NoAlliesOffered { list } => format!("The list {list} names no allies."),
        Fault::AlliesOfNobody { list, .. } => {
            format!("None of the allies that the list {list} names has all of these elements.")
        }
        Fault::LentFewer { list, lent, over, name } => {
            let name = name.in_words(ruleset, 2);
            format!("The list {list} lends {lent} of these {name}; {over} too many here.")
        }
        Fault::NotLent { list, name } => format!("The list {list} has no {} to lend.", name.in_words(ruleset, 2)),
        Fault::ContingentFull { list, over, name } => {
            format!("The list {list} has no room for {over} of these {}.", name.in_words(ruleset, 2))
        }

        Fault::TypeLeftOut { word } => format!("“{word}” is a troop type, but {rules} does not have it."),
        Fault::UnknownType { word } => format!("“{word}” is not a troop type in {rules}."),
        Fault::NeverInArmies { troop } => format!("{} are never part of an army.", troops(troop)),
        Fault::NoPrice { troop } => format!("{rules} has no printed price for {}.", troops(troop)),
        Fault::GeneralCount { count } => format!("One element is the general, not {count}."),
        Fault::BadCount { count } => {
            format!("A line cannot have {count} elements: it has from 1 to {MOST_ELEMENTS}.")
        }
        Fault::NeverFast { troop } => format!("{} can never be Fast.", troops(troop)),
        Fault::MarkNotAllowed { mark, troop, able } => {
            let able = able.as_ref().map_or("No type".to_owned(), |able| format!("Only {}", troops(able)));
            let ability = if *mark == Mark::Water { "be for the water" } else { "be siege towers" };
            format!("{able} can {ability}, {} cannot.", troops(troop))
        }
        Fault::NoMountedInfantry => format!("{rules} has no mounted infantry."),
        Fault::CannotRide { troop } => format!("{} cannot ride as mounted infantry.", troops(troop)),
        Fault::RidingUnlisted { troop } => {
            let prefix = ruleset.army.mounted_infantry.as_ref().map_or("", |riding| &*riding.prefix);
            format!("{prefix} {} need the opponent’s permission: no list grants it.", troops(troop))
        }
        Fault::DismountNotAllowed { troop, list: Some(list) } => {
            format!("In the list {list}, {} do not dismount.", troops(troop))
        }
        Fault::DismountNotAllowed { troop, list: None } => {
            format!("{} dismount only where an army list lets them.", troops(troop))
        }

        Fault::PriceNotUsed { troop, regular, printed, given } => {
            format!("The price list has {printed} AP for {} {}, not {given} AP.", manner(*regular), troops(troop))
        }
        Fault::PriceGiven { troop, regular, given } => {
            let manner = manner(*regular);
            format!("No price is printed for {manner} {}, so your price of {given} AP is used.", troops(troop))
        }
        Fault::BadPrice { given } if *given < Points::ZERO => format!("A price of {given} AP is negative."),
        Fault::BadPrice { given } => format!("A price of {given} AP is not a multiple of {} AP.", budget.step),
        Fault::Unpriced { troop, regular } => {
            format!("No price is printed for {} {}.", manner(*regular), troops(troop))
        }
        Fault::GradeNotAvailable { troop } => {
            format!("There are no {}: the rules have neither a price nor an entry for them.", troops(troop))
        }
        Fault::GradeUndescribed { troop } => {
            format!("{} have a price, but the rules say nothing about them except their grade.", troops(troop))
        }
        Fault::Remark { text } => text.clone(),
        Fault::NoRegulars => format!("{rules} has no regular elements."),
        Fault::NoAirMobile => format!("{rules} has no air-mobile elements."),
        Fault::FliesByItself { troop } => format!("{} fly by themselves and are not air-mobile.", troops(troop)),
        Fault::AirMobileUnlisted { troop } => {
            format!("{} are air-mobile only where their list says so, and none does.", troops(troop))
        }
        Fault::NoOtherCosts => format!("{rules} has no costs other than those of elements."),
        Fault::BadOtherCosts { costs } if *costs < Points::ZERO => {
            format!("Other costs of {costs} AP are negative.")
        }
        Fault::BadOtherCosts { costs } => {
            format!("Other costs of {costs} AP are not a multiple of {} AP.", budget.step)
        }
        Fault::MagiciansAndClerics => by_the_casters(ruleset, fault, 0),
        Fault::TwoMagicians { command } | Fault::MindlessWithoutCaster { command } => {
            by_the_casters(ruleset, fault, *command)
        }

        Fault::NoHomeTerrains { word } => {
            format!("Armies of {rules} have no home terrain, but this one has “{word}”.")
        }
        Fault::HomeTerrainUnknown { word, .. } => format!("“{word}” is not a home terrain in {rules}."),
        Fault::HomeTerrainUnset { .. } => {
            "No home terrain is chosen yet. It decides the battlefield if this army defends.".to_owned()
        }
        Fault::HomeTerrainNotInList { terrain, list } => {
            format!("{terrain} is not a home terrain of the list {list}.")
        }
        Fault::AggressionRange { factor } => {
            let range = ruleset.army.aggression.as_ref().map_or((0, 0), |range| (range.least, range.most));
            format!("Aggression {factor} is out of range: it goes from {} to {}.", range.0, range.1)
        }
        Fault::AggressionNotInList { list, listed, own } => {
            format!("The list {list} has aggression {listed}, this army {own}.")
        }
        Fault::CampMissing => match ruleset.army.camp.as_ref().and_then(|camp| camp.exempt) {
            Some((troop, from)) => {
                format!("The army needs a camp: only {from} or more {} do without one.", troops(&troop))
            }
            None => "The army needs a camp.".to_owned(),
        },

        Fault::ListUnset => format!("An army of {rules} is picked from an army list, and none has been chosen."),
        Fault::ListUnreadable { error } => format!("Your own list cannot be read: {}", list::shorthand(error)),
        Fault::ListDoubtful { error } => format!("In your own list, {}", list::shorthand(error)),
        Fault::ListSize { least, most, size } if least == most => {
            format!("The entries of your own list make {least} elements, and an army has {size}.")
        }
        Fault::ListSize { least, most, size } => {
            format!("The entries of your own list make {least} to {most} elements, and an army has {size}.")
        }
        Fault::ListLeaderless => "No entry of your own list can be the general.".to_owned(),
        Fault::ListUnknown { id, what_for } => {
            let checked = match what_for {
                ListUse::Army => "army",
                ListUse::Allies => "allies",
                ListUse::Contingent => "contingent",
            };
            format!("There is no army list “{id}” here, so the {checked} cannot be checked against it.")
        }
        Fault::ListOfOtherRuleset { list, ruleset: other, .. } => {
            format!("The list {list} is for {other}, not for {rules}.")
        }
        Fault::NotInList { list, troop } => format!("The list {list} has no {}.", troops(troop)),
        Fault::OnlyAsGeneral { list, name } => {
            format!("The list {list} has {} only as the general.", name.in_words(ruleset, 2))
        }
        Fault::TakenOtherwise { list, troop, taken, listed } => {
            format!("In the list {list}, the {} {}.", troops(troop), differences(*taken, *listed).join(" and "))
        }
        Fault::ListMaximum { list, most, options, over } => {
            format!(
                "The list {list} allows {most} in all of {}; {over} too many here.",
                options_in_words(ruleset, options)
            )
        }
        Fault::ListMinimum { list, option, least, elements } => {
            let name = option.in_words(ruleset);
            format!("The list {list} requires {least} of {name}; the army has {elements}.")
        }
        Fault::EitherOr { list, options } => {
            format!("In the list {list}, all of {} must be of the same type.", options_in_words(ruleset, options))
        }

        Fault::OtherAlternative { list, troop } => format!(
            "In the list {list}, the {} belong to an alternative, and the army has elements of another.",
            troops(troop)
        ),

        Fault::Unread(unread) => {
            let (line, text) = (unread.line, excerpt(&unread.text));
            format!("Line {line} could not be read: “{text}”. {}", unreadable(&unread.reason))
        }
        Fault::MoreUnread { more, line } => format!("{more} more could not be read, from line {line} on."),
        Fault::Differs(found) => {
            let (line, of, printed, counted) = (found.line, &found.of, found.printed, found.counted);
            format!("Line {line} says {printed} AP for {of}; by the rules it is {counted} AP.")
        }
        Fault::MoreDiffer { more, line } => {
            format!("{more} more numbers of AP differ from the rules, from line {line} on.")
        }
        Fault::Unclear(found) => {
            let (line, of, number) = (found.line, &found.of, found.number);
            format!("The {number} in line {line} was taken for the number of {of}, but it may be the AP.")
        }
        Fault::FiguresOrCounts { line, text, counted } => {
            let (figures, counts) = ("figures on bases", "numbers of elements");
            let (read, other) = if *counted { (counts, figures) } else { (figures, counts) };
            let text = excerpt(text);
            format!("The digits in “{text}” (line {line}) were taken for {read}, but they may be {other}.")
        }
        Fault::NameOrElement { line, text } => {
            format!("Line {line}, “{}”, was taken for the name of the army, but it may be an element.", excerpt(text))
        }
    }
}

/// `regular`, or `irregular`.
pub(super) fn manner(regular: bool) -> &'static str {
    if regular { "regular" } else { "irregular" }
}

/// The reason that a type never or rarely leads, from the data of the ruleset.
fn because(ruleset: &Ruleset, troop: TroopId) -> &str {
    match &ruleset.troop(troop).general {
        GeneralRule::Never { because, .. } | GeneralRule::Unusual { because, .. } => because,
        _ => "",
    }
}

/// A sentence about Magicians, Clerics and mindless troops, as the data of the ruleset have it.
fn by_the_casters(ruleset: &Ruleset, fault: &Fault, command: u8) -> String {
    let casters = ruleset.army.graded.casters.as_ref();
    let predicate = casters.map_or("", |casters| match fault {
        Fault::TwoMagicians { .. } => &casters.several.value,
        Fault::MindlessWithoutCaster { .. } => &casters.without.value,
        _ => &casters.both.value,
    });
    // Command 0 is an army that is not divided.
    if command == 0 { format!("The army {predicate}.") } else { format!("Command {command} {predicate}.") }
}

/// The differences between the way an army takes elements and the way its list has them.
fn differences(taken: TakenAs, listed: TakenAs) -> Vec<&'static str> {
    let all = [
        (taken.fast, listed.fast, ["are not Fast", "are Fast"]),
        (taken.riding, listed.riding, ["do not ride", "ride"]),
        (taken.regular, listed.regular, ["are irregular", "are regular"]),
        (taken.flying, listed.flying, ["are not air-mobile", "are air-mobile"]),
        (taken.general, listed.general, ["do not lead", "lead"]),
    ];
    let differ = all.into_iter().filter(|(taken, listed, _)| taken != listed);
    differ.map(|(_, listed, [no, yes])| if listed { yes } else { no }).collect()
}

fn options_in_words(ruleset: &Ruleset, options: &[OptionName]) -> String {
    options.iter().map(|option| option.in_words(ruleset)).collect::<Vec<_>>().join(", ")
}
