//! Armies come into a battle with their commands.

use musterfield_army::Draft;
use musterfield_army::stakes::Stakes;

use super::{Command, Division, MOST_COMMANDS};
use crate::element::{Id, Members, Name, Player};
use crate::force::Profile;

/// The reason the commands of an army cannot be used in a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DivisionError {
    /// The army of this player is divided into commands and the other one is not.
    OneIsWhole(Player),
    /// The rules divide an army into more commands than a battle can hold, which is so many.
    TooMany(Player, u8),
    /// The element belongs to no command.
    NoCommand(Name),
    /// The element belongs to a command with this number, and the army has only so many.
    NoSuchCommand(Name, u8, u8),
    /// The command with this number has no elements.
    Empty(Player, u8),
    /// The command with this number has no general.
    NoGeneral(Player, u8),
    /// The two elements are both generals of the same command.
    TwoGenerals(Name, Name),
    /// The element and the command's general do not belong to the same contingent.
    Mixed(Name, Name),
    /// The commander-in-chief of this player would be an ally.
    AlliedCinc(Player),
}

impl DivisionError {
    /// The player whose army it is about.
    #[must_use]
    pub const fn player(&self) -> Player {
        match self {
            Self::OneIsWhole(player) | Self::TooMany(player, _) | Self::Empty(player, _) => *player,
            Self::NoGeneral(player, _) | Self::AlliedCinc(player) => *player,
            Self::NoCommand(name) | Self::NoSuchCommand(name, ..) => name.player,
            Self::TwoGenerals(name, _) | Self::Mixed(name, _) => name.player,
        }
    }
}

/// The commands of both armies; none if neither is divided. The elements of each army follow each other in the battle.
pub(crate) fn divisions(
    drafts: [&Draft; 2],
    profiles: &[Profile],
    armies: [Members; 2],
) -> Result<Option<Box<[Division; 2]>>, DivisionError> {
    let count = |draft: &Draft| draft.ruleset.commands(draft.points).map(|rules| rules.count);
    let [a, b] = drafts;
    match (count(a), count(b)) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(DivisionError::OneIsWhole(Player::A)),
        (None, Some(_)) => Err(DivisionError::OneIsWhole(Player::B)),
        (Some(of_a), Some(of_b)) => {
            let of = |player, draft, count| division(player, draft, count, profiles, *Player::of(player, &armies));
            Ok(Some(Box::new([of(Player::A, a, of_a)?, of(Player::B, b, of_b)?])))
        }
    }
}

fn division(
    player: Player,
    draft: &Draft,
    count: u8,
    profiles: &[Profile],
    army: Members,
) -> Result<Division, DivisionError> {
    if usize::from(count) > MOST_COMMANDS {
        return Err(DivisionError::TooMany(player, count));
    }
    let numbers = draft.lines.iter().flat_map(|line| {
        let elements = usize::try_from(line.elements()).unwrap_or(0);
        std::iter::repeat_n(line.command, elements)
    });
    let called = |id: Id| profiles.get(id.index());
    let mut each: Vec<(Id, u8, &Profile)> = Vec::new();
    for (id, number) in army.into_iter().zip(numbers) {
        let Some(profile) = called(id) else { continue };
        match number {
            0 => return Err(DivisionError::NoCommand(profile.name)),
            number if number > count => return Err(DivisionError::NoSuchCommand(profile.name, number, count)),
            number => each.push((id, number, profile)),
        }
    }
    // Civilians come after the elements of the army file. The die of an allied command pays for those of its camp, that of
    // the commander-in-chief for all others.
    let civilians_of = |number: u8| {
        let is_of = move |id: &Id| {
            let held = called(*id).and_then(|profile| profile.civilians);
            held.is_some_and(|held| held.command().unwrap_or(1) == number)
        };
        army.into_iter().filter(is_of)
    };
    let command = |number: u8| {
        let own = || each.iter().filter(move |(_, of, _)| *of == number);
        if own().next().is_none() {
            return Err(DivisionError::Empty(player, number));
        }
        let mut generals = own().filter(|(.., profile)| profile.general);
        let (general, _, leader) = generals.next().ok_or(DivisionError::NoGeneral(player, number))?;
        if let Some((.., other)) = generals.next() {
            return Err(DivisionError::TwoGenerals(leader.name, other.name));
        }
        if let Some((.., stranger)) = own().find(|(.., profile)| profile.ally != leader.ally) {
            return Err(DivisionError::Mixed(stranger.name, leader.name));
        }
        let members = own().map(|(id, ..)| *id).chain(civilians_of(number)).collect();
        Ok(Command { number, members, general: *general, is_allied: leader.ally })
    };
    let commands = (1..=count).map(command).collect::<Result<Vec<_>, _>>()?;
    if commands.first().is_some_and(|first| first.is_allied) {
        return Err(DivisionError::AlliedCinc(player));
    }
    Ok(Division { commands, stakes: Stakes::of(draft) })
}
