//! Demoralised commands: elements that are held in place for PIPs, and the flight of all others (DBA3-BB-38 to 42).

use musterfield_geometry::{Base, Facing};
use musterfield_rules::battle::{Clause, Price};

use crate::command::Cost;
use crate::element::{Id, Members, Player};
use crate::formation::Formation;
use crate::refusal::Refusal;
use crate::report::{Event, Report};
use crate::state::{Battle, Phase, Whereabouts};

impl Battle {
    /// The elements that are held in place in this bound.
    #[must_use]
    pub fn held(&self) -> Members {
        self.state.commands.as_deref().map_or(Members::NONE, |states| states.held)
    }

    /// The elements of a side's demoralised commands that flee unless they are held: those that are not in close combat
    /// (DBA3-BB-40, DBA3-BB-41).
    #[must_use]
    pub fn unsteady(&self, player: Player) -> Members {
        let demoralised = self.commands(player).filter(|(_, status)| status.is_demoralised());
        let all = demoralised.fold(Members::NONE, |all, (command, _)| all.and(self.troops(command).collect()));
        let is_there = |id: &Id| matches!(self.element(*id).place, Whereabouts::Table | Whereabouts::Holds(_));
        all.minus(self.held()).into_iter().filter(is_there).filter(|id| !self.is_in_close_combat(*id)).collect()
    }

    /// Begins the part of a bound in which elements of demoralised commands are held, if there are such elements.
    pub(crate) fn begin_holding(&mut self) {
        if !self.unsteady(self.state.player).is_empty() {
            self.state.phase = Phase::Holding;
        }
    }

    /// The price of holding elements in place, alone or as a group (DBA3-BB-39).
    #[must_use]
    pub fn cost_of_holding(&self, who: Members) -> Cost {
        let mut cost = self.cost_off_road(who, false);
        cost.pips = cost.pips.saturating_sub(self.price(Price::Move)).saturating_add(self.price(Price::Hold));
        cost.clauses.retain(|clause| *clause != Clause::Move);
        cost.clauses.insert(0, Clause::Holding);
        cost
    }

    /// Checks that elements may be held in place, and turned first if a single one is; finds the base of a turned element
    /// and the price.
    pub(crate) fn check_holding(&self, who: Members, facing: Option<Facing>) -> Result<(Option<Base>, Cost), Refusal> {
        if self.state.phase != Phase::Holding {
            return Err(Refusal::NotTimeToHold);
        }
        let unsteady = self.unsteady(self.state.player);
        let Some(first) = who.first() else { return Err(Refusal::NobodyIsHeld) };
        for id in who {
            let name = self.profile(id).name;
            if self.owner(id) != self.state.player {
                return Err(Refusal::NotYours(name, Some(Clause::Holding)));
            }
            if !unsteady.has(id) {
                return Err(Refusal::NotToHold(name));
            }
        }
        let mut base = None;
        if who.count() > 1 {
            if facing.is_some() {
                return Err(Refusal::GroupTurns);
            }
            if let Some(id) = who.into_iter().find(|id| !self.is_on_table(*id)) {
                return Err(Refusal::OffTheTable(self.profile(id).name));
            }
            if !who.into_iter().all(|id| self.are_under_one_command(first, id)) {
                return Err(Refusal::MixedCommands);
            }
            Formation::new(self, who)?;
        } else if let Some(facing) = facing {
            let name = self.profile(first).name;
            if !self.is_on_table(first) {
                return Err(Refusal::OffTheTable(name));
            }
            let turned = self.base(first).turned_to(facing);
            if !self.field().has(&turned) || !self.is_clear(&turned, who) || !self.may_stand(first, &turned) {
                return Err(Refusal::NoClearGround(name, Clause::Holding));
            }
            base = Some(turned);
        }
        let cost = self.within_means(who, self.cost_of_holding(who))?;
        Ok((base, cost))
    }

    /// Holds elements in place, a single one perhaps turned.
    pub(crate) fn hold(&mut self, who: Members, base: Option<Base>, cost: &Cost, report: &mut Report) {
        cost.clauses.iter().for_each(|clause| report.used(*clause));
        self.spend(who, cost.pips);
        if let (Some(base), Some(id)) = (base, who.first()) {
            self.element_mut(id).base = base;
            report.push(Event::Moved(id, base));
        }
        if let Some(states) = &mut self.state.commands {
            states.held = states.held.and(who);
        }
    }

    /// Lets all elements of demoralised commands flee that are neither held nor in close combat, those nearest to their
    /// base edge first, so that they make way for the others (DBA3-BB-40, DBA3-BB-41).
    pub(crate) fn flee_home(&mut self, report: &mut Report) {
        let player = self.state.player;
        let mut all: Vec<(i64, Id)> =
            self.unsteady(player).into_iter().map(|id| (self.distance_from_home(player, self.base(id)), id)).collect();
        all.sort_unstable();
        for (_, id) in all {
            // The flight of another may have changed where it stands.
            if matches!(self.element(id).place, Whereabouts::Table | Whereabouts::Holds(_)) {
                report.used(Clause::FlightHome);
                self.run_home(id, report);
            }
        }
        self.state.after = Some(Phase::Summoning);
        self.settle(report);
    }

    /// The distance of a base from its side's base edge, in thousandths of a BW.
    fn distance_from_home(&self, player: Player, base: &Base) -> i64 {
        let Some(home) = self.side(player).edge else { return 0 };
        base.corners().iter().map(|corner| self.field().board.from_edge(home, *corner)).min().unwrap_or(0)
    }
}

impl super::CommandStatus {
    /// Whether the command is demoralised.
    #[must_use]
    pub fn is_demoralised(&self) -> bool {
        self.state == musterfield_army::stakes::CommandState::Demoralised
    }
}
