//! Rows of the combat tables as sentences: only those that can hold for a participant.

mod conditions;
#[cfg(test)]
mod tests;

use musterfield_rules::combat::{
    Combat, Fact, Fighter, FighterSet, Held, ListedName, Modifier, Outcome, Per, Relation, Row, RowTerms,
};
use musterfield_rules::sentence::capital;
use musterfield_rules::{RuleId, Ruleset, Troop};
use musterfield_words::combat::outcome::pursuit_distance;
use musterfield_words::combat::{TableWords, outcome};
use musterfield_words::series::series;

use super::part::{CribLine, CribPart, TextRun};
use super::participants::{Meeting, Participants};

/// A mode of fighting: one of these facts holds for each side.
pub(super) type Mode = [Fact; 2];

pub(super) const CLOSE: Mode = [Fact::Close, Fact::Close];
pub(super) const SHOOTING: Mode = [Fact::Shooting, Fact::ShotAt];
pub(super) const BESPELLING: Mode = [Fact::Bespelling, Fact::Bespelled];

/// The tables of a ruleset for the participants.
pub(super) struct Rows<'a> {
    combat: &'a Combat,
    words: TableWords<'a>,
    cast: &'a Participants,
    /// The elements that shoot, and those that bespell.
    shooters: FighterSet,
    mages: FighterSet,
    /// Whether phrases are as short as a cell of a table requires.
    brief: bool,
}

/// The consequence of a row.
struct Clause<'a> {
    fate: &'static str,
    when: String,
    /// The opponents, with whom `when` begins, if it names any.
    by: Option<String>,
    /// The row, and those of other elements with the same text.
    rows: Vec<&'a Row<Outcome>>,
}

impl Clause<'_> {
    /// The opponents of both clauses and the rest of their condition, if they differ only in the opponents that they list:
    /// `by Lb in close combat` and `by Bd in close combat`.
    fn with_opponents_of(&self, other: &Self) -> Option<(String, String)> {
        let parts = |clause: &Self| {
            let by = clause.by.clone()?;
            let rest = clause.when.strip_prefix(&by)?.to_owned();
            let (preposition, names) = by.split_once(' ')?;
            // What is taken out of some opponents would be taken out of the others too.
            (!names.contains("all") && !names.contains(" but "))
                .then(|| (preposition.to_owned(), names.to_owned(), rest))
        };
        let (preposition, own, rest) = parts(self)?;
        let (_, more, other_rest) = parts(other)?;
        let by = format!("{preposition} {own}, {more}");
        (self.fate == other.fate && rest == other_rest).then(|| (by.clone(), by + &rest))
    }
}

impl<'a> Rows<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, combat: &'a Combat, words: TableWords<'a>, cast: &'a Participants) -> Self {
        let those = |is_it: fn(&Troop) -> bool| {
            let fighters =
                combat.fighters().filter(|(_, rules)| rules.troop.is_some_and(|id| is_it(ruleset.troop(id))));
            fighters.fold(FighterSet::default(), |set, (fighter, _)| set.with(both(fighter)))
        };
        let (shooters, mages) = (those(|troop| troop.range.is_some()), those(|troop| troop.spell.is_some()));
        Self { combat, words, cast, shooters, mages, brief: false }
    }

    /// The same in as few words as a cell of a table has room for.
    pub(super) fn in_brief(self) -> Self {
        Self { brief: true, words: self.words.in_codes(), ..self }
    }

    /// Support by friends.
    pub(super) fn support(&self, meeting: &Meeting) -> CribPart {
        let rows = self.combat.modifiers.iter().take(self.combat.support);
        self.modifiers(rows.collect(), &[meeting])
    }

    /// Tactical factors of one mode, for the participants they concern.
    pub(super) fn tactical(&self, mode: Mode) -> CribPart {
        let rows = self.combat.modifiers.iter().skip(self.combat.support);
        let rows = rows.filter(|row| mode.iter().any(|role| asks(&row.terms, *role)));
        self.modifiers(rows.collect(), &self.cast.meetings().iter().collect::<Vec<_>>())
    }

    /// The modifiers added once both totals are known, for the participants they concern.
    pub(super) fn grading(&self) -> CribPart {
        self.modifiers(self.combat.grading.iter().collect(), &self.cast.meetings().iter().collect::<Vec<_>>())
    }

    fn modifiers(&self, rows: Vec<&Row<Modifier>>, meetings: &[&Meeting]) -> CribPart {
        let rows: Vec<&Row<Modifier>> =
            rows.into_iter().filter(|row| meetings.iter().any(|meeting| self.can_hold(row, meeting))).collect();
        let (own, foe) = both_sides(meetings);
        let mut common = common(rows.iter().map(|row| &row.terms));
        // If rows name the friend behind, each includes it.
        let names_friends = rows.iter().any(|row| !row.terms.behind.is_empty());
        common.retain(|(fact, _)| *fact != Fact::RearSupport || !names_friends);
        let mut lines: Vec<CribLine> = Vec::new();
        let mut last: Option<&Row<Modifier>> = None;
        let mut rows = rows.into_iter().peekable();
        while let Some(row) = rows.next() {
            if let (Some(line), Some(head), true) = (lines.last_mut(), last, row.effect.joined) {
                line.runs.push(TextRun { text: self.joined(row, head), strong: false });
                let rule = row.rule.to_string();
                if !line.rules.contains(&rule) {
                    line.rules.push(rule);
                }
                continue;
            }
            // Rows that differ only in their conditions are alternatives.
            let is_alternative = |other: &Row<Modifier>| {
                (&other.rule, other.effect.value, &other.terms.subjects, &other.terms.opponents)
                    == (&row.rule, row.effect.value, &row.terms.subjects, &row.terms.opponents)
            };
            if let (Some(line), true) = (lines.last_mut(), last.is_some_and(is_alternative)) {
                if last.is_some_and(|last| last.effect.sheet_text.is_some()) {
                    continue;
                }
                // A counted modifier is added to the others.
                let counts = row.effect.per.is_some() || last.is_some_and(|last| last.effect.per.is_some());
                let told: Vec<String> =
                    row.effect.per.map(each).into_iter().chain(self.conditions(&row.terms, &common)).collect();
                let word = if counts { "and" } else { "or" };
                line.runs.push(TextRun { text: format!("; {word} {}", told.join(", ")), strong: false });
                continue;
            }
            let Modifier { value, per, name, sheet_text: says, .. } = &row.effect;
            last = Some(row);
            let head = format!("{value:+} ").replace('-', "−");
            if let Some(says) = says {
                lines.push(CribLine::new(head, says.to_string(), vec![row.rule.to_string()]));
                continue;
            }
            let mut parts: Vec<String> = Vec::new();
            if rows.peek().is_some_and(|next| next.effect.joined) {
                parts.push("once".to_owned());
            }
            let who = self.words.names_among(&row.terms.subjects, own, "and");
            let who = (!row.terms.subjects.is_empty() && who != "all").then_some(who);
            match (name, who) {
                (Some(name), Some(who)) => parts.push(format!("{name}: {who}")),
                (name, who) => parts.extend(name.as_deref().map(str::to_owned).into_iter().chain(who)),
            }
            parts.extend(per.map(each));
            parts.extend(self.against("against", &row.terms, foe));
            parts.extend(self.conditions(&row.terms, &common));
            lines.push(CribLine::new(head, parts.join(", "), vec![row.rule.to_string()]));
        }
        let note = (!common.is_empty()).then(|| {
            let told: Vec<String> = common.iter().map(|(fact, is_so)| self.condition(*fact, *is_so)).collect();
            format!("All {}.", told.join(", "))
        });
        CribPart { note, lines, ..CribPart::default() }
    }

    /// What a row adds to the line of the row above with which it shares a modifier: `; or across a river`. That the
    /// rows exclude each other need not be told, since the modifier is added once.
    fn joined(&self, row: &Row<Modifier>, head: &Row<Modifier>) -> String {
        match &row.effect.sheet_text {
            Some(says) => format!("; {says}"),
            None => {
                let conditions = self.conditions(&row.terms.without_exclusions(), &head.terms.conditions);
                format!("; or {}", conditions.join(", "))
            }
        }
    }

    /// The outcomes for totals in this relation.
    pub(super) fn outcomes(&self, relation: Relation, meeting: &Meeting) -> CribPart {
        CribPart {
            lines: self.outcome_groups(relation, meeting).into_iter().map(OutcomeGroup::into_line).collect(),
            ..CribPart::default()
        }
    }

    /// Rows of an outcome table as lines.
    pub(super) fn outcome_lines(
        &self,
        rows: impl Iterator<Item = &'a Row<Outcome>>,
        meeting: &Meeting,
    ) -> Vec<CribLine> {
        alike_together(self.groups(rows, meeting)).into_iter().map(OutcomeGroup::into_line).collect()
    }

    /// The fate of the elements of one row of a table of types, without their names, and the rules.
    pub(super) fn fate_in_brief(
        &self,
        rows: impl Iterator<Item = &'a Row<Outcome>>,
        meeting: &Meeting,
    ) -> (String, Vec<String>) {
        let line = clauses_line(String::new(), self.clauses_in_brief(rows, meeting));
        (line.text().trim_end_matches('.').to_owned(), line.rules)
    }

    /// These rows one after the other, those that differ only in their opponents as one, without the last ones that end as
    /// all others do.
    fn clauses_in_brief(&self, rows: impl Iterator<Item = &'a Row<Outcome>>, meeting: &Meeting) -> Vec<Clause<'a>> {
        let groups = self.groups(rows, meeting).into_iter();
        let mut clauses: Vec<Clause<'a>> = Vec::new();
        for clause in groups.flat_map(|group| group.clauses) {
            match clauses.last_mut().and_then(|last| last.with_opponents_of(&clause).map(|joined| (last, joined))) {
                Some((last, (by, when))) => {
                    last.by = Some(by);
                    last.when = when;
                    last.rows.extend(clause.rows);
                }
                None => clauses.push(clause),
            }
        }
        if let Some(last) = clauses.pop_if(|last| last.when.is_empty()) {
            let apart = clauses.iter().rposition(|clause| clause.fate != last.fate).map_or(0, |at| at + 1);
            clauses.truncate(apart);
            clauses.push(last);
        }
        clauses
    }

    /// The rows of an outcome table that can hold, grouped as on the sheet.
    fn outcome_groups(&self, relation: Relation, meeting: &Meeting) -> Vec<OutcomeGroup<'a>> {
        alike_together(self.groups(self.combat.table(relation).iter(), meeting))
    }

    /// These rows as far as they can hold, those of the same elements together.
    fn groups(&self, rows: impl Iterator<Item = &'a Row<Outcome>>, meeting: &Meeting) -> Vec<OutcomeGroup<'a>> {
        let mut live = meeting.own;
        let mut lots: Vec<OutcomeGroup<'a>> = Vec::new();
        for row in rows {
            let of = row.subjects().common(live);
            if !self.can_hold(row, &Meeting { own: live, ..meeting.clone() }) {
                continue;
            }
            let subject = Subject::of(&row.terms);
            let by = self.against(preposition(row.effect), &row.terms, meeting.foe);
            let mut when: Vec<String> = by.iter().cloned().collect();
            when.extend(self.conditions(&row.terms, subject.known()));
            if subject == Subject::Garrisons && asks(&row.terms, Fact::BehindWalls) && !self.mages.is_empty() {
                when.push("unless bespelled".to_owned());
            }
            // A subject that is not a name covers only some of the elements.
            let is_last = when.is_empty() && subject == Subject::Named;
            let when = when.join(if self.brief { " " } else { ", " });
            let fate = if self.brief { outcome::fate_in_brief(row.effect) } else { outcome::fate(row.effect) };
            let clause = Clause { fate, when, by, rows: vec![row] };
            // A row may join an earlier one of the same elements if no row between concerns any of them.
            let between = |at: usize| {
                lots.iter().skip(at + 1).all(|lot: &OutcomeGroup<'_>| lot.of.common(row.subjects()).is_empty())
            };
            let is_same = |lot: &OutcomeGroup<'_>| lot.subject == subject && lot.said == row.terms.subjects;
            let earlier = lots.iter().rposition(is_same).filter(|at| between(*at));
            match earlier.and_then(|at| lots.get_mut(at)) {
                Some(lot) => lot.clauses.push(clause),
                None => lots.push(OutcomeGroup {
                    of,
                    named: row.subjects(),
                    said: &row.terms.subjects,
                    subject,
                    heads: self.heads(&row.terms, subject, of, meeting),
                    clauses: vec![clause],
                }),
            }
            if is_last {
                live = live.without(row.subjects());
            }
        }
        lots
    }

    /// The names of a row's elements, where it decides about these.
    fn heads(&self, said: &RowTerms, subject: Subject, of: FighterSet, meeting: &Meeting) -> Vec<String> {
        match subject {
            Subject::Riders => vec!["mounted infantry".to_owned()],
            Subject::Sackers => vec![format!("elements sacking a {}", self.sacked())],
            Subject::Garrisons => {
                let features = self
                    .combat
                    .fighters()
                    .filter(|(fighter, rules)| rules.troop.is_none() && !of.common(both(*fighter)).is_empty());
                let features = features.map(|(_, rules)| rules.plural.to_string());
                std::iter::once("garrisons".to_owned()).chain(features).collect()
            }
            Subject::Named if !said.subjects.is_empty() => self.words.each_among(&said.subjects, of),
            Subject::Named if of == meeting.own => vec!["all".to_owned()],
            Subject::Named => vec!["all others".to_owned()],
        }
    }

    /// The features that can be sacked: `City`.
    fn sacked(&self) -> &str {
        let city = self.combat.features.iter().find(|feature| feature.held == Held::City);
        city.map_or("City", |city| &city.name)
    }

    /// The elements that are exempt, that are destroyed instead, and that recoil with a friend.
    pub(super) fn instead(&self) -> CribPart {
        let mut lines = Vec::new();
        let meetings: Vec<&Meeting> = self.cast.meetings().iter().collect();
        let (own, foe) = both_sides(&meetings);
        let acting = [(Fact::Shooting, "A shooter"), (Fact::Bespelling, "The bespeller")];
        let who = |said: &RowTerms| match acting.iter().find(|(fact, _)| asks(said, *fact)) {
            _ if !said.subjects.is_empty() => capital(&self.words.names_among(&said.subjects, own, "and")),
            Some((_, name)) => (*name).to_owned(),
            None => "All".to_owned(),
        };
        let when = |said: &RowTerms| {
            let known: Vec<(Fact, bool)> = acting.iter().map(|(fact, _)| (*fact, true)).collect();
            let known = if said.subjects.is_empty() { known } else { Vec::new() };
            let told = self.against("from", said, foe).into_iter().chain(self.conditions(said, &known));
            told.collect::<Vec<_>>().join(", ")
        };
        let held = |row: &&Row<()>| meetings.iter().any(|meeting| self.can_hold(*row, meeting));
        for row in self.combat.disregards.iter().filter(held) {
            let text = format!("{}.", format!("no effect {}", when(&row.terms)).trim_end());
            lines.push(CribLine::new(format!("{}: ", who(&row.terms)), text, vec![row.rule.to_string()]));
        }
        let mut instead: Vec<(&RowTerms, Vec<String>, Vec<String>)> = Vec::new();
        for row in &self.combat.destroyed_instead {
            if !meetings.iter().any(|meeting| self.can_hold(row, meeting)) {
                continue;
            }
            let fates = row.effect.iter().map(|outcome| outcome::noun(*outcome).to_owned());
            match instead.iter_mut().find(|(said, ..)| **said == row.terms) {
                Some((_, known, rules)) => {
                    known.extend(fates);
                    rules.push(row.rule.to_string());
                }
                None => instead.push((&row.terms, fates.collect(), vec![row.rule.to_string()])),
            }
        }
        for (said, fates, rules) in instead {
            let text = format!("destroyed instead of {}, {}.", series(&fates, "or"), when(said));
            lines.push(CribLine::new(format!("{}: ", who(said)), text, rules));
        }
        if let Some(flank) = &self.combat.flank_attacker {
            let after: Vec<String> = flank.after.iter().map(|outcome| outcome::phrase(*outcome).to_owned()).collect();
            let text = format!(
                "{} when the friend on that enemy’s front {}.",
                outcome::phrase(flank.becomes),
                series(&after, "or")
            );
            lines.push(CribLine::new("Only on an enemy’s flank or rear: ", text, vec![flank.rule.to_string()]));
        }
        CribPart { lines, ..CribPart::default() }
    }

    /// The elements that pursue, and how far.
    pub(super) fn pursuit(&self, meeting: &Meeting, is_told: &dyn Fn(&RuleId) -> bool) -> CribPart {
        let mut lines: Vec<CribLine> = Vec::new();
        let mut live = meeting.own;
        for row in &self.combat.pursuit {
            let about_feature = asks(&row.terms, Fact::EnemyHoldsFeature);
            let about_camp = asks(&row.terms, Fact::EnemyHoldsCamp);
            // A sentence may state better what holds for all.
            if row.effect.is_none() && row.terms.subjects.is_empty() && is_told(&row.rule) {
                continue;
            }
            // The elements that do not pursue come at the end.
            if (row.effect.is_none() && about_feature) || !self.can_hold(row, &Meeting { own: live, ..meeting.clone() })
            {
                continue;
            }
            let who = match row.terms.subjects.is_empty() {
                true if asks(&row.terms, Fact::HoldsFeature) => "Garrisons".to_owned(),
                true => "All".to_owned(),
                false => capital(&self.words.names_among(&row.terms.subjects, meeting.own, "and")),
            };
            let distance = pursuit_distance(row.effect);
            let by = self.against("after", &row.terms, meeting.foe);
            let known = [(Fact::HoldsFeature, true), (Fact::EnemyHoldsFeature, true), (Fact::EnemyHoldsCamp, true)];
            let when = self.conditions(&row.terms, &known);
            if when.is_empty() && by.is_none() && !about_feature && !about_camp && !row.effect.is_none() {
                live = live.without(row.subjects());
            }
            let into = match (about_feature, about_camp) {
                (true, _) => Some(self.combat.all_features_called()),
                (false, true) => Some(self.combat.features_called(false)),
                (false, false) => None,
            };
            let into = into.map(|feature| format!("into a {feature} with its defenders gone"));
            let told = std::iter::once(distance).chain(into).chain(by).chain(when);
            lines.push(CribLine::new(
                format!("{who}: "),
                told.collect::<Vec<_>>().join(", ") + ".",
                vec![row.rule.to_string()],
            ));
        }
        CribPart { lines, ..CribPart::default() }
    }

    /// Whether a row can hold for an element of an army against one of its opponents. A sheet has the usual readings of
    /// the rules; others are a choice of the players.
    pub(super) fn can_hold<T>(&self, row: &Row<T>, meeting: &Meeting) -> bool {
        if !row.terms.is_usual() {
            return false;
        }
        let (mut of, mut by) = (row.subjects().common(meeting.own), row.opponents().common(meeting.foe));
        for (fact, is_so) in row.terms.conditions.iter().filter(|(_, is_so)| *is_so) {
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
}

/// The subject of a row that names no types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    /// The elements it names, or all.
    Named,
    /// Foot that rides.
    Riders,
    /// Elements in a feature that they sack.
    Sackers,
    /// Elements that hold a feature; the features themselves, where the row does not mention an element.
    Garrisons,
}

impl Subject {
    fn of(said: &RowTerms) -> Self {
        match () {
            () if !said.subjects.is_empty() => Self::Named,
            () if asks(said, Fact::MountedInfantry) => Self::Riders,
            () if asks(said, Fact::Sacking) => Self::Sackers,
            () if asks(said, Fact::Garrison) || asks(said, Fact::BehindWalls) => Self::Garrisons,
            () => Self::Named,
        }
    }

    /// The conditions that the name implies already.
    const fn known(self) -> &'static [(Fact, bool)] {
        match self {
            Self::Named => &[],
            Self::Riders => &[(Fact::MountedInfantry, true)],
            Self::Sackers => &[(Fact::Sacking, true)],
            Self::Garrisons => &[(Fact::Garrison, true), (Fact::BehindWalls, true)],
        }
    }
}

/// Rows of an outcome table about the same elements.
struct OutcomeGroup<'a> {
    /// The elements about which it decides.
    of: FighterSet,
    /// All elements that its names cover.
    named: FighterSet,
    said: &'a [ListedName],
    subject: Subject,
    heads: Vec<String>,
    clauses: Vec<Clause<'a>>,
}

impl OutcomeGroup<'_> {
    fn is_like(&self, other: &Self) -> bool {
        let outcomes =
            |lot: &Self| lot.clauses.iter().map(|clause| (clause.fate, clause.when.clone())).collect::<Vec<_>>();
        outcomes(self) == outcomes(other)
    }

    /// `Spears: destroyed by Warbands; by Knights, in good going; else recoil.`
    fn into_line(self) -> CribLine {
        clauses_line(format!("{}: ", capital(&series(&self.heads, "and"))), self.clauses)
    }
}

fn clauses_line(head: String, clauses: Vec<Clause<'_>>) -> CribLine {
    let head = (!head.is_empty()).then_some(TextRun { text: head, strong: true });
    let mut runs: Vec<TextRun> = head.into_iter().collect();
    let mut rules: Vec<String> = Vec::new();
    let several = clauses.len() > 1;
    let mut last = "";
    for (at, clause) in clauses.into_iter().enumerate() {
        let between = if at > 0 { "; " } else { "" };
        let fate = match (clause.when.is_empty(), several) {
            (true, true) => format!("else {}", clause.fate),
            (true, false) => clause.fate.to_owned(),
            (false, _) if clause.fate == last => String::new(),
            (false, _) => format!("{} ", clause.fate),
        };
        runs.push(TextRun { text: format!("{between}{fate}{}", clause.when), strong: false });
        last = clause.fate;
        for rule in clause.rows.iter().map(|row| row.rule.to_string()) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    runs.push(TextRun { text: ".".to_owned(), strong: false });
    CribLine { runs, rules, marks: Vec::new() }
}

/// Whether a row of pursuit is about an enemy that holds a feature.
pub(super) fn is_about_feature(said: &RowTerms) -> bool {
    [Fact::EnemyHoldsFeature, Fact::EnemyHoldsCamp, Fact::EnemyHoldsWalls].iter().any(|fact| asks(said, *fact))
}

/// Joins groups with the same text, if no group between concerns any of the elements whose names would move up.
fn alike_together(lots: Vec<OutcomeGroup<'_>>) -> Vec<OutcomeGroup<'_>> {
    let mut found: Vec<OutcomeGroup<'_>> = Vec::new();
    for lot in lots {
        let stands_apart = |at: usize| found.iter().skip(at + 1).all(|other| other.of.common(lot.named).is_empty());
        let like = found.iter().rposition(|other| other.is_like(&lot)).filter(|at| stands_apart(*at));
        match like.and_then(|at| found.get_mut(at)) {
            Some(earlier) => {
                earlier.of = earlier.of.with(lot.of);
                earlier.named = earlier.named.with(lot.named);
                // The remaining elements cover all that are decided together with them.
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

/// The preposition between an outcome and the opponent who causes it.
const fn preposition(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::None | Outcome::Recoil | Outcome::Flee | Outcome::Banished | Outcome::Dbmm => "from",
        Outcome::Spent | Outcome::Destroyed | Outcome::Ensorcelled | Outcome::Captured => "by",
        Outcome::Surrender => "to",
    }
}

fn both(fighter: Fighter) -> FighterSet {
    FighterSet::one(fighter, true).with(FighterSet::one(fighter, false))
}

fn both_sides(meetings: &[&Meeting]) -> (FighterSet, FighterSet) {
    meetings.iter().fold(Default::default(), |(own, foe): (FighterSet, FighterSet), meeting| {
        (own.with(meeting.own), foe.with(meeting.foe))
    })
}

fn asks(said: &RowTerms, fact: Fact) -> bool {
    said.conditions.contains(&(fact, true))
}

/// The conditions common to all rows, if there are several.
fn common<'s>(rows: impl Iterator<Item = &'s RowTerms>) -> Vec<(Fact, bool)> {
    let rows: Vec<&RowTerms> = rows.collect();
    match rows.as_slice() {
        [first, others @ ..] if !others.is_empty() => {
            let everywhere = |condition: &&(Fact, bool)| others.iter().all(|row| row.conditions.contains(condition));
            // The mode is in the heading.
            let shared = first.conditions.iter().filter(everywhere);
            shared.copied().collect()
        }
        _ => Vec::new(),
    }
}

/// The unit by which a modifier is counted.
fn each(per: Per) -> String {
    format!("for each {}", per.as_str())
}
