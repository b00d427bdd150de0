//! The chance of the commander-in-chief: once in a battle, when the dice lie on the table, he may add to the score of
//! his own element in close combat or when it is shot at (DBA3-BB-11). His player is asked only where this would change
//! what happens.

use musterfield_combat::{Case, Verdict, resolve};
use musterfield_dice::Roller;
use musterfield_rules::battle::Clause;

use super::{Rolled, Waiting};
use crate::element::{Id, Player};
use crate::order::Foe;
use crate::play::told;
use crate::refusal::Refusal;
use crate::report::Report;
use crate::state::{Battle, Phase};

impl Battle {
    /// The element with the commander-in-chief of a divided army.
    fn cinc(&self, player: Player) -> Option<Id> {
        self.division(player)?.commands.first().map(|command| command.general)
    }

    /// Whether the commander-in-chief of a divided army has used the one chance to add to a score.
    #[must_use]
    pub fn has_added(&self, player: Player) -> bool {
        self.state.commands.as_deref().is_some_and(|states| *player.of(&states.has_added))
    }

    /// The elements on both sides of a combat.
    fn sides_of(&self, what: Rolled) -> [Option<Id>; 2] {
        match what {
            Rolled::Fight(id, Foe::Element(other)) => [Some(id), Some(other)],
            Rolled::Fight(id, Foe::Feature(held)) => [Some(id), self.holder(self.owner(id).other(), held)],
            Rolled::Shot(shot, _) => [Some(shot.shooter), Some(shot.target)],
        }
    }

    /// The case of a combat, in which these sides add to their scores.
    fn case_of(&self, what: Rolled, adds: [bool; 2]) -> Result<Case<'static>, Refusal> {
        let case = match what {
            Rolled::Fight(id, foe) => self.case(id, foe)?,
            Rolled::Shot(shot, back) => self.shot(shot.shooter, shot.aids, shot.target, back)?,
        };
        Ok(case.with_chances(adds))
    }

    /// The side of a combat whose player has to choose now whether its commander-in-chief adds to the score; `None` if
    /// nobody has a choice that would change what happens. The side whose bound it is chooses first.
    fn chooser_of(&self, waiting: &Waiting) -> Result<Option<usize>, Refusal> {
        let Waiting { what, scores, adds, asked } = *waiting;
        let sides = self.sides_of(what);
        let mut may: Vec<usize> = Vec::new();
        for (at, id) in sides.into_iter().enumerate() {
            let Some(id) = id else { continue };
            let owner = self.owner(id);
            let is_asked = asked.get(at).copied().unwrap_or(true);
            if self.cinc(owner) == Some(id) && !is_asked && !self.has_added(owner) {
                may.push(at);
            }
        }
        may.sort_by_key(|at| sides.get(*at).copied().flatten().is_none_or(|id| self.owner(id) != self.state.player));
        if may.is_empty() {
            return Ok(None);
        }
        let without = resolve(&self.case_of(what, adds)?, scores);
        for at in may {
            let more = [adds[0] || at == 0, adds[1] || at == 1];
            if !is_same(&without, &resolve(&self.case_of(what, more)?, scores)) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the outcome of a combat waits for a choice, now that its dice have been rolled.
    pub(crate) fn waits_for_cinc(&mut self, what: Rolled, scores: [u8; 2]) -> Result<bool, Refusal> {
        if self.state.commands.is_none() {
            return Ok(false);
        }
        let waiting = Waiting { what, scores, adds: [false; 2], asked: [false; 2] };
        self.ask(waiting)
    }

    /// Asks the next player who has a choice.
    fn ask(&mut self, waiting: Waiting) -> Result<bool, Refusal> {
        let Some(at) = self.chooser_of(&waiting)? else { return Ok(false) };
        let Some(cinc) = self.sides_of(waiting.what).get(at).copied().flatten() else { return Ok(false) };
        if let Some(states) = &mut self.state.commands {
            states.waiting = Some(waiting);
        }
        self.state.phase = Phase::Adding(cinc);
        Ok(true)
    }

    /// Checks that a commander-in-chief may add to a score now.
    pub(crate) fn check_adding(&self) -> Result<(), Refusal> {
        match self.state.phase {
            Phase::Adding(_) => Ok(()),
            _ => Err(Refusal::NotTimeToAdd),
        }
    }

    /// Goes on with a combat after a player has chosen whether the commander-in-chief adds to the score.
    pub(crate) fn choose_adding(
        &mut self,
        adds: bool,
        dice: &mut dyn Roller,
        report: &mut Report,
    ) -> Result<(), Refusal> {
        let Phase::Adding(cinc) = self.state.phase else { return Ok(()) };
        let Some(mut waiting) = self.state.commands.as_mut().and_then(|states| states.waiting.take()) else {
            return Ok(());
        };
        let is_first = self.sides_of(waiting.what)[0] == Some(cinc);
        let at = usize::from(!is_first);
        if let Some(asked) = waiting.asked.get_mut(at) {
            *asked = true;
        }
        if adds {
            report.used(Clause::CincAdds);
            let owner = self.owner(cinc);
            if let Some(states) = &mut self.state.commands {
                *owner.of_mut(&mut states.has_added) = true;
            }
            if let Some(side) = waiting.adds.get_mut(at) {
                *side = true;
            }
        }
        if self.ask(waiting)? {
            return Ok(());
        }
        let Waiting { what, scores, adds, .. } = waiting;
        let case = self.case_of(what, adds)?;
        match what {
            Rolled::Fight(id, foe) => {
                self.state.phase = Phase::Fighting;
                let verdict = told(&case, scores, report);
                self.settle_fight(id, foe, &verdict, report);
                Ok(())
            }
            Rolled::Shot(shot, back) => {
                self.state.phase = Phase::Shooting;
                let verdict = told(&case, scores, report);
                self.settle_shot(shot, back, &verdict, report);
                self.finish_shot(dice, report)
            }
        }
    }
}

/// Whether two verdicts lead to the same.
fn is_same(one: &Verdict<'_>, other: &Verdict<'_>) -> bool {
    let fate =
        |verdict: &Verdict<'_>| [&verdict.a, &verdict.b].map(|fate| (fate.result.final_outcome(), fate.result.pursues));
    fate(one) == fate(other)
}
