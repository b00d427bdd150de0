//! The problems of a draft, as data.

use musterfield_problems::Severity;

use super::code::Code;
use super::edit::Edit;
use super::fault::Fault;
use super::list::TakenAs;
use super::mark::Mark;
use super::remedy::Remedy;

/// One problem of an army: its place is a line, from 0; none for the army as a whole.
pub type Problem = musterfield_problems::Problem<Fault>;

/// Edits that solve a problem.
pub type Fix = musterfield_problems::Fix<Edit, Remedy>;

impl musterfield_problems::Fault for Fault {
    type Code = Code;
    type Place = usize;
    type Change = Edit;
    type Remedy = Remedy;

    fn code(&self) -> Code {
        match self {
            Self::SizeNotPrinted { .. }
            | Self::ElementsOver { .. }
            | Self::ElementsMissing { .. }
            | Self::TooManyElements { .. } => Code::ArmySize,
            Self::BudgetStep { .. } | Self::BudgetRange { .. } | Self::BadPrice { .. } | Self::BadOtherCosts { .. } => {
                Code::BadPoints
            }
            Self::NoOtherCosts => Code::BadPoints,
            Self::OverBudget { .. } => Code::OverBudget,
            Self::HighCostCap { .. } => Code::HighCostCap,
            Self::Unspent { .. } => Code::PointsUnspent,
            Self::NoGeneral | Self::NoCommandGeneral { .. } => Code::NoGeneral,
            Self::SeveralGenerals { .. } | Self::SeveralCommandGenerals { .. } => Code::SeveralGenerals,
            Self::AlliedGeneral
            | Self::NeverLeads { .. }
            | Self::GeneralNotInList { .. }
            | Self::CommanderNotInList { .. }
            | Self::LeadsOnlyInChief { .. }
            | Self::LeadsLikeCommander { .. } => Code::GeneralNotAllowed,
            Self::RarelyLeads { .. } => Code::GeneralUnusual,
            Self::CommandPostWithoutGeneral { .. } => Code::CommandPostNotGeneral,
            Self::NotDivided | Self::CommandUnknown { .. } => Code::CommandUnknown,
            Self::CommandUnset { .. } => Code::CommandUnset,
            Self::CommandTooSmall { .. } | Self::ContingentSize { .. } => Code::CommandSize,
            Self::CommandMixed { .. } | Self::CommanderAllied { .. } => Code::CommandMixed,
            Self::TooManyContingents { .. } | Self::AlliesMissing { .. } | Self::AlliesOver { .. } => Code::AllyCap,
            Self::ContingentUnnamed { .. } | Self::AlliesUnnamed => Code::AllyUnnamed,
            Self::ContingentIncomplete { .. }
            | Self::ContingentFull { .. }
            | Self::AllyNotOffered { .. }
            | Self::NoAlliesOffered { .. }
            | Self::AlliesOfNobody { .. }
            | Self::LentFewer { .. }
            | Self::NotLent { .. } => Code::AllyNotAllowed,
            Self::TypeLeftOut { .. } | Self::NeverInArmies { .. } | Self::NoMountedInfantry => Code::NotInRuleset,
            Self::UnknownType { .. } => Code::UnknownType,
            Self::NoPrice { .. } | Self::Unpriced { .. } => Code::NoPrice,
            Self::GeneralCount { .. } | Self::BadCount { .. } => Code::BadCount,
            Self::PriceNotUsed { .. } => Code::PriceNotUsed,
            Self::PriceGiven { .. } => Code::PriceTyped,
            Self::GradeNotAvailable { .. } => Code::GradeNotAvailable,
            Self::GradeUndescribed { .. } => Code::GradeUndescribed,
            Self::Remark { .. } => Code::Remark,
            Self::NoRegulars => Code::RegularNotAllowed,
            Self::NoAirMobile | Self::FliesByItself { .. } => Code::AirMobileNotAllowed,
            Self::AirMobileUnlisted { .. } | Self::RidingUnlisted { .. } => Code::NeedsPermission,
            Self::MagiciansAndClerics => Code::MagiciansAndClerics,
            Self::TwoMagicians { .. } => Code::TwoMagicians,
            Self::MindlessWithoutCaster { .. } => Code::MindlessWithoutCaster,
            Self::NeverFast { .. } => Code::FastNotAllowed,
            Self::MarkNotAllowed { mark: Mark::Water, .. } => Code::WaterNotAllowed,
            Self::MarkNotAllowed { .. } => Code::SiegeTowerNotAllowed,
            Self::CannotRide { .. } => Code::MountedNotAllowed,
            Self::DismountNotAllowed { .. } => Code::DismountNotAllowed,
            Self::NoHomeTerrains { .. } | Self::HomeTerrainUnknown { .. } => Code::HomeTerrainUnknown,
            Self::HomeTerrainUnset { .. } => Code::HomeTerrainUnset,
            Self::HomeTerrainNotInList { .. } => Code::HomeTerrainNotInList,
            Self::AggressionRange { .. } => Code::AggressionRange,
            Self::AggressionNotInList { .. } => Code::AggressionNotInList,
            Self::CampMissing => Code::CampMissing,
            Self::ListUnset => Code::ListUnset,
            Self::ListUnreadable { .. } => Code::ListUnreadable,
            Self::ListDoubtful { .. } => Code::ListDoubtful,
            Self::ListSize { .. } => Code::ListSize,
            Self::ListLeaderless => Code::ListLeaderless,
            Self::ListUnknown { .. } | Self::ListOfOtherRuleset { .. } => Code::ListUnknown,
            Self::TakenOtherwise { taken, listed, .. } if *listed == (TakenAs { fast: listed.fast, ..*taken }) => {
                Code::FastNotAllowed
            }
            Self::NotInList { .. } | Self::TakenOtherwise { .. } => Code::NotInList,
            Self::OnlyAsGeneral { .. } | Self::ListMaximum { .. } => Code::ListMaximum,
            Self::ListMinimum { .. } => Code::ListMinimum,
            Self::EitherOr { .. } | Self::OtherAlternative { .. } => Code::EitherOr,
            Self::Unread(_) | Self::MoreUnread { .. } => Code::LineUnread,
            Self::Differs(_) | Self::MoreDiffer { .. } => Code::PrintedTotalDiffers,
            Self::Unclear(_) => Code::NumberUnclear,
            Self::FiguresOrCounts { .. } | Self::NameOrElement { .. } => Code::LineDoubtful,
        }
    }

    fn severity(&self) -> Severity {
        self.code().severity()
    }
}
