//! Carrying out orders, which is the only way a battle changes, and the sequence of a bound (D3H2-SEQ-01 to 08).

use musterfield_combat::{Case, Verdict, resolve};
use musterfield_dice::Roller;
use musterfield_geometry::Edge;
use musterfield_rules::battle::{Clause, Count, List, Score};
use musterfield_rules::combat::{Held, Outcome};
use musterfield_rules::terrain::Kind;

use super::aftermath::{Aftermath, Shot};
use super::element::{Id, Members, Player};
use super::moving::Plan;
use super::order::{Foe, Move, Order};
use super::refusal::Refusal;
use super::report::{Die, Event, Report};
use super::state::{Battle, Phase, River, Whereabouts};

impl Battle {
    /// Carries out an order, or refuses it and changes nothing. [`Battle::to_decide`] says which player gives the
    /// order.
    ///
    /// # Errors
    /// The rule and the reason for the refusal; also when there are no more dice.
    pub fn play(&mut self, order: &Order, dice: &mut dyn Roller) -> Result<Report, Refusal> {
        let (next, report) = self.after(order, dice)?;
        *self = next;
        Ok(report)
    }

    /// The battle after an order.
    ///
    /// # Errors
    /// As [`Battle::play`].
    pub fn after(&self, order: &Order, dice: &mut dyn Roller) -> Result<(Self, Report), Refusal> {
        let mut next = self.clone();
        next.stands.forget_changes();
        let mut report = Report::default();
        next.carry_out(order, dice, &mut report)?;
        Ok((next, report))
    }

    fn carry_out(&mut self, order: &Order, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        if let Phase::Over(_) = self.phase {
            return Err(Refusal::Over);
        }
        if !order.is_on_earth() {
            return Err(Refusal::FarAway);
        }
        match order {
            Order::Edge(edge) => self.take_edge(*edge, dice, report),
            Order::Camp(pose, length, width) => self.place_camp(*pose, *length, *width),
            Order::CampInStronghold => self.camp_in_stronghold(),
            Order::Place(id, pose) => self.place(*id, *pose, report),
            Order::Garrison(id, held) => self.garrison(*id, *held),
            Order::TakeBack(id) => self.take_back(*id),
            Order::Reserve(who) => self.reserve(*who),
            Order::Land(who) => self.land(who, dice, report),
            Order::Summon(who) => self.summon(who, report),
            Order::Free(id, pose) => self.free(*id, *pose, report),
            Order::Move(mv) => {
                let plan = self.plan(mv)?;
                let plan = self.try_river(mv, plan, dice, report)?;
                for clause in &plan.cost.clauses {
                    report.used(*clause);
                }
                let before = self.intruders(self.player);
                self.make(&plan);
                for (id, base) in plan.ends.iter().chain(&plan.conforms) {
                    report.push(Event::Moved(*id, *base));
                }
                if !plan.conforms.is_empty() {
                    report.used(Clause::Conforming);
                }
                self.note_intruders(self.player, before);
                Ok(())
            }
            Order::Dismount(id) => self.dismount(*id, report),
            Order::Engage(id) => self.engage(*id, report),
            Order::Bespell { mage, aids, target } => self.bespell(*mage, *aids, *target, dice, report),
            Order::Shoot { shooter, aids, target } => {
                self.shoot(Shot { shooter: *shooter, aids: *aids, target: *target }, dice, report)
            }
            Order::Fight(id, foe) => self.fight(*id, *foe, dice, report),
            Order::Recoil(distance) => match self.phase {
                Phase::Recoiling(_) => {
                    self.choose_recoil(*distance, report)?;
                    self.finish_shot(dice, report)
                }
                _ => Err(Refusal::NobodyRecoils),
            },
            Order::Return(pose) => match self.phase {
                Phase::Returning(_) => {
                    self.choose_return(*pose, report)?;
                    self.finish_shot(dice, report)
                }
                _ => Err(Refusal::NobodyReturns),
            },
            Order::End => self.end(dice, report),
        }
    }

    /// Rolls for the first river of unknown state that a move enters, and cuts the move short if the river hinders it
    /// (D3H2-MOVE-32).
    fn try_river(
        &mut self,
        mv: &Move,
        mut plan: Plan,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<Plan, Refusal> {
        let mut mv = mv.clone();
        while let Some(place) = self.tries_river(&mv, &plan) {
            report.used(Clause::TriedRiver);
            let state = self.river_by(roll(dice, Die::River, report)?);
            if let Some(river) = self.rivers.get_mut(place) {
                *river = state;
            }
            match self.plan(&mv) {
                Ok(same) => plan = same,
                Err(_) => {
                    // If it cannot go on at all, it stays in place; the PIPs are spent all the same.
                    let shorter = self.cut_short(&mv);
                    let ends = |id: Id| (id, *self.base(id));
                    let stays = || Plan {
                        ends: mv.who.into_iter().map(ends).collect(),
                        ways: Vec::new(),
                        length: 0,
                        ..plan.clone()
                    };
                    plan = shorter.as_ref().and_then(|shorter| self.plan(shorter).ok()).unwrap_or_else(stays);
                    match shorter {
                        Some(shorter) => mv = shorter,
                        None => break,
                    }
                }
            }
        }
        Ok(plan)
    }

    /// Ends the present part of the bound.
    fn end(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        match self.phase {
            Phase::Edges | Phase::Camp | Phase::Deployment => self.end_setup(dice, report),
            Phase::Landing => self.end_landing(dice, report),
            Phase::Summoning | Phase::Moving => {
                self.turn_to_face();
                self.phase = Phase::Shooting;
                Ok(())
            }
            Phase::Shooting => {
                if let Some(id) = self.shooters().first() {
                    return Err(Refusal::ShotIsOwed(self.profile(*id).name));
                }
                self.phase = Phase::Fighting;
                Ok(())
            }
            Phase::Fighting => {
                if let Some((id, _)) = self.opponents().iter().find(|(id, foe)| self.is_ruled(*id, *foe)) {
                    return Err(Refusal::FightIsOwed(self.profile(*id).name));
                }
                self.end_bound(dice, report)
            }
            // The freed element has no place to come back to and stays away until PIPs are paid for it.
            Phase::Returning(id) => {
                self.stand_mut(id).place = Whereabouts::Ensorcelled(None);
                self.aftermath.freed.retain(|freed| *freed != id);
                self.settle(report);
                self.finish_shot(dice, report)
            }
            // Nobody answers the shot that was declared.
            Phase::Answering(_) => {
                self.phase = Phase::Shooting;
                self.finish_shot(dice, report)
            }
            Phase::Recoiling(_) => Err(Refusal::RecoilIsOwed),
            Phase::Over(_) => Err(Refusal::Over),
        }
    }

    /// Ends a bound and begins the other side's (D3H2-SEQ-01, 08, D3H2-PIP-02).
    fn end_bound(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.lose_sight(report);
        self.part_askew();
        self.take_off();
        if let Some(winner) = self.winner() {
            report.used(Clause::Victory);
            self.phase = Phase::Over(winner);
            return Ok(());
        }
        // Enemies that entered bad going before this side's bound have been answered or can no longer be
        // (D3H2-SUMM-12).
        self.player.of_mut(&mut self.sides).intruders = Members::NONE;
        self.begin_bound(self.player.other(), dice, report)
    }

    /// Begins a bound with a landing, if there is one, and the roll for PIPs (D3H2-SEQ-02, D3H2-DEPL-18).
    pub(super) fn begin_bound(
        &mut self,
        player: Player,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        self.bound = self.bound.saturating_add(1);
        self.player = player;
        self.phase = Phase::Summoning;
        for id in self.everybody() {
            let mut stand = self.stand_mut(id);
            (stand.moves, stand.longest, stand.by_road) = (0, 0, true);
            (stand.shot, stand.fought) = (false, false);
        }
        let side = player.of_mut(&mut self.sides);
        side.bounds = side.bounds.saturating_add(1);
        if self.is_to_land(player) {
            (self.phase, self.pips) = (Phase::Landing, 0);
            return Ok(());
        }
        self.roll_for_pips(dice, report)
    }

    /// Rolls for the PIPs of the bound (D3H2-PIP-01).
    pub(super) fn roll_for_pips(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.phase = Phase::Summoning;
        let player = self.player;
        let is_first = self.side(player).bounds == 1;
        let score = roll(dice, Die::Pips, report)?;
        self.pips = score;
        report.used(Clause::PipRoll);
        let has_plough = self.field().grounds.iter().any(|ground| ground.kind == Kind::Plough);
        if is_first && player == self.setting.defender && has_plough && self.rules().shows(Score::RoughPlough, score) {
            report.used(Clause::RoughPlough);
            self.rough_plough = true;
        }
        if self.rules().shows(Score::GodLeaves, score) {
            let gods =
                self.on_table(player).filter(|id| self.is(*id, List::Gods) && self.stand(*id).arrived < self.bound);
            let first = gods.min_by_key(|id| (self.stand(*id).arrived, *id));
            if let Some(god) = first {
                report.used(Clause::GodLeaves);
                self.take_off_table(god, Whereabouts::Fled, report);
            }
        }
        Ok(())
    }

    /// Brings an Aerial that is lined up before an enemy down to fight it, without PIPs (D3H2-CONT-16).
    fn engage(&mut self, id: Id, report: &mut Report) -> Result<(), Refusal> {
        let name = self.profile(id).name;
        if !matches!(self.phase, Phase::Summoning | Phase::Moving) || self.owner(id) != self.player {
            return Err(Refusal::NotTimeToComeDown(name));
        }
        let stand = self.stand(id);
        if self.profile(id).is_ground() || !self.is_on_table(id) || stand.down || stand.moves > 0 {
            return Err(Refusal::NoAerialBefore(name));
        }
        let mut enemies = self.enemies(self.player);
        if !enemies.any(|enemy| super::touch::Spot::of(self.base(id), self.base(enemy)).is_some()) {
            return Err(Refusal::NotBeforeAnEnemy(name));
        }
        drop(enemies);
        report.used(Clause::ComingDown);
        self.stand_mut(id).down = true;
        Ok(())
    }

    /// Resolves a spell. The Mage that casts it is the bespeller; those that aid it suffer nothing (D3H2-ENS-04,
    /// D3H2-ENS-08, D3H2-MAGIC-10).
    fn bespell(
        &mut self,
        mage: Id,
        aids: Members,
        target: Id,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let price = self.check_spell(mage, aids, target)?;
        let case = self.spell(mage, aids, target)?;
        let foes = [Foe::Element(mage), Foe::Element(target)];
        report.used(Clause::SpellPrice);
        let before = report.events.len();
        let verdict = self.rolled(&case, foes, dice, report)?;
        self.pips = self.pips.saturating_sub(price);
        for id in Members::one(mage).into_iter().chain(aids) {
            self.stand_mut(id).shot = true;
        }
        let die = report.events.iter().skip(before).find_map(|event| match event {
            Event::Rolled { score, .. } => Some(*score),
            _ => None,
        });
        self.after = Some(Phase::Shooting);
        let owners = [self.owner(mage), self.owner(target)];
        // An opponent in close combat pursues an element that recoils from a spell (D3H2-PURS-01).
        let goes_back = verdict.b.result.final_outcome() == Outcome::Recoil && self.is_on_table(target);
        let opponent = if goes_back { self.before(target).map(|(other, _)| other) } else { None };
        self.befall(foes[0], owners[0], verdict.a.result.final_outcome(), Some(target), false, report);
        self.befall(foes[1], owners[1], verdict.b.result.final_outcome(), Some(mage), false, report);
        if let Some(opponent) = opponent
            && let Ok(case) = self.case(opponent, Foe::Element(target))
            && let Some((halves, rule)) = musterfield_combat::pursuit(&case)
        {
            report.push(Event::Cited(rule));
            self.aftermath.pursuits.push((opponent, halves));
        }
        // The second time a Mage's own die shows this score, the spell turns against it (D3H2-ENS-03).
        if die.is_some_and(|die| self.rules().shows(Score::EnsorcelsItself, die)) && self.is_on_table(mage) {
            self.stand_mut(mage).backfires += 1;
            if self.stand(mage).backfires >= self.rules().count(Count::Backfires) {
                report.used(Clause::OwnSpell);
                self.ensorcel(mage, None, report);
            }
        }
        self.settle(report);
        Ok(())
    }

    fn fight(&mut self, id: Id, foe: Foe, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        if self.phase != Phase::Fighting {
            return Err(Refusal::NotTimeToFight);
        }
        if !self.is_to_fight(id, foe) {
            return Err(Refusal::NoSuchFight(self.profile(id).name));
        }
        let case = self.case(id, foe)?;
        let owner = self.owner(id);
        // The holder of a feature rolls for it.
        let foes = [Foe::Element(id), foe];
        let verdict = self.rolled(&case, foes, dice, report)?;
        self.stand_mut(id).fought = true;
        if let Foe::Element(other) = foe {
            self.stand_mut(other).fought = true;
        }
        self.after = Some(Phase::Fighting);
        self.aftermath = Aftermath::default();
        let [a, b] = [verdict.a.result.final_outcome(), verdict.b.result.final_outcome()];
        let beaten = |outcome: Outcome| {
            matches!(outcome, Outcome::Recoil | Outcome::Flee | Outcome::Destroyed | Outcome::Ensorcelled)
        };
        // A friend at the enemy's flank or rear falls back together with the one at its front (D3H2-OUT-05).
        let at_flanks = |who: Id, friend: Id| -> Vec<Id> {
            self.enemies_close_to(who)
                .filter(|other| *other != friend)
                .filter(|other| {
                    let against = self.before(*other);
                    against.is_some_and(|(enemy, edge)| enemy == who && edge != Edge::Front)
                })
                .collect()
        };
        let mut fall_back = Vec::new();
        if let Foe::Element(other) = foe {
            if beaten(a) {
                fall_back.extend(at_flanks(other, id));
            }
            if beaten(b) {
                fall_back.extend(at_flanks(id, other));
            }
        }
        let opponent = match foe {
            Foe::Element(other) => Some(other),
            Foe::Feature(held) => self.holder(owner.other(), held),
        };
        self.befall(foes[0], owner, a, opponent, false, report);
        match foe {
            Foe::Element(_) => self.befall(foe, owner.other(), b, Some(id), false, report),
            Foe::Feature(held) => {
                let is_lost = matches!(b, Outcome::Destroyed | Outcome::Captured);
                self.befall_feature(owner.other(), held, b, id, report);
                if is_lost && self.is_on_table(id) {
                    self.aftermath.storms = Some((id, held, verdict.a.result.pursues));
                }
            }
        }
        for id in fall_back {
            report.used(Clause::FallsBackTogether);
            self.aftermath.recoils.push(super::aftermath::Beaten { id, turns: false });
        }
        for (who, befallen) in [(Some(id), &verdict.a.result), (victim_of(foe), &verdict.b.result)] {
            let Some(who) = who.filter(|_| befallen.pursues > 0) else { continue };
            if matches!(foe, Foe::Element(_)) {
                self.aftermath.pursuits.push((who, befallen.pursues));
            }
        }
        self.settle(report);
        Ok(())
    }

    /// Applies an outcome to the defenders of a feature. If a garrison is destroyed, the feature is captured; an empty
    /// feature takes the outcome itself.
    fn befall_feature(&mut self, owner: Player, held: Held, outcome: Outcome, by: Id, report: &mut Report) {
        let is_lost = matches!(outcome, Outcome::Destroyed | Outcome::Captured);
        match self.holder(owner, held) {
            Some(holder) => {
                report.push(Event::Befell(Foe::Element(holder), outcome));
                match outcome {
                    Outcome::Destroyed => self.destroy(holder, report),
                    Outcome::Ensorcelled => self.ensorcel(holder, Some(by), report),
                    // The holder of walls does not move (D3H2-BUA-10).
                    _ => {}
                }
                if is_lost {
                    self.befall(Foe::Feature(held), owner, Outcome::Captured, Some(by), false, report);
                }
            }
            None => self.befall(Foe::Feature(held), owner, outcome, Some(by), false, report),
        }
    }

    /// Rolls for both sides of a case, in their order, and reports the verdict.
    fn rolled(
        &self,
        case: &Case<'static>,
        [a, b]: [Foe; 2],
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<Verdict<'static>, Refusal> {
        let first = roll(dice, Die::Combat(a), report)?;
        let second = roll(dice, Die::Combat(b), report)?;
        Ok(told(case, [first, second], report))
    }

    /// The state of a river given by a die.
    #[must_use]
    pub fn river_by(&self, die: u8) -> River {
        if self.rules().shows(Score::Paltry, die) {
            River::Paltry
        } else if self.rules().shows(Score::Deep, die) {
            River::Deep
        } else {
            River::Shallow
        }
    }
}

fn victim_of(foe: Foe) -> Option<Id> {
    match foe {
        Foe::Element(id) => Some(id),
        Foe::Feature(_) => None,
    }
}

/// Resolves a case with two dice, and reports the rules that applied.
pub(super) fn told(case: &Case<'static>, dice: [u8; 2], report: &mut Report) -> Verdict<'static> {
    let verdict = resolve(case, dice);
    if let (Some(a), Some(b)) = (verdict.a.total, verdict.b.total) {
        report.push(Event::Totals(a, b));
    }
    for fate in [&verdict.a, &verdict.b] {
        report.push(Event::Cited(fate.strength.factor_rule));
        for added in &fate.strength.modifiers {
            report.push(Event::Cited(added.rule));
        }
        let rules = [fate.result.rule, fate.result.final_rule, fate.result.pursuit_rule];
        for rule in rules.into_iter().flatten() {
            report.push(Event::Cited(rule));
        }
    }
    verdict
}

/// Rolls a die and reports it.
pub(super) fn roll(dice: &mut dyn Roller, die: Die, report: &mut Report) -> Result<u8, Refusal> {
    let score = dice.roll().ok_or(Refusal::NoMoreDice)?;
    if !(1..=6).contains(&score) {
        return Err(Refusal::NotOnADie(score));
    }
    report.push(Event::Rolled { die, score });
    Ok(score)
}
