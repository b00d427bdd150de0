//! The set-up: the camp in the middle of the base edge, a line before it, and fast troops on the wings.

use musterfield_geometry::{BW, Base};
use musterfield_rules::Points;
use musterfield_rules::battle::List;
use musterfield_rules::combat::Held;
use musterfield_rules::troop::Summoned;

use crate::element::{Id, Members, Player};
use crate::force::Class;
use crate::legal::Offer;
use crate::order::{Order, Pose};
use crate::side_frame::SideFrame;
use crate::state::{Battle, Whereabouts};

/// Places the camp as near to the middle of the base edge as it may stand, or uses the Stronghold; otherwise there is
/// no camp.
pub(super) fn camp(battle: &Battle) -> Order {
    let in_walls = Offer::Only(Order::CampInStronghold);
    let mut orders = battle.legal(&in_walls).chain(battle.legal(&Offer::Camp));
    orders.next().unwrap_or(Order::End)
}

/// Gives the highest die to the command with most elements, and so on.
pub(super) fn allotment(battle: &Battle) -> Order {
    let own = battle.commands(battle.player()).filter(|(command, _)| !command.is_allied);
    let mut numbers: Vec<(u32, u8)> = own.map(|(command, _)| (command.members.count(), command.number)).collect();
    numbers.sort_by_key(|(count, number)| (std::cmp::Reverse(*count), *number));
    Order::Allot(numbers.into_iter().map(|(_, number)| number).collect())
}

/// The elements that are set up next, and the middle of their line: all of an army, or those of the first command that is
/// still to be deployed. The commander-in-chief's command stands in the middle, the others beside it.
fn next_to_deploy(battle: &Battle, player: Player, frame: &SideFrame) -> (Members, i64) {
    let middle = (frame.width() - BW) / 2;
    let Some(command) = battle.to_deploy(player).next() else { return (battle.army(player).collect(), middle) };
    let mut commands = battle.commands(player).map(|(command, _)| command.number);
    let place = commands.position(|number| number == command.number).and_then(|at| i64::try_from(at).ok());
    let count = i64::try_from(battle.commands(player).count()).unwrap_or(1).max(1);
    // 0, 1, -1, 2 …: to the right and to the left in turn.
    let aside = place.map_or(0, |at| if at % 2 == 1 { (at + 1) / 2 } else { -at / 2 });
    (command.members, middle + aside * (frame.width() / count))
}

/// Orders that set up every element that is not held off the table; of a divided army, those of the next command.
#[must_use]
pub fn line(battle: &Battle) -> Vec<Order> {
    line_about(battle, 0)
}

/// The same, with the middle of the line moved to the right by so many thousandths of a BW.
#[must_use]
pub fn line_about(battle: &Battle, aside: i64) -> Vec<Order> {
    let player = battle.player();
    let Some(frame) = SideFrame::of_side(battle, player) else { return Vec::new() };
    let front = battle.setting().terrain.deployment.deep(frame.depth());
    let mut next = battle.clone();
    let mut orders = Vec::new();
    let (members, middle) = next_to_deploy(battle, player, &frame);
    let mut waits: Vec<Id> = members
        .into_iter()
        .filter(|id| battle.element(*id).place == Whereabouts::Aside)
        .filter(|id| battle.profile(*id).summoned != Some(Summoned::Always) && !battle.is(*id, List::Lurkers))
        .filter(|id| battle.profile(*id).civilians.is_none())
        .collect();
    for order in garrisons(battle, members) {
        if let Order::Garrison(id, _) = order
            && next.play(&order, &mut musterfield_dice::RolledDice::default()).is_ok()
        {
            waits.retain(|other| *other != id);
            orders.push(order);
        }
    }
    let is_divided = battle.division(player).is_some();
    // The others of a command stand near its general.
    waits.sort_by_key(|id| (!(is_divided && battle.profile(*id).general), place_in_line(battle, *id), *id));
    // Places go from the middle outward, alternately right and left.
    for ahead in [front, front - 2 * BW, front - 4 * BW, BW + BW / 2] {
        let mut slots: Vec<i64> = frame.places_from_the_middle().collect();
        slots.sort_by_key(|right| (right - middle - aside).abs());
        let mut left: Vec<Id> = Vec::new();
        for id in waits {
            let depth = battle.profile(id).depth;
            let found = slots.iter().position(|right| {
                let base = Base::new(frame.at(*right, ahead), frame.facing(), BW, depth);
                next.check_deployment(id, &base).is_ok()
            });
            match found {
                Some(at) => {
                    let right = slots.remove(at);
                    let order = Order::Place(id, Pose { at: frame.at(right, ahead), facing: frame.facing() });
                    if next.play(&order, &mut musterfield_dice::RolledDice::default()).is_ok() {
                        orders.push(order);
                    }
                }
                None => left.push(id),
            }
        }
        waits = left;
        if waits.is_empty() {
            break;
        }
    }
    // An element that found no place in the lines takes any free place.
    for id in waits {
        let Some(base) = next.free_place(id) else { continue };
        let order = Order::Place(id, Pose::of(&base));
        if next.play(&order, &mut musterfield_dice::RolledDice::default()).is_ok() {
            orders.push(order);
        }
    }
    orders
}

/// Orders that put Civilians into the camps, into a Fort the last of those who are set up now that may hold it and is no
/// general, or the general where there is nobody else, and into a City one that shoots from its walls or whose loss counts
/// nothing. Civilians defend it otherwise.
fn garrisons(battle: &Battle, members: Members) -> Vec<Order> {
    let player = battle.player();
    let is_aside = |id: &Id| battle.element(*id).place == Whereabouts::Aside;
    let camp_of = |id: Id| battle.profile(id).civilians.filter(|held| held.is_camp());
    let camps = battle.army(player).filter(is_aside).filter_map(|id| Some(Order::Garrison(id, camp_of(id)?)));
    let may = |id: &Id| battle.allows(&Order::Garrison(*id, Held::Fort));
    let holder = battle
        .owed_garrison()
        .and_then(|_| members.into_iter().filter(may).max_by_key(|id| (!battle.profile(*id).general, *id)));
    let serves = |id: &Id| {
        let profile = battle.profile(*id);
        let is_spare = profile.range.is_some() || battle.loss_of(*id) == Points::ZERO;
        is_spare && !profile.general && battle.allows(&Order::Garrison(*id, Held::City))
    };
    let is_open = battle.walled() == Some(Held::City) && battle.holder(player, Held::City).is_none();
    let of_city = members.into_iter().filter(|id| is_open && serves(id)).max();
    camps
        .chain(holder.map(|id| Order::Garrison(id, Held::Fort)))
        .chain(of_city.map(|id| Order::Garrison(id, Held::City)))
        .collect()
}

/// The place of an element in the line: steady troops in the middle, fast ones on the wings.
fn place_in_line(battle: &Battle, id: Id) -> u8 {
    let profile = battle.profile(id);
    match profile.class {
        Class::Foot if profile.general => 0,
        Class::Foot if battle.is(id, List::Slow) => 2,
        Class::Foot if battle.is(id, List::Loose) => 4,
        Class::Foot => 1,
        Class::Mounted => 3,
        Class::Aerial => 5,
    }
}
