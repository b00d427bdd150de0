//! Faults of an army: a variant for each, with the values that a sentence about it needs.

use musterfield_rules::{Points, TroopId};

use super::draft::ElementName;
use super::list::{OptionName, ShorthandError, TakenAs};
use super::mark::Mark;
use super::text::finding::{Difference, Unclear, UnreadText};

/// The purpose for which a list is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListUse {
    /// The army is picked from it.
    Army,
    /// It lends the allies.
    Allies,
    /// It lends the contingent of a command.
    Contingent,
}

/// A fault of an army. Lists are given by their names unless an id is mentioned.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The army is of a size that its rules do not have (DBA3-LIST-01).
    SizeNotPrinted {
        /// Its size in elements.
        size: Points,
    },
    /// It has more elements than an army of its size.
    ElementsOver {
        /// The number it has.
        elements: i64,
        /// The number an army has.
        size: i64,
    },
    /// It has fewer elements than an army of its size.
    ElementsMissing {
        /// The number it has.
        elements: i64,
        /// The number an army has.
        size: i64,
    },
    /// It has more elements than the program stores.
    TooManyElements {
        /// The number it has.
        elements: i64,
    },

    /// The agreed AP are not a multiple of the step of all costs (D3H2-COST-12).
    BudgetStep {
        /// The agreed AP.
        points: Points,
    },
    /// The agreed AP are beyond the limits of the program.
    BudgetRange {
        /// The agreed AP.
        points: Points,
    },
    /// More AP are spent than agreed (D3H2-LIST-03).
    OverBudget {
        /// AP spent.
        spent: Points,
        /// AP agreed.
        budget: Points,
    },
    /// Too many AP are spent on costly elements (D3H2-LIST-04).
    HighCostCap {
        /// AP spent on them.
        costly: Points,
        /// AP that may be.
        cap: Points,
        /// AP agreed.
        budget: Points,
    },
    /// AP are left that would buy something.
    Unspent {
        /// The AP.
        left: Points,
    },

    /// The army has no general (D3H2-LIST-07).
    NoGeneral,
    /// Several elements lead it.
    SeveralGenerals {
        /// The number of elements.
        elements: i64,
    },
    /// A command has no general (DBA3-BB-02).
    NoCommandGeneral {
        /// The command.
        command: u8,
    },
    /// Several elements lead a command.
    SeveralCommandGenerals {
        /// The command.
        command: u8,
        /// The number of generals.
        generals: usize,
    },
    /// An allied element leads (D3H2-LIST-09).
    AlliedGeneral,
    /// The type never leads (D3H2-LIST-08).
    NeverLeads {
        /// The type.
        troop: TroopId,
    },
    /// The type rarely leads (D3H2-LIST-10).
    RarelyLeads {
        /// The type.
        troop: TroopId,
    },
    /// In the army list the general is another type.
    GeneralNotInList {
        /// The list.
        list: String,
        /// The type.
        troop: TroopId,
    },
    /// In the army list the commander-in-chief is another type (DBA3-BB-03).
    CommanderNotInList {
        /// The list.
        list: String,
        /// The type.
        troop: TroopId,
    },
    /// The type leads only as commander-in-chief (DBA3-BB-05).
    LeadsOnlyInChief {
        /// The type.
        troop: TroopId,
    },
    /// The type leads a command only where the commander-in-chief could be one (DBA3-BB-04).
    LeadsLikeCommander {
        /// The type.
        troop: TroopId,
    },
    /// A command element without the commander (D3H2-LIST-13).
    CommandPostWithoutGeneral {
        /// The type.
        troop: TroopId,
    },

    /// Elements of a command in an army that has none.
    NotDivided,
    /// Elements of no command in an army that has several.
    CommandUnset {
        /// The elements.
        name: ElementName,
        /// Their number.
        count: i64,
    },
    /// A command that the army does not have.
    CommandUnknown {
        /// The command.
        command: u8,
        /// The number of its commands.
        commands: u8,
    },
    /// Too few elements in a command (DBA3-BB-02).
    CommandTooSmall {
        /// The command.
        command: u8,
        /// The number of its elements.
        elements: i64,
        /// The least number.
        least: i64,
    },
    /// Own and allied elements in one command (DBA3-BB-06).
    CommandMixed {
        /// The command.
        command: u8,
    },
    /// The command of the commander-in-chief is allied.
    CommanderAllied {
        /// Its number.
        command: u8,
    },
    /// An allied contingent of another size than contingents have (DBA3-BB-07).
    ContingentSize {
        /// The command.
        command: u8,
        /// The number of its elements.
        elements: i64,
        /// The number that a contingent has.
        size: i64,
    },
    /// Too many allied commands.
    TooManyContingents {
        /// The number of allied elements.
        allied: usize,
        /// The most.
        most: i64,
    },
    /// An allied command of no named army.
    ContingentUnnamed {
        /// The command.
        command: u8,
    },
    /// A contingent that lacks elements its own list demands.
    ContingentIncomplete {
        /// The ally's list.
        list: String,
        /// The number of missing elements.
        missing: i64,
    },

    /// Fewer allied elements than an ally lends (DBA3-LIST-05).
    AlliesMissing {
        /// The elements or AP of allies.
        allies: Points,
        /// The number that an ally lends.
        most: Points,
    },
    /// Too many AP, or elements, of allies (D3H2-LIST-14).
    AlliesOver {
        /// The elements or AP of allies.
        allies: Points,
        /// The number that may be.
        cap: Points,
    },
    /// Allies of no named army.
    AlliesUnnamed,
    /// The list names another army as its ally.
    AllyNotOffered {
        /// The army's list.
        list: String,
        /// The ally.
        ally: String,
    },
    /// The list names no allies at all.
    NoAlliesOffered {
        /// The army's list.
        list: String,
    },
    /// No ally of the list has all these elements.
    AlliesOfNobody {
        /// The army's list.
        list: String,
        /// The allies that it names.
        allies: Vec<String>,
    },
    /// The ally has fewer of these elements.
    LentFewer {
        /// The ally's list.
        list: String,
        /// The number of elements that it lends.
        lent: i64,
        /// The number of elements beyond the limit.
        over: i64,
        /// The elements.
        name: ElementName,
    },
    /// The ally has none of these elements.
    NotLent {
        /// The ally's list.
        list: String,
        /// The elements.
        name: ElementName,
    },
    /// The contingent's list has no room for these elements.
    ContingentFull {
        /// The ally's list.
        list: String,
        /// The number of elements beyond the limit.
        over: i64,
        /// The elements.
        name: ElementName,
    },

    /// A troop type that the ruleset leaves out.
    TypeLeftOut {
        /// The word.
        word: String,
    },
    /// The word is not a troop type.
    UnknownType {
        /// The word.
        word: String,
    },
    /// A type that defends features, and is never part of an army.
    NeverInArmies {
        /// The type.
        troop: TroopId,
    },
    /// A type without a price.
    NoPrice {
        /// The type.
        troop: TroopId,
    },
    /// A line of a general with several elements.
    GeneralCount {
        /// The number.
        count: i64,
    },
    /// A number of elements that no line has.
    BadCount {
        /// The number.
        count: i64,
    },

    /// A price is printed, and the player gives another.
    PriceNotUsed {
        /// The type.
        troop: TroopId,
        /// Whether the elements are regular.
        regular: bool,
        /// The printed price.
        printed: Points,
        /// The player's.
        given: Points,
    },
    /// No price is printed, and the player gives one.
    PriceGiven {
        /// The type.
        troop: TroopId,
        /// Whether the elements are regular.
        regular: bool,
        /// The player's price.
        given: Points,
    },
    /// The player's price is negative, or not a multiple of the step.
    BadPrice {
        /// The player's price.
        given: Points,
    },
    /// No price is printed for a type in this grade.
    Unpriced {
        /// The type.
        troop: TroopId,
        /// Whether the elements are regular.
        regular: bool,
    },
    /// The type does not exist in this grade.
    GradeNotAvailable {
        /// The type.
        troop: TroopId,
    },
    /// The type has a price in this grade, but no entry.
    GradeUndescribed {
        /// The type.
        troop: TroopId,
    },
    /// Advice of the rules about an element: the text is in the data of the ruleset.
    Remark {
        /// The text.
        text: String,
    },
    /// The ruleset has no regular elements.
    NoRegulars,
    /// The ruleset has no air-mobile elements.
    NoAirMobile,
    /// The type flies by itself, so it is not air-mobile.
    FliesByItself {
        /// The type.
        troop: TroopId,
    },
    /// Air-mobile elements that no list allows.
    AirMobileUnlisted {
        /// The type.
        troop: TroopId,
    },
    /// The ruleset has no other costs.
    NoOtherCosts,
    /// Other costs that are negative, or not a multiple of the step.
    BadOtherCosts {
        /// The AP.
        costs: Points,
    },
    /// Magicians and Clerics in one army (DBMF-LIST-01).
    MagiciansAndClerics,
    /// Several Magicians in one command (DBMF-LIST-02).
    TwoMagicians {
        /// The command; 0 for an army of one.
        command: u8,
    },
    /// Mindless troops in a command without a caster (DBMF-LIST-10).
    MindlessWithoutCaster {
        /// The command; 0 for an army of one.
        command: u8,
    },

    /// A type that is never Fast (D3H2-FAST-03).
    NeverFast {
        /// The type.
        troop: TroopId,
    },
    /// A type that cannot carry a mark: for the water (D3H2-TYPE-09), or a siege tower (D3H2-MOVE-18).
    MarkNotAllowed {
        /// The mark.
        mark: Mark,
        /// The type.
        troop: TroopId,
        /// The type that can carry it, if any can.
        able: Option<TroopId>,
    },
    /// The ruleset has no mounted infantry.
    NoMountedInfantry,
    /// A type that cannot ride as mounted infantry (D3H2-TYPE-15).
    CannotRide {
        /// The type.
        troop: TroopId,
    },
    /// Mounted infantry that no list allows.
    RidingUnlisted {
        /// The type.
        troop: TroopId,
    },
    /// Elements that do not dismount (DBA3-LIST-08).
    DismountNotAllowed {
        /// The type.
        troop: TroopId,
        /// The list, if there is one.
        list: Option<String>,
    },

    /// A home terrain under a ruleset that has none.
    NoHomeTerrains {
        /// The word.
        word: String,
    },
    /// The word is not a home terrain of the ruleset.
    HomeTerrainUnknown {
        /// The word.
        word: String,
        /// The names of those that can be chosen.
        offered: Vec<String>,
    },
    /// No home terrain is chosen.
    HomeTerrainUnset {
        /// The names of those that can be chosen.
        offered: Vec<String>,
    },
    /// A home terrain that the army list does not have.
    HomeTerrainNotInList {
        /// The name of the home terrain.
        terrain: String,
        /// The list.
        list: String,
    },
    /// An aggression factor that does not exist (D3H2-LIST-25).
    AggressionRange {
        /// The factor.
        factor: i64,
    },
    /// Another aggression factor than the list's.
    AggressionNotInList {
        /// The list.
        list: String,
        /// The list's factor.
        listed: i64,
        /// The army's.
        own: i64,
    },
    /// No camp where one is needed (D3H2-LIST-23).
    CampMissing,

    /// No list under rules by which every army is picked from one (DBA3-LIST-03).
    ListUnset,
    /// The player's own list cannot be read.
    ListUnreadable {
        /// The reason.
        error: ShorthandError,
    },
    /// An entry of the player's own list is probably not what was meant.
    ListDoubtful {
        /// The word and the reason.
        error: ShorthandError,
    },
    /// The entries of the player's own list cannot make an army of the usual size.
    ListSize {
        /// The smallest number of elements that they make.
        least: i64,
        /// The largest.
        most: i64,
        /// The size of an army.
        size: i64,
    },
    /// No entry of the player's own list can be the general.
    ListLeaderless,
    /// No known list has this id.
    ListUnknown {
        /// The id.
        id: String,
        /// The purpose for which it is named.
        what_for: ListUse,
    },
    /// The list belongs to another ruleset.
    ListOfOtherRuleset {
        /// The list.
        list: String,
        /// The name of its ruleset.
        ruleset: String,
        /// The purpose for which it is named.
        what_for: ListUse,
    },
    /// The list does not have the type.
    NotInList {
        /// The list.
        list: String,
        /// The type.
        troop: TroopId,
    },
    /// The list has the elements only as the general.
    OnlyAsGeneral {
        /// The list.
        list: String,
        /// The elements.
        name: ElementName,
    },
    /// The list has the type, but taken in another way.
    TakenOtherwise {
        /// The list.
        list: String,
        /// The type.
        troop: TroopId,
        /// The way the army takes it.
        taken: TakenAs,
        /// The way the list has it.
        listed: TakenAs,
    },
    /// More elements than the list allows.
    ListMaximum {
        /// The list.
        list: String,
        /// The number that its full options allow together.
        most: i64,
        /// The options.
        options: Vec<OptionName>,
        /// The number of elements beyond the limit.
        over: i64,
    },
    /// Fewer elements than the list requires.
    ListMinimum {
        /// The list.
        list: String,
        /// The option.
        option: OptionName,
        /// The number that it requires.
        least: i64,
        /// The number that the army has.
        elements: i64,
    },
    /// Several types where the list requires a single one.
    EitherOr {
        /// The list.
        list: String,
        /// The options.
        options: Vec<OptionName>,
    },

    /// Elements of an alternative, together with those of another.
    OtherAlternative {
        /// The list.
        list: String,
        /// The type.
        troop: TroopId,
    },

    /// A piece of pasted text that could not be read.
    Unread(UnreadText),
    /// Further pieces of text that could not be read.
    MoreUnread {
        /// The number of further ones.
        more: usize,
        /// The line of the first of them, from 1.
        line: usize,
    },
    /// A printed number of AP that differs from the rules.
    Differs(Difference),
    /// Further printed numbers of AP that differ.
    MoreDiffer {
        /// The number of further ones.
        more: usize,
        /// The line of the first of them, from 1.
        line: usize,
    },
    /// A number that may be an amount or AP.
    Unclear(Unclear),
    /// Digits before codes that may be figures on bases or numbers of elements.
    FiguresOrCounts {
        /// The first line, from 1.
        line: usize,
        /// The elements as they are written.
        text: String,
        /// Whether they were taken for numbers of elements.
        counted: bool,
    },
    /// A first line that was taken for the name of the army, but is also that of a type.
    NameOrElement {
        /// The line, from 1.
        line: usize,
        /// The line as it is written.
        text: String,
    },
}
