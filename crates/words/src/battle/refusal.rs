//! Refused orders.

use musterfield_battle::refusal::{Refusal, ZoneOf};
use musterfield_geometry::facing::rounded;
use musterfield_geometry::{BW, Edge};
use musterfield_rules::battle::BattleRules;
use musterfield_rules::combat::Held;

use crate::combat::with_field;
use crate::terrain::edges;

/// The reason an order was refused, with the id of the rule behind it.
#[must_use]
pub fn refusal(refusal: &Refusal, rules: &'static BattleRules) -> String {
    match refusal.rule(rules) {
        Some(rule) => format!("{} ({rule})", reason(refusal)),
        None => reason(refusal),
    }
}

/// The reason an order was refused: one sentence for a player.
#[must_use]
pub fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Over => "The battle is over.".to_owned(),
        Refusal::NotInThisGame(topic) => format!("These rules know nothing of {topic}."),
        Refusal::FarAway => "That is far off every table.".to_owned(),
        Refusal::NoMoreDice => "There are no more dice.".to_owned(),
        Refusal::NotOnADie(score) => format!("A die shows 1 to 6, not {score}."),
        Refusal::DiceOfTheSeed => "The dice of this battle follow from its seed.".to_owned(),
        Refusal::Unwritable(order) => format!("No record can hold the order “{order}”."),
        Refusal::NoCase(error) => with_field(error),
        Refusal::NoDefenders(held) => format!("An empty {held} does not fight under these rules."),
        Refusal::NotYours(who, _) => format!("{who} belongs to the other player."),
        Refusal::TooFewPips { price, left, .. } => {
            let (verb, left) = if *left == 1 { ("is", pips(1)) } else { ("are", pips(*left)) };
            format!("It costs {} and {left} {verb} left.", pips(*price))
        }
        Refusal::Twice(who) => format!("{who} is named twice."),
        Refusal::NoClearGround(who, _) => format!("There is no clear ground for {who} there."),
        Refusal::PlaceTaken(who) => format!("{who} would stand where somebody or something else is."),
        refusal => of_the_set_up(refusal)
            .or_else(|| of_a_move(refusal))
            .or_else(|| of_a_contact(refusal))
            .or_else(|| of_a_summons(refusal))
            .or_else(|| of_a_shot(refusal))
            .or_else(|| of_a_fight(refusal))
            .unwrap_or_default(),
    }
}

fn of_the_set_up(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::EdgesSettled => "The base edges are settled.".to_owned(),
        Refusal::EdgeIsOwed => "The invader has to take an edge.".to_owned(),
        Refusal::EdgeNotOpen(closed) => {
            let (because, all) = (edges::verdict(&closed.reason, false), edges::reason(&closed.reason));
            format!("The invader cannot take the {} edge: {because}. {all}", closed.edge)
        }
        Refusal::NotTimeForCamps => "Camps are placed after the edges and before the elements.".to_owned(),
        Refusal::NoCamps => "There are no camps under these rules.".to_owned(),
        Refusal::CampSize => "A camp is not of that size.".to_owned(),
        Refusal::CampOffItsSide => "A camp stands on the table, on its own side.".to_owned(),
        Refusal::CampOffItsEdge => "A camp touches its side’s rear edge, a waterway or a beach.".to_owned(),
        Refusal::CampNearTheSides => "A camp stands too near a side edge.".to_owned(),
        Refusal::CampGround => "A camp stands on good going other than plough.".to_owned(),
        Refusal::CampOnACamp => "The camp would stand on another one.".to_owned(),
        Refusal::WallsSize => "A Stronghold is not of that size.".to_owned(),
        Refusal::WallsOffTheirZone => "A Stronghold stands in its side’s zone, or touching it.".to_owned(),
        Refusal::WallsGround => "A Stronghold stands on good going other than plough.".to_owned(),
        Refusal::CampIsOwed => "The army brings a camp, which has to be placed now.".to_owned(),
        Refusal::StrongholdIsOwed => "The defender has to place a Stronghold.".to_owned(),
        Refusal::NoStronghold => "Only the defender places a Stronghold, and only one.".to_owned(),
        Refusal::NoStrongholdAsCamp => {
            "Only its own Stronghold can be a side’s camp, when camps are placed.".to_owned()
        }
        Refusal::CiviliansStay(who) => {
            format!("{who} are Civilians: they are set up in a camp or City alone, and never come back to a camp.")
        }
        Refusal::GarrisonIsOwed(held) => format!("The {held} has to be held."),
        Refusal::NoSetUp => "Deployment is over, or has not begun.".to_owned(),
        Refusal::NotItsSetUp => "The defender sets up first, then the invader.".to_owned(),
        Refusal::StillAside(who) | Refusal::NotSetUp(who) => format!("{who} is not set up."),
        Refusal::NotTimeToAllot => "Dice are allotted to commands once the base edges are chosen.".to_owned(),
        Refusal::AllotToEach => {
            "Each of the army’s own commands is named once, the one with the highest die first.".to_owned()
        }
        Refusal::AllotmentIsOwed => "The dice of the commands have to be allotted first.".to_owned(),
        Refusal::DeployedAlready(who) => format!("The command of {who} has been deployed."),
        Refusal::CommandWaits(who) => format!("{who} is still to be set up with its command."),
        Refusal::OneCommandOrAll => "One command is deployed at a time, or all that are left.".to_owned(),
        Refusal::FarFromItsGeneral(who, general) => {
            format!("{who} would stand too far from the general of its command, {general}.")
        }
        Refusal::HeldOff(who) => format!("{who} is held off the table until it is summoned."),
        Refusal::BeyondTheTable(who) => format!("{who} would stand beyond the table."),
        Refusal::NearTheCentre(who, least) => {
            format!("{who} is set up nearer to the centre than {}.", bw(*least))
        }
        Refusal::NearTheSides(who, least) => format!("{who} keeps {} BW from the side edges.", least / BW),
        Refusal::NearTheStronghold(who) => format!("{who} stands too near the enemy Stronghold."),
        Refusal::SetUpInARiver(who) => format!("{who} would be set up in a river."),
        Refusal::SetUpGround(who, _) => format!("{who} cannot stand in that going."),
        Refusal::NothingToHold(who) => format!("The side of {who} has no such feature to hold."),
        Refusal::NoGarrison(who, _) => format!("{who} cannot be a garrison there."),
        Refusal::HeldAlready(_) => "Another element holds it already.".to_owned(),
        Refusal::NoLandingsFor(player) => {
            format!("{player} cannot land: that was not agreed on, or its home terrain or the table has no sea.")
        }
        Refusal::LandingSize(least, most) => format!("{least} to {most} elements land together."),
        Refusal::NeverLands(who) => format!("{who} does not land, or is set up already."),
        Refusal::WholeCommandLands => "A whole command lands, before it is deployed, or nobody.".to_owned(),
        Refusal::NeverLandsInACommand(who) => {
            format!("{who} never lands, or is set up already, so its command does not land.")
        }
        Refusal::LandsFarFromTheWater(who) => format!("{who} would land too far from the water."),
        Refusal::WaitsToLand(who) => format!("{who} waits to land; take it back first."),
        Refusal::NotTimeToLand => "A landing is made when its side’s first bound begins.".to_owned(),
        Refusal::AllLand => "All who were reserved land, and nobody else.".to_owned(),
        Refusal::LandsApart => "Those who land form one group.".to_owned(),
        Refusal::LandsOffTheWater => "One of those who land touches the water.".to_owned(),
        Refusal::LandsInContact(who) => format!("{who} comes into contact only by a move."),
        Refusal::LandingIsOwed => "Those who wait have to land now.".to_owned(),
        _ => return None,
    })
}

fn of_a_move(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::EnoughAssaulters(most) => format!("No more than {most} elements assault at the same time."),
        Refusal::NoSally(who, _) => format!("{who} cannot sally now."),
        Refusal::FarFromTheCity(who) => format!("{who} would go too far from their City."),
        Refusal::StillSacking(who) => format!("{who} still sacks the City."),
        Refusal::NoPassageHere => {
            "Through a friendly City, one element or column passes in a bound, from before one gate to beyond another."
                .to_owned()
        }
        Refusal::NoRevolt => "There is no City in which Civilians could rise now.".to_owned(),
        Refusal::NotTimeToMove => "Moves are made before shooting and close combat.".to_owned(),
        Refusal::NobodyMoves => "The order names nobody who is to move.".to_owned(),
        Refusal::LegCount(most) => format!("A move has 1 to {most} legs."),
        Refusal::NoLeg => "A leg leads somewhere, and a wheel turns by at most 90°.".to_owned(),
        Refusal::NoRoadHere => "A road is followed from where it is known.".to_owned(),
        Refusal::OffTheTable(who) => format!("{who} is not on the table."),
        Refusal::LurkerWaits(who) => format!("{who} was summoned in this bound."),
        Refusal::HordeWaits(who) => format!("{who} was replaced in this bound."),
        Refusal::NotAsAGroup => "A group moves forward, wheels, or slides to line up.".to_owned(),
        Refusal::MixedWithAerials => "Aerials group only with Aerials.".to_owned(),
        Refusal::MixedWithAllies => "Allies group only with their own contingent.".to_owned(),
        Refusal::MixedCommands => "Elements of several commands do not form a group.".to_owned(),
        Refusal::Demoralised(who) => format!("The command of {who} is demoralised and makes no moves."),
        Refusal::NotTimeToHold => {
            "Elements are held in place when their side’s bound begins, if their command is demoralised.".to_owned()
        }
        Refusal::NobodyIsHeld => "The order holds nobody in place.".to_owned(),
        Refusal::NotToHold(who) => format!("{who} does not flee, or is held in place already."),
        Refusal::GroupTurns => "Only a single element turns before it is held in place.".to_owned(),
        Refusal::FightsInAGroup(who) => format!("{who} is in close combat and cannot move in a group."),
        Refusal::NotOneGroup(names) => {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not in edge and corner contact with the others of the group.", names.join(", "))
        }
        Refusal::GroupOnItself => "The group would stand on itself.".to_owned(),
        Refusal::LeavesTheTable(who) => format!("{who} would leave the table."),
        Refusal::NoRoom(who, other) => format!("{who} has no room: {other} stands there."),
        Refusal::NotStraightThrough(who, other) => {
            format!("{who} passes {other} only straight, to stand lined up beyond it.")
        }
        Refusal::NoPassage(who, other) => format!("{who} cannot pass through {other}."),
        Refusal::NoWheelThrough(who, other) => format!("{who} cannot wheel through {other}."),
        Refusal::ThroughAFeature(who, held) => format!("{who} cannot go through a {}.", feature(*held)),
        Refusal::LeavesItsLair(who, kind) => {
            let kind = kind.map_or_else(|| "feature".to_owned(), |kind| kind.to_string());
            format!("{who} does not leave the {kind} where it was summoned.")
        }
        Refusal::NoLanding(who) => format!("{who} cannot land there."),
        Refusal::IntoTheWater(who) => format!("{who} cannot go into the water."),
        Refusal::NoGoing(who, _) => format!("{who} cannot go there."),
        Refusal::NotInColumn => "Through rough or bad going and along a road a group goes in column.".to_owned(),
        Refusal::NotInColumnByRoad => "Along a road a group goes in column.".to_owned(),
        Refusal::TooFar { length, allowed } => {
            let (length, allowed) = (bw(*length), bw(*allowed));
            if length == allowed {
                format!("That is a little more than the {allowed} that are allowed.")
            } else {
                format!("That is {length}, and {allowed} are allowed.")
            }
        }
        Refusal::MovedBefore(who) => format!("{who} has moved in this bound."),
        Refusal::FurtherMoveNearEnemies => "A further move keeps farther from enemies than a base width.".to_owned(),
        Refusal::NotOnARoad => "It does not stand on a road.".to_owned(),
        Refusal::NotAllOnARoad => "Not all of them stand on a road.".to_owned(),
        Refusal::RoadEnds => "The road does not go so far.".to_owned(),
        Refusal::TurnsInARiver => {
            "In a river an element goes straight ahead or straight back, or conforms to an enemy.".to_owned()
        }
        Refusal::BoundByZones(zones) => {
            let names: Vec<String> = zones.iter().map(zone).collect();
            format!(
                "In the threat zone of {} it may only face that enemy, come nearer to it, or (if it moves alone) go \
                 straight back.",
                names.join(" and ")
            )
        }
        Refusal::SortieWhere(who) => format!("The order has to say where {who} comes out."),
        Refusal::NoWayOut(who) => format!("{who} has no way out."),
        Refusal::NoWayIn(who) => format!("{who} finds no way in."),
        Refusal::NoDismounting(who) => format!("No army list here lets {who} dismount."),
        Refusal::OnFootAlready(who) => format!("{who} is on foot already."),
        Refusal::DismountsInContact(who, Some(enemy)) => {
            format!("{who} does not dismount in contact with {enemy}.")
        }
        Refusal::DismountsInContact(who, None) => format!("{who} does not dismount in close combat."),
        Refusal::DismountsInAThreatZone(who) => format!("{who} does not dismount in a threat zone."),
        Refusal::NoRoomOnFoot(who) => format!("{who} has no room there on foot."),
        Refusal::NoGarrisonOnFoot(who, held, _) => format!("{who} is no garrison of the {held} on foot."),
        _ => return None,
    })
}

fn of_a_contact(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::LongSlide => {
            "A slide is shorter than a base width and ends lined up with an enemy before the front.".to_owned()
        }
        Refusal::SlideBeforeTheEnd => "A slide ends a move.".to_owned(),
        Refusal::NeverInContact(who) => format!("{who} never moves into contact with enemies."),
        Refusal::NotBeyond(who, enemy, Edge::Rear) => format!("{who} does not start wholly behind {enemy}."),
        Refusal::NotBeyond(who, enemy, _) => {
            format!("{who} does not start beyond the line of that flank of {enemy}.")
        }
        Refusal::NotLinedUp(who, enemy) => format!(
            "{who} would touch {enemy} without being lined up with it, on its front, a flank, its rear, or as an overlap."
        ),
        Refusal::NeverAssaults(who) => format!("{who} never assaults."),
        Refusal::GateOnly(who) => format!("{who} assaults the gate only."),
        Refusal::NotTimeToComeDown(who) => {
            format!("{who} comes down to fight in its own bound, before shooting.")
        }
        Refusal::NoAerialBefore(who) => format!("{who} is not an Aerial that began this bound before an enemy."),
        Refusal::NotBeforeAnEnemy(who) => format!("{who} is not lined up before an enemy."),
        _ => return None,
    })
}

fn of_a_summons(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::NotTimeToSummon => "Summoning, freeing and replacing come before the first move.".to_owned(),
        Refusal::NobodySummoned => "The order names nobody who is to be summoned.".to_owned(),
        Refusal::NeverSummoned(who) => format!("{who} is not summoned."),
        Refusal::NotSummonable(who, _) => format!("{who} cannot be summoned."),
        Refusal::ArrivesNearEnemies(who) => format!("{who} would arrive too near an enemy."),
        Refusal::ArrivesOffTheEdge(who, _) => format!("{who} arrives with its rear edge on its base edge."),
        Refusal::OneGod => "Each God is summoned for itself.".to_owned(),
        Refusal::GodOffItsHalf => "A God arrives on its player’s half of the table.".to_owned(),
        Refusal::DragonsApart => "Dragons of one contingent are summoned together.".to_owned(),
        Refusal::NoHorde => "Only Inexhaustible Hordes are replaced.".to_owned(),
        Refusal::HordeNotDestroyed(who) => format!("{who} was not destroyed."),
        Refusal::HordeApart(who) => format!("{who} must form a group with those replaced before it."),
        Refusal::OneLurker => "Lurkers are summoned one by one.".to_owned(),
        Refusal::LurkerNotHeldOff(who) => format!("{who} is not held off."),
        Refusal::LurkerSpent(who) => format!("{who} has been summoned as often as it can be."),
        Refusal::LurkerPlace(who, _) => format!("{who} is placed wholly inside a feature that suits it."),
        Refusal::NobodyToAnswer => {
            "No enemy that came into this feature since the last bound is before its front.".to_owned()
        }
        Refusal::AerialNotFighting => "An Aerial is answered only once it fights to its front.".to_owned(),
        Refusal::NotEnsorcelled(who) => format!("{who} is not ensorcelled, or not yours."),
        Refusal::MarkerOnly(who) => format!("{who} comes back where its marker lies."),
        Refusal::ReturnByTheMarker(who) => {
            format!("{who} comes back where it was ensorcelled, or at the nearest clear place.")
        }
        Refusal::MarkerCovered(who) => format!("An element stands on the marker of {who}."),
        Refusal::ReturnWhere(who) => format!("The order has to say where {who} comes back."),
        Refusal::ReturnAtTheStronghold(who) => {
            format!("{who} comes back with its front edge on the enemy Stronghold.")
        }
        Refusal::ReturnAtTheEdge(who) => {
            format!("{who} comes back with its rear edge on the enemy base edge, as near its middle as it can stand.")
        }
        Refusal::NobodyReturns => "Nobody comes back now.".to_owned(),
        _ => return None,
    })
}

fn of_a_shot(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::NotTimeToBespell => "Mages bespell after the moves, while others shoot.".to_owned(),
        Refusal::NoMage(who) => format!("{who} does not bespell."),
        Refusal::SpellAids(most) => format!("One Mage bespells, and others aid it, up to {most}."),
        Refusal::NotBespelled(who) => format!("{who} cannot be bespelled."),
        Refusal::SpellSpent(who) => format!("{who} cannot bespell any more in this bound."),
        Refusal::MageInContact(who) => format!("{who} is in contact with an enemy."),
        Refusal::MageHasMoved(who) => format!("{who} has moved in this bound."),
        Refusal::OutOfSpellRange(target, mage) => format!("{target} is too far from {mage}."),
        Refusal::SameSide(target, who) => format!("{target} is on the side of {who}."),
        Refusal::NoTarget(who, target) => format!("{who} cannot shoot at {target} now."),
        Refusal::ShotAids(most) => format!("One element shoots, and others aid it, up to {most}."),
        Refusal::NoAnswer(who) => format!("Only a shot at {who} can answer its shot now."),
        Refusal::ShotIsOwed(who) => format!("{who} must shoot before."),
        _ => return None,
    })
}

fn of_a_fight(refusal: &Refusal) -> Option<String> {
    Some(match refusal {
        Refusal::NotTimeToFight => "Close combat comes after shooting.".to_owned(),
        Refusal::NoSuchFight(who) => format!("{who} has no such fight now."),
        Refusal::FightIsOwed(who) => format!("{who} must fight before."),
        Refusal::NotTimeToAdd => "No commander-in-chief can add to a score now.".to_owned(),
        Refusal::NobodyConforms => "No enemy has come into contact with an element that may conform to it.".to_owned(),
        Refusal::NobodyRecoils => "Nobody recoils now.".to_owned(),
        Refusal::RecoilIsOwed => "The order has to say how far it recoils.".to_owned(),
        Refusal::RecoilPassesNobody(name) => {
            format!("{name} passes through nobody as it recoils, so it cannot push them instead.")
        }
        Refusal::RecoilDistance => "It recoils a base width, or its own depth if that is less.".to_owned(),
        _ => return None,
    })
}

fn zone(of: &ZoneOf) -> String {
    match of {
        ZoneOf::Element(name) => name.to_string(),
        ZoneOf::Feature(held) => format!("the {}", feature(*held)),
    }
}

const fn feature(held: Held) -> &'static str {
    match held {
        held if held.is_camp() => "camp",
        _ => "Stronghold",
    }
}

fn pips(pips: u8) -> String {
    if pips == 1 { "1 PIP".to_owned() } else { format!("{pips} PIPs") }
}

/// A length in thousandths of a BW, to two decimals.
fn bw(length: i64) -> String {
    let hundredths = rounded(length, 10);
    format!("{}.{:02} BW", hundredths / 100, hundredths % 100)
}

#[cfg(test)]
mod tests {
    /// The sentences are told in several matches, so the compiler does not miss one that is forgotten.
    #[test]
    fn every_refusal_has_a_sentence() {
        let source = include_str!("../../../battle/src/refusal.rs");
        let (_, variants) = source.split_once("pub enum Refusal {").unwrap();
        let (variants, _) = variants.split_once("\n}").unwrap();
        let (sentences, _) = include_str!("refusal.rs").split_once("mod tests").unwrap();
        let names = variants.lines().filter_map(|line| {
            let name = line.strip_prefix("    ")?.split(|c: char| !c.is_alphanumeric()).next()?;
            name.starts_with(char::is_uppercase).then_some(name)
        });
        let is_told = |name: &str| {
            let mut places = sentences.split("Refusal::").skip(1);
            places.any(|place| place.split(|c: char| !c.is_alphanumeric()).next() == Some(name))
        };
        let (told, untold): (Vec<&str>, Vec<&str>) = names.partition(|name| is_told(name));
        assert!(told.len() > 100, "only {told:?} were found");
        assert!(untold.is_empty(), "{untold:?}");
    }
}
