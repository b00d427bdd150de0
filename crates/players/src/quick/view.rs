//! The table as the quick player sees it before it moves: who is where, and what each place is worth.

use musterfield_battle::side_frame::SideFrame;
use musterfield_battle::{Battle, Id, Members, Player, TOUCH};
use musterfield_combat::Mode;
use musterfield_geometry::base::whole_root;
use musterfield_geometry::{BW, Base, Facing, Point};
use musterfield_rules::battle::List;
use musterfield_rules::battle::policy::{RecoilMeeting, SpellAfterMove};

use super::attacks::{Attack, Attacks};
use super::raid::Raid;
use crate::lore::Lore;
use crate::weights::Weights;

/// An enemy on the table.
#[derive(Clone, Copy, Debug)]
struct Enemy {
    id: Id,
    middle: Point,
    facing: Facing,
    /// The square of the distance at which it may attack next; 0 if it is in combat.
    attacks_within: i64,
    /// The square of the distance at which it may shoot.
    shoots_within: i64,
    /// The square of the distance at which it may bespell next; 0 if it cannot.
    bespells_within: i64,
}

/// The goal that elements come nearer to with every step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The nearest enemy.
    #[default]
    Nearest,
    /// The enemy general.
    General,
    /// The enemy camp or Stronghold.
    Camp,
    /// A place far from all enemies.
    Away,
    /// The left corner of the own base edge.
    Corner,
}

/// The consequences of a meeting that a quick player sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// The case as it will stand on the table.
    #[default]
    Exact,
    /// Only the types that meet, as though nobody were near. No PIPs are kept for spells.
    Types,
    /// Nothing: one enemy is as good as another, one element moves in each bound, nobody helps to shoot, nobody is summoned,
    /// and no spell is cast.
    Nothing,
}

/// The table before a move of one side.
#[derive(Debug)]
pub(super) struct View<'b> {
    pub(super) battle: &'b Battle,
    pub(super) lore: &'b Lore,
    pub(super) weights: &'b Weights,
    pub(super) player: Player,
    pub(super) enemies: Vec<Id>,
    seen: Vec<Enemy>,
    /// The middles of the own elements on the table.
    friends: Vec<(Id, Point)>,
    /// The direction to the enemy's base edge.
    ahead: Facing,
    /// The average distance ahead of the player's own elements, in thousandths of a BW.
    line: i64,
    /// The worth of a step of one BW.
    step: i32,
    aim: Aim,
    sight: Sight,
    /// The place that is aimed at, if it does not depend on the element.
    goal: Option<Point>,
    /// The raids on camps and walls that the enemy could make next.
    pub(super) raids: Vec<Raid>,
    /// The attacks that the player could make next from where its elements stand.
    chances: Attacks,
    /// The attacks that the enemy could make next on elements where they stand.
    threats: Attacks,
    /// The balance of these attacks.
    balance: i32,
    /// The own elements that would die in a recoil because of others behind them.
    shut_in: Members,
    /// The own elements in combat that would die in a recoil, whatever the cause, with the worth of room to recoil.
    pub(super) trapped: Vec<(Id, i32)>,
    /// Whether attacks and advances that promise nothing are considered too.
    pub(super) is_open: bool,
}

/// A Mage casts a spell in each bound in which its target stays in range; this many bounds count.
const SPELLS_TO_COME: i32 = 3;

/// Elements this far apart, in thousandths of a BW, can help or hinder each other in the next bound.
const CLOSE: i64 = 3500;
/// Nobody whose middle is farther away, in thousandths of a BW, stands in the way of a recoil.
pub(super) const FAR_BEHIND: i64 = 2 * BW;
/// Bases whose middles are this far apart, in thousandths of a BW, stand side by side or a little farther.
const NEAR: i64 = 1600;

impl<'b> View<'b> {
    pub(super) fn new(battle: &'b Battle, lore: &'b Lore, weights: &'b Weights, (aim, sight): (Aim, Sight)) -> Self {
        let player = battle.player();
        let enemies: Vec<Id> = battle.on_table(player.other()).collect();
        let square = |distance: i64| distance * distance;
        let seen = enemies.iter().map(|id| {
            let (base, profile) = (battle.base(*id), battle.profile(*id));
            let reach = battle.reach(Members::one(*id), false).unwrap_or(0);
            let is_free = battle.before(*id).is_none();
            Enemy {
                id: *id,
                middle: base.middle(),
                facing: base.facing(),
                attacks_within: if is_free && reach > 0 { square(reach + BW) } else { 0 },
                shoots_within: profile.range.map_or(0, |range| square(range + BW / 2)),
                bespells_within: if sight == Sight::Exact && is_free { bespells_within(battle, *id) } else { 0 },
            }
        });
        let friends: Vec<(Id, Point)> = battle.on_table(player).map(|id| (id, battle.base(id).middle())).collect();
        let ahead = battle.side(player).edge.map_or(Facing::NORTH, Battle::inward);
        let count = i64::try_from(friends.len()).unwrap_or(1).max(1);
        let line = friends.iter().map(|(_, at)| along(ahead, *at)).sum::<i64>() / count;
        let lead = {
            let lost = |side: Player| {
                let most = side.of(&battle.setting().breaks_at).thousandths().max(1);
                i32::try_from(battle.lost(side).thousandths() * 10 / most).unwrap_or(0)
            };
            (lost(player.other()) - lost(player)).max(0)
        };
        let step = weights.step + weights.hunt * lead / 10;
        let seen = seen.collect();
        let goal = goal(battle, player, aim);
        let raids = if sight == Sight::Exact { Raid::all(battle, lore, &enemies) } else { Vec::new() };
        let mut view = Self {
            battle,
            lore,
            weights,
            player,
            seen,
            enemies,
            friends,
            ahead,
            line,
            step,
            aim,
            sight,
            goal,
            raids,
            chances: Attacks::default(),
            threats: Attacks::default(),
            balance: 0,
            shut_in: Members::NONE,
            trapped: Vec::new(),
            is_open: false,
        };
        if sight == Sight::Exact {
            let trapped =
                view.friends.iter().filter(|(id, _)| battle.before(*id).is_some() && battle.dies_in_recoil(*id));
            view.trapped = trapped.map(|(id, _)| (*id, view.worth_of_room(*id))).collect();
        }
        view.shut_in = view.friends.iter().map(|(id, _)| *id).filter(|id| view.is_shut_in(*id, &[])).collect();
        let stands = || view.friends.iter().map(|(id, middle)| (*id, *middle));
        (view.chances, view.threats) = (view.attacks_from(stands()), view.attacks_on(stands(), view.shut_in));
        view.balance = view.balance_of((&view.chances, Members::NONE), (&view.threats, Members::NONE));
        view
    }

    /// The attacks that own elements with their middles at these places could make next.
    fn attacks_from(&self, places: impl Iterator<Item = (Id, Point)>) -> Attacks {
        let of = |(id, middle): (Id, Point)| {
            let reach = self.battle.profile(id).reach.good.unwrap_or(0) + BW;
            let casts = if self.sight == Sight::Exact { bespells_within(self.battle, id) } else { 0 };
            self.seen.iter().filter_map(move |enemy| {
                let square = (enemy.middle - middle).square();
                let attack = (square <= reach * reach).then(|| self.gain(Mode::Close, id, enemy.id));
                let spell = (square <= casts).then(|| self.gain(Mode::Bespelling, id, enemy.id) * SPELLS_TO_COME);
                Some(Attack { gain: attack.max(spell)?, by: id, on: enemy.id, leaves_room: false })
            })
        };
        places.flat_map(of).collect()
    }

    /// The attacks that enemies could make next on own elements with their middles at these places. Those shut in would die
    /// in a recoil.
    fn attacks_on(&self, places: impl Iterator<Item = (Id, Point)>, shut_in: Members) -> Attacks {
        let of = |(id, middle): (Id, Point)| {
            self.seen.iter().filter_map(move |enemy| {
                let square = (enemy.middle - middle).square();
                // Enemies may well give an element for a general, and gather about him.
                let leads = self.sight == Sight::Exact && self.battle.profile(id).general;
                let attack = (square <= enemy.attacks_within).then(|| match (leads, shut_in.has(id)) {
                    (true, false) => self.lore.harm(self.battle, enemy.id, id),
                    (true, true) => self.lore.harm_shut_in(self.battle, enemy.id, id),
                    (false, false) => self.gain(Mode::Close, enemy.id, id),
                    (false, true) => self.lore.meeting_shut_in(self.battle, enemy.id, id),
                });
                let spell = (square <= enemy.bespells_within)
                    .then(|| self.gain(Mode::Bespelling, enemy.id, id) * SPELLS_TO_COME);
                Some(Attack { gain: attack.max(spell)?, by: enemy.id, on: id, leaves_room: leads })
            })
        };
        places.flat_map(of).collect()
    }

    /// What the next attacks of both sides promise to the player, if these are made and those in which none of the elements
    /// beside them takes part.
    fn balance_of(&self, (chances, moved): (&Attacks, Members), (threats, concerned): (&Attacks, Members)) -> i32 {
        let weights = self.weights;
        let chance = chances.with(&self.chances, moved) * weights.chance;
        (chance - threats.with(&self.threats, concerned) * weights.threat) / 100
    }

    /// How much better the next attacks of both sides are for the player once these elements stand on these bases.
    pub(super) fn prospects(&self, ends: &[(Id, Base)]) -> i32 {
        let places = || ends.iter().map(|(id, base)| (*id, base.middle()));
        let moved: Members = ends.iter().map(|(id, _)| *id).collect();
        let is_close = |at: Point| {
            let is_close = |other: Point| (at - other).square() <= NEAR * NEAR;
            ends.iter().any(|(id, base)| is_close(base.middle()) || is_close(self.battle.base(*id).middle()))
        };
        // Others too are shut in by whoever comes to stand behind them, or get room by whoever leaves.
        let changes = |(id, at): &&(Id, Point)| {
            !moved.has(*id) && is_close(*at) && self.is_shut_in(*id, ends) != self.shut_in.has(*id)
        };
        let others: Vec<(Id, Point)> = self.friends.iter().filter(changes).copied().collect();
        let stands = || places().chain(others.iter().copied());
        let concerned: Members = stands().map(|(id, _)| id).collect();
        let shut_in: Members = concerned.into_iter().filter(|id| self.is_shut_in(*id, ends)).collect();
        let threats = self.attacks_on(stands(), shut_in);
        let room = |id: Id| if shut_in.has(id) { -self.worth_of_room(id) } else { self.worth_of_room(id) };
        let room: i32 = others.iter().map(|(id, _)| room(*id)).sum();
        room + self.balance_of((&self.attacks_from(places()), moved), (&threats, concerned)) - self.balance
    }

    /// The worth of room to recoil to an element that fights.
    fn worth_of_room(&self, id: Id) -> i32 {
        let Some((enemy, _)) = self.battle.before(id) else { return 0 };
        let worth = self.lore.harm_shut_in(self.battle, enemy, id) - self.lore.harm(self.battle, enemy, id);
        worth * self.weights.fight / 100
    }

    /// Whether an own element would die in a recoil once these elements stand on these bases, because somebody who faces
    /// another way stands behind it, or an enemy where the rules say so (HOTT25-RECOIL-03, HOTT25-RECOIL-05). Friends whom
    /// it could pass count too.
    fn is_shut_in(&self, id: Id, ends: &[(Id, Base)]) -> bool {
        if self.sight != Sight::Exact {
            return false;
        }
        let base_of =
            |id: Id| ends.iter().find(|(moved, _)| *moved == id).map_or(self.battle.base(id), |(_, base)| base);
        let base = base_of(id);
        let (way, foes): (i64, &[Enemy]) = match self.battle.rules().policies.recoil_meeting {
            RecoilMeeting::Destroys => (self.battle.recoil_of(id), &self.seen),
            RecoilMeeting::Ends => (3 * TOUCH, &[]),
        };
        let step = base.facing().step(-way);
        let meets = |other: &Base| {
            (other.middle() - base.middle()).square() <= FAR_BEHIND * FAR_BEHIND
                && base.meets_on_way(step, other, TOUCH)
        };
        let is_in_the_way = |(other, _): &(Id, Point)| {
            let stands = base_of(*other);
            *other != id && stands.facing() != base.facing() && meets(stands)
        };
        self.friends.iter().any(is_in_the_way) || foes.iter().any(|enemy| meets(self.battle.base(enemy.id)))
    }

    /// The enemies that could bespell an element at a place next.
    pub(super) fn casters_at(&self, middle: Point) -> impl Iterator<Item = Id> {
        let casts = move |enemy: &&Enemy| (enemy.middle - middle).square() <= enemy.bespells_within;
        self.seen.iter().filter(casts).map(|enemy| enemy.id)
    }

    /// The worth of the shots that elements give up when they move, because they do not shoot after a move.
    pub(super) fn shots_of(&self, who: Members) -> i32 {
        let battle = self.battle;
        let gives_up = |id: &Id| battle.profile(*id).range.is_some() && !battle.is(*id, List::SteadyShooters);
        let best = |id: Id| {
            let (base, range) = (battle.base(id), battle.profile(id).range.unwrap_or(0));
            let is_aimed_at = |enemy: &&Enemy| {
                base.facing().along(enemy.middle - base.middle()) > 0 && base.within(battle.base(enemy.id), range)
            };
            self.seen.iter().filter(is_aimed_at).map(|enemy| self.gain(Mode::Shooting, id, enemy.id)).max()
        };
        let sum: i32 = who.into_iter().filter(gives_up).filter_map(best).map(|gain| gain.max(0)).sum();
        sum * self.weights.shoot / 100
    }

    /// Whether the player sees cases as they will stand on the table.
    pub(super) fn sees_exactly(&self) -> bool {
        self.sight == Sight::Exact
    }

    /// Whether the player sees more than where the enemies are: that its elements stand in line and can move together, and
    /// which contacts are good.
    pub(super) fn sees_something(&self) -> bool {
        self.sight != Sight::Nothing
    }

    /// The gain of an element from another, as far as the player sees it.
    pub(super) fn gain(&self, mode: Mode, one: Id, other: Id) -> i32 {
        match self.sight {
            Sight::Exact | Sight::Types => self.lore.meeting(self.battle, mode, one, other),
            Sight::Nothing => 0,
        }
    }

    /// The worth of a base to the element that would stand on it, apart from the attacks that come next.
    pub(super) fn place(&self, id: Id, base: &Base) -> i32 {
        let profile = self.battle.profile(id);
        let middle = base.middle();
        let range = profile.range.map_or(0, |range| (range + BW / 2) * (range + BW / 2));
        let (mut shot, mut shot_at) = (0, 0);
        let mut crowd = 0;
        let mut nearest = i64::MAX;
        for enemy in &self.seen {
            let step = enemy.middle - middle;
            let square = step.square();
            nearest = nearest.min(square);
            if square <= CLOSE * CLOSE {
                crowd -= 1;
            }
            if square <= range && base.facing().along(step) > 0 {
                shot = shot.max(self.gain(Mode::Shooting, id, enemy.id));
            }
            if square <= enemy.shoots_within && enemy.facing.along(step) < 0 {
                shot_at = shot_at.max(self.gain(Mode::Shooting, enemy.id, id));
            }
        }
        if crowd < 0 {
            let is_near = |(other, at): &&(Id, Point)| *other != id && (*at - middle).square() <= CLOSE * CLOSE;
            crowd += i32::try_from(self.friends.iter().filter(is_near).count()).unwrap_or(0);
        }
        let weights = self.weights;
        let is_hindered =
            weights.rough > 0 && profile.is_ground() && !self.battle.is_good_on_way(base, Point::default());
        let rough = if is_hindered { weights.rough } else { 0 };
        let nearest = if nearest == i64::MAX { 0 } else { whole_root(nearest) };
        let far = match (self.aim, self.goal) {
            (Aim::Away, _) => -nearest,
            (_, Some(goal)) => whole_root((goal - middle).square()),
            (_, None) => nearest,
        };
        let sum = shot * weights.shoot - shot_at * weights.shot_at;
        let way = i64::from(self.step) * far / BW;
        let stopped = self.raids.iter().filter(|raid| raid.is_stopped_by(id, base));
        let guard = stopped.map(|raid| raid.worth).max().unwrap_or(0) * weights.guard / 100;
        sum / 100 + crowd * weights.crowd + guard - rough - i32::try_from(way).unwrap_or(0)
    }

    /// The cost to elements that end on these bases of being alone, or ahead of their line.
    pub(super) fn straggling(&self, ends: &[(Id, Base)]) -> i32 {
        let is_moving = |id: Id| ends.iter().any(|(other, _)| *other == id);
        let mut sum = 0;
        for (id, base) in ends {
            let middle = base.middle();
            let is_near = |at: Point| (at - middle).square() <= NEAR * NEAR;
            let has_friend = ends.iter().any(|(other, base)| other != id && is_near(base.middle()))
                || self.friends.iter().any(|(other, at)| !is_moving(*other) && is_near(*at));
            if !has_friend {
                sum += self.weights.alone;
            }
            let ahead = (along(self.ahead, middle) - self.line - 2 * BW).max(0) / BW;
            sum += self.weights.apart * i32::try_from(ahead).unwrap_or(0);
        }
        sum
    }
}

/// The square of the distance between middles at which an element may bespell in its next bound; 0 if it bespells nobody.
fn bespells_within(battle: &Battle, id: Id) -> i64 {
    let profile = battle.profile(id);
    let Some(range) = profile.spell else { return 0 };
    let way = match battle.rules().policies.spell_after_move {
        SpellAfterMove::Allowed => profile.reach.good.unwrap_or(0),
        SpellAfterMove::Barred => 0,
    };
    (range + way + BW) * (range + way + BW)
}

/// The number of flanks of an element that stand open to an enemy that is free to attack them.
pub(super) fn open_flanks(battle: &Battle, id: Id, base: &Base) -> i32 {
    /// No enemy comes from farther away in one bound, in thousandths of a BW.
    const FAR: i64 = 4 * BW;
    let middle = base.middle();
    let right = base.facing().right();
    let near: Members = battle.enemies_around(id, base.bounds().grown(FAR)).collect();
    if near.is_empty() {
        return 0;
    }
    let mut open = 0;
    for side in [1, -1] {
        let beyond = middle + right.step(side * BW);
        let attacks = |enemy: Id| {
            let step = battle.base(enemy).middle() - middle;
            let reach = battle.profile(enemy).reach.good.unwrap_or(0) + BW;
            along(right, step) * side > BW / 2 && step.square() <= reach * reach && battle.before(enemy).is_none()
        };
        let covers = |other: Id| other != id && (battle.base(other).middle() - beyond).square() <= BW * BW / 4;
        if near.into_iter().any(attacks) && !battle.on_table(battle.owner(id)).any(covers) {
            open += 1;
        }
    }
    open
}

/// The place that a side aims at, where that is one place.
fn goal(battle: &Battle, player: Player, aim: Aim) -> Option<Point> {
    let enemy = player.other();
    match aim {
        Aim::Nearest | Aim::Away => None,
        Aim::General => {
            battle.general(enemy).filter(|general| battle.is_on_table(*general)).map(|id| battle.base(id).middle())
        }
        Aim::Camp => {
            let bounds = battle.features_of(enemy).find_map(|held| battle.box_of(enemy, held))?;
            Some(bounds.least.halfway(bounds.most))
        }
        Aim::Corner => SideFrame::of_side(battle, player).map(|frame| frame.at(BW, BW)),
    }
}

/// The length of a step in a direction, in thousandths of a BW.
pub(super) fn along(facing: Facing, step: Point) -> i64 {
    facing.along(step) / musterfield_geometry::facing::UNIT
}

#[cfg(test)]
mod tests {
    use musterfield_battle::player::Captain;

    use super::*;
    use musterfield_fixtures::layouts::Table;

    use crate::fixture::{plain, recorder, recorder_of};
    use crate::quick::Quick;
    use crate::weights::policies;

    #[test]
    fn a_mage_threatens_whoever_comes_into_its_range() {
        let mut recorder = recorder(["Hr general; 5 Sp", "Bd general; Mg; 4 Sp"], plain(), 1);
        let lore = Lore::new(recorder.battle());
        let weights = policies().unwrap().quick.weights;
        let mut captain = Quick::new(&lore, weights, 1, 1);
        while recorder.battle().bound() == 0 || recorder.battle().player() == Player::B {
            let legal = captain.decide(recorder.battle()).unwrap();
            recorder.play(legal.order()).unwrap();
        }
        let battle = recorder.battle();
        let mage = battle.on_table(Player::B).find(|id| battle.profile(*id).spell.is_some()).unwrap();
        let general = battle.general(Player::A).unwrap();
        let [exact, types] =
            [Sight::Exact, Sight::Types].map(|sight| View::new(battle, &lore, &weights, (Aim::Nearest, sight)));
        // Two middles are about 1 BW farther apart than the edges of their bases.
        let range = battle.profile(mage).spell.unwrap() + battle.profile(mage).reach.good.unwrap() + BW;
        let from_mage = |away: i64| {
            battle.base(general).moved(
                battle.base(mage).middle() + battle.base(mage).facing().step(away) - battle.base(general).middle(),
            )
        };
        let (inside, outside) = (from_mage(range - 10), from_mage(range + 10));
        assert_eq!(exact.casters_at(inside.middle()).collect::<Vec<_>>(), [mage]);
        assert_eq!(exact.casters_at(outside.middle()).count(), 0);
        assert_eq!(types.casters_at(inside.middle()).count(), 0, "who sees types alone sees no spells to come");
        let [inside, outside] = [inside, outside].map(|base| exact.prospects(&[(general, base)]));
        let harm = SPELLS_TO_COME * lore.meeting(battle, Mode::Bespelling, mage, general) * weights.threat / 100;
        // A Mage that does not bespell the general may bespell somebody else.
        assert!(inside < outside && outside - inside <= harm + 1, "{outside} {inside} {harm}");
    }

    #[test]
    fn a_friend_behind_who_faces_another_way_bars_the_way_back() {
        for (ruleset, bars_from_afar) in [("hott25", true), ("d3h2", false)] {
            let table = Table::of(ruleset, "forest", 15, 15);
            let mut recorder = recorder_of(ruleset, ["Bd general; 5 Sp", "Kn general; 5 Bd"], table, 1);
            let lore = Lore::new(recorder.battle());
            let weights = policies().unwrap().quick.weights;
            let mut captain = Quick::new(&lore, weights, 1, 1);
            while recorder.battle().bound() == 0 {
                let legal = captain.decide(recorder.battle()).unwrap();
                recorder.play(legal.order()).unwrap();
            }
            let battle = recorder.battle();
            let view = View::new(battle, &lore, &weights, (Aim::Nearest, Sight::Exact));
            let enemy = battle.general(view.player.other()).unwrap();
            let (general, friend) = {
                let general = battle.general(view.player).unwrap();
                (general, battle.on_table(view.player).find(|id| *id != general).unwrap())
            };
            // The general faces the enemy general from two BW away. A friend stands behind him, with this gap between them.
            let before = battle.base(enemy).ahead(2 * BW).about();
            let with = |gap: i64, turn: fn(&Base) -> Base| {
                vec![(general, before), (friend, turn(&before.ahead(-before.depth() - gap)))]
            };
            let alike = with(100, |base| *base);
            assert!(!view.is_shut_in(general, &alike), "{ruleset}: one who faces alike is pushed back");
            let otherwise = with(100, Base::about);
            assert_eq!(view.is_shut_in(general, &otherwise), bars_from_afar, "{ruleset}");
            if bars_from_afar {
                assert!(view.prospects(&otherwise) < view.prospects(&alike), "he is in more danger there");
            }
            assert!(view.is_shut_in(general, &with(0, Base::about)), "{ruleset}: there is no room from the start");
            assert!(!view.is_shut_in(general, &with(BW, Base::about)), "{ruleset}: that is far enough");
            let blind = View::new(battle, &lore, &weights, (Aim::Nearest, Sight::Types));
            assert!(!blind.is_shut_in(general, &otherwise), "{ruleset}: who sees types alone does not see it");
        }
    }
}
