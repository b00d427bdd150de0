//! The meaning of the names in a limit: types, families, classes and other names of a ruleset.

use musterfield_army::{Draft, ElementLine, LineType, Mark};
use musterfield_rules::combat::FighterSet;
use musterfield_rules::troop::{FamilyId, FastRule, Supertype};
use musterfield_rules::{Ruleset, Troop, TroopId};

/// The word for all elements.
const ALL: &str = "all";

/// A name in a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitName {
    /// The name in documents: `Bd`, `Fast Bd`, `only Kn`, `not Foot`.
    pub written: String,
    /// Whether the name excludes its elements from those of the other names.
    pub excluded: bool,
    /// The elements it names.
    pub named: NamedElements,
    /// The elements with this name.
    pub(super) set: FighterSet,
}

/// The elements that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedElements {
    /// The noun.
    pub noun: Noun,
    /// Whether only those of them that are Fast are meant.
    pub fast: bool,
    /// The mark to which they are restricted, if any.
    pub mark: Option<Mark>,
    /// Whether the types that count as the named one are left out.
    pub only: bool,
}

/// The noun of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Noun {
    /// All elements.
    Elements,
    /// The elements of a grade, by its name.
    Grade(Box<str>),
    /// A type, family, class or label, which the ruleset calls by these names.
    Named {
        /// The name of one.
        singular: Box<str>,
        /// The name of several.
        plural: Box<str>,
    },
}

impl Noun {
    fn named(singular: &str, plural: &str) -> Self {
        Self::Named { singular: singular.into(), plural: plural.into() }
    }
}

impl From<Noun> for NamedElements {
    fn from(noun: Noun) -> Self {
        Self { noun, fast: false, mark: None, only: false }
    }
}

/// The reason a name has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameError {
    /// The ruleset has nothing with this name.
    Unknown {
        /// The word that was given.
        word: String,
        /// The ruleset.
        ruleset: String,
        /// A suggestion for what may have been meant.
        nearest: Option<String>,
    },
    /// The type exists only in a related ruleset.
    LeftOut {
        /// The word that was given.
        word: String,
        /// The ruleset.
        ruleset: String,
    },
    /// A type that cannot be Fast was called Fast.
    NeverFast(NamedElements),
}

/// The elements with a name, before the words in front of it are applied.
struct ResolvedName {
    written: String,
    set: FighterSet,
    named: NamedElements,
    /// The type that is named, if it is one.
    troop: Option<TroopId>,
}

/// The elements of one type, Fast and solid as far as it may be.
fn sort(id: TroopId, troop: &Troop) -> FighterSet {
    let one = |fast| FighterSet::one(id.into(), fast);
    match troop.fast.value {
        FastRule::No => one(false),
        FastRule::May | FastRule::Usual => one(false).with(one(true)),
        FastRule::Always => one(true),
    }
}

/// The elements of all types that satisfy a condition.
pub(super) fn elements_of_types(ruleset: &Ruleset, is_it: impl Fn(TroopId, &Troop) -> bool) -> FighterSet {
    let them = ruleset.troops().filter(|(id, troop)| is_it(*id, troop));
    them.fold(FighterSet::default(), |set, (id, troop)| set.with(sort(id, troop)))
}

/// The members of a set that are Fast on the table.
fn fast_of(ruleset: &Ruleset, set: FighterSet) -> FighterSet {
    let fast = |(id, troop): (TroopId, &Troop)| {
        let grade = troop.graded.as_ref().and_then(|graded| ruleset.grades.get(graded.grade.index()));
        match troop.fast.value {
            FastRule::No if grade.is_some_and(|grade| grade.fast) => FighterSet::one(id.into(), false),
            FastRule::No => FighterSet::default(),
            _ => FighterSet::one(id.into(), true),
        }
    };
    ruleset.troops().map(fast).fold(FighterSet::default(), FighterSet::with).common(set)
}

fn is_of_family(ruleset: &Ruleset, troop: &Troop, family: FamilyId) -> bool {
    let first = match (&troop.graded, troop.kind_of.as_ref().map(|kind| kind.value)) {
        (Some(graded), _) => Some(graded.family),
        (None, Some(Supertype::Family(family))) => Some(family),
        (None, _) => None,
    };
    let next = |family: &FamilyId| ruleset.family(*family).of;
    std::iter::successors(first, next).any(|known| known == family)
}

/// The rest of the text after its first word, if that is the given word.
fn after<'a>(word: &str, text: &'a str) -> Option<&'a str> {
    let (first, rest) = text.split_once(' ')?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

impl LimitName {
    /// Reads a name: a type in any spelling, a family, class, grade or label, or `all`; it may be preceded by `not`,
    /// `only` (excluding types of other names that count as such) and `Fast`.
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
        Ok(Self { written: format!("{out}{}", found.written), excluded: taken_out, named: found.named, set: found.set })
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

/// The Fast elements among those found.
fn quick(ruleset: &Ruleset, found: ResolvedName) -> Result<ResolvedName, NameError> {
    let set = fast_of(ruleset, found.set);
    if !set.is_empty() {
        return Ok(ResolvedName {
            written: format!("Fast {}", found.written),
            set,
            named: NamedElements { fast: true, ..found.named },
            ..found
        });
    }
    let other = found.troop.and_then(|id| ruleset.troop(id).fast_as);
    other.map(|id| of_type(ruleset, id, true)).ok_or(NameError::NeverFast(found.named))
}

/// One type, with or without those that count as it.
fn of_type(ruleset: &Ruleset, id: TroopId, only: bool) -> ResolvedName {
    let troop = ruleset.troop(id);
    let alone = sort(id, troop);
    let counts = |other: &Troop| other.kind_of.as_ref().is_some_and(|kind| kind.value == Supertype::Troop(id));
    let all = elements_of_types(ruleset, |_, other| counts(other)).with(alone);
    let found = ResolvedName {
        written: troop.code.to_string(),
        set: alone,
        named: Noun::named(&troop.singular, &troop.plural).into(),
        troop: Some(id),
    };
    // A family may have the type's own code, and then includes more.
    let needs_a_word = all != alone || family(ruleset, &troop.code).is_some();
    match only {
        false => ResolvedName { set: all, ..found },
        true if needs_a_word => ResolvedName {
            written: format!("only {}", troop.code),
            named: NamedElements { only: true, ..found.named },
            ..found
        },
        true => found,
    }
}

/// The family with this name.
fn family(ruleset: &Ruleset, name: &str) -> Option<FamilyId> {
    let is_it = |id: FamilyId| {
        let family = ruleset.family(id);
        [&family.code, &family.singular, &family.plural].into_iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    let graded = |troop: &Troop| troop.graded.as_ref().map(|graded| graded.family);
    let first = |troop: &Troop| match troop.kind_of.as_ref().map(|kind| kind.value) {
        Some(Supertype::Family(family)) => Some(family),
        _ => None,
    };
    let above = |id: &FamilyId| ruleset.family(*id).of;
    ruleset.troops().find_map(|(_, troop)| {
        let own = graded(troop).or_else(|| first(troop));
        std::iter::successors(own, above).find(|id| is_it(*id))
    })
}

/// The elements with this name.
fn found(ruleset: &Ruleset, name: &str, only: bool) -> Option<ResolvedName> {
    let several = |written: &str, set, noun: Noun| ResolvedName {
        written: written.to_owned(),
        set,
        named: noun.into(),
        troop: None,
    };
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if is(ALL) {
        return Some(several(ALL, elements_of_types(ruleset, |_, _| true), Noun::Elements));
    }
    if let Some(class) = ruleset.classes().iter().find(|class| is(&class.id) || is(&class.name) || is(&class.plural)) {
        let set = elements_of_types(ruleset, |_, troop| ruleset.class_name(troop.class.value) == &*class.name);
        return Some(several(&class.name, set, Noun::named(&class.name, &class.plural)));
    }
    if let Some(label) = ruleset.labels.iter().find(|label| is(&label.name) || is(&label.plural)) {
        return Some(several(&label.plural, label.of, Noun::named(&label.name, &label.plural)));
    }
    if let Some(at) = ruleset.grades.iter().position(|grade| is(&grade.name) || is(&format!("({})", grade.letter))) {
        let grade = ruleset.grades.get(at)?;
        let of = |_, troop: &Troop| troop.graded.as_ref().is_some_and(|graded| graded.grade.index() == at);
        let (written, set) = (format!("({})", grade.letter), elements_of_types(ruleset, of));
        return Some(several(&written, set, Noun::Grade(grade.name.clone())));
    }
    let of_family = |id: FamilyId| {
        let family = ruleset.family(id);
        let set = elements_of_types(ruleset, |_, troop| is_of_family(ruleset, troop, id));
        several(&family.code, set, Noun::named(&family.singular, &family.plural))
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
    let mark = match (spelling.water, spelling.siege_tower, spelling.mounted) {
        (true, ..) => Mark::Water,
        (_, true, _) => Mark::Tower,
        (.., true) => Mark::Mounted,
        _ => return Some(found),
    };
    Some(ResolvedName {
        // No code expresses the mark, so the spelling is left unchanged.
        written: name.to_owned(),
        named: NamedElements { mark: Some(mark), ..found.named },
        ..found
    })
}

/// All elements that a limit counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitSubject {
    /// The names, as they are written in the rules.
    pub names: Vec<LimitName>,
    /// The elements that count with or without any mark.
    plain: FighterSet,
    /// The elements with certain marks that are counted or excluded as well.
    marked: Vec<(FighterSet, Mark, bool)>,
}

impl LimitSubject {
    /// Combines these names: all those named without `not`, or all elements if there are none, except those named
    /// with `not`.
    #[must_use]
    pub fn new(ruleset: &Ruleset, names: Vec<LimitName>) -> Self {
        let begins_with_all = names.iter().all(|name| name.excluded);
        let mut plain = if begins_with_all { elements_of_types(ruleset, |_, _| true) } else { FighterSet::default() };
        let mut marked = Vec::new();
        for name in names.iter().filter(|name| !name.excluded).chain(names.iter().filter(|name| name.excluded)) {
            match name.named.mark {
                Some(mark) => marked.push((name.set, mark, name.excluded)),
                None if name.excluded => plain = plain.without(name.set),
                None => plain = plain.with(name.set),
            }
        }
        // An excluded element stays excluded, even if it has a mark by which it would be included.
        let out = names.iter().filter(|name| name.excluded && name.named.mark.is_none());
        let out = out.fold(FighterSet::default(), |set, name| set.with(name.set));
        for (set, ..) in &mut marked {
            *set = set.without(out);
        }
        Self { names, plain, marked }
    }

    /// Whether no element at all is meant.
    #[must_use]
    pub fn is_nobody(&self) -> bool {
        self.plain.is_empty() && self.marked.iter().all(|(set, _, out)| *out || set.is_empty())
    }

    /// All elements that may be meant, ignoring marks.
    pub(super) fn widest(&self) -> FighterSet {
        let marked = self.marked.iter().filter(|(.., out)| !out);
        marked.fold(self.plain, |set, (more, ..)| set.with(*more))
    }

    /// All elements that are meant with or without any mark.
    pub(super) fn unconditional(&self) -> FighterSet {
        self.marked.iter().filter(|(.., out)| *out).fold(self.plain, |set, (less, ..)| set.without(*less))
    }

    /// Whether the elements of a line are meant.
    #[must_use]
    pub fn has(&self, draft: &Draft, line: &ElementLine) -> bool {
        let LineType::Known(id) = line.line_type else { return false };
        let is_in = |set: FighterSet| set.has(id.into(), draft.is_fast(line));
        let is_marked = |(set, mark, _): &&(FighterSet, Mark, bool)| is_in(*set) && line.has(*mark);
        (is_in(self.plain) || self.marked.iter().filter(|(.., out)| !out).any(|marked| is_marked(&marked)))
            && !self.marked.iter().filter(|(.., out)| *out).any(|marked| is_marked(&marked))
    }

    /// Whether it only names excluded elements.
    #[must_use]
    pub fn excludes_only(&self) -> bool {
        self.names.iter().all(|name| name.excluded)
    }
}
