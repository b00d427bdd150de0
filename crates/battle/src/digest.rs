//! The state of a battle as one number, so that two machines can compare whole states by a few letters.
//!
//! A hash in the manner of FNV-1a, over whole numbers rather than bytes, of every field that changes. It is written out
//! by hand so that it depends on no memory layout and no library. Every struct is destructured by field name, so that a
//! new field cannot be forgotten. It is computed after every order of a record, so small values are packed into one
//! number.

use musterfield_army::stakes::CommandState;
use musterfield_geometry::{Base, Edge};
use musterfield_rules::combat::{Held, PursuitDistance};

use super::aftermath::{Aftermath, Beaten, Declared, Shot, Touched};
use super::commands::{CommandStates, CommandStatus, Rolled, Waiting};
use super::element::{Id, Members, Player};
use super::order::Foe;
use super::state::{Battle, Camp, ElementState, Phase, River, Sack, SideState, State, Stronghold, Town, Whereabouts};

struct Hash(u64);

impl Hash {
    const START: Self = Self(0xcbf2_9ce4_8422_2325);

    fn bytes(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.number(*byte));
    }

    fn number(&mut self, number: impl Into<i64>) {
        // Rotate, so that high bits also affect the low ones.
        self.0 = (self.0 ^ number.into().cast_unsigned()).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    }

    /// Adds several small numbers at once; the first must be below 65,536, and none of the others exceeds 255.
    fn small<const MANY: usize>(&mut self, first: u16, others: [u8; MANY]) {
        self.number(others.iter().fold(i64::from(first), |all, one| all << 8 | i64::from(*one)));
    }

    /// Adds a list preceded by its length, so that whatever follows cannot be mistaken for part of it.
    fn each<T>(&mut self, list: &[T], add: impl Fn(&mut Self, &T)) {
        self.number(u32::try_from(list.len()).unwrap_or(u32::MAX));
        list.iter().for_each(|entry| add(self, entry));
    }

    fn perhaps<T>(&mut self, value: Option<T>, add: impl FnOnce(&mut Self, T)) {
        self.number(value.is_some());
        if let Some(value) = value {
            add(self, value);
        }
    }

    fn id(&mut self, id: Id) {
        self.number(u32::try_from(id.index()).unwrap_or(u32::MAX));
    }

    fn members(&mut self, members: Members) {
        self.number(members.count());
        members.into_iter().for_each(|id| self.id(id));
    }

    fn player(&mut self, player: Player) {
        self.number(u32::from(player.letter()));
    }

    fn held(&mut self, held: Held) {
        self.bytes(held.as_str().as_bytes());
        self.number(0);
    }

    fn base(&mut self, base: &Base) {
        let corner = base.front_left();
        self.number(corner.x << 32 ^ corner.y);
        self.number(i64::from(base.facing().tenths()) << 40 ^ base.width() << 20 ^ base.depth());
    }

    fn place(&mut self, place: Whereabouts) {
        match place {
            Whereabouts::Aside => self.number(0),
            Whereabouts::Table => self.number(1),
            Whereabouts::Holds(held) => {
                self.number(2);
                self.held(held);
            }
            Whereabouts::Ensorcelled(by) => {
                self.number(3);
                self.perhaps(by, Self::id);
            }
            Whereabouts::Destroyed => self.number(4),
            Whereabouts::Fled => self.number(5),
        }
    }

    fn element(&mut self, stand: &ElementState) {
        let ElementState {
            place,
            base,
            moves,
            longest,
            by_road,
            arrived,
            lair,
            summons,
            backfires,
            shot,
            fought,
            down,
            dismounted,
            askew,
            attacker,
        } = stand;
        self.place(*place);
        self.base(base);
        self.number(*longest);
        let flags = [attacker.is_some(), askew.is_some(), *dismounted, *by_road, *shot, *fought, *down];
        let flags = flags.into_iter().fold(0, |all, flag| all << 1 | u8::from(flag));
        let lair = lair.map_or(0, |lair| lair.saturating_add(1));
        self.small(*arrived, [*moves, lair, *summons, *backfires, flags]);
        if let Some((enemy, edge)) = askew {
            self.id(*enemy);
            self.edge(*edge);
        }
        if let Some(attacker) = attacker {
            self.id(*attacker);
        }
    }

    fn edge(&mut self, edge: Edge) {
        self.number(match edge {
            Edge::Front => 0,
            Edge::Right => 1,
            Edge::Rear => 2,
            Edge::Left => 3,
        });
    }

    fn camp(&mut self, camp: Option<Camp>) {
        self.perhaps(camp, |hash, Camp { base, sacked }| {
            hash.base(&base);
            hash.number(sacked);
        });
    }

    fn side(&mut self, side: &SideState) {
        let SideState { edge, camp, camp_in_stronghold, bounds, intruders, reserved } = side;
        self.perhaps(*edge, |hash, edge| hash.bytes(edge.as_str().as_bytes()));
        self.camp(*camp);
        self.number(*camp_in_stronghold);
        self.number(*bounds);
        self.members(*intruders);
        // Nobody is reserved in battles without landings.
        if !reserved.is_empty() {
            self.members(*reserved);
        }
    }

    /// Adds what has happened to a City; nothing where nothing has, as in battles without Cities.
    fn town(&mut self, town: Town) {
        let Town { sack, surrendered, passed } = town;
        if town != Town::default() {
            let sack = match sack {
                Sack::None => 0,
                Sack::Busy => 1,
                Sack::Done => 2,
            };
            self.small(sack, [u8::from(surrendered), u8::from(passed)]);
        }
    }

    fn river(&mut self, river: River) {
        self.number(match river {
            River::Unknown => 0,
            River::Paltry => 1,
            River::Shallow => 2,
            River::Deep => 3,
        });
    }

    fn phase(&mut self, phase: Phase) {
        match phase {
            Phase::Edges => self.number(0),
            Phase::Camp => self.number(1),
            Phase::Deployment => self.number(2),
            Phase::Summoning => self.number(3),
            Phase::Moving => self.number(4),
            Phase::Shooting => self.number(5),
            Phase::Fighting => self.number(6),
            Phase::Recoiling(id) => {
                self.number(7);
                self.id(id);
            }
            Phase::Returning(id) => {
                self.number(8);
                self.id(id);
            }
            Phase::Landing => self.number(10),
            Phase::Over(player) => {
                self.number(9);
                self.player(player);
            }
            Phase::Answering(id) => {
                self.number(10);
                self.id(id);
            }
            Phase::Conforming(id) => {
                self.number(24);
                self.id(id);
            }
            Phase::Allotting => self.number(20),
            Phase::Holding => self.number(21),
            Phase::Adding(id) => {
                self.number(22);
                self.id(id);
            }
            Phase::Bespelling => self.number(11),
            Phase::ShootingBack => self.number(12),
        }
    }

    fn pursuit(&mut self, distance: PursuitDistance) {
        self.number(match distance {
            PursuitDistance::Halves(halves) => halves,
            PursuitDistance::OwnDepth => u8::MAX,
        });
    }

    fn aftermath(&mut self, aftermath: &Aftermath) {
        let Aftermath { recoils, pursuits, storms, freed, declared, touched } = aftermath;
        self.each(recoils, |hash, Beaten { id, turns }| {
            hash.id(*id);
            hash.number(*turns);
        });
        self.each(pursuits, |hash, (id, distance)| {
            hash.id(*id);
            hash.pursuit(*distance);
        });
        self.perhaps(*storms, |hash, (id, held, distance)| {
            hash.id(id);
            hash.held(held);
            hash.pursuit(distance);
        });
        self.each(freed, |hash, id| hash.id(*id));
        // Nothing is added without a declared shot, so that states have the digests they had before there were any.
        if let Some(Declared { shot, die }) = declared {
            self.shot(*shot);
            self.perhaps(*die, Self::number);
        }
        // The same holds for a contact in which nobody may choose.
        if let Some(Touched { by, conforms, askew }) = touched.as_deref() {
            self.members(*by);
            self.each(conforms, |hash, (id, base)| {
                hash.id(*id);
                hash.base(base);
            });
            self.each(askew, |hash, (id, enemy, edge)| {
                hash.id(*id);
                hash.id(*enemy);
                hash.edge(*edge);
            });
        }
    }

    fn shot(&mut self, Shot { shooter, aids, target }: Shot) {
        self.id(shooter);
        self.members(aids);
        self.id(target);
    }

    /// Adds the commands of both sides. The dice that a player has allotted in secret are not added before they are
    /// disclosed, because a digest would tell them: there are only a few ways to allot them (DBA3-BB-28).
    fn commands(&mut self, states: &CommandStates, disclosed: [bool; 2]) {
        let CommandStates { sides, has_added, held, waiting } = states;
        let each =
            sides.iter().zip(disclosed).flat_map(|(side, disclosed)| side.iter().map(move |one| (one, disclosed)));
        for (status, disclosed) in each {
            let CommandStatus { pips, state, rank, is_deployed, camp, has_settled_camp } = status;
            let rank = if disclosed { rank } else { &0 };
            let state = match state {
                CommandState::Fights => 0,
                CommandState::Demoralised => 1,
                CommandState::Routed => 2,
            };
            self.small(0, [*pips, state, *rank, u8::from(*is_deployed), u8::from(*has_settled_camp)]);
            self.camp(*camp);
        }
        has_added.iter().for_each(|has_added| self.number(*has_added));
        self.members(*held);
        self.perhaps(*waiting, |hash, Waiting { what, scores: [a, b], adds, asked }| {
            match what {
                Rolled::Fight(id, Foe::Element(other)) => {
                    hash.id(id);
                    hash.id(other);
                }
                Rolled::Fight(id, Foe::Feature(held)) => {
                    hash.id(id);
                    hash.held(held);
                }
                Rolled::Shot(shot, back) => {
                    hash.shot(shot);
                    hash.number(back);
                }
            }
            let [a_adds, b_adds] = adds.map(u8::from);
            let [a_asked, b_asked] = asked.map(u8::from);
            hash.small(0, [a, b, a_adds, b_adds, a_asked, b_asked]);
        });
    }
}

impl Battle {
    /// The whole state as one number. Equal states have equal digests on every machine; different states almost never
    /// do. The terms agreed beforehand (armies, layout, options) are not included.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let State {
            elements,
            sides,
            stronghold,
            rivers,
            rough_plough,
            bound,
            player,
            pips,
            phase,
            after,
            aftermath,
            cornered,
            commands,
        } = &self.state;
        let mut hash = Hash::START;
        hash.each(elements.each(), Hash::element);
        sides.iter().for_each(|side| hash.side(side));
        hash.perhaps(*stronghold, |hash, Stronghold { owner, holder, town }| {
            hash.player(owner);
            hash.player(holder);
            hash.town(town);
        });
        rivers.iter().for_each(|river| hash.river(*river));
        hash.number(*rough_plough);
        hash.number(*bound);
        hash.player(*player);
        hash.number(*pips);
        hash.phase(*phase);
        hash.perhaps(*after, Hash::phase);
        hash.aftermath(aftermath);
        if !cornered.is_empty() {
            hash.members(*cornered);
        }
        if let Some(commands) = commands {
            hash.commands(commands, Player::ALL.map(|player| self.has_disclosed(player)));
        }
        hash.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_same_for_ever() {
        let of = |numbers: &[i64]| {
            let mut hash = Hash::START;
            numbers.iter().for_each(|number| hash.number(*number));
            hash.0
        };
        assert_eq!(of(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(of(&[0]), 0x90c0_36fb_f5ec_77a9);
        assert_eq!(of(&[1, 2, -3]), 0xec8f_e703_d92d_b7a0);
        // Every bit of a number affects the digest.
        let all: std::collections::BTreeSet<u64> = (0..64).map(|place| of(&[1 << place, 7])).collect();
        assert_eq!(all.len(), 64);
        let mut packed = [Hash::START, Hash::START, Hash::START];
        packed[0].small(1, [2, 0]);
        packed[1].small(1, [0, 2]);
        packed[2].small(2, [1, 0]);
        assert!(packed[0].0 != packed[1].0 && packed[0].0 != packed[2].0);
    }
}
