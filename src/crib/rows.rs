//! Rows of the combat tables as sentences: only those that can hold for someone in the game.

use super::cast::{Cast, Meeting};
use super::{Line, Part, Run, upper};
use crate::combat::explain::words::{self, Words, either};
use crate::rules::combat::{Combat, Fact, Fighter, Fighters, Modifier, Named, Outcome, Per, Relation, Row, Said};
use crate::rules::play::Amount;
use crate::rules::{Ruleset, Troop};

/// How somebody fights: one of these is so of each side.
pub(super) type Mode = [Fact; 2];

pub(super) const CLOSE: Mode = [Fact::Close, Fact::Close];
pub(super) const SHOOTING: Mode = [Fact::Shooting, Fact::ShotAt];
pub(super) const BESPELLING: Mode = [Fact::Bespelling, Fact::Bespelled];

/// The tables of a ruleset for those who are in the game.
pub(super) struct Rows<'a> {
    combat: &'a Combat,
    words: Words<'a>,
    cast: &'a Cast,
    /// Who shoots, and who bespells.
    shooters: Fighters,
    mages: Fighters,
}

/// What follows when a row holds.
struct Clause<'a> {
    fate: &'static str,
    when: String,
    /// The row, and those of other elements that say the same.
    rows: Vec<&'a Row<Outcome>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, combat: &'a Combat, words: Words<'a>, cast: &'a Cast) -> Self {
        let those = |is_it: fn(&Troop) -> bool| {
            let fighters =
                combat.fighters().filter(|(_, rules)| rules.troop.is_some_and(|id| is_it(ruleset.troop(id))));
            fighters.fold(Fighters::default(), |set, (fighter, _)| set.with(both(fighter)))
        };
        let (shooters, mages) = (those(|troop| troop.range.is_some()), those(|troop| troop.spell.is_some()));
        Self { combat, words, cast, shooters, mages }
    }

    /// Support by friends.
    pub(super) fn support(&self, meeting: &Meeting) -> Part {
        let rows = self.combat.modifiers.iter().take(self.combat.support);
        self.modifiers(rows.collect(), &[meeting])
    }

    /// Tactical factors of one mode, for whoever of the game they concern.
    pub(super) fn tactical(&self, mode: Mode) -> Part {
        let rows = self.combat.modifiers.iter().skip(self.combat.support);
        let rows = rows.filter(|row| mode.iter().any(|role| asks(&row.said, *role)));
        self.modifiers(rows.collect(), &self.cast.meetings().iter().collect::<Vec<_>>())
    }

    fn modifiers(&self, rows: Vec<&Row<Modifier>>, meetings: &[&Meeting]) -> Part {
        let rows: Vec<&Row<Modifier>> =
            rows.into_iter().filter(|row| meetings.iter().any(|meeting| self.can_hold(row, meeting))).collect();
        let (own, foe) = both_sides(meetings);
        let common = common(rows.iter().map(|row| &row.said));
        let mut lines: Vec<Line> = Vec::new();
        let mut last: Option<&Row<Modifier>> = None;
        for row in rows {
            // Rows that differ in their conditions only are alternatives.
            let is_alternative = |other: &Row<Modifier>| {
                (&other.rule, other.then.value, &other.said.of, &other.said.by)
                    == (&row.rule, row.then.value, &row.said.of, &row.said.by)
            };
            if let (Some(line), true) = (lines.last_mut(), last.is_some_and(is_alternative)) {
                if last.is_some_and(|last| last.then.says.is_some()) {
                    continue;
                }
                let conditions = self.conditions(&row.said, &common);
                line.runs.push(Run { text: format!("; or {}", conditions.join(", ")), strong: false });
                continue;
            }
            let Modifier { value, per, name, says } = &row.then;
            last = Some(row);
            let head = format!("{value:+} ").replace('-', "−");
            if let Some(says) = says {
                lines.push(Line::new(head, says.to_string(), vec![row.rule.to_string()]));
                continue;
            }
            let mut parts: Vec<String> = Vec::new();
            let who = self.words.names_among(&row.said.of, own, "and");
            let who = (!row.said.of.is_empty() && who != "all").then_some(who);
            match (name, who) {
                (Some(name), Some(who)) => parts.push(format!("{name}: {who}")),
                (name, who) => parts.extend(name.as_deref().map(str::to_owned).into_iter().chain(who)),
            }
            parts.extend(per.map(each));
            parts.extend(self.against("against", &row.said, foe));
            parts.extend(self.conditions(&row.said, &common));
            lines.push(Line::new(head, parts.join(", "), vec![row.rule.to_string()]));
        }
        let note = (!common.is_empty()).then(|| {
            let told: Vec<String> = common.iter().map(|(fact, is_so)| words::condition(*fact, *is_so)).collect();
            format!("All {}.", told.join(", "))
        });
        Part { note, lines, ..Part::default() }
    }

    /// What becomes of those whose totals stand so.
    pub(super) fn outcomes(&self, relation: Relation, meeting: &Meeting) -> Part {
        Part { lines: self.lots(relation, meeting).into_iter().map(Lot::told).collect(), ..Part::default() }
    }

    /// The rows of an outcome table that can hold, as they stand together on the sheet.
    fn lots(&self, relation: Relation, meeting: &Meeting) -> Vec<Lot<'a>> {
        let mut live = meeting.own;
        let mut lots: Vec<Lot<'a>> = Vec::new();
        for row in self.combat.table(relation) {
            let of = row.of().common(live);
            // The table is told by the letter; the other reading is an option of the players.
            if asks(&row.said, Fact::FootOnly) || !self.can_hold(row, &Meeting { own: live, ..meeting.clone() }) {
                continue;
            }
            let conditions = self.conditions(&row.said, &[(Fact::FootOnly, false)]).join(", ");
            let by = self.against(preposition(row.then), &row.said, meeting.foe);
            let when: Vec<String> = by.into_iter().chain((!conditions.is_empty()).then_some(conditions)).collect();
            let is_last = when.is_empty();
            let clause = Clause { fate: words::fate(row.then), when: when.join(", "), rows: vec![row] };
            // A row may stand with an earlier one of the same elements where no row between is about any of them.
            let between = |at: usize| lots.iter().skip(at + 1).all(|lot: &Lot<'_>| lot.of.common(row.of()).is_empty());
            let earlier = lots.iter().rposition(|lot| lot.said == row.said.of).filter(|at| between(*at));
            match earlier.and_then(|at| lots.get_mut(at)) {
                Some(lot) => lot.clauses.push(clause),
                None => lots.push(Lot {
                    of,
                    named: row.of(),
                    said: row.said.of.clone(),
                    heads: Vec::new(),
                    clauses: vec![clause],
                }),
            }
            if is_last {
                live = live.without(row.of());
            }
        }
        let features = self.combat.fighters().filter(|(_, rules)| rules.troop.is_none());
        let features = features.fold(Fighters::default(), |set, (fighter, _)| set.with(both(fighter)));
        for lot in &mut lots {
            lot.heads = match lot.said.is_empty() {
                true if lot.asks(Fact::MountedInfantry) => {
                    lot.leave_out(&["if riding"]);
                    vec!["foot that rides".to_owned()]
                }
                true if lot.asks(Fact::Garrison) || lot.asks(Fact::BehindWalls) => {
                    lot.leave_out(&["as garrison", "behind its walls, "]);
                    let some = if lot.of.common(features).is_empty() { "" } else { ", Strongholds and Camps" };
                    vec![format!("garrisons{some}")]
                }
                true if lot.of == meeting.own => vec!["all".to_owned()],
                true => vec!["all others".to_owned()],
                false => self.words.each_among(&lot.said, lot.of),
            };
        }
        alike_together(lots)
    }

    /// Who need not mind, who is destroyed instead, and who goes back with a friend.
    pub(super) fn instead(&self) -> Part {
        let mut lines = Vec::new();
        let meetings: Vec<&Meeting> = self.cast.meetings().iter().collect();
        let (own, foe) = both_sides(&meetings);
        let acting = [(Fact::Shooting, "A shooter"), (Fact::Bespelling, "The bespeller")];
        let who = |said: &Said| match acting.iter().find(|(fact, _)| asks(said, *fact)) {
            _ if !said.of.is_empty() => upper(&self.words.names_among(&said.of, own, "and")),
            Some((_, name)) => (*name).to_owned(),
            None => "All".to_owned(),
        };
        let when = |said: &Said| {
            let known: Vec<(Fact, bool)> = acting.iter().map(|(fact, _)| (*fact, true)).collect();
            let known = if said.of.is_empty() { known } else { Vec::new() };
            let told = self.against("from", said, foe).into_iter().chain(self.conditions(said, &known));
            told.collect::<Vec<_>>().join(", ")
        };
        let held = |row: &&Row<()>| meetings.iter().any(|meeting| self.can_hold(*row, meeting));
        for row in self.combat.disregards.iter().filter(held) {
            let text = format!("{}.", format!("no effect {}", when(&row.said)).trim_end());
            lines.push(Line::new(format!("{}: ", who(&row.said)), text, vec![row.rule.to_string()]));
        }
        let mut instead: Vec<(&Said, Vec<String>, Vec<String>)> = Vec::new();
        for row in &self.combat.destroyed_instead {
            if !meetings.iter().any(|meeting| self.can_hold(row, meeting)) {
                continue;
            }
            let fates = row.then.iter().map(|outcome| words::noun(*outcome).to_owned());
            match instead.iter_mut().find(|(said, ..)| **said == row.said) {
                Some((_, known, rules)) => {
                    known.extend(fates);
                    rules.push(row.rule.to_string());
                }
                None => instead.push((&row.said, fates.collect(), vec![row.rule.to_string()])),
            }
        }
        for (said, fates, rules) in instead {
            let text = format!("destroyed instead of {}, {}.", either(&fates, "or"), when(said));
            lines.push(Line::new(format!("{}: ", who(said)), text, rules));
        }
        let flank = &self.combat.flank_attacker;
        let after: Vec<String> = flank.after.iter().map(|outcome| words::befalls(*outcome).to_owned()).collect();
        let text = format!("{} when the friend on its front {}.", words::befalls(flank.is), either(&after, "or"));
        lines.push(Line::new("Who is on an enemy’s flank or rear alone ", text, vec![flank.rule.to_string()]));
        Part { lines, ..Part::default() }
    }

    /// Who pursues, and how far.
    pub(super) fn pursuit(&self, meeting: &Meeting) -> Part {
        let mut lines: Vec<Line> = Vec::new();
        let mut live = meeting.own;
        for row in &self.combat.pursuit {
            let about_feature = asks(&row.said, Fact::EnemyHoldsFeature);
            // Who does not pursue is told at the end.
            if (row.then == 0 && about_feature) || !self.can_hold(row, &Meeting { own: live, ..meeting.clone() }) {
                continue;
            }
            let who = match row.said.of.is_empty() {
                true if asks(&row.said, Fact::HoldsFeature) => "Garrisons".to_owned(),
                true => "All".to_owned(),
                false => upper(&self.words.names_among(&row.said.of, meeting.own, "and")),
            };
            let distance = match row.then {
                0 => "none".to_owned(),
                half => Amount::HalfBw(half.into()).to_string(),
            };
            let by = self.against("after", &row.said, meeting.foe);
            let known = [(Fact::HoldsFeature, true), (Fact::EnemyHoldsFeature, true)];
            let when = self.conditions(&row.said, &known);
            if when.is_empty() && by.is_none() && !about_feature && row.then > 0 {
                live = live.without(row.of());
            }
            let into = about_feature.then(|| "into a Stronghold or Camp whose defenders are gone".to_owned());
            let told = std::iter::once(distance).chain(into).chain(by).chain(when);
            lines.push(Line::new(
                format!("{who}: "),
                told.collect::<Vec<_>>().join(", ") + ".",
                vec![row.rule.to_string()],
            ));
        }
        Part { lines, ..Part::default() }
    }

    /// Whether a row can hold for an element of a meeting against one that it meets.
    fn can_hold<T>(&self, row: &Row<T>, meeting: &Meeting) -> bool {
        let (mut of, mut by) = (row.of().common(meeting.own), row.by().common(meeting.foe));
        for (fact, is_so) in row.said.conditions.iter().filter(|(_, is_so)| *is_so) {
            match (fact, is_so) {
                (Fact::Shooting, true) => of = of.common(self.shooters),
                (Fact::ShotAt, true) => by = by.common(self.shooters),
                (Fact::Bespelling, true) => of = of.common(self.mages),
                (Fact::Bespelled, true) => by = by.common(self.mages),
                (Fact::MountedInfantry, true) if !meeting.rides => return false,
                _ => {}
            }
        }
        !of.is_empty() && !by.is_empty()
    }

    /// The opponents of a row, unless it holds against all there are: `by Knights or Cavalry`.
    fn against(&self, preposition: &str, said: &Said, foe: Fighters) -> Option<String> {
        let taken_out = said.by.iter().fold(Fighters::default(), |set, name| set.with(name.among(foe)));
        let is_all = said.by.iter().all(|name| name.taken_out) && taken_out.is_empty();
        (!is_all).then(|| format!("{preposition} {}", self.words.names_among(&said.by, foe, "or")))
    }

    /// What a row asks for, but for what holds for all: `beside Blades`, `in good going`.
    fn conditions(&self, said: &Said, but: &[(Fact, bool)]) -> Vec<String> {
        let mut told = Vec::new();
        if !said.beside.is_empty() {
            told.push(format!("beside {}", self.words.names_among(&said.beside, self.cast.all(), "or")));
        }
        // Who holds a named feature is a garrison, as far as a reader is concerned.
        let is_known = |fact: Fact| fact == Fact::Garrison && HOLDING.iter().any(|fact| asks(said, *fact));
        let conditions = said.conditions.iter().filter(|condition| !but.contains(condition));
        let conditions = conditions.filter(|(fact, is_so)| !(*is_so && is_known(*fact)));
        told.extend(conditions.map(|(fact, is_so)| words::condition(*fact, *is_so)));
        if !said.inside.is_empty() {
            let names: Vec<String> = said.inside.iter().map(|place| self.words.place(*place)).collect();
            told.push(format!("in {}", either(&names, "or")));
        }
        told
    }
}

/// Which feature somebody holds.
const HOLDING: [Fact; 2] = [Fact::HoldsStronghold, Fact::HoldsCamp];

/// The rows of an outcome table about the same elements.
struct Lot<'a> {
    /// The elements that it decides about.
    of: Fighters,
    /// All elements that its names stand for.
    named: Fighters,
    said: Vec<Named>,
    heads: Vec<String>,
    clauses: Vec<Clause<'a>>,
}

impl Lot<'_> {
    /// Whether each of its rows asks for a fact, or for what only such elements can be.
    fn asks(&self, fact: Fact) -> bool {
        let is_of_garrisons = |said: &Said| asks(said, Fact::Garrison) || asks(said, Fact::BehindWalls);
        let garrisons = matches!(fact, Fact::Garrison | Fact::BehindWalls);
        let mut rows = self.clauses.iter().flat_map(|clause| &clause.rows);
        rows.all(|row| if garrisons { is_of_garrisons(&row.said) } else { asks(&row.said, fact) })
    }

    /// Takes out of its clauses what its head says already.
    fn leave_out(&mut self, words: &[&str]) {
        for clause in &mut self.clauses {
            for words in words {
                clause.when = clause.when.replace(words, "");
            }
            clause.when = clause.when.trim_matches([',', ' ']).to_owned();
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        let told = |lot: &Self| lot.clauses.iter().map(|clause| (clause.fate, clause.when.clone())).collect::<Vec<_>>();
        told(self) == told(other)
    }

    /// `Spears: destroyed by Warbands; by Knights, in good going; else recoil.`
    fn told(self) -> Line {
        let mut runs = vec![Run { text: format!("{}: ", upper(&either(&self.heads, "and"))), strong: true }];
        let mut rules: Vec<String> = Vec::new();
        let several = self.clauses.len() > 1;
        let mut last = "";
        for (at, clause) in self.clauses.into_iter().enumerate() {
            let between = if at > 0 { "; " } else { "" };
            let fate = match (clause.when.is_empty(), several) {
                (true, true) => format!("else {}", clause.fate),
                (true, false) => clause.fate.to_owned(),
                (false, _) if clause.fate == last => String::new(),
                (false, _) => format!("{} ", clause.fate),
            };
            runs.push(Run { text: format!("{between}{fate}{}", clause.when), strong: false });
            last = clause.fate;
            for rule in clause.rows.iter().map(|row| row.rule.to_string()) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        runs.push(Run { text: ".".to_owned(), strong: false });
        Line { runs, rules }
    }
}

/// Lots that say the same become one, where no lot between is about any of the elements whose names would move up.
fn alike_together(lots: Vec<Lot<'_>>) -> Vec<Lot<'_>> {
    let mut found: Vec<Lot<'_>> = Vec::new();
    for lot in lots {
        let stands_apart = |at: usize| found.iter().skip(at + 1).all(|other| other.of.common(lot.named).is_empty());
        let like = found.iter().rposition(|other| other.is_like(&lot)).filter(|at| stands_apart(*at));
        match like.and_then(|at| found.get_mut(at)) {
            Some(earlier) => {
                earlier.of = earlier.of.with(lot.of);
                earlier.named = earlier.named.with(lot.named);
                // Who is left over stands for all who are decided beside it.
                match lot.heads.first().is_some_and(|head| head.starts_with("all")) {
                    true => earlier.heads = lot.heads,
                    false => earlier.heads.extend(lot.heads),
                }
                for (clause, other) in earlier.clauses.iter_mut().zip(lot.clauses) {
                    clause.rows.extend(other.rows);
                }
            }
            None => found.push(lot),
        }
    }
    found
}

/// What leads from an outcome to the opponent who brings it about.
const fn preposition(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None | Outcome::Recoil | Outcome::Flee => "from",
        Outcome::Destroyed | Outcome::Ensorcelled | Outcome::Captured => "by",
    }
}

fn both(fighter: Fighter) -> Fighters {
    Fighters::one(fighter, true).with(Fighters::one(fighter, false))
}

fn both_sides(meetings: &[&Meeting]) -> (Fighters, Fighters) {
    meetings.iter().fold(Default::default(), |(own, foe): (Fighters, Fighters), meeting| {
        (own.with(meeting.own), foe.with(meeting.foe))
    })
}

fn asks(said: &Said, fact: Fact) -> bool {
    said.conditions.contains(&(fact, true))
}

/// The conditions that all rows ask for, if there are several rows.
fn common<'s>(rows: impl Iterator<Item = &'s Said>) -> Vec<(Fact, bool)> {
    let rows: Vec<&Said> = rows.collect();
    match rows.as_slice() {
        [first, others @ ..] if !others.is_empty() => {
            let everywhere = |condition: &&(Fact, bool)| others.iter().all(|row| row.conditions.contains(condition));
            // Which mode it is stands in the heading.
            let shared = first.conditions.iter().filter(everywhere);
            shared.copied().collect()
        }
        _ => Vec::new(),
    }
}

/// What a modifier is counted by.
fn each(per: Per) -> String {
    format!("for each {}", per.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::rules::book;
    use crate::rules::combat::{Facts, Seen};

    /// One of a set, by chance.
    fn one_of(combat: &Combat, set: Fighters, dice: &mut Dice) -> (Fighter, bool) {
        let all: Vec<(Fighter, bool)> = combat
            .fighters()
            .flat_map(|(fighter, _)| [(fighter, false), (fighter, true)])
            .filter(|(fighter, fast)| set.has(*fighter, *fast))
            .collect();
        *dice.pick(&all).unwrap()
    }

    /// Facts by chance that can be so of an element against an opponent.
    fn facts(rows: &Rows<'_>, own: (Fighter, bool), foe: (Fighter, bool), rides: bool, dice: &mut Dice) -> Facts {
        let mut facts = Facts::NONE;
        for fact in Fact::ALL {
            let is_so = dice.below(3) == 0;
            let role = matches!(fact, Fact::Close | Fact::Shooting | Fact::ShotAt | Fact::Bespelling | Fact::Bespelled);
            let never = *fact == Fact::FootOnly || (*fact == Fact::MountedInfantry && !rides);
            facts = facts.and(*fact, is_so && !role && !never);
        }
        let (shoots, is_shot) = (rows.shooters.has(own.0, own.1), rows.shooters.has(foe.0, foe.1));
        let (bespells, is_bespelled) = (rows.mages.has(own.0, own.1), rows.mages.has(foe.0, foe.1));
        match dice.below(3) {
            1 => facts.and(Fact::Shooting, shoots).and(Fact::ShotAt, is_shot),
            2 if bespells => facts.and(Fact::Bespelling, true),
            2 => facts.and(Fact::Bespelled, is_bespelled),
            _ => facts.and(Fact::Close, true),
        }
    }

    #[test]
    fn who_reads_the_sheet_from_above_finds_what_the_table_says() {
        let mut dice = Dice::new(4, 0);
        for ruleset in book().unwrap().rulesets().iter().filter(|ruleset| ruleset.combat.is_some()) {
            let combat = ruleset.combat.as_ref().unwrap();
            let everybody = Cast::everybody(ruleset).unwrap();
            for round in 0..60 {
                let some = |dice: &mut Dice| {
                    (0..8).fold(Fighters::default(), |set, _| {
                        let (fighter, fast) = one_of(combat, combat.everybody(), dice);
                        set.with(Fighters::one(fighter, fast))
                    })
                };
                // The first rounds are of everybody, the others of small armies.
                let (own, foe) = match round {
                    0..6 => (combat.everybody(), combat.everybody()),
                    _ => (some(&mut dice), some(&mut dice)),
                };
                let meeting = Meeting { name: None, own, foe, rides: round % 2 == 0 };
                let rows = Rows::new(ruleset, combat, Words::new(ruleset, combat), &everybody);
                for relation in Relation::ALL {
                    let lots = rows.lots(*relation, &meeting);
                    for _ in 0..400 {
                        let (one, other) = (one_of(combat, own, &mut dice), one_of(combat, foe, &mut dice));
                        let facts = facts(&rows, one, other, meeting.rides, &mut dice);
                        let seen = |(fighter, fast), facts| Seen { fighter, fast, facts, place: None, beside: None };
                        let (one, other) = (seen(one, facts), seen(other, Facts::NONE));
                        let said = combat.table(*relation).iter().find(|row| row.holds(&one, &other));
                        let mut clauses = lots.iter().flat_map(|lot| &lot.clauses);
                        let read = clauses.find(|clause| clause.rows.iter().any(|row| row.holds(&one, &other)));
                        assert_eq!(
                            read.map(|clause| clause.fate),
                            said.map(|row| words::fate(row.then)),
                            "{ruleset:?} {relation:?} {one:?} {other:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_lies_between_is_not_jumped_over() {
        let ruleset = book().unwrap().ruleset("d3h2").unwrap();
        let combat = ruleset.combat.as_ref().unwrap();
        let everybody = Cast::everybody(ruleset).unwrap();
        let rows = Rows::new(ruleset, combat, Words::new(ruleset, combat), &everybody);
        let told: Vec<String> =
            rows.outcomes(Relation::Equal, &everybody.meetings()[0]).lines.iter().map(Line::text).collect();
        let at =
            |start: &str| told.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}"));
        assert!(at("Command Posts: destroyed by Foot") < at("Foot and Aerials: no effect"), "{told:#?}");
        assert_eq!(told[at("Heroes")], "Heroes: destroyed by Heroes, both totals odd; no effect from Heroes.");
    }
}
