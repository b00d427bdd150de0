//! General advice on problems of an army, which helps even where no fix can be offered.

use musterfield_army::Fault;
use musterfield_army::fault::ListUse;
use musterfield_army::text::Unreadable;
use musterfield_army::write::elements;
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::{Points, Ruleset};

/// General advice on a fault, for an army of this ruleset.
#[must_use]
pub fn advice(fault: &Fault, ruleset: &Ruleset) -> String {
    let budget = &ruleset.army.budget;
    let fixed = match fault {
        Fault::ElementsOver { elements: has, size } => return format!("Remove {}.", elements(has - size)),
        Fault::ElementsMissing { elements: has, size } => {
            return format!("Add {}: everything that still fits is offered.", elements(size - has));
        }
        Fault::TooManyElements { elements } => {
            return format!("Remove {} or more of the elements.", elements - musterfield_army::draft::MOST_ELEMENTS);
        }
        Fault::BudgetStep { .. } | Fault::BudgetRange { .. } => {
            return format!("Agree on a number of AP from {} to {}.", budget.least, budget.most);
        }
        Fault::OverBudget { spent, budget } => {
            return format!("Remove elements worth {} AP or more.", *spent - *budget);
        }
        Fault::HighCostCap { costly, cap, .. } => {
            return format!("Remove costly elements worth {} AP or more.", *costly - *cap);
        }
        Fault::Unspent { left } => {
            return format!("Add elements for {left} AP: everything that still fits is offered.");
        }
        Fault::CommandTooSmall { least, .. } => return format!("Each command has {least} elements or more."),
        Fault::CommanderAllied { command } => return format!("Make command {command} one of your own."),
        Fault::ContingentIncomplete { list, .. } => return format!("Take everything that {list} requires."),
        Fault::AlliesMissing { allies, most } => {
            return format!("Take {} more of the ally.", ruleset.counts().of(*most - *allies));
        }
        Fault::AlliesOver { allies, cap } => return over_the_cap(ruleset, *allies - *cap),
        Fault::AlliesOfNobody { allies, .. } => {
            return format!("Choose elements of one of them: {}.", allies.join(", "));
        }
        Fault::LentFewer { list, .. } | Fault::NotLent { list, .. } | Fault::ContingentFull { list, .. } => {
            return format!("Choose elements that {list} has.");
        }
        Fault::HomeTerrainUnknown { offered, .. } | Fault::HomeTerrainUnset { offered } => {
            return format!("Choose one of: {}.", offered.join(", "));
        }
        Fault::ListMinimum { option, least, elements, .. } => {
            return format!("Add {} of {}.", least - elements, option.in_words(ruleset));
        }

        Fault::SizeNotPrinted { .. } => "Choose one of the sizes that the rules have.",
        Fault::NoGeneral => "Mark one element of the army as its general.",
        Fault::NoCommandGeneral { .. } => "Mark one element of the command as its general.",
        Fault::SeveralGenerals { .. } => "Choose which one leads.",
        Fault::SeveralCommandGenerals { .. } => "Choose which one leads the command.",
        Fault::AlliedGeneral | Fault::NeverLeads { .. } | Fault::GeneralNotInList { .. } => {
            "Make another element the general."
        }
        Fault::CommanderNotInList { .. } | Fault::LeadsOnlyInChief { .. } | Fault::LeadsLikeCommander { .. } => {
            "Let another element of the command lead."
        }
        Fault::RarelyLeads { .. } | Fault::MagiciansAndClerics | Fault::TwoMagicians { .. } => {
            "Allowed, though an organiser may rule otherwise."
        }
        Fault::CommandPostWithoutGeneral { .. } => "Allowed; it is meant for the commander.",
        Fault::NotDivided => "Take the elements out of their command.",
        Fault::CommandUnset { .. } | Fault::CommandUnknown { .. } => "Choose the command they belong to.",
        Fault::CommandMixed { .. } => "Put your own elements into another command.",
        Fault::ContingentSize { .. } => "Take the contingent as the ally’s own list has it.",
        Fault::TooManyContingents { .. } => "Use fewer allied commands.",
        Fault::ContingentUnnamed { .. } => "Name the army that the contingent comes from.",
        Fault::AlliesUnnamed => "Name the army the allies come from.",
        Fault::AllyNotOffered { .. } => "Choose an ally that the list names, or no allies.",
        Fault::NoAlliesOffered { .. } => "Make the allied elements your own or remove them.",
        Fault::TypeLeftOut { .. } | Fault::UnknownType { .. } => "Choose a troop type, by its code or its name.",
        Fault::NeverInArmies { .. } | Fault::NoPrice { .. } => "Choose another type.",
        Fault::GeneralCount { .. } | Fault::BadCount { .. } => "Enter the number of elements in the line.",
        Fault::PriceNotUsed { .. } => "The printed price counts.",
        Fault::PriceGiven { .. } => "Agree on it with your opponent.",
        Fault::BadPrice { .. } | Fault::Unpriced { .. } | Fault::GradeNotAvailable { .. } => {
            "Choose another grade, or agree on a price and enter it."
        }
        Fault::GradeUndescribed { .. } => "Allowed; only the general rules of the grade apply to them.",
        Fault::Remark { .. } => "Allowed; this is only advice.",
        Fault::NoRegulars
        | Fault::NoAirMobile
        | Fault::FliesByItself { .. }
        | Fault::NeverFast { .. }
        | Fault::MarkNotAllowed { .. }
        | Fault::NoMountedInfantry
        | Fault::CannotRide { .. }
        | Fault::DismountNotAllowed { .. } => "Remove the mark.",
        Fault::AirMobileUnlisted { .. } | Fault::RidingUnlisted { .. } => "Ask your opponent before the game.",
        Fault::NoOtherCosts | Fault::BadOtherCosts { .. } => "Enter what generals and the like cost.",
        Fault::MindlessWithoutCaster { .. } => "Add an element to the command that holds them together.",
        Fault::NoHomeTerrains { .. } => "Remove it.",
        Fault::HomeTerrainNotInList { .. } => "Choose a home terrain of the list.",
        Fault::AggressionRange { .. } => "Choose a factor in this range.",
        Fault::AggressionNotInList { .. } => "Use the factor in the list.",
        Fault::CampMissing => "Bring a camp. A defender whose Stronghold is on the table may leave it off at set-up.",
        Fault::ListUnset => "Choose a list, or write the one of your rule book in shorthand.",
        Fault::ListUnreadable { .. } => "Write it as in 1x3Kn (Gen), 2x3Kn or Cv, 6x4Pk.",
        Fault::ListDoubtful { .. } => "Compare the entry with the printed list.",
        Fault::ListSize { .. } => "Compare the numbers with the printed list; an entry may be missing.",
        Fault::ListLeaderless => "Write (Gen) behind the general's entry.",
        Fault::ListUnknown { what_for, .. } | Fault::ListOfOtherRuleset { what_for, .. } => match what_for {
            ListUse::Army => "Choose a known list, or none.",
            ListUse::Allies => "Choose a known list, or leave the field empty if the players agree on the allies.",
            ListUse::Contingent => "Choose a known list, or leave the field empty.",
        },
        Fault::NotInList { .. } => "Choose what the list offers.",
        Fault::OnlyAsGeneral { .. } => "Make one of them the general, or choose others.",
        Fault::TakenOtherwise { .. } => "Take them as the list has them.",
        Fault::ListMaximum { .. } => "Remove the surplus.",
        Fault::EitherOr { .. } => "Keep to one of the types.",
        Fault::OtherAlternative { .. } => "Keep to one of the alternatives.",
        Fault::Unread(unread) => match unread.reason {
            Unreadable::UnknownRuleset { .. } | Unreadable::OtherRuleset(_) => {
                "Correct the line, or choose the ruleset by hand."
            }
            _ => "Correct the line, or add the element by hand.",
        },
        Fault::MoreUnread { .. } => "Check that the text is an army at all.",
        Fault::Differs(_) | Fault::MoreDiffer { .. } => "Check whether a line is missing or wrong.",
        Fault::Unclear(_) => "Write “2 x” before a type or “2 AP” after it.",
        Fault::FiguresOrCounts { .. } => "Write “2 x” before each type.",
        Fault::NameOrElement { .. } => "Write “Name:” before a name, or “1 x” before an element.",
    };
    fixed.to_owned()
}

fn over_the_cap(ruleset: &Ruleset, over: Points) -> String {
    match ruleset.counts() {
        SizeUnit::Points => format!("Remove allies worth {over} AP or more."),
        SizeUnit::Elements => format!("Remove {}.", ruleset.counts().of(over)),
    }
}
