//! The effects of fixes.

use musterfield_rules::{Points, TroopId};

use super::draft::ElementName;
use super::mark::Mark;

/// The effect of a fix, from which the label of its button is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Agrees on this many AP, or on an army of this many elements.
    Play(Points),
    /// Takes the whole army this many times, once for each command.
    TakeTimes(i64),
    /// Adds elements.
    Add {
        /// The number of elements.
        count: i64,
        /// The elements.
        name: ElementName,
        /// Whether they lead.
        general: bool,
    },
    /// Removes elements of a line.
    Remove {
        /// The number of elements.
        count: i64,
        /// The elements.
        name: ElementName,
        /// Their total cost, where that matters.
        worth: Option<Points>,
    },
    /// Removes elements of several lines.
    RemoveElements {
        /// The number of elements.
        count: i64,
        /// Their total cost, where that matters.
        worth: Option<Points>,
    },
    /// Removes all elements of a line.
    RemoveAll {
        /// The number of elements.
        count: i64,
        /// The elements.
        name: ElementName,
    },
    /// Removes a line.
    RemoveLine,
    /// Makes a line one element.
    OneElement,

    /// Makes an element the general.
    MakeGeneral {
        /// The element.
        name: ElementName,
        /// The command that it leads; none for the army.
        command: Option<u8>,
    },
    /// Makes one element of a line the general.
    MakeOneGeneral,
    /// Keeps one general; the others become ordinary elements.
    KeepGeneral(ElementName),
    /// Makes a general an ordinary element.
    MakeOrdinary(ElementName),

    /// Puts elements into a command.
    JoinCommand(u8),
    /// Takes elements out of their command.
    LeaveCommand,

    /// Gives elements a mark, or takes it from them.
    Mark(Mark, bool),
    /// Sells elements as regular or irregular, of the same type or in another grade.
    Regrade {
        /// The type in the other grade, if it changes.
        troop: Option<TroopId>,
        /// Regular or irregular, if that changes.
        regular: Option<bool>,
        /// The price of one.
        price: Points,
    },
    /// Reads an unknown word as a type.
    ReadAs(TroopId),
    /// Makes elements another type.
    Retype(TroopId),
    /// Takes elements as the list has them.
    AsListed,
    /// Uses the printed price.
    PrintedPrice,
    /// Removes the other costs.
    NoOtherCosts,

    /// Makes the allied elements the army's own.
    OwnAllies,
    /// Removes all allied elements.
    RemoveAllies,
    /// Leaves the allies unnamed.
    UnnamedAllies,
    /// Names the list from which the allies come.
    NameAlly(String),
    /// Takes allies from a list.
    AlliesFrom(String),
    /// Makes elements allies from a list.
    AsAlliesFrom(String),
    /// Picks the army from a list.
    PickFrom(String),
    /// Plays without a list.
    NoList,

    /// Chooses a home terrain, by its name.
    HomeTerrain(String),
    /// Has no home terrain.
    NoHomeTerrain,
    /// Sets the aggression factor.
    Aggression(i64),
    /// Brings a camp.
    Camp,
}
