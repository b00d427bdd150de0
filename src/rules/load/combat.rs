//! `combat.toml` and `outcomes.toml`: names become sets, conditions become facts, and every table is looked through for rows
//! that never hold and elements that no row provides for.

mod reach;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::Spanned;

use super::{Desk, LoadError};
use crate::rules::combat::{
    Combat, Fact, Facts, Fighter, FighterRules, Fighters, FlankAttacker, GoodFor, MOST_FIGHTERS, Modifier, Named,
    Outcome, Per, Place, Places, Row, Said, Who,
};
use crate::rules::reference::{Reference, RuleId};
use crate::rules::ruleset::Class;
use crate::rules::source::combat::{CombatFile, FeatureEntry, FlankAttackerEntry, OutcomesFile, RowEntry};
use crate::rules::source::{FactorEntry, TroopsFile};
use crate::rules::terrain::{Bua, Going, Kind};
use crate::rules::troop::{Factor, FastRule, Troop, TroopId};

/// The most that a modifier adds or takes, so that no total can be too great to be reckoned.
const MOST_ADDED: i8 = 9;
/// The greatest combat factor, for the same reason.
const MOST_FACTOR: i8 = 20;

/// What names in rows can stand for.
pub(super) struct Names<'a> {
    classes: &'a [Class],
    troops: &'a [Troop],
    /// The codes that each type answers to: its own, and that of the type it counts as, whether or not that one stays.
    answers: Vec<Vec<&'a str>>,
    /// Codes of types that do not stay: known, but not here.
    dropped: Vec<&'a str>,
    features: Vec<String>,
}

impl<'a> Names<'a> {
    pub(super) fn new(classes: &'a [Class], troops: &'a [Troop], file: &'a TroopsFile) -> Self {
        let entry = |code: &str| file.troop.iter().find(|entry| entry.code.get_ref() == code);
        let answers = troops
            .iter()
            .map(|troop| {
                let parent = entry(&troop.code).and_then(|entry| entry.kind_of.as_ref());
                let parent = parent.map(|parent| parent.code.get_ref().as_str());
                [Some(&*troop.code), parent].into_iter().flatten().collect()
            })
            .collect();
        let codes = file.troop.iter().map(|entry| entry.code.get_ref().as_str());
        let dropped = codes.filter(|code| !troops.iter().any(|troop| &*troop.code == *code)).collect();
        Self { classes, troops, answers, dropped, features: Vec::new() }
    }

    /// One fighter, Fast and not as its type may be.
    fn fighter(&self, at: usize) -> Fighters {
        let bit = 1u128.checked_shl(u32::try_from(at).unwrap_or(u32::MAX)).unwrap_or(0);
        match self.troops.get(at).map(|troop| troop.fast.is) {
            None | Some(FastRule::No) => Fighters { solid: bit, fast: 0 },
            Some(FastRule::May | FastRule::Usual) => Fighters { solid: bit, fast: bit },
            Some(FastRule::Always) => Fighters { solid: 0, fast: bit },
        }
    }

    fn all_where(&self, is_it: impl Fn(usize) -> bool) -> Fighters {
        let places = 0..self.troops.len() + self.features.len();
        places.filter(|at| is_it(*at)).fold(Fighters::default(), |set, at| set.with(self.fighter(at)))
    }

    fn everybody(&self) -> Fighters {
        self.all_where(|_| true)
    }

    /// Who is named; nobody where the type does not stay.
    fn who(&self, desk: &mut Desk<'_>, name: &str, only: bool, span: &Range<usize>) -> Option<Who> {
        let fighter = |at: usize| u8::try_from(at).ok().map(Fighter);
        if name == "all" {
            return Some(Who::All);
        }
        if let Some(at) = self.classes.iter().position(|class| &*class.name == name) {
            return Some(Who::Class(crate::rules::troop::ClassId(u8::try_from(at).ok()?)));
        }
        if let Some(at) = self.troops.iter().position(|troop| &*troop.code == name) {
            return fighter(at).map(if only { Who::Only } else { Who::Fighter });
        }
        if let Some(at) = self.features.iter().position(|feature| feature == name) {
            return fighter(self.troops.len() + at).map(Who::Fighter);
        }
        // A sub-type may stay where its parent does not: it answers to the parent's name.
        if let Some(at) = self.answers.iter().position(|answers| answers.contains(&name)) {
            return fighter(at).filter(|_| !only).map(Who::Fighter);
        }
        if !self.dropped.contains(&name) {
            desk.refuse(span, format!("`{name}` is no type, class or feature"));
        }
        None
    }

    fn set(&self, who: Who, fast: Option<bool>, name: &str) -> Fighters {
        let all = match who {
            Who::All => self.everybody(),
            Who::Class(class) => self.all_where(|at| self.troops.get(at).is_some_and(|troop| troop.class.is == class)),
            Who::Only(fighter) => self.fighter(fighter.index()),
            Who::Fighter(fighter) if self.answers.get(fighter.index()).is_none() => self.fighter(fighter.index()),
            Who::Fighter(_) => self.all_where(|at| self.answers.get(at).is_some_and(|answers| answers.contains(&name))),
        };
        match fast {
            None => all,
            Some(true) => Fighters { solid: 0, ..all },
            Some(false) => Fighters { fast: 0, ..all },
        }
    }

    fn named(&self, desk: &mut Desk<'_>, written: &Spanned<String>) -> Option<Named> {
        let mut words: Vec<&str> = written.get_ref().split(' ').collect();
        let name = words.pop().unwrap_or_default();
        let (mut taken_out, mut fast, mut only) = (false, None, false);
        for word in words {
            match word {
                "not" => taken_out = true,
                "Fast" => fast = Some(true),
                "solid" => fast = Some(false),
                "only" => only = true,
                _ => desk.refuse(&written.span(), format!("`{word}` is no word before a name")),
            }
        }
        let who = self.who(desk, name, only, &written.span())?;
        let set = self.set(who, fast, name);
        Some(Named { taken_out, fast, who, set })
    }

    /// The fighters of a list, and the list for a reader. Nothing if all that it names does not stay.
    pub(super) fn list(&self, desk: &mut Desk<'_>, written: &[Spanned<String>]) -> Option<(Fighters, Vec<Named>)> {
        let named: Vec<Named> = written.iter().filter_map(|name| self.named(desk, name)).collect();
        let puts_in = |written: &Spanned<String>| !written.get_ref().starts_with("not ");
        let mut set = if written.iter().any(puts_in) { Fighters::default() } else { self.everybody() };
        for name in &named {
            set = if name.taken_out { set.without(name.set) } else { set.with(name.set) };
        }
        if set.is_empty() {
            // What names only types that do not stay is passed over.
            if let (Some(first), false) = (written.first(), named.is_empty()) {
                desk.refuse(&first.span(), "nobody is left of this list");
            }
            return None;
        }
        Some((set, named))
    }

    fn place(desk: &mut Desk<'_>, written: &Spanned<String>) -> Option<Place> {
        let name = written.get_ref();
        let place = name.parse::<Kind>().map(Place::Kind).or_else(|_| name.parse::<Bua>().map(Place::Bua)).ok();
        if place.is_none() {
            desk.refuse(&written.span(), format!("`{name}` is no feature"));
        }
        place
    }

    /// When a row holds, and what follows; nothing if it is about types that do not stay.
    fn row<T>(&self, desk: &mut Desk<'_>, entry: &RowEntry, then: T) -> Option<Row<T>> {
        let rule = desk.rule(&entry.rule);
        let of = self.list(desk, &entry.of);
        let by = self.list(desk, &entry.by);
        let beside = self.list(desk, &entry.beside);
        let places: Vec<Place> = entry.inside.iter().filter_map(|name| Self::place(desk, name)).collect();
        let mut said = Said { inside: places.clone(), ..Said::default() };
        let (mut need, mut bar) = (Facts::NONE, Facts::NONE);
        for written in &entry.conditions {
            let (words, is_so) =
                written.get_ref().strip_prefix("not ").map_or((written.get_ref().as_str(), true), |rest| (rest, false));
            let Some(fact) = Fact::ALL.iter().copied().find(|fact| fact.words() == words) else {
                desk.refuse(&written.span(), format!("`{words}` is no condition"));
                continue;
            };
            if is_so {
                need = need.and(fact, true)
            } else {
                bar = bar.and(fact, true)
            }
            said.conditions.push((fact, is_so));
        }
        if need.has_any(bar) {
            desk.refuse(&entry.rule.span(), "the row asks for a condition and for its contrary");
        }
        let ((of, said_of), (by, said_by)) = (of?, by?);
        let beside = if entry.beside.is_empty() { None } else { Some(beside?) };
        said.of = said_of;
        said.by = said_by;
        if let Some((_, names)) = &beside {
            said.beside.clone_from(names);
        }
        let inside = places.into_iter().fold(Places::default(), Places::with);
        Some(Row { of, by, need, bar, inside, beside: beside.map(|(set, _)| set), then, rule, said })
    }
}

/// A file of this ruleset or of the one it extends.
struct Paper<'a, T> {
    file: String,
    text: &'a str,
    parsed: T,
}

/// A part of the file of this ruleset, or else of the one it extends.
struct Papers<'a, T> {
    own: Option<Paper<'a, T>>,
    parent: Option<Paper<'a, T>>,
    reference: &'a Reference,
}

impl<'a, T: DeserializeOwned> Papers<'a, T> {
    /// The files there are; none if one of them cannot be read, which is told already.
    fn open(
        files: &'a BTreeMap<String, String>,
        ids: [Option<&str>; 2],
        name: &str,
        reference: &'a Reference,
        errors: &mut Vec<LoadError>,
    ) -> Option<Self> {
        let mut found = [None, None];
        for (id, found) in ids.into_iter().zip(&mut found) {
            let Some(id) = id else { continue };
            let file = format!("rulesets/{id}/{name}");
            let Some(text) = files.get(&file) else { continue };
            let parsed = Desk { file: file.clone(), text, reference, errors }.parse()?;
            *found = Some(Paper { file, text: text.as_str(), parsed });
        }
        let [own, parent] = found;
        Some(Self { own, parent, reference })
    }

    fn is_empty(&self) -> bool {
        self.own.is_none() && self.parent.is_none()
    }

    /// The part, with the desk on which its file lies. Refused if no file has it.
    fn part<P>(
        &'a self,
        errors: &'a mut Vec<LoadError>,
        name: &str,
        part: impl Fn(&'a T) -> Option<&'a P>,
    ) -> Option<(Desk<'a>, &'a P)> {
        for paper in [&self.own, &self.parent].into_iter().flatten() {
            if let Some(found) = part(&paper.parsed) {
                let desk = Desk { file: paper.file.clone(), text: paper.text, reference: self.reference, errors };
                return Some((desk, found));
            }
        }
        let file = [&self.own, &self.parent].into_iter().flatten().next().map(|paper| paper.file.clone());
        let message = format!("`{name}` is missing");
        errors.push(LoadError { file: file.unwrap_or_default(), line: 1, message });
        None
    }
}

fn factor(entry: &FactorEntry) -> Factor {
    Factor { foot: entry.foot, mounted: entry.mounted, shot_foot: entry.shot_foot }
}

impl RowEntry {
    /// Refuses what has no meaning in a table.
    fn has_only(&self, desk: &mut Desk<'_>, allowed: &[&str]) {
        let present = [
            ("out_of", !self.out_of.is_empty()),
            ("going", !self.going.is_empty()),
            ("beside", !self.beside.is_empty()),
            ("after", !self.after.is_empty()),
            ("name", self.name.is_some()),
            ("per", self.per.is_some()),
            ("value", self.value.is_some()),
            ("bw", self.bw.is_some()),
            ("is", self.is.is_some()),
            ("says", self.says.is_some()),
            ("factor", self.factor.is_some()),
            ("opponent_only", self.opponent_only.is_some()),
        ];
        for (key, _) in present.iter().filter(|(key, is_there)| *is_there && !allowed.contains(key)) {
            desk.refuse(&self.rule.span(), format!("`{key}` means nothing in this table"));
        }
    }

    /// A value that a table cannot do without.
    fn needs<'e, V>(&self, desk: &mut Desk<'_>, key: &str, value: Option<&'e Spanned<V>>) -> Option<&'e V> {
        if value.is_none() {
            desk.refuse(&self.rule.span(), format!("the row has no `{key}`"));
        }
        value.map(Spanned::get_ref)
    }
}

fn outcome(desk: &mut Desk<'_>, written: &Spanned<String>) -> Option<Outcome> {
    let found = written.get_ref().parse().ok();
    if found.is_none() {
        desk.refuse(&written.span(), format!("`{}` is no outcome", written.get_ref()));
    }
    found
}

fn good_for(desk: &mut Desk<'_>, entry: &RowEntry) -> GoodFor {
    entry.has_only(desk, &["going", "out_of", "opponent_only", "says"]);
    let mut goings = Vec::new();
    for written in &entry.going {
        match written.get_ref().parse::<Going>() {
            Ok(going) => goings.push(going),
            Err(_) => desk.refuse(&written.span(), format!("`{}` is no going", written.get_ref())),
        }
    }
    let except: Vec<Place> = entry.out_of.iter().filter_map(|name| Names::place(desk, name)).collect();
    let out_of = except.iter().copied().fold(Places::default(), Places::with);
    GoodFor {
        goings,
        except,
        out_of,
        opponent_only: entry.opponent_only.as_ref().is_some_and(|only| *only.get_ref()),
        says: entry.says.as_ref().map(|says| says.get_ref().as_str().into()),
    }
}

fn modifier(desk: &mut Desk<'_>, entry: &RowEntry) -> Option<Modifier> {
    entry.has_only(desk, &["name", "per", "value", "beside", "says"]);
    let value = *entry.needs(desk, "value", entry.value.as_ref())?;
    if !(-MOST_ADDED..=MOST_ADDED).contains(&value) {
        desk.refuse(&entry.rule.span(), format!("nothing adds more than {MOST_ADDED} to a total"));
    }
    let per = match &entry.per {
        None => None,
        Some(written) => {
            let per = written.get_ref().parse::<Per>().ok();
            if per.is_none() {
                desk.refuse(&written.span(), format!("`{}` is nothing that is counted", written.get_ref()));
            }
            Some(per?)
        }
    };
    let name = entry.name.as_ref().map(|name| name.get_ref().as_str().into());
    let says = entry.says.as_ref().map(|says| says.get_ref().as_str().into());
    Some(Modifier { value, per, name, says })
}

/// Distances are kept in half BW.
fn half_bw(desk: &mut Desk<'_>, entry: &RowEntry) -> Option<u8> {
    entry.has_only(desk, &["bw"]);
    let bw = *entry.needs(desk, "bw", entry.bw.as_ref())?;
    let found = [0.0, 0.5, 1.0].into_iter().zip(0..).find(|(known, _)| *known == bw).map(|(_, half)| half);
    if found.is_none() {
        desk.refuse(&entry.rule.span(), "a pursuit is of 0, 0.5 or 1 BW");
    }
    found
}

fn features(desk: &mut Desk<'_>, entries: &[FeatureEntry]) -> Vec<FighterRules> {
    let rules = |entry: &FeatureEntry| FighterRules {
        troop: None,
        code: entry.name.get_ref().as_str().into(),
        plural: entry.plural.as_str().into(),
        class: None,
        factor: factor(&entry.factor),
        factor_rule: desk.rule(&entry.factor.rule),
    };
    entries.iter().map(rules).collect()
}

/// Everything about combat; none if the ruleset has no such files.
pub(super) fn rules(
    files: &BTreeMap<String, String>,
    ids: [Option<&str>; 2],
    reference: &Reference,
    errors: &mut Vec<LoadError>,
    names: &mut Names<'_>,
) -> Option<Combat> {
    let papers: Papers<'_, CombatFile> = Papers::open(files, ids, "combat.toml", reference, errors)?;
    let outcomes: Papers<'_, OutcomesFile> = Papers::open(files, ids, "outcomes.toml", reference, errors)?;
    if papers.is_empty() && outcomes.is_empty() {
        return None;
    }
    let mut fighters: Vec<FighterRules> = (0..)
        .zip(names.troops)
        .map(|(at, troop)| FighterRules {
            troop: Some(TroopId(at)),
            code: troop.code.clone(),
            plural: troop.plural.clone(),
            class: Some(troop.class.is),
            factor: troop.factor.is,
            factor_rule: troop.factor.rule.clone(),
        })
        .collect();
    cite_anew(&papers, errors, names, &mut fighters);
    let (mut desk, entries) = papers.part(errors, "feature", |file| file.feature.as_ref())?;
    fighters.extend(features(&mut desk, entries));
    names.features = entries.iter().map(|entry| entry.name.get_ref().clone()).collect();
    for fighter in &fighters {
        let Factor { foot, mounted, shot_foot } = fighter.factor;
        if [Some(foot), Some(mounted), shot_foot]
            .into_iter()
            .flatten()
            .any(|factor| !(0..=MOST_FACTOR).contains(&factor))
        {
            desk.refuse(&(0..0), format!("the combat factor of {} is not from 0 to {MOST_FACTOR}", fighter.code));
        }
    }
    if fighters.len() > MOST_FIGHTERS {
        desk.refuse(&(0..0), format!("more than {MOST_FIGHTERS} types and features"));
    }

    let (mut desk, column) = papers.part(errors, "column", |file| file.column.as_ref())?;
    let (column_rule, feature_column_rule) = (desk.rule(&column.rule), desk.rule(&column.features));
    let mut foot = Vec::new();
    for written in &column.foot {
        match names.who(&mut desk, written.get_ref(), false, &written.span()) {
            Some(Who::Class(class)) => foot.push(class),
            _ => desk.refuse(&written.span(), format!("`{}` is no class", written.get_ref())),
        }
    }

    macro_rules! table {
        ($papers:ident, $part:ident, $then:expr, $look:expr) => {{
            let (mut desk, entries) = $papers.part(errors, stringify!($part), |file| file.$part.as_ref())?;
            let read = |entry: &RowEntry| {
                let then = $then(&mut desk, entry)?;
                Some((names.row(&mut desk, entry, then)?, entry.rule.span()))
            };
            let rows: Vec<(Row<_>, Range<usize>)> = entries.iter().filter_map(read).collect();
            $look(&mut desk, names, stringify!($part), &rows);
            rows.into_iter().map(|(row, _)| row).collect::<Vec<_>>()
        }};
    }
    // Rows that do not mind each other.
    macro_rules! rows {
        ($papers:ident, $part:ident, $then:expr) => {
            table!($papers, $part, $then, reach::look_through_each)
        };
    }

    let factors = rows!(papers, factor, |desk: &mut Desk<'_>, entry: &RowEntry| {
        entry.has_only(desk, &["factor"]);
        let factor = entry.needs(desk, "factor", entry.factor.as_ref())?;
        Some(Factor { foot: factor.foot, mounted: factor.mounted, shot_foot: factor.shot_foot })
    });
    let good_for = rows!(papers, good_for, |desk: &mut Desk<'_>, entry: &RowEntry| Some(good_for(desk, entry)));
    let impossible = table!(
        papers,
        impossible,
        |desk: &mut Desk<'_>, entry: &RowEntry| {
            entry.has_only(desk, &["says"]);
            entry.needs(desk, "says", entry.says.as_ref()).map(|says| Box::<str>::from(says.as_str()))
        },
        reach::leave
    );
    let nothing = |desk: &mut Desk<'_>, entry: &RowEntry| {
        entry.has_only(desk, &[]);
        Some(())
    };
    let shielded = rows!(papers, shielded, nothing);
    let mut modifiers = rows!(papers, support, modifier);
    let support = modifiers.len();
    modifiers.extend(rows!(papers, tactical, modifier));
    let modifiers_in = [&[Fact::Close][..], &[Fact::Shooting, Fact::ShotAt], &[Fact::Bespelling, Fact::Bespelled]]
        .map(|roles| in_roles(&modifiers, roles));
    let pursuit = table!(papers, pursuit, half_bw, reach::look_through);

    let becomes = |desk: &mut Desk<'_>, entry: &RowEntry| {
        entry.has_only(desk, &["is"]);
        entry.needs(desk, "is", entry.is.as_ref())?;
        outcome(desk, entry.is.as_ref()?)
    };
    let equal = table!(outcomes, equal, becomes, reach::look_through_whole);
    let less = table!(outcomes, less, becomes, reach::look_through_whole);
    let doubled = table!(outcomes, doubled, becomes, reach::look_through_whole);
    let disregards = rows!(outcomes, disregards, nothing);
    let destroyed_instead = rows!(outcomes, destroyed_instead, |desk: &mut Desk<'_>, entry: &RowEntry| {
        entry.has_only(desk, &["after"]);
        Some(entry.after.iter().filter_map(|written| outcome(desk, written)).collect::<Vec<_>>())
    });
    let (mut desk, entry) = outcomes.part(errors, "flank_attacker", |file| file.flank_attacker.as_ref())?;
    let flank_attacker = flank(&mut desk, entry)?;

    let everybody = names.everybody();
    Some(Combat {
        fighters,
        everybody,
        foot,
        column_rule,
        feature_column_rule,
        factors,
        good_for,
        impossible,
        shielded,
        modifiers,
        support,
        modifiers_in,
        tables: [equal, less, doubled],
        disregards,
        destroyed_instead,
        pursuit,
        flank_attacker,
    })
}

/// The places of the rows that need no other role than these.
fn in_roles<T>(rows: &[Row<T>], roles: &[Fact]) -> Vec<usize> {
    let others = ROLES.iter().filter(|role| !roles.contains(role)).fold(Facts::NONE, |all, role| all.and(*role, true));
    rows.iter().enumerate().filter(|(_, row)| !row.need.has_any(others)).map(|(place, _)| place).collect()
}

/// What an element can do in a combat: one of these is so of it, or two in shooting.
const ROLES: [Fact; 5] = [Fact::Close, Fact::Shooting, Fact::ShotAt, Fact::Bespelling, Fact::Bespelled];

/// Gives the factors of types the rules that this ruleset has for them.
fn cite_anew(
    papers: &Papers<'_, CombatFile>,
    errors: &mut Vec<LoadError>,
    names: &Names<'_>,
    fighters: &mut [FighterRules],
) {
    for paper in [&papers.parent, &papers.own].into_iter().flatten() {
        let mut desk = Desk { file: paper.file.clone(), text: paper.text, reference: papers.reference, errors };
        for entry in &paper.parsed.factor_rule {
            let rule: RuleId = desk.rule(&entry.rule);
            for written in &entry.of {
                let code = written.get_ref();
                match fighters.iter_mut().find(|fighter| *fighter.code == **code) {
                    Some(fighter) => fighter.factor_rule = rule.clone(),
                    None if names.dropped.contains(&code.as_str()) => {}
                    None => desk.refuse(&written.span(), format!("there is no troop type `{code}`")),
                }
            }
        }
    }
}

fn flank(desk: &mut Desk<'_>, entry: &FlankAttackerEntry) -> Option<FlankAttacker> {
    let after = entry.after.iter().filter_map(|written| outcome(desk, written)).collect();
    Some(FlankAttacker { after, is: outcome(desk, &entry.is)?, rule: desk.rule(&entry.rule) })
}
