//! Carrying out shots: one side shoots, the target may shoot back, and a third element may shoot at the shooter at the
//! same time (D3H2-SHOOT-19, 22, 27).

use musterfield_combat::Verdict;
use musterfield_dice::Roller;
use musterfield_rules::battle::Clause;
use musterfield_rules::battle::policy::{MovedShooter, RearShot};
use musterfield_rules::combat::Outcome;

use super::aftermath::{Declared, Shot};
use super::commands::Rolled;
use super::element::{Id, Members};
use super::order::Foe;
use super::play::{roll, told};
use super::refusal::Refusal;
use super::report::{Die, Event, Report};
use super::state::{Battle, Phase};

impl Battle {
    /// Carries out a shot, or declares it: if enemies could shoot at the shooter at the same time and have other
    /// targets too, their owner decides first whether one of them does (D3H2-SHOOT-27).
    pub(super) fn shoot(&mut self, shot: Shot, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        self.state.aftermath.declared = Some(Declared { shot, die: None });
        if self.shoots_back(shot.target, shot.shooter) {
            return self.finish_shot(dice, report);
        }
        if let Some(third) = self.third_party(shot.shooter, shot.target) {
            let own = roll(dice, Die::Combat(Foe::Element(shot.shooter)), report)?;
            let theirs = roll(dice, Die::Combat(Foe::Element(third.shooter)), report)?;
            return self.resolve_third(third, [theirs, own], dice, report);
        }
        if self.may_answer(shot.shooter).next().is_some() {
            self.state.phase = Phase::Answering(shot.shooter);
            return Ok(());
        }
        self.finish_shot(dice, report)
    }

    /// The elements whose owner may let one of them shoot at a shooter at the same time as it shoots at another. None
    /// of them has to, because each has other targets as well.
    pub fn may_answer(&self, shooter: Id) -> impl Iterator<Item = Id> + '_ {
        let target = self.state.aftermath.declared.map(|declared| declared.shot.target);
        let enemies = self.army(self.owner(shooter).other()).filter(move |id| Some(*id) != target);
        enemies.filter(move |id| self.targets(*id).contains(&shooter))
    }

    /// Checks that a third element may shoot at a shooter before the declared shot is resolved.
    pub(super) fn check_answer(&self, shooter: Id, third: Shot) -> Result<(), Refusal> {
        let name = |id: Id| self.profile(id).name;
        let is_answer = |id: Id| self.may_answer(shooter).any(|other| other == id);
        if third.target != shooter || !Members::one(third.shooter).and(third.aids).into_iter().all(is_answer) {
            return Err(Refusal::NoAnswer(name(shooter)));
        }
        self.check_shot(third)
    }

    /// Lets a third element shoot at the shooter of the declared shot before that is resolved.
    pub(super) fn answer(&mut self, third: Shot, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        let theirs = roll(dice, Die::Combat(Foe::Element(third.shooter)), report)?;
        let own = roll(dice, Die::Combat(Foe::Element(third.target)), report)?;
        self.state.phase = Phase::Shooting;
        self.resolve_third(third, [theirs, own], dice, report)
    }

    /// Resolves the shot of a third element at the shooter of the declared shot, which keeps its die for its own shot
    /// (D3H2-SHOOT-27).
    fn resolve_third(
        &mut self,
        third: Shot,
        scores: [u8; 2],
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        report.used(Clause::ThirdShooter);
        report.push(Event::Shot(third.shooter, third.target));
        if let Some(declared) = &mut self.state.aftermath.declared {
            declared.die = Some(scores[1]);
        }
        self.resolve_shot(third, false, scores, report)?;
        self.finish_shot(dice, report)
    }

    /// Resolves the declared shot, if there is one and nothing has to be chosen before. A shooter that cannot shoot at
    /// its target any more has shot all the same.
    pub(super) fn finish_shot(&mut self, dice: &mut dyn Roller, report: &mut Report) -> Result<(), Refusal> {
        if !matches!(self.state.phase, Phase::Shooting | Phase::ShootingBack) {
            return Ok(());
        }
        let Some(Declared { shot, die }) = self.state.aftermath.declared.take() else { return Ok(()) };
        if die.is_some() && !self.targets(shot.shooter).contains(&shot.target) {
            self.element_mut(shot.shooter).shot = true;
            return Ok(());
        }
        let back = die.is_none() && self.shoots_back(shot.target, shot.shooter);
        let first = match die {
            Some(score) => {
                report.push(Event::Shot(shot.shooter, shot.target));
                score
            }
            None => roll(dice, Die::Combat(Foe::Element(shot.shooter)), report)?,
        };
        let second = roll(dice, Die::Combat(Foe::Element(shot.target)), report)?;
        self.resolve_shot(shot, back, [first, second], report)
    }

    /// Resolves one shot with the dice of both sides; `back` says whether the target shoots back.
    fn resolve_shot(&mut self, shot: Shot, back: bool, scores: [u8; 2], report: &mut Report) -> Result<(), Refusal> {
        let Shot { shooter, aids, target } = shot;
        if self.waits_for_cinc(Rolled::Shot(shot, back), scores)? {
            return Ok(());
        }
        let case = self.shot(shooter, aids, target, back)?;
        let verdict = told(&case, scores, report);
        self.settle_shot(shot, back, &verdict, report);
        Ok(())
    }

    /// Applies the verdict of a shot.
    pub(super) fn settle_shot(&mut self, shot: Shot, back: bool, verdict: &Verdict<'_>, report: &mut Report) {
        let Shot { shooter, aids, target } = shot;
        let turns = match self.rules().policies.rear_shot {
            RearShot::Turn => self.is_shot_in_rear(target, aids.with(shooter)),
            RearShot::AsOthers => false,
        };
        for id in Members::one(shooter).into_iter().chain(aids) {
            self.element_mut(id).shot = true;
        }
        if back {
            self.element_mut(target).shot = true;
        }
        self.state.after = Some(self.state.phase);
        let foes = [Foe::Element(shooter), Foe::Element(target)];
        let owners = [self.owner(shooter), self.owner(target)];
        self.befall(foes[0], owners[0], verdict.a.result.final_outcome(), Some(target), false, report);
        self.befall(foes[1], owners[1], verdict.b.result.final_outcome(), Some(shooter), turns, report);
        self.settle(report);
        // The shot that was declared comes after that of a third element.
        let is_third = self.state.aftermath.declared.is_some_and(|declared| declared.shot.shooter == target);
        let shoots = match self.rules().policies.moved_shooter {
            MovedShooter::IfItCan => true,
            MovedShooter::InPlace => verdict.b.result.final_outcome() == Outcome::None,
        };
        if is_third && !shoots {
            self.state.aftermath.declared = None;
            self.element_mut(target).shot = true;
        }
    }
}
