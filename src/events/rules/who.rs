//! Who is meant by the names of a limit: types, families, classes and what else a ruleset has words for.

use crate::army::{Draft, Kind, Line, Mark};
use crate::rules::combat::Fighters;
use crate::rules::troop::{FamilyId, FastRule, Kin};
use crate::rules::{Ruleset, Troop, TroopId};

/// The word for everybody.
const ALL: &str = "all";

/// Somebody whom a limit names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name as documents have it: `Bd`, `Fast Bd`, `only Kn`, `not Foot`.
    pub written: String,
    /// Whether these are not meant although others that are named would have them among them.
    pub taken_out: bool,
    /// Those who are called so.
    pub(super) set: Fighters,
    /// Those of them with this mark alone.
    pub(super) mark: Option<Mark>,
    singular: String,
    plural: String,
}

/// Why a name stands for nobody.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing in the ruleset is called so.
    #[error("“{word}” is no troop type and no class of {ruleset}{}", .nearest.as_ref().map(|name| format!("; {name} is nearest")).unwrap_or_default())]
    Unknown {
        /// What was written.
        word: String,
        /// The ruleset.
        ruleset: String,
        /// What was meant perhaps.
        nearest: Option<String>,
    },
    /// A relative has the type.
    #[error("“{word}” is a troop type, but {ruleset} does not have it")]
    LeftOut {
        /// What was written.
        word: String,
        /// The ruleset.
        ruleset: String,
    },
    /// Asked to be Fast and cannot.
    #[error("{0} are never Fast")]
    NeverFast(String),
}

/// Those with a name, before words in front of it are looked at.
struct Found {
    written: String,
    set: Fighters,
    mark: Option<Mark>,
    singular: String,
    plural: String,
    /// The type that is named, if it is one.
    troop: Option<TroopId>,
}

/// The elements of one type, Fast and not as it may be.
fn sort(id: TroopId, troop: &Troop) -> Fighters {
    let one = |fast| Fighters::one(id.into(), fast);
    match troop.fast.is {
        FastRule::No => one(false),
        FastRule::May | FastRule::Usual => one(false).with(one(true)),
        FastRule::Always => one(true),
    }
}

/// The elements of all types of which this holds.
pub(super) fn all_where(ruleset: &Ruleset, is_it: impl Fn(TroopId, &Troop) -> bool) -> Fighters {
    let them = ruleset.troops().filter(|(id, troop)| is_it(*id, troop));
    them.fold(Fighters::default(), |set, (id, troop)| set.with(sort(id, troop)))
}

/// Those of a set that are Fast on the table.
fn fast_of(ruleset: &Ruleset, set: Fighters) -> Fighters {
    let fast = |(id, troop): (TroopId, &Troop)| {
        let grade = troop.graded.as_ref().and_then(|graded| ruleset.grades.get(graded.grade.index()));
        match troop.fast.is {
            FastRule::No if grade.is_some_and(|grade| grade.fast) => Fighters::one(id.into(), false),
            FastRule::No => Fighters::default(),
            _ => Fighters::one(id.into(), true),
        }
    };
    ruleset.troops().map(fast).fold(Fighters::default(), Fighters::with).common(set)
}

fn is_of_family(ruleset: &Ruleset, troop: &Troop, family: FamilyId) -> bool {
    let first = match (&troop.graded, troop.kind_of.as_ref().map(|kind| kind.is)) {
        (Some(graded), _) => Some(graded.family),
        (None, Some(Kin::Family(family))) => Some(family),
        (None, _) => None,
    };
    let next = |family: &FamilyId| ruleset.family(*family).of;
    std::iter::successors(first, next).any(|known| known == family)
}

/// The first word and the rest, if it is this one.
fn after<'a>(word: &str, text: &'a str) -> Option<&'a str> {
    let (first, rest) = text.split_once(' ')?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

impl Named {
    /// Reads a name: a type in any spelling, a family, class, grade or label, or `all`; before it `not`, `only` (those of
    /// other names that count as such are not meant) and `Fast`.
    ///
    /// # Errors
    /// [`NameError`].
    pub fn read(ruleset: &Ruleset, written: &str) -> Result<Self, NameError> {
        let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
        let (taken_out, rest) = after("not", &text).map_or((false, text.as_str()), |rest| (true, rest));
        let (only, rest) = after("only", rest).map_or((false, rest), |rest| (true, rest));
        let found = match (found(ruleset, rest, only), after("Fast", rest)) {
            (None, Some(rest)) => {
                let found = found(ruleset, rest, only).ok_or_else(|| unknown(ruleset, rest))?;
                quick(ruleset, found)?
            }
            (found, _) => found.ok_or_else(|| unknown(ruleset, rest))?,
        };
        let out = if taken_out { "not " } else { "" };
        Ok(Self {
            written: format!("{out}{}", found.written),
            taken_out,
            set: found.set,
            mark: found.mark,
            singular: found.singular,
            plural: found.plural,
        })
    }
}

fn unknown(ruleset: &Ruleset, word: &str) -> NameError {
    let (word, name) = (word.to_owned(), ruleset.name.to_string());
    if ruleset.left_out(&word).is_some() {
        return NameError::LeftOut { word, ruleset: name };
    }
    let nearest = ruleset.spellings().nearest(&word).map(|id| ruleset.troop(id).name.to_string());
    NameError::Unknown { word, ruleset: name, nearest }
}

/// Those of them who are Fast.
fn quick(ruleset: &Ruleset, found: Found) -> Result<Found, NameError> {
    let set = fast_of(ruleset, found.set);
    if !set.is_empty() {
        return Ok(Found {
            written: format!("Fast {}", found.written),
            set,
            singular: format!("Fast {}", found.singular),
            plural: format!("Fast {}", found.plural),
            ..found
        });
    }
    let other = found.troop.and_then(|id| ruleset.troop(id).fast_as);
    other.map(|id| of_type(ruleset, id, true)).ok_or(NameError::NeverFast(found.plural))
}

/// One type, with or without those that count as it.
fn of_type(ruleset: &Ruleset, id: TroopId, only: bool) -> Found {
    let troop = ruleset.troop(id);
    let alone = sort(id, troop);
    let counts = |other: &Troop| other.kind_of.as_ref().is_some_and(|kind| kind.is == Kin::Troop(id));
    let all = all_where(ruleset, |_, other| counts(other)).with(alone);
    let found = Found {
        written: troop.code.to_string(),
        set: alone,
        mark: None,
        singular: troop.singular.to_string(),
        plural: troop.plural.to_string(),
        troop: Some(id),
    };
    // A family may have the type's own code, and then stands for more.
    let needs_a_word = all != alone || family(ruleset, &troop.code).is_some();
    match only {
        false => Found { set: all, ..found },
        true if needs_a_word => Found {
            written: format!("only {}", troop.code),
            singular: format!("ordinary {}", troop.singular),
            plural: format!("ordinary {}", troop.plural),
            ..found
        },
        true => found,
    }
}

/// The family that is called so.
fn family(ruleset: &Ruleset, name: &str) -> Option<FamilyId> {
    let is_it = |id: FamilyId| {
        let family = ruleset.family(id);
        [&family.code, &family.singular, &family.plural].into_iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    let graded = |troop: &Troop| troop.graded.as_ref().map(|graded| graded.family);
    let first = |troop: &Troop| match troop.kind_of.as_ref().map(|kind| kind.is) {
        Some(Kin::Family(family)) => Some(family),
        _ => None,
    };
    let above = |id: &FamilyId| ruleset.family(*id).of;
    ruleset.troops().find_map(|(_, troop)| {
        let own = graded(troop).or_else(|| first(troop));
        std::iter::successors(own, above).find(|id| is_it(*id))
    })
}

/// Those who are called so.
fn found(ruleset: &Ruleset, name: &str, only: bool) -> Option<Found> {
    let several = |written: &str, set, singular: &str, plural: &str| Found {
        written: written.to_owned(),
        set,
        mark: None,
        singular: singular.to_owned(),
        plural: plural.to_owned(),
        troop: None,
    };
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if is(ALL) {
        return Some(several(ALL, all_where(ruleset, |_, _| true), "element", "elements"));
    }
    if let Some(class) = ruleset.classes().iter().find(|class| is(&class.id) || is(&class.name) || is(&class.plural)) {
        let set = all_where(ruleset, |_, troop| ruleset.class_name(troop.class.is) == &*class.name);
        return Some(several(&class.name, set, &class.name, &class.plural));
    }
    if let Some(label) = ruleset.labels.iter().find(|label| is(&label.name) || is(&label.plural)) {
        return Some(several(&label.plural, label.of, &label.name, &label.plural));
    }
    if let Some(at) = ruleset.grades.iter().position(|grade| is(&grade.name) || is(&format!("({})", grade.letter))) {
        let grade = ruleset.grades.get(at)?;
        let of = |_, troop: &Troop| troop.graded.as_ref().is_some_and(|graded| graded.grade.index() == at);
        let (written, set) = (format!("({})", grade.letter), all_where(ruleset, of));
        return Some(several(&written, set, &format!("{} element", grade.name), &format!("{} elements", grade.name)));
    }
    let of_family = |id: FamilyId| {
        let family = ruleset.family(id);
        let set = all_where(ruleset, |_, troop| is_of_family(ruleset, troop, id));
        several(&family.code, set, &family.singular, &family.plural)
    };
    if let Some(id) = family(ruleset, name).filter(|_| !only) {
        return Some(of_family(id));
    }
    let spelling = ruleset.spellings().read(name)?;
    let graded = ruleset.troop(spelling.troop).graded.as_ref();
    let found = match graded.filter(|_| !name.trim_end().ends_with(')')) {
        Some(graded) => of_family(graded.family),
        None => of_type(ruleset, spelling.troop, only),
    };
    let (mark, word) = match (spelling.water, spelling.siege_tower, spelling.mounted) {
        (true, ..) => (Mark::Water, "Water"),
        (_, true, _) => (Mark::Tower, "Siege Tower"),
        (.., true) => (Mark::Mounted, "Mounted"),
        _ => return Some(found),
    };
    Some(Found {
        // No code says the mark, so the spelling stays as it is.
        written: name.to_owned(),
        mark: Some(mark),
        singular: format!("{word} {}", found.singular),
        plural: format!("{word} {}", found.plural),
        ..found
    })
}

/// Everybody whom a limit counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// The names, as they stand in the rules.
    pub names: Vec<Named>,
    /// Those whom it counts whatever their marks.
    plain: Fighters,
    /// Those of certain marks that it counts or leaves out besides.
    marked: Vec<(Fighters, Mark, bool)>,
}

impl Who {
    /// Everybody of these names: all who are named without `not`, or all there are if nobody is, but for the others.
    #[must_use]
    pub fn new(ruleset: &Ruleset, names: Vec<Named>) -> Self {
        let begins_with_all = names.iter().all(|name| name.taken_out);
        let mut plain = if begins_with_all { all_where(ruleset, |_, _| true) } else { Fighters::default() };
        let mut marked = Vec::new();
        for name in names.iter().filter(|name| !name.taken_out).chain(names.iter().filter(|name| name.taken_out)) {
            match name.mark {
                Some(mark) => marked.push((name.set, mark, name.taken_out)),
                None if name.taken_out => plain = plain.without(name.set),
                None => plain = plain.with(name.set),
            }
        }
        // Whoever is taken out is out, whatever the mark by which he came in.
        let out = names.iter().filter(|name| name.taken_out && name.mark.is_none());
        let out = out.fold(Fighters::default(), |set, name| set.with(name.set));
        for (set, ..) in &mut marked {
            *set = set.without(out);
        }
        Self { names, plain, marked }
    }

    /// Whether nobody at all is meant.
    #[must_use]
    pub fn is_nobody(&self) -> bool {
        self.plain.is_empty() && self.marked.iter().all(|(set, _, out)| *out || set.is_empty())
    }

    /// Everybody who may be meant, marks aside.
    pub(super) fn widest(&self) -> Fighters {
        let marked = self.marked.iter().filter(|(.., out)| !out);
        marked.fold(self.plain, |set, (more, ..)| set.with(*more))
    }

    /// Everybody who is meant whatever his marks.
    pub(super) fn surely(&self) -> Fighters {
        self.marked.iter().filter(|(.., out)| *out).fold(self.plain, |set, (less, ..)| set.without(*less))
    }

    /// Whether a line's elements are meant.
    #[must_use]
    pub fn has(&self, draft: &Draft, line: &Line) -> bool {
        let Kind::Known(id) = line.kind else { return false };
        let is_in = |set: Fighters| set.has(id.into(), draft.is_fast(line));
        let is_marked = |(set, mark, _): &&(Fighters, Mark, bool)| is_in(*set) && line.has(*mark);
        (is_in(self.plain) || self.marked.iter().filter(|(.., out)| !out).any(|marked| is_marked(&marked)))
            && !self.marked.iter().filter(|(.., out)| *out).any(|marked| is_marked(&marked))
    }

    /// How they are called, one of them or several: `Dragons or Gods`, `Foot other than Hordes`.
    #[must_use]
    pub fn called(&self, one: bool) -> String {
        let names = |out: bool, one: bool| -> Vec<&str> {
            let names = self.names.iter().filter(|name| name.taken_out == out);
            names.map(|name| if one { &*name.singular } else { &*name.plural }).collect()
        };
        let (within, without) = (names(false, one), self.left_out());
        let head = match within.is_empty() {
            true if one => "element".to_owned(),
            true => "elements".to_owned(),
            false => joined(&within, "or"),
        };
        without.map_or(head.clone(), |without| format!("{head} other than {without}"))
    }

    /// Those who are taken out, if there are any: `Blades and Spears`.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let names: Vec<&str> =
            self.names.iter().filter(|name| name.taken_out).map(|name| name.plural.as_str()).collect();
        (!names.is_empty()).then(|| joined(&names, "and"))
    }

    /// Whether it names only those who are not meant.
    #[must_use]
    pub fn is_all_but(&self) -> bool {
        self.names.iter().all(|name| name.taken_out)
    }
}

/// Names with commas between them and a word before the last.
pub(super) fn joined(names: &[&str], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
