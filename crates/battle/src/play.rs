//! Carrying out orders, which is the only way a battle changes, and the sequence of a bound (D3H2-SEQ-01 to 08).

use std::borrow::Cow;

use musterfield_combat::{Case, Verdict, resolve};
use musterfield_dice::Roller;
use musterfield_geometry::Edge;
use musterfield_rules::battle::policy::{BaseEdge, OwnSpell, ShotOrder, SpellTime};
use musterfield_rules::battle::{Clause, Count, List, Price, Score};
use musterfield_rules::combat::{Held, Outcome};
use musterfield_rules::terrain::Kind;

use super::aftermath::Aftermath;
use super::commands::Rolled;
use super::element::{Id, Members, Player};
use super::moving::{Plan, Ways};
use super::order::{Foe, Move, Order};
use super::refusal::Refusal;
use super::report::{Die, Event, Report};
use super::state::{Battle, ElementState, Phase, River, Whereabouts};
use super::validate::{Action, Legal, Spell};

impl Battle {
    /// Checks an order and carries it out, or refuses it and changes nothing. [`Battle::to_decide`] says which player
    /// gives the order.
    ///
    /// # Errors
    /// The rule and the reason for the refusal; also when there are no more dice.
    pub fn play(&mut self, order: &Order, dice: &mut dyn Roller) -> Result<Report, Refusal> {
        let mut report = Report::default();
        let legal = self.validate(order)?;
        self.apply(&legal, dice, &mut report)?;
        Ok(report)
    }

    /// Carries out an order that was checked in this very position, and reports what happens.
    ///
    /// # Errors
    /// When there are no more dice, or a die shows what no die can. Nothing has changed then.
    pub fn apply(&mut self, legal: &Legal, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        debug_assert_eq!(legal.position, self.checked_position(), "checked in another position");
        self.state.elements.forget_changes();
        if !self.may_roll(legal) {
            return self.carry_out(legal, dice, report);
        }
        let before = self.state.clone();
        self.carry_out(legal, dice, report).inspect_err(|_| self.state = before)
    }

    /// Whether dice may be rolled for an order.
    fn may_roll(&self, legal: &Legal) -> bool {
        match &legal.action {
            Action::Move(plan) => self.tries_river(plan).is_some(),
            Action::TakeEdge(_) => self.rules().policies.base_edge == BaseEdge::Rolled,
            Action::PlaceCamp(_) | Action::CampInStronghold => false,
            Action::SetUp(..) | Action::Garrison(..) | Action::TakeBack(_) | Action::Reserve(_) => false,
            Action::Summon(..) | Action::Free(..) | Action::Dismount(..) | Action::ComeDown(_) => false,
            Action::Pass(_) | Action::Revolt | Action::Conform => false,
            Action::Allot(_) | Action::Hold(..) => false,
            Action::End => {
                let is_step = matches!(self.state.phase, Phase::Bespelling | Phase::Shooting | Phase::ShootingBack);
                let is_of_moves = matches!(
                    self.state.phase,
                    Phase::Holding | Phase::Summoning | Phase::Moving | Phase::Conforming(_)
                );
                !is_step && !is_of_moves && self.state.phase != Phase::Camp
            }
            Action::Land(_) | Action::Bespell(..) | Action::Shoot(_) | Action::Answer(_) | Action::Fight(..) => true,
            // A shot may be waiting for the choice.
            Action::Recoil(..) | Action::Return(..) | Action::Add => true,
        }
    }

    fn carry_out(&mut self, legal: &Legal, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        match &legal.action {
            Action::TakeEdge(edge) => return self.take_edge(*edge, dice, report),
            Action::Allot(numbers) => self.allot(numbers),
            Action::PlaceCamp(camp) => self.place_camp(*camp),
            Action::CampInStronghold => self.camp_in_stronghold(),
            Action::SetUp(id, base) => self.set_up(*id, *base, report),
            Action::Garrison(id, held, base) => self.garrison(*id, *held, *base),
            Action::TakeBack(id) => self.take_back(*id),
            Action::Reserve(who) => self.reserve(*who),
            Action::Land(who) => return self.land(who, dice, report),
            Action::Summon(who, price) => self.summon(who, *price, report),
            Action::Free(id, base) => {
                self.spend(Members::one(*id), self.price(Price::Desorcel));
                self.arrive(*id, *base, report);
            }
            Action::Hold(who, base, cost) => self.hold(*who, *base, cost, report),
            Action::Move(plan) => return self.make(&legal.order, plan, dice, report),
            Action::Dismount(id, base, cost) => self.dismount(*id, *base, cost, report),
            Action::Pass(plan) => self.pass_through(plan, report),
            Action::Revolt => self.revolt(report),
            Action::ComeDown(id) => {
                report.used(Clause::ComingDown);
                self.element_mut(*id).down = true;
                self.note_attacks(Members::one(*id));
            }
            Action::Bespell(spell) => return self.bespell(spell, dice, report),
            Action::Shoot(shot) => return self.shoot(*shot, dice, report),
            Action::Answer(shot) => return self.answer(*shot, dice, report),
            Action::Fight(id, foe, case) => return self.fight(*id, *foe, case, dice, report),
            Action::Conform => self.choose_conforming(true, report),
            Action::Add => return self.choose_adding(true, dice, report),
            Action::Recoil(beaten, distance, friends) => {
                self.choose_recoil(*beaten, *distance, *friends, report);
                return self.finish_shot(dice, report);
            }
            Action::Return(id, base) => {
                self.choose_return(*id, *base, report);
                return self.finish_shot(dice, report);
            }
            Action::End => return self.end(dice, report),
        }
        Ok(())
    }

    /// Carries out a tactical move, and rolls for the rivers it enters.
    fn make(&mut self, order: &Order, plan: &Plan, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let plan = match order {
            Order::Move(of) => self.try_river(of, plan, dice, report)?,
            _ => Cow::Borrowed(plan),
        };
        for clause in &plan.cost.clauses {
            report.used(*clause);
        }
        let before = self.intruders(self.state.player);
        self.put_where_planned(&plan);
        let conforms = if plan.unconformed.is_some() { &[] } else { plan.conforms.as_slice() };
        for (id, base) in plan.ends.iter().chain(conforms) {
            report.push(Event::Moved(*id, *base));
        }
        if !conforms.is_empty() {
            report.used(Clause::Conforming);
        }
        if !plan.askew.is_empty() {
            report.used(Clause::Unconformed);
        }
        self.note_intruders(self.state.player, before);
        Ok(())
    }

    /// Rolls for the first river of unknown state that a move enters, and cuts the move short if the river hinders it
    /// (D3H2-MOVE-32).
    fn try_river<'p>(
        &mut self,
        of: &Move,
        plan: &'p Plan,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<Cow<'p, Plan>, Refusal> {
        let (mut of, mut plan) = (Cow::Borrowed(of), Cow::Borrowed(plan));
        while let Some(place) = self.tries_river(&plan) {
            report.used(Clause::TriedRiver);
            let state = self.river_by(roll(dice, Die::River, report)?);
            if let Some(river) = self.state.rivers.get_mut(place) {
                *river = state;
            }
            match self.plan(&of) {
                Ok(same) => plan = Cow::Owned(same),
                Err(_) => {
                    // If it cannot go on at all, it stays in place; the PIPs are spent all the same.
                    let shorter = self.cut_short(&of);
                    let ends = |id: Id| (id, *self.base(id));
                    let stays = || Plan {
                        ends: of.who.into_iter().map(ends).collect(),
                        ways: Ways::new(),
                        length: 0,
                        ..Plan::clone(&plan)
                    };
                    let cut = shorter.as_ref().and_then(|shorter| self.plan(shorter).ok()).unwrap_or_else(stays);
                    plan = Cow::Owned(cut);
                    match shorter {
                        Some(shorter) => of = Cow::Owned(shorter),
                        None => break,
                    }
                }
            }
        }
        Ok(plan)
    }

    /// Ends the present part of the bound.
    fn end(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Camp => self.end_camp(),
            Phase::Deployment => return self.end_deployment(dice, report),
            Phase::Landing => return self.end_landing(dice, report),
            Phase::Holding => self.flee_home(report),
            Phase::Adding(_) => return self.choose_adding(false, dice, report),
            Phase::Summoning | Phase::Moving => {
                self.take_open_camps(report);
                self.turn_to_face();
                self.state.phase = match self.rules().policies.spells {
                    SpellTime::AmongShots => Phase::Shooting,
                    SpellTime::BeforeShots => Phase::Bespelling,
                };
            }
            Phase::Conforming(_) => self.choose_conforming(false, report),
            Phase::Bespelling => self.state.phase = Phase::Shooting,
            Phase::Shooting => {
                self.state.phase = match self.rules().policies.shots {
                    ShotOrder::Together => Phase::Fighting,
                    ShotOrder::InTurn => Phase::ShootingBack,
                };
            }
            Phase::ShootingBack => self.state.phase = Phase::Fighting,
            Phase::Fighting => return self.end_bound(dice, report),
            // The freed element has no place to come back to and stays away until PIPs are paid for it.
            Phase::Returning(id) => {
                self.element_mut(id).place = Whereabouts::Ensorcelled(None);
                self.state.aftermath.freed.retain(|freed| *freed != id);
                self.settle(report);
                return self.finish_shot(dice, report);
            }
            // Nobody answers the shot that was declared.
            Phase::Answering(_) => {
                self.state.phase = Phase::Shooting;
                return self.finish_shot(dice, report);
            }
            Phase::Edges | Phase::Allotting | Phase::Recoiling(_) | Phase::Over(_) => {}
        }
        Ok(())
    }

    /// Ends a bound and begins the other side's (D3H2-SEQ-01, 08, D3H2-PIP-02).
    fn end_bound(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.lose_sight(report);
        self.line_up_after_combats(report);
        self.part_askew();
        self.state.cornered = Members::NONE;
        self.forget_attackers();
        self.take_off();
        if let Some(winner) = self.winner() {
            let divided = self.state.commands.is_some();
            report.used(if divided { Clause::DividedVictory } else { Clause::Victory });
            if self.has_broken_commands(winner.other()) {
                report.used(Clause::CommandsBroken);
            }
            self.state.phase = Phase::Over(winner);
            return Ok(());
        }
        // Enemies that entered bad going before this side's bound have been answered or can no longer be
        // (D3H2-SUMM-12).
        self.state.player.of_mut(&mut self.state.sides).intruders = Members::NONE;
        self.begin_bound(self.state.player.other(), dice, report)
    }

    /// Begins a bound with a landing, if there is one, and the roll for PIPs (D3H2-SEQ-02, D3H2-DEPL-18).
    pub(super) fn begin_bound(
        &mut self,
        player: Player,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        self.state.bound = self.state.bound.saturating_add(1);
        self.state.player = player;
        self.state.phase = Phase::Summoning;
        for id in self.everybody() {
            let ElementState { moves, longest, by_road, shot, fought, .. } = *self.element(id);
            if (moves, longest, by_road, shot, fought) == (0, 0, true, false, false) {
                continue;
            }
            let mut stand = self.element_mut(id);
            (stand.moves, stand.longest, stand.by_road) = (0, 0, true);
            (stand.shot, stand.fought) = (false, false);
        }
        if let Some(walls) = &mut self.state.stronghold {
            walls.town.passed = false;
        }
        let side = player.of_mut(&mut self.state.sides);
        side.bounds = side.bounds.saturating_add(1);
        self.begin_bound_of_commands(report);
        if self.is_to_land(player) {
            (self.state.phase, self.state.pips) = (Phase::Landing, 0);
            return Ok(());
        }
        self.roll_for_pips(dice, report)
    }

    /// Rolls for the PIPs of the bound (D3H2-PIP-01).
    pub(super) fn roll_for_pips(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.state.phase = Phase::Summoning;
        if self.state.commands.is_some() {
            self.roll_for_commands(dice, report)?;
            self.begin_holding();
            return Ok(());
        }
        let player = self.state.player;
        let is_first = self.side(player).bounds == 1;
        let score = roll(dice, Die::Pips, report)?;
        self.state.pips = score;
        report.used(Clause::PipRoll);
        let has_plough = self.field().grounds.iter().any(|ground| ground.kind == Kind::Plough);
        if is_first && player == self.setting.defender && has_plough && self.rules().shows(Score::RoughPlough, score) {
            report.used(Clause::RoughPlough);
            self.state.rough_plough = true;
        }
        if self.rules().shows(Score::DoneSacking, score) {
            self.end_sacking(report);
        }
        if self.rules().shows(Score::GodLeaves, score) {
            let gods = self
                .on_table(player)
                .filter(|id| self.is(*id, List::Gods) && self.element(*id).arrived < self.state.bound);
            let first = gods.min_by_key(|id| (self.element(*id).arrived, *id));
            if let Some(god) = first {
                report.used(Clause::GodLeaves);
                self.take_off_table(god, Whereabouts::Fled, report);
            }
        }
        Ok(())
    }

    /// Checks that an Aerial may come down to fight: it is lined up before an enemy. That costs no PIPs
    /// (D3H2-CONT-16).
    pub(super) fn check_coming_down(&self, id: Id) -> Result<(), Refusal> {
        let name = self.profile(id).name;
        if !matches!(self.state.phase, Phase::Summoning | Phase::Moving) || self.owner(id) != self.state.player {
            return Err(Refusal::NotTimeToComeDown(name));
        }
        let stand = self.element(id);
        if self.profile(id).is_ground() || !self.is_on_table(id) || stand.down || stand.moves > 0 {
            return Err(Refusal::NoAerialBefore(name));
        }
        let mut enemies = self.enemies(self.state.player);
        if !enemies.any(|enemy| super::contact::Spot::of(self.base(id), self.base(enemy)).is_some()) {
            return Err(Refusal::NotBeforeAnEnemy(name));
        }
        Ok(())
    }

    /// Resolves a spell. The Mage that casts it is the bespeller; those that aid it suffer nothing (D3H2-ENS-04,
    /// D3H2-ENS-08, D3H2-MAGIC-10).
    fn bespell(&mut self, spell: &Spell, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let Spell { mage, aids, target, price, case } = spell;
        let (mage, target) = (*mage, *target);
        let foes = [Foe::Element(mage), Foe::Element(target)];
        report.used(Clause::SpellPrice);
        let scores = roll_for_both(foes, dice, report)?;
        let verdict = told(case, scores, report);
        self.spend(Members::one(mage), *price);
        for id in Members::one(mage).into_iter().chain(*aids) {
            self.element_mut(id).shot = true;
        }
        self.state.after = Some(self.state.phase);
        let owners = [self.owner(mage), self.owner(target)];
        // An opponent in close combat, front to front, pursues an element that recoils from a spell (D3H2-PURS-01).
        let goes_back = verdict.b.result.final_outcome() == Outcome::Recoil && self.is_on_table(target);
        let before = |who: Id| self.before(who).map(|(other, _)| other);
        let opponent = before(target).filter(|other| goes_back && before(*other) == Some(target));
        self.befall(foes[0], owners[0], verdict.a.result.final_outcome(), Some(target), false, report);
        self.befall(foes[1], owners[1], verdict.b.result.final_outcome(), Some(mage), false, report);
        if let Some(opponent) = opponent
            && let Ok(case) = self.case(opponent, Foe::Element(target))
            && let Some((distance, rule)) = musterfield_combat::pursuit(&case)
        {
            report.push(Event::Cited(rule));
            self.state.aftermath.pursuits.push((opponent, distance));
        }
        // The second time a Mage's own die shows this score, the spell turns against it (D3H2-ENS-03).
        let is_dangerous = match self.rules().policies.own_spell {
            OwnSpell::TurnAgainstIt => self.rules().shows(Score::EnsorcelsItself, scores[0]),
            OwnSpell::Harmless => false,
        };
        if is_dangerous && self.is_on_table(mage) {
            self.element_mut(mage).backfires += 1;
            if self.element(mage).backfires >= self.rules().count(Count::Backfires) {
                report.used(Clause::OwnSpell);
                self.ensorcel(mage, None, report);
            }
        }
        self.settle(report);
        Ok(())
    }

    /// Checks a fight, and finds the case that the dice decide.
    pub(super) fn check_fight(&self, id: Id, foe: Foe) -> Result<Case<'static>, Refusal> {
        if self.state.phase != Phase::Fighting {
            return Err(Refusal::NotTimeToFight);
        }
        if !self.is_to_fight(id, foe) {
            return Err(Refusal::NoSuchFight(self.profile(id).name));
        }
        self.case(id, foe)
    }

    fn fight(
        &mut self,
        id: Id,
        foe: Foe,
        case: &Case<'static>,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        // The holder of a feature rolls for it.
        let scores = roll_for_both([Foe::Element(id), foe], dice, report)?;
        if self.waits_for_cinc(Rolled::Fight(id, foe), scores)? {
            return Ok(());
        }
        let verdict = told(case, scores, report);
        self.settle_fight(id, foe, &verdict, report);
        Ok(())
    }

    /// Applies the verdict of a fight.
    pub(super) fn settle_fight(&mut self, id: Id, foe: Foe, verdict: &Verdict<'_>, report: &mut Report) {
        let owner = self.owner(id);
        let foes = [Foe::Element(id), foe];
        self.element_mut(id).fought = true;
        if let Foe::Element(other) = foe {
            self.element_mut(other).fought = true;
        }
        self.state.after = Some(Phase::Fighting);
        self.state.aftermath = Aftermath::default();
        let [a, b] = [verdict.a.result.final_outcome(), verdict.b.result.final_outcome()];
        // To leave the battlefield is to flee (HOTT25-OUT-05, OUT-10, OUT-21).
        let beaten = |outcome: Outcome| match outcome {
            Outcome::Recoil | Outcome::Flee | Outcome::Banished | Outcome::Destroyed | Outcome::Ensorcelled => true,
            Outcome::None | Outcome::Captured | Outcome::Surrender | Outcome::Spent | Outcome::Dbmm => false,
        };
        let faces = |who: Id, enemy: Id| self.before(who).is_some_and(|(before, _)| before == enemy);
        // A friend at the enemy's flank or rear falls back together with the one at its front (D3H2-OUT-05).
        let at_flanks = |who: Id, friend: Id| -> Vec<Id> {
            if !faces(who, friend) && !self.is(who, List::AllRound) {
                return Vec::new();
            }
            self.enemies_close_to(who)
                .filter(|other| *other != friend && !self.faces_by_another_edge(*other))
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
        // A pursuit leads straight ahead, and so only after an enemy in front (D3H2-PURS-01).
        let mut pursuers = Vec::new();
        if let Foe::Element(other) = foe {
            pursuers.extend(
                (!verdict.a.result.pursues.is_none() && faces(id, other)).then_some((id, verdict.a.result.pursues)),
            );
            pursuers.extend(
                (!verdict.b.result.pursues.is_none() && faces(other, id)).then_some((other, verdict.b.result.pursues)),
            );
        }
        let opponent = match foe {
            Foe::Element(other) => Some(other),
            Foe::Feature(held) => self.holder(owner.other(), held),
        };
        let was_sacked = opponent.is_some_and(|holder| self.is_sacking(holder));
        self.befall(foes[0], owner, a, opponent, false, report);
        match foe {
            Foe::Element(_) => self.befall(foe, owner.other(), b, Some(id), false, report),
            Foe::Feature(held) => {
                let is_lost = matches!(b, Outcome::Destroyed | Outcome::Captured);
                self.befall_feature(owner.other(), held, b, id, report);
                if is_lost && self.is_on_table(id) && !was_sacked {
                    self.state.aftermath.storms = Some((id, held, verdict.a.result.pursues));
                }
            }
        }
        for id in fall_back {
            report.used(Clause::FallsBackTogether);
            self.state.aftermath.recoils.push(super::aftermath::Beaten { id, turns: false });
        }
        self.state.aftermath.pursuits.extend(pursuers);
        self.settle(report);
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

/// Rolls for both sides of a combat, in their order.
fn roll_for_both([a, b]: [Foe; 2], dice: &mut dyn Roller, report: &mut Report) -> Result<[u8; 2], Refusal> {
    let first = roll(dice, Die::Combat(a), report)?;
    Ok([first, roll(dice, Die::Combat(b), report)?])
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
