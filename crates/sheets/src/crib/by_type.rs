//! The reading by type: one row a type, with all that happens to it, so that a player finds an element and reads across.

use musterfield_rules::combat::{Combat, Fighter, FighterSet, Held, Outcome, Relation, Row, RowTerms};
use musterfield_rules::ruleset::SizeUnit;
use musterfield_rules::terrain::Going;
use musterfield_rules::troop::{ClassId, FamilyId, FastRule};
use musterfield_rules::{Ruleset, Troop, TroopId};
use musterfield_words::combat::TableWords;
use musterfield_words::combat::outcome::pursuit_distance;

use super::part::{CardLine, CribLine, CribPart, CribTable, TableRow};
use super::participants::{Meeting, Participants};
use super::rows::Rows;
use super::types::{reach, root, unit};

/// The title of the part with the rows that hold for all types.
const FIRST: &str = "First, whatever the type";

/// The number of types from which a text that they share is given once, below the table.
const MANY: usize = 3;

/// The number of letters from which it is worth it.
const LONG: usize = 40;

/// The cell of a type that never pursues.
const NEVER: &str = "–";

/// The relations of the totals, with the headings of their columns.
const RELATIONS: [(Relation, &str); 3] =
    [(Relation::Equal, "Equal"), (Relation::Less, "Beaten"), (Relation::Doubled, "Doubled")];

/// One of the forms in which a type is in the game: Fast or not, or in a grade.
#[derive(Clone)]
struct Form {
    /// What tells it from the others: empty for the usual form.
    label: String,
    fighter: Fighter,
    fast: bool,
}

impl Form {
    fn set(&self) -> FighterSet {
        FighterSet::one(self.fighter, self.fast)
    }
}

/// A row: a type in all its forms, or several types of a family for which everything is the same.
struct TypeRow<'a> {
    codes: Vec<&'a str>,
    name: String,
    class: ClassId,
    family: Option<FamilyId>,
    cells: Vec<String>,
    rules: Vec<String>,
}

/// The table of types with their outcomes, and the rows that hold for all of them.
pub(super) struct ByType<'a> {
    ruleset: &'a Ruleset,
    combat: &'a Combat,
    pub(super) rows: Rows<'a>,
    cast: &'a Participants,
    words: TableWords<'a>,
}

impl<'a> ByType<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, combat: &'a Combat, words: TableWords<'a>, cast: &'a Participants) -> Self {
        Self { ruleset, combat, rows: Rows::new(ruleset, combat, words, cast).in_brief(), cast, words }
    }

    /// The table for each army, and the rows that hold for all types.
    pub(super) fn parts(&self, title: &str, note: Option<String>) -> Vec<CribPart> {
        let mut parts: Vec<CribPart> = self.cast.meetings().iter().map(|meeting| self.table(title, meeting)).collect();
        parts.extend(self.cast.meetings().iter().map(|meeting| {
            let title = meeting.name.as_ref().map_or(FIRST.to_owned(), |name| format!("{FIRST}: {name}"));
            CribPart { title, note: note.clone(), lines: self.first(meeting), ..CribPart::default() }
        }));
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn table(&self, title: &str, meeting: &Meeting) -> CribPart {
        let has_points = self.ruleset.counts() == SizeUnit::Points;
        let has_reach = self.ruleset.troops().any(|(_, troop)| troop.range.is_some() || troop.spell.is_some());
        let has_road = self.ruleset.troops().any(|(_, troop)| troop.movement.value.road.is_some());
        let graded = !self.ruleset.grades.is_empty();
        let has_classes = self.ruleset.classes().len() > 1;
        let mut heads = vec!["Code", "Type"];
        heads.extend((has_points && !graded).then_some("AP"));
        heads.extend(["Factors", "Move"]);
        heads.extend(has_road.then_some("Road"));
        heads.extend(has_reach.then_some("Range"));
        let numbers = heads.len();
        heads.extend(RELATIONS.map(|(_, head)| head));
        heads.extend(["Pursues", "Never in"]);
        let all: Vec<(Vec<Form>, &Troop, TroopId)> = self.forms(meeting);
        let closed_to_all = self.closed_to_all(&all);
        // What several Fast types have in common is said once, below the table.
        let mut shared: Vec<(Relation, String, usize)> = Vec::new();
        for (forms, ..) in &all {
            for (relation, _) in RELATIONS {
                let usual = forms.first().map(|form| self.outcome(relation, form, meeting).0);
                for (at, form) in forms.iter().enumerate().filter(|(_, form)| form.fast) {
                    let text = self.outcome(relation, form, meeting).0;
                    if at > 0 && usual.as_ref() == Some(&text) {
                        continue;
                    }
                    match shared.iter_mut().find(|(of, known, _)| *of == relation && *known == text) {
                        Some((.., count)) => *count += 1,
                        None => shared.push((relation, text, 1)),
                    }
                }
            }
        }
        // The row of a type says only that they are Fast, so there is one text for each column.
        shared.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
        let mut told: Vec<Relation> = Vec::new();
        shared.retain(|(relation, text, count)| {
            let is_worth_it = *count >= MANY && text.len() > LONG && !told.contains(relation);
            if is_worth_it {
                told.push(*relation);
            }
            is_worth_it
        });
        let mut found: Vec<TypeRow<'a>> = Vec::new();
        for (forms, troop, id) in &all {
            let mut cells = Vec::new();
            let mut rules: Vec<String> = vec![troop.factor.rule.to_string(), troop.movement.rule.to_string()];
            cells.extend(
                (has_points && !graded)
                    .then(|| troop.cost.as_ref().map(|cost| cost.value.to_string()).unwrap_or_default()),
            );
            cells.push(self.cell(forms, &|form| self.factors(form), &[]));
            cells.push(self.cell(forms, &|form| self.moves(form), &[]).replace("; Fast: ", " Fast\u{a0}"));
            let road = |form: &Form| {
                let road = self.troop(form).and_then(|troop| troop.movement.value.road);
                road.map_or_else(|| "–".to_owned(), |road| road.to_string())
            };
            cells.extend(has_road.then(|| self.cell(forms, &road, &[])));
            cells.extend(has_reach.then(|| reach(troop)));
            for (relation, _) in RELATIONS {
                let below: Vec<&String> =
                    shared.iter().filter(|(of, ..)| *of == relation).map(|(_, text, _)| text).collect();
                cells.push(self.cell(forms, &|form| self.outcome(relation, form, meeting).0, &below));
                for form in forms {
                    for rule in self.outcome(relation, form, meeting).1 {
                        if !rules.contains(&rule) {
                            rules.push(rule);
                        }
                    }
                }
            }
            cells.push(self.cell(forms, &|form| self.pursuit(form, meeting), &[]));
            cells.push(self.cell(forms, &|form| self.closed(form, &closed_to_all), &[]));
            let family = if graded { None } else { root(self.ruleset, troop) };
            let like = |row: &&mut TypeRow<'a>| row.cells == cells && row.class == troop.class.value;
            let (code, name) = self.named(*id, troop, forms);
            match found.iter_mut().find(like) {
                Some(row) => {
                    row.codes.push(code);
                    let of_family = family.filter(|family| row.family == Some(*family));
                    match of_family.map(|family| self.ruleset.family(family).plural.to_string()) {
                        Some(family) => row.name = family,
                        None if !row.name.contains(&name) => row.name += &format!(", {name}"),
                        None => {}
                    }
                    row.family = of_family;
                    let new: Vec<String> = rules.into_iter().filter(|rule| !row.rules.contains(rule)).collect();
                    row.rules.extend(new);
                }
                None => found.push(TypeRow { codes: vec![code], name, class: troop.class.value, family, cells, rules }),
            }
        }
        let rows = found.into_iter().map(|row| {
            let class = self.ruleset.class_name(row.class);
            let name = if has_classes { format!("{} · {class}", row.name) } else { row.name };
            let names = [row.codes.join(" "), name];
            TableRow { cells: names.into_iter().chain(row.cells).collect(), rules: row.rules }
        });
        let mut rows: Vec<TableRow> = rows.collect();
        let mut same = columns_alike(&mut heads, numbers, &mut rows);
        if !closed_to_all.is_empty() {
            same += &format!(" Never in, all: {}.", closed_to_all.join(", "));
        }
        let table = CribTable {
            heads: heads.iter().map(|head| (*head).to_owned()).collect(),
            words: 2,
            texts: heads.len() - numbers,
            rows,
        };
        let lines = shared.into_iter().map(|(relation, text, _)| {
            let head = RELATIONS.iter().find(|(of, _)| *of == relation).map_or("", |(_, head)| *head);
            CribLine::new(format!("Fast*, {}: ", head.to_lowercase()), format!("{text}."), Vec::new())
        });
        let title = meeting.name.as_ref().map_or(title.to_owned(), |name| format!("{title}: {name}"));
        let rough = if self.has_rough() { "good/rough/bad" } else { "good/bad" };
        let note = format!(
            "Factors against {}/against {}. Move in {}: in {rough} going; a single number holds in any going. The \
             first case that fits counts; going is the loser’s own.{same}",
            self.words.classes(true),
            self.words.classes(false),
            unit(&self.ruleset.unit),
        );
        CribPart { title, note: Some(note), table: Some(table), wide: true, lines: lines.collect(), theme: None }
    }

    /// What the rows say of one element.
    pub(super) fn card(&self, fighter: Fighter, fast: bool, meeting: &Meeting) -> Vec<CardLine> {
        let form = Form { label: String::new(), fighter, fast };
        let outcomes = RELATIONS.map(|(relation, head)| (head, self.outcome(relation, &form, meeting).0));
        let pursuit =
            Some(self.pursuit(&form, meeting)).filter(|text| text != NEVER).unwrap_or_else(|| "nobody".to_owned());
        let others = [("Pursues", pursuit), ("Never in", self.closed(&form, &[]))];
        let lines = outcomes.into_iter().chain(others).filter(|(_, text)| !text.is_empty());
        lines.map(|(head, text)| CardLine { head, text }).collect()
    }

    /// The types of an army with their forms.
    fn forms(&self, meeting: &Meeting) -> Vec<(Vec<Form>, &'a Troop, TroopId)> {
        let is_in = |id: TroopId, fast: bool| meeting.own.has(id.into(), fast);
        if !self.ruleset.grades.is_empty() {
            let types = self.ruleset.graded_types().into_iter().filter_map(|own| {
                let there: Vec<TroopId> = own.grades.into_iter().filter(|id| is_in(*id, false)).collect();
                let usual = there.iter().copied().find(|id| *id == own.usual).or_else(|| there.first().copied())?;
                let form = |id: TroopId| {
                    let letter = self.ruleset.letter(id).unwrap_or_default();
                    let label = if id == usual { String::new() } else { format!("({letter})") };
                    Form { label, fighter: id.into(), fast: false }
                };
                let others = there.iter().copied().filter(|id| *id != usual);
                let forms = std::iter::once(usual).chain(others).map(form).collect();
                Some((forms, self.ruleset.troop(usual), usual))
            });
            return types.collect();
        }
        let types = self.combat.fighters().filter_map(|(fighter, rules)| {
            let id = rules.troop?;
            let troop = self.ruleset.troop(id);
            let always = troop.fast.value == FastRule::Always;
            let plain = is_in(id, false) && !always;
            let fast = is_in(id, true);
            let form = |fast: bool, label: &str| Form { label: label.to_owned(), fighter, fast };
            let forms: Vec<Form> = match (plain, fast) {
                (true, true) => vec![form(false, ""), form(true, "Fast")],
                (true, false) => vec![form(false, "")],
                (false, true) => vec![form(true, "")],
                (false, false) => return None,
            };
            Some((forms, troop, id))
        });
        types.collect()
    }

    fn troop(&self, form: &Form) -> Option<&'a Troop> {
        self.combat.fighter(form.fighter).troop.map(|id| self.ruleset.troop(id))
    }

    fn named(&self, id: TroopId, troop: &'a Troop, forms: &[Form]) -> (&'a str, String) {
        if let Some(graded) = &troop.graded {
            let family = self.ruleset.family(graded.family);
            return (&family.code, family.plural.to_string());
        }
        let only_fast = forms.iter().all(|form| form.fast) && self.ruleset.troop(id).fast.value != FastRule::Always;
        let name = troop.plural.to_string();
        (&troop.code, if only_fast { format!("Fast {name}") } else { name })
    }

    /// What holds for the usual form, then for the others where it differs. Texts in `below` stand below the table.
    fn cell(&self, forms: &[Form], text: &dyn Fn(&Form) -> String, below: &[&String]) -> String {
        let Some((usual, others)) = forms.split_first() else { return String::new() };
        let is_fast = usual.fast;
        let usual = text(usual);
        let mut told = if is_fast && below.contains(&&usual) { "Fast*".to_owned() } else { usual.clone() };
        let mut apart: Vec<(String, Vec<&str>)> = Vec::new();
        for form in others {
            let text = text(form);
            if text == usual {
                continue;
            }
            match apart.iter_mut().find(|(known, _)| *known == text) {
                Some((_, labels)) => labels.push(&form.label),
                None => apart.push((text, vec![&form.label])),
            }
        }
        for (text, labels) in apart {
            let labels = labels.join(" ");
            match below.contains(&&text) {
                true => told += &format!("; {labels}*"),
                false => told += &format!("; {labels}: {text}"),
            }
        }
        told
    }

    fn factors(&self, form: &Form) -> String {
        let factor = &self.combat.fighter(form.fighter).factor;
        format!("{}/{}", factor.foot, factor.mounted)
    }

    fn has_rough(&self) -> bool {
        self.combat.going(Going::Rough) == Going::Rough
            && self.ruleset.troops().any(|(_, troop)| troop.movement.value.rough.is_some())
    }

    fn moves(&self, form: &Form) -> String {
        self.troop(form).map(|troop| troop.moves(form.fast).in_words(self.has_rough())).unwrap_or_default()
    }

    /// The features that none of these types may hold.
    fn closed_to_all(&self, all: &[(Vec<Form>, &Troop, TroopId)]) -> Vec<&'a str> {
        let features = self
            .combat
            .features
            .iter()
            .filter(|feature| all.len() > 1 && all.iter().all(|(_, troop, _)| !may_hold(troop, feature.held)));
        features.map(|feature| &*feature.name).collect()
    }

    /// What the type may not enter, but for what is told of all: going, rivers, and the features that it may not hold.
    fn closed(&self, form: &Form, told_of_all: &[&str]) -> String {
        let Some(troop) = self.troop(form) else { return String::new() };
        let moves = troop.moves(form.fast);
        let mut told: Vec<&str> = Vec::new();
        if self.has_rough() && moves.rough.is_none() {
            told.push("rough");
        }
        if moves.bad.is_none() {
            told.push("bad going");
        }
        if moves.river.is_none() && self.ruleset.troops().any(|(_, troop)| troop.movement.value.river.is_some()) {
            told.push("rivers");
        }
        for feature in &self.combat.features {
            if !may_hold(troop, feature.held) && !told_of_all.contains(&&*feature.name) {
                told.push(&feature.name);
            }
        }
        told.join(", ")
    }

    /// How far a form pursues, and whom.
    fn pursuit(&self, form: &Form, meeting: &Meeting) -> String {
        let own = Meeting { own: form.set(), ..meeting.clone() };
        let mut told: Vec<String> = Vec::new();
        for row in &self.combat.pursuit {
            if row.terms.subjects.is_empty()
                || !self.rows.can_hold(row, &own)
                || super::rows::is_about_feature(&row.terms)
            {
                continue;
            }
            let by = self.rows.against("after", &row.terms, meeting.foe);
            let when = self.rows.conditions(&row.terms, &[]);
            let is_last = by.is_none() && when.is_empty();
            if !row.effect.is_none() {
                let distance = pursuit_distance(row.effect);
                told.push([vec![distance], by.into_iter().collect(), when].concat().join(" "));
            }
            if is_last {
                break;
            }
        }
        if told.is_empty() { NEVER.to_owned() } else { told.join("; ") }
    }

    /// The fate of a form at this relation of the totals, and the rules.
    fn outcome(&self, relation: Relation, form: &Form, meeting: &Meeting) -> (String, Vec<String>) {
        let own = Meeting { own: form.set(), ..meeting.clone() };
        self.rows.fate_in_brief(self.rows_of_types(relation), &own)
    }

    /// The rows that are told in the row of a type.
    pub(super) fn rows_of_types(&self, relation: Relation) -> impl Iterator<Item = &'a Row<Outcome>> {
        let first = self.first_count(relation);
        let rows = self.combat.table(relation).iter().enumerate();
        rows.filter(move |(at, row)| *at >= first || !is_of_all(&row.terms)).map(|(_, row)| row)
    }

    /// The number of rows, from the first, that come before the row of a type: those that hold for all types, and the
    /// few of single types that come before one of them. Later rows for all types are in the rows of the types.
    fn first_count(&self, relation: Relation) -> usize {
        let (mut count, mut named) = (0, FighterSet::default());
        for (at, row) in self.combat.table(relation).iter().enumerate() {
            let of_named =
                self.combat.fighters().filter(|(fighter, _)| named.has(*fighter, false) || named.has(*fighter, true));
            match is_of_all(&row.terms) {
                true if of_named.count() <= MANY => count = at + 1,
                true => break,
                false => named = named.with(row.subjects()),
            }
        }
        count
    }

    /// The rows that come before the row of a type.
    pub(super) fn first_rows(&self, relation: Relation) -> impl Iterator<Item = &'a Row<Outcome>> {
        self.combat.table(relation).iter().take(self.first_count(relation))
    }

    /// What holds whatever the type.
    fn first(&self, meeting: &Meeting) -> Vec<CribLine> {
        let told = RELATIONS.iter().flat_map(|(relation, head)| {
            self.rows.outcome_lines(self.first_rows(*relation), meeting).into_iter().map(move |mut line| {
                if let Some(run) = line.runs.first_mut() {
                    run.text = format!("{head}, {}", lower(&run.text));
                }
                line
            })
        });
        told.collect()
    }
}

/// Whether a type may hold such a feature.
fn may_hold(troop: &Troop, feature: Held) -> bool {
    let may = if feature.has_walls() { troop.garrison.walls } else { troop.garrison.camp };
    may || (feature == Held::City && troop.garrison.sacks)
}

/// Takes out the columns of phrases, from `first`, in which all rows say the same, and gives what they say.
fn columns_alike(heads: &mut Vec<&str>, first: usize, rows: &mut [TableRow]) -> String {
    let mut told = Vec::new();
    let count = rows.len();
    for column in (first..heads.len()).rev() {
        let cells: Vec<&String> = rows.iter().filter_map(|row| row.cells.get(column)).collect();
        let Some(cell) = cells.first().filter(|first| count > 1 && cells.iter().all(|cell| cell == *first)) else {
            continue;
        };
        if !cell.is_empty() && *cell != NEVER && column < heads.len() {
            told.push(format!(" {}, all: {cell}.", heads.get(column).copied().unwrap_or_default()));
        }
        heads.remove(column);
        for row in rows.iter_mut().filter(|row| column < row.cells.len()) {
            row.cells.remove(column);
        }
    }
    told.reverse();
    told.concat()
}

/// Whether a row is about all types, in a certain case.
fn is_of_all(terms: &RowTerms) -> bool {
    terms.subjects.is_empty() && !(terms.conditions.is_empty() && terms.opponents.is_empty())
}

/// A heading in the middle of another: names keep their capitals.
fn lower(head: &str) -> String {
    let known = ["All:", "All ", "Garrisons", "Mounted infantry", "Elements"];
    match known.iter().find(|word| head.starts_with(**word)) {
        Some(_) => {
            let mut letters = head.chars();
            letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str()).unwrap_or_default()
        }
        None => head.to_owned(),
    }
}
