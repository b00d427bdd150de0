//! A combat from its order to the last choice that follows from it: who fights whom, totals, outcomes, consequences.

use super::Table;
use super::checklist::{self, Met};
use super::combat::{self, Sum};
use super::contacts::{front_on, front_walls, is_attacked_from_behind};
use super::finding::{Finding, Kind};
use super::geometry::{Base, EDGES, TOUCH};
use super::ground::Tri;
use super::opponents::{check_opponents, faces, is_at_gate};
use super::outcomes::{Circumstances, Fighter, Mode, Outcome, outcome};
use super::reading::{Document, Element, Fate, Order, Stand, fates, totals};
use super::retreats;

/// A combat that may not be over yet, because somebody has a choice.
#[derive(Clone, Debug)]
pub(super) struct Combat {
    pub(super) before: Document,
    order: Order,
    pub(super) fates: Vec<(String, Fate)>,
    totals: (i32, i32),
    /// Whether the first one is at risk: it fights, or the other shoots back, or it bespells a God.
    risk: bool,
    falls: bool,
}

impl Combat {
    /// Begins with the step in which the dice fell, and judges who meets whom and the totals.
    pub(super) fn begin(
        table: &Table<'_>,
        before: &Document,
        after: &Document,
        order: &Order,
        added: bool,
        findings: &mut Vec<Finding>,
    ) -> Option<Self> {
        let mut combat = Self {
            before: before.clone(),
            order: order.clone(),
            fates: Vec::new(),
            totals: totals(&after.result)?,
            risk: true,
            falls: false,
        };
        combat.add(&after.result);
        // Whose commander-in-chief has added is not told.
        let with = |sum: Sum, of: &Element| if added && of.general { sum.open(1, "DBA3-BB-11") } else { sum };
        match order {
            Order::Fight(one, other) if walls_of(other).is_some() => {
                let of = before.stand(one)?;
                if !front_walls(before, table.ground, of) {
                    findings.push(Finding::new(Kind::Opponent, "CC-10", format!("{one} is not at these walls")));
                }
                let gates = !table.game.is_hott();
                if gates && other == "stronghold" && of.element.is(&["Bh"]) && !is_at_gate(table, before, of) {
                    findings.push(Finding::new(
                        Kind::Opponent,
                        "CC-12",
                        format!("{one} assaults a Stronghold beside its gate"),
                    ));
                }
                let first = with(combat::assaulter(table, before, other, of), of.element);
                let second = combat::walls(table, before, other, of);
                let second = if added { second.open(1, "DBA3-BB-11") } else { second };
                let sums = [&first, &second];
                combat::check_totals(after, [one, other], sums, findings);
            }
            Order::Fight(one, other) => {
                let (of, foe) = (before.stand(one)?, before.stand(other)?);
                check_opponents(table, before, of, foe, findings);
                let sum = |of: Stand<'_>, foe: Stand<'_>| with(combat::close(table, before, of, foe), of.element);
                let sums: [&Sum; 2] = [&sum(of, foe), &sum(foe, of)];
                combat::check_totals(after, [one, other], sums, findings);
            }
            Order::Shoot(one, other, aids) if after.dice.len() == 2 && !after.result.contains("shoots at") => {
                let (of, target) = (before.element(one)?, before.element(other)?);
                combat.risk =
                    target.troop().range.is_some() && !target.shot && after.element(other).is_some_and(|now| now.shot);
                let first = with(combat::shot(table, before, of, target, Tri::of(combat.risk), 0), of);
                let second = with(combat::shot(table, before, target, of, Tri::Yes, aids.len()), target);
                combat::check_totals(after, [one, other], [&first, &second], findings);
            }
            Order::Bespell(one, other, aids) => {
                let (mage, target) = (before.stand(one)?, before.element(other)?);
                combat.risk = target.is(&["Gd"]) || table.game.is_hott() && target.is(&["Mg"]);
                let first = combat::bespelling(table, before, mage, target);
                let second = combat::bespelled(table, before, mage, target, aids.len());
                combat::check_totals(after, [one, other], [&first, &second], findings);
            }
            _ => return None,
        }
        Some(combat)
    }

    /// Adds what a step of it says.
    pub(super) fn add(&mut self, result: &str) {
        self.falls |= result.contains(" falls");
        for (id, fate) in fates(result) {
            if fate != Fate::Other && !self.fates.contains(&(id.clone(), fate)) {
                self.fates.push((id, fate));
            }
        }
    }

    fn has(&self, id: &str, fate: Fate) -> bool {
        self.fates.iter().any(|(of, its)| of == id && *its == fate)
    }

    /// The fate of an element, by the words of the result.
    fn actual(&self, after: &Document, id: &str) -> Outcome {
        let lurker = self.before.element(id).is_some_and(|element| element.lair.is_some());
        if self.has(id, Fate::Ensorcelled) {
            Outcome::Ensorcelled
        } else if self.has(id, Fate::Flees) {
            Outcome::Flee
        } else if [Fate::Recoils, Fate::Turns].into_iter().any(|fate| self.has(id, fate)) {
            Outcome::Recoil
        } else if self.has(id, Fate::Destroyed) {
            Outcome::Destroyed
        } else if self.has(id, Fate::Gone) {
            let gone = after.element(id).is_some_and(|element| element.state == "fled" || element.game.is_hott());
            if gone || !lurker { Outcome::Flee } else { Outcome::Recoil }
        } else {
            Outcome::None
        }
    }

    fn mode(&self) -> Mode {
        match self.order {
            Order::Shoot(..) => Mode::Shooting,
            Order::Bespell(..) => Mode::Spell,
            _ => Mode::Close,
        }
    }

    fn names(&self) -> (&str, &str) {
        match &self.order {
            Order::Fight(one, other) | Order::Shoot(one, other, _) | Order::Bespell(one, other, _) => (one, other),
            _ => ("", ""),
        }
    }

    /// Judges what has come of it, once nobody has a choice any more.
    pub(super) fn finish(&self, table: &Table<'_>, after: &Document, findings: &mut Vec<Finding>) {
        let (one, other) = self.names();
        let Some(first) = self.before.element(one) else { return };
        let (own, others) = self.totals;
        let second = match walls_of(other) {
            Some(feature) => Fighter::Walls(feature, combat::holder(&self.before, other, combat::defender(first))),
            None => match self.before.element(other) {
                Some(element) => Fighter::Element(element),
                None => return,
            },
        };
        let one_is = Fighter::Element(first);
        let of_first = if self.risk { self.expected(table, one_is, second, own, others) } else { vec![Outcome::None] };
        let of_second = self.expected(table, second, one_is, others, own);
        self.check(table, after, first, &of_first, findings);
        match second {
            Fighter::Element(element) => self.check(table, after, element, &of_second, findings),
            Fighter::Walls(feature, garrison) => self.check_walls(after, feature, garrison, &of_second, findings),
        }
        self.others(table, after, first, second, findings);
        if self.mode() == Mode::Close {
            self.pursuits(table, after, first, second, findings);
        }
    }

    /// The outcomes that may come, as far as the documents tell.
    fn expected(&self, table: &Table<'_>, of: Fighter<'_>, by: Fighter<'_>, own: i32, others: i32) -> Vec<Outcome> {
        let (before, ground) = (&self.before, table.ground);
        let (mut good, mut bad, mut good_for_winner) = (Tri::Yes, Tri::No, Tri::Yes);
        let mut two_edges = Tri::No;
        let mut rear_shot = Tri::No;
        if let Fighter::Element(me) = of
            && let Some(base) = me.base()
        {
            // Assaulters of a Stronghold stand in good going (BUA-13), but not in HOTT.
            if table.game.is_hott() || !matches!(by, Fighter::Walls("stronghold", _)) {
                good = ground.is_in_good(before, me, &base);
                bad = ground.is_in_bad(before, me, &base);
            }
            if let Fighter::Element(winner) = by {
                good_for_winner = ground.is_in_good(before, winner, &base);
                if winner.is_aerial() {
                    let closed = ground.of_kind(&["woods", "hamlet", "stronghold"]).map(|f| f.holds_part_of(&base));
                    good_for_winner = Tri::any(closed).not();
                }
                rear_shot = Tri::between(false, self.mode() == Mode::Shooting && self.may_come_from_behind(me, winner));
            }
            let touched = EDGES
                .into_iter()
                .filter(|edge| before.enemies_of(me.side).any(|enemy| front_on(&enemy.base, &base, *edge) > TOUCH));
            two_edges = Tri::of(touched.count() > 1);
        }
        let charged = matches!(of, Fighter::Element(me) if me.moves > 0 && me.side == before.player);
        let mut all: Vec<Outcome> = Vec::new();
        let both = |tri: Tri| match tri {
            Tri::Yes => vec![true],
            Tri::No => vec![false],
            Tri::Unclear => vec![false, true],
        };
        for in_good in both(good) {
            for in_bad in both(bad) {
                for good_for_winner in both(good_for_winner) {
                    for rear_shot in both(rear_shot) {
                        let c = Circumstances {
                            mode: self.mode(),
                            game: table.game,
                            in_good,
                            in_bad,
                            good_for_winner,
                            rear_shot,
                            two_edges: two_edges == Tri::Yes,
                            ground_troops: !matches!(by, Fighter::Element(winner) if winner.is_aerial()),
                            charged,
                        };
                        all.push(outcome(of, by, own, others, c));
                        // Whether walls or whoever holds them won, is open.
                        if let Fighter::Walls(_, Some(garrison)) = by
                            && table.game.is_d3h2()
                        {
                            all.push(outcome(of, Fighter::Element(garrison), own, others, c));
                        }
                    }
                }
            }
        }
        // A holder of walls falls with them (OUT-45, OUT-48), and without them nothing happens to it.
        if let Fighter::Element(me) = of
            && me.state == "holds"
            && table.game.is_d3h2()
        {
            match (own >= others, own * 2 > others) {
                (true, _) => all = vec![Outcome::None],
                // Whether its own row or that of the walls holds for a shot or a spell, is open.
                (false, true) => all.extend([Outcome::None, Outcome::Destroyed]),
                // Walls do not stand between an element and a spell: its own row holds (MAGIC-07).
                (false, false) if self.mode() == Mode::Spell => {}
                (false, false) => all = vec![Outcome::Destroyed],
            }
        }
        // An assaulter may not be touched by ground rules when only Aerials are there.
        if matches!(of, Fighter::Walls(..)) && own < others {
            let aerial_only = matches!(by, Fighter::Element(winner) if winner.is_aerial());
            if aerial_only && (own * 2 > others || table.game.is_hott()) {
                all = vec![Outcome::None, Outcome::Captured];
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether a shot can have come from behind.
    fn may_be_shot_from_behind(&self, target: &Element, shooter: &Element) -> bool {
        match (target.base(), shooter.base()) {
            (Some(target), Some(shooter)) => {
                let back = target.forward() * -1.0;
                shooter.corners().into_iter().any(|corner| (corner - target.rl()).dot(back) > 0.0)
            }
            _ => true,
        }
    }

    fn check(
        &self,
        table: &Table<'_>,
        after: &Document,
        of: &Element,
        expected: &[Outcome],
        findings: &mut Vec<Finding>,
    ) {
        let id = of.id.as_str();
        let actual = self.actual(after, id);
        let may = |outcome: Outcome| expected.contains(&outcome);
        let stand = self.before.stand(id);
        // Shot from behind, it turns about first (RECOIL-04).
        let turned = stand.filter(|_| self.mode() == Mode::Shooting && self.names_shooter_behind(of)).map(|stand| {
            let base = stand.base;
            Stand { base: Base { fl: base.rr(), facing: base.facing + 180.0, ..base }, ..stand }
        });
        // And so it flees straight ahead (FLEE-02, DBA3-FLEE-01).
        let fleeing = stand.into_iter().chain(turned.filter(|_| !table.game.is_hott()));
        let ways = stand.into_iter().chain(turned);
        let trapped = Tri::any(ways.map(|stand| retreats::is_trapped(table, &self.before, stand)));
        // Behemoths cannot recoil from a Stronghold (RECOIL-13).
        let at_walls = of.is(&["Bh"]) && self.names().1 == "stronghold";
        let dies = self.has(id, Fate::Destroyed);
        let is_as_expected = match actual {
            Outcome::Destroyed => {
                may(Outcome::Destroyed)
                    || self.is_trampled(of)
                    || may(Outcome::Recoil) && (trapped != Tri::No || at_walls)
                    || may(Outcome::Flee)
                        && fleeing.into_iter().any(|stand| retreats::flight_may_destroy(table, &self.before, stand))
            }
            // A Lurker that is forced out of its feature is only removed (SUMM-21).
            Outcome::Recoil if self.has(id, Fate::Gone) => may(Outcome::Recoil) || may(Outcome::Flee),
            other => may(other),
        };
        let self_ensorcelled =
            actual == Outcome::Ensorcelled && matches!(&self.order, Order::Bespell(mage, ..) if mage == id);
        if !is_as_expected && !self_ensorcelled {
            let known = [Outcome::Recoil, Outcome::Flee].into_iter().any(may) && actual == Outcome::Destroyed;
            let kind = if known { Kind::Trapped } else { Kind::Outcome };
            let (own, others) = self.totals;
            let said =
                format!("{id} ({}) has {actual:?} at {own} to {others}, and the tables say {expected:?}", of.kind);
            findings.push(Finding::new(kind, if known { "RECOIL-16" } else { "OUT-01" }, said));
            return;
        }
        if table.game.is_hott()
            && actual == Outcome::Recoil
            && !dies
            && stand.is_some_and(|stand| checklist::met(table, &self.before, stand) == Some(Met::Stops))
        {
            let said = format!("{id} recoils into somebody, and lives");
            findings.push(Finding::new(Kind::Trapped, "HOTT25-RECOIL-03", said));
        }
        let rear_shot = self.mode() == Mode::Shooting;
        let surrounded = stand.is_some_and(|stand| is_attacked_from_behind(&self.before, stand) == Tri::Yes);
        match actual {
            Outcome::Recoil if !dies => {
                if surrounded {
                    findings.push(Finding::new(
                        Kind::Trapped,
                        "RECOIL-16",
                        format!("{id} recoils with an enemy on its flank or rear"),
                    ));
                }
                retreats::recoil(table, &self.before, after, id, rear_shot, findings);
            }
            // An element of HOTT that leaves the battlefield does so at once (HOTT25-FLEE-03).
            Outcome::Flee if !dies && self.has(id, Fate::Gone) && table.game.is_hott() => {}
            Outcome::Flee if !dies => {
                if surrounded {
                    findings.push(Finding::new(
                        Kind::Trapped,
                        "FLEE-09",
                        format!("{id} flees with an enemy on its flank or rear"),
                    ));
                }
                let behind = rear_shot && self.names_shooter_behind(of);
                retreats::flight(table, &self.before, after, id, behind, findings);
            }
            _ => {}
        }
    }

    /// Whether a Behemoth goes back into it, or it is a Behemoth that goes back into another (RECOIL-12, RECOIL-14).
    fn is_trampled(&self, of: &Element) -> bool {
        let Some(stand) = self.before.stand(&of.id) else { return false };
        let mighty: &[&str] = if of.game.is_hott() { &["Bh", "Dg"] } else { &["Bh"] };
        // A flight of HOTT begins with a recoil (HOTT25-FLEE-01).
        let back = |fate: &Fate| *fate == Fate::Recoils || of.game.is_hott() && *fate == Fate::Flees;
        self.before.stands().filter(|other| other.element.id != of.id && other.element.is(mighty)).any(|other| {
            let near = super::geometry::apart(&other.base.corners(), &stand.base.corners()) < 1.05;
            let goes = of.is(mighty) || self.fates.iter().any(|(id, fate)| *id == other.element.id && back(fate));
            near && goes
        })
    }

    fn names_shooter_behind(&self, target: &Element) -> bool {
        self.before.element(self.names().0).is_some_and(|shooter| self.may_come_from_behind(target, shooter))
    }

    /// Whether a shot, or one that aids it, can have come from behind.
    fn may_come_from_behind(&self, target: &Element, shooter: &Element) -> bool {
        let aids = match &self.order {
            Order::Shoot(_, _, aids) => aids.as_slice(),
            _ => &[],
        };
        let aids = aids.iter().filter_map(|aid| self.before.element(aid)).filter(|aid| aid.side != target.side);
        std::iter::once(shooter).chain(aids).any(|shooter| self.may_be_shot_from_behind(target, shooter))
    }

    fn check_walls(
        &self,
        after: &Document,
        feature: &str,
        garrison: Option<&Element>,
        expected: &[Outcome],
        findings: &mut Vec<Finding>,
    ) {
        let mut say = |rule, said: String| findings.push(Finding::new(Kind::Walls, rule, said));
        let (own, others) = self.totals;
        let falls = expected.contains(&Outcome::Captured);
        if let (true, Some(garrison)) = (after.elements.iter().any(|element| element.game.is_dba3()), garrison) {
            let dies = self.has(&garrison.id, Fate::Destroyed);
            if dies != falls {
                say("DBA3-OUT-16", format!("at {own} to {others} the garrison {} dies: {dies}", garrison.id));
            }
            return;
        }
        // Whether a Command Post that holds walls is a Command Post or the walls, is open (OUT-22, OUT-45).
        if garrison.is_some_and(|garrison| garrison.is(&["CP"])) && own * 2 > others {
            return;
        }
        if self.falls && !falls || !self.falls && falls && !expected.contains(&Outcome::None) {
            say(
                "OUT-45",
                format!("at {own} to {others} the {feature} {}", if self.falls { "falls" } else { "does not fall" }),
            );
        }
        if self.falls
            && garrison.is_some_and(|garrison| after.element(&garrison.id).is_some_and(|now| now.state == "holds"))
        {
            say("OUT-45", format!("the {feature} falls, and whoever held it lives"));
        }
    }

    /// Judges those who did not fight: attackers of the flank, friends pushed, and whoever died of it.
    fn others(
        &self,
        table: &Table<'_>,
        after: &Document,
        first: &Element,
        second: Fighter<'_>,
        findings: &mut Vec<Finding>,
    ) {
        let second = match second {
            Fighter::Element(element) => Some(element),
            Fighter::Walls(_, garrison) => garrison,
        };
        let fighters = [Some(first), second];
        let is_fighter = |id: &str| fighters.iter().flatten().any(|fighter| fighter.id == id);
        let mut leavers: Vec<(Stand<'_>, Stand<'_>)> = Vec::new();
        if let Some(second) = second
            && self.mode() == Mode::Close
        {
            for (loser, winner) in [(first, second), (second, first)] {
                let gone = !matches!(self.actual(after, &loser.id), Outcome::None);
                if let (true, Some(loser), Some(winner)) =
                    (gone, self.before.stand(&loser.id), self.before.stand(&winner.id))
                    && (faces(winner, loser) || winner.element.is(&["WWg"]))
                {
                    leavers.push((loser, winner));
                }
            }
        }
        // Its supporters die with it (HOTT25-SUPP-07).
        for fighter in fighters.into_iter().flatten().filter(|_| table.game.is_hott() && self.mode() == Mode::Close) {
            let Some(stand) = self.before.stand(&fighter.id) else { continue };
            let dry = table.ground.is_in_bad(&self.before, fighter, &stand.base) == Tri::No;
            if let (true, Some(behind)) =
                (self.has(&fighter.id, Fate::Destroyed), checklist::supporter(&self.before, stand))
                && dry
                && table.ground.is_in_bad(&self.before, behind.element, &behind.base) == Tri::No
                && walls_of(self.names().1).is_none()
                && !self.has(&behind.element.id, Fate::Destroyed)
            {
                let said = format!("{} dies, and {} behind it lives", fighter.id, behind.element.id);
                findings.push(Finding::new(Kind::Outcome, "HOTT25-SUPP-07", said));
            }
        }
        let attacks = |of: Stand<'_>| {
            Tri::any(
                leavers
                    .iter()
                    .filter(|(loser, _)| loser.element.side == of.element.side)
                    .map(|(_, winner)| retreats::attacks_flank(of, *winner)),
            )
        };
        for of in self.before.stands().filter(|stand| !is_fighter(&stand.element.id)) {
            let id = of.element.id.as_str();
            let moved_off = [Fate::Recoils, Fate::Destroyed, Fate::Gone, Fate::Flees, Fate::Pushed, Fate::Turns]
                .into_iter()
                .any(|fate| self.has(id, fate));
            if attacks(of) == Tri::Yes && !moved_off {
                findings.push(Finding::new(
                    Kind::FlankRecoil,
                    "OUT-05",
                    format!("{id} stays on the flank or rear of the victor"),
                ));
            }
            if self.has(id, Fate::Recoils) && !self.has(id, Fate::Destroyed) {
                if attacks(of) == Tri::No {
                    findings.push(Finding::new(
                        Kind::FlankRecoil,
                        "OUT-05",
                        format!("{id} recoils, and attacked nobody's flank or rear"),
                    ));
                }
                retreats::recoil(table, &self.before, after, id, false, findings);
            }
            if self.has(id, Fate::Pushed) && !self.has(id, Fate::Destroyed) {
                retreats::push(&self.before, after, id, findings);
            }
            if self.has(id, Fate::Destroyed) && !self.may_die(table, of, attacks(of), &fighters) {
                findings.push(Finding::new(Kind::Outcome, "DEST-01", format!("{id} is destroyed, and did not fight")));
            }
        }
    }

    /// Whether a bystander can have died of a combat (DEST-02, DEST-03, RECOIL-12, FLEE-10, SUMM-35).
    fn may_die(&self, table: &Table<'_>, of: Stand<'_>, attacks: Tri, fighters: &[Option<&Element>]) -> bool {
        let trampled = self.fates.iter().any(|(id, fate)| {
            matches!(fate, Fate::Recoils | Fate::Flees | Fate::Destroyed | Fate::Turns | Fate::Pushed)
                && self.before.element(id).is_some_and(|e| e.is(&["Bh", "SCh"]) || e.is(&["Dg"]) && e.game.is_hott())
        });
        // Its supporters die with it (HOTT25-SUPP-07).
        let supports = table.game.is_hott() && super::contacts::supports(&self.before, of);
        let trapped = attacks != Tri::No && retreats::is_trapped(table, &self.before, of) != Tri::No;
        let column = is_attacked_from_behind(&self.before, of) != Tri::No;
        let freed = fighters.iter().flatten().any(|fighter| fighter.is(&["Mg"]));
        trampled || trapped || column || freed || supports
    }

    fn pursuits(
        &self,
        table: &Table<'_>,
        after: &Document,
        first: &Element,
        second: Fighter<'_>,
        findings: &mut Vec<Finding>,
    ) {
        let Fighter::Element(second) = second else { return };
        for (victor, beaten) in [(first, second), (second, first)] {
            if self.actual(after, &victor.id) != Outcome::None {
                continue;
            }
            let gone = self.actual(after, &beaten.id) != Outcome::None;
            // It pursues an enemy in front of it, and nobody from whose attack on a flank it could not turn.
            let is_ahead = match (self.before.stand(&victor.id), self.before.stand(&beaten.id)) {
                (Some(victor), Some(beaten)) => faces(victor, beaten),
                _ => true,
            };
            let gone = gone && is_ahead && beaten.state != "holds";
            let far = if gone { retreats::pursuit_of(victor, Some(beaten)) } else { None };
            // An element that is pushed or otherwise moved by somebody else is not judged here.
            if !self.has(&victor.id, Fate::Pushed) && !self.has(&victor.id, Fate::Destroyed) {
                retreats::pursuit(table, &self.before, after, &victor.id, far, findings);
            }
        }
    }

    /// The elements of which the results have told something.
    pub(super) fn named(&self) -> impl Iterator<Item = &str> {
        self.fates.iter().map(|(id, _)| id.as_str())
    }
}

/// The walls that an order names: a Stronghold, or any camp.
fn walls_of(name: &str) -> Option<&'static str> {
    match name {
        "stronghold" => Some("stronghold"),
        _ if name.starts_with("camp") => Some("camp"),
        _ => None,
    }
}
