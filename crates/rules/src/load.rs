//! From files to rulesets: parse, check everything, compact.
//!
//! All mistakes are reported together, each with file and line. The checks cover unknown and missing keys, rule ids
//! that the reference does not explain, references to types, classes and depths that do not exist, ambiguous
//! spellings, and numbers that make no sense.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use rust_embed::RustEmbed;

use data_file::{DataFile, Prefixes};

use super::combat::Reading;
use super::reference::{Reference, Rule, RuleId, Section};
use super::ruleset::{Borrowing, Change, Ruleset, Scale, is_called};
use super::search::Vocabulary;
use super::terrain::TerrainRules;
use super::troop::{Cited, TroopId};
use musterfield_rule_files::reference::ReferenceFile;
use musterfield_rule_files::terrain::TerrainFile;
use musterfield_rule_files::{ArmyFile, BasesFile, ChangeEntry, RuleFile, RulesetFile, TroopsFile, UnitEntry};

mod army;
mod cited;
mod combat;
mod data_file;
mod grades;
mod names;
mod play;
mod terrain;
mod troop_table;
mod troops;
mod vocabulary;

pub use data_file::{LoadError, LoadErrors};

/// The id of the ruleset that is meant where none is named.
pub const DEFAULT_RULESET: &str = "d3h2";

/// All rulesets of the program, and the rules in words.
#[derive(Clone, Debug)]
pub struct Book {
    rulesets: Vec<Ruleset>,
    terrains: Vec<Arc<TerrainRules>>,
    reference: Reference,
    vocabulary: Vocabulary,
}

impl Book {
    /// Loads rulesets from files: path (`rulesets/d3h2/troops.toml`, `reference/d3h2.toml`) to text.
    ///
    /// # Errors
    /// All mistakes in the files.
    pub fn load(files: &BTreeMap<String, String>) -> Result<Self, LoadErrors> {
        let mut errors = Vec::new();
        let reference = load_reference(files, &mut errors);
        let (mut rulesets, mut terrains) = (Vec::new(), Vec::new());
        for id in in_order_of_extension(files, &mut errors) {
            let Some(head) = head(files, &id, &reference, &mut errors) else { continue };
            let mut terrain = load_terrain(files, &head, &reference, &mut errors);
            let ruleset = (!head.battlefields_only)
                .then(|| load_ruleset(files, head, (&rulesets, terrain.as_ref()), &reference, &mut errors));
            let ruleset = ruleset.flatten();
            if let (Some(terrain), Some(ruleset)) = (&mut terrain, &ruleset) {
                terrain.name_only(|name| ruleset.has_called(name));
            }
            let terrain = terrain.map(Arc::new);
            rulesets.extend(ruleset.map(|ruleset| Ruleset { terrain: terrain.clone(), ..ruleset }));
            terrains.extend(terrain);
        }
        names::add(files, &mut rulesets, &reference, &mut errors);
        let vocabulary = vocabulary::load(files, &reference, &mut errors);
        if errors.is_empty() { Ok(Self { rulesets, terrains, reference, vocabulary }) } else { Err(LoadErrors(errors)) }
    }

    /// The rulesets, each after the one that it extends.
    #[must_use]
    pub fn rulesets(&self) -> &[Ruleset] {
        &self.rulesets
    }

    /// The ruleset with this id.
    #[must_use]
    pub fn ruleset(&self, id: &str) -> Option<&Ruleset> {
        self.rulesets.iter().find(|ruleset| &*ruleset.id == id)
    }

    /// Every rule that players of some ruleset may read in more than one way; those with the same id once.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        let all =
            || self.rulesets.iter().filter_map(|ruleset| ruleset.combat.as_ref()).flat_map(|combat| &combat.readings);
        all()
            .enumerate()
            .filter(move |(at, reading)| !all().take(*at).any(|known| known.id == reading.id))
            .map(|(_, one)| one)
    }

    /// The rules of each ruleset for battlefields; some rulesets contain nothing else.
    #[must_use]
    pub fn terrains(&self) -> impl ExactSizeIterator<Item = &TerrainRules> + Clone {
        self.terrains.iter().map(|terrain| &**terrain)
    }

    /// The rules for battlefields of the ruleset with this id.
    #[must_use]
    pub fn terrain(&self, id: &str) -> Option<&TerrainRules> {
        self.terrains().find(|terrain| &*terrain.ruleset == id)
    }

    /// The rules in words.
    #[must_use]
    pub fn reference(&self) -> &Reference {
        &self.reference
    }

    /// The words of players, with which rules are found.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }
}

#[derive(RustEmbed)]
#[folder = "rulesets/"]
struct RulesetFiles;

#[derive(RustEmbed)]
#[folder = "reference/"]
struct ReferenceFiles;

/// The files built into the program, by path.
#[must_use]
pub fn embedded_files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut add = |folder: &str, name: &str, bytes: &[u8]| {
        files.insert(format!("{folder}/{name}"), String::from_utf8_lossy(bytes).into_owned());
    };
    for name in RulesetFiles::iter() {
        if let Some(file) = RulesetFiles::get(&name) {
            add("rulesets", &name, &file.data);
        }
    }
    for name in ReferenceFiles::iter() {
        if let Some(file) = ReferenceFiles::get(&name) {
            add("reference", &name, &file.data);
        }
    }
    files
}

/// The rulesets built into the program, loaded on first use.
///
/// # Errors
/// All mistakes in the data; the program must not start with such data.
pub fn book() -> Result<&'static Book, &'static LoadErrors> {
    static BOOK: LazyLock<Result<Book, LoadErrors>> = LazyLock::new(|| Book::load(&embedded_files()));
    BOOK.as_ref()
}

/// Opens the file of a ruleset, or of the ruleset it extends.
fn open<'a>(
    files: &'a BTreeMap<String, String>,
    ids: [Option<&str>; 2],
    name: &str,
    reference: &'a Reference,
    errors: &'a mut Vec<LoadError>,
) -> Option<DataFile<'a>> {
    for id in ids.into_iter().flatten() {
        let file = format!("rulesets/{id}/{name}");
        if let Some(text) = files.get(&file) {
            return Some(DataFile::new(file, text, reference, errors));
        }
    }
    let file = format!("rulesets/{}/{name}", ids.into_iter().flatten().next().unwrap_or_default());
    errors.push(LoadError { file, line: 1, message: "the file is missing".to_owned() });
    None
}

fn load_reference(files: &BTreeMap<String, String>, errors: &mut Vec<LoadError>) -> Reference {
    let mut reference = Reference::default();
    let none = Reference::default();
    for (file, text) in files.iter().filter(|(file, _)| file.starts_with("reference/")) {
        let mut source = DataFile::new(file.clone(), text, &none, errors);
        let Some(parsed) = source.parse::<ReferenceFile>() else { continue };
        for section in parsed.section {
            let span = section.span();
            let section = Section::from(section.into_inner());
            let (code, nameless) = (section.code.clone(), section.name.trim().is_empty());
            if nameless || !reference.add_section(section) {
                source.report(&span, format!("section `{code}` appears twice or has no name"));
            }
        }
        for rule in parsed.rule {
            let span = rule.span();
            let rule = Rule::from(rule.into_inner());
            if reference.section_name(&rule).is_empty() {
                source.report(&span, format!("rule `{}` is in no section", rule.id));
            }
            if let Some(twice) = reference.insert(rule) {
                source.report(&span, format!("rule `{}` appears twice", twice.id));
            }
        }
    }
    reference
}

/// The ids of the rulesets, each after the one that it extends. Only one step of extension is allowed.
fn in_order_of_extension(files: &BTreeMap<String, String>, errors: &mut Vec<LoadError>) -> Vec<String> {
    let none = Reference::default();
    let mut roots: Vec<(u8, String)> = Vec::new();
    let mut children: Vec<(String, String)> = Vec::new();
    for (file, text) in files {
        let Some(id) = file.strip_prefix("rulesets/").and_then(|rest| rest.strip_suffix("/ruleset.toml")) else {
            continue;
        };
        let mut source = DataFile::new(file.clone(), text, &none, errors);
        let Some(parsed) = source.parse::<RulesetFile>() else { continue };
        if parsed.id != id {
            source.report(&(0..0), format!("the id `{}` differs from the folder `{id}`", parsed.id));
        }
        match parsed.extends {
            Some(parent) => children.push((parent.into_inner(), id.to_owned())),
            None => roots.push((parsed.order, id.to_owned())),
        }
    }
    roots.sort();
    let mut ordered = Vec::new();
    for (_, root) in roots {
        let (own, others): (Vec<_>, Vec<_>) = children.into_iter().partition(|(parent, _)| *parent == root);
        children = others;
        ordered.push(root);
        ordered.extend(own.into_iter().map(|(_, id)| id));
    }
    // Those that extend a missing ruleset are reported later.
    ordered.extend(children.into_iter().map(|(_, id)| id));
    ordered
}

/// Reads the head of a ruleset.
fn head(
    files: &BTreeMap<String, String>,
    id: &str,
    reference: &Reference,
    errors: &mut Vec<LoadError>,
) -> Option<RulesetFile> {
    open(files, [Some(id), None], "ruleset.toml", reference, errors)?.parse()
}

/// Reads the rules for battlefields of a ruleset, or of the one it extends.
fn load_terrain(
    files: &BTreeMap<String, String>,
    head: &RulesetFile,
    reference: &Reference,
    errors: &mut Vec<LoadError>,
) -> Option<TerrainRules> {
    let parent = head.extends.as_ref().map(|parent| parent.get_ref().as_str());
    let is_there = |id: &str| files.contains_key(&format!("rulesets/{id}/terrain.toml"));
    if ![Some(&*head.id), parent].into_iter().flatten().any(is_there) {
        return None;
    }
    let mut source = open(files, [Some(&head.id), parent], "terrain.toml", reference, errors)?;
    let file: TerrainFile = source.parse()?;
    terrain::rules(&mut source, &file, head)
}

fn load_ruleset(
    files: &BTreeMap<String, String>,
    head: RulesetFile,
    (loaded, own_terrain): (&[Ruleset], Option<&TerrainRules>),
    reference: &Reference,
    errors: &mut Vec<LoadError>,
) -> Option<Ruleset> {
    let before = errors.len();
    let id = head.id.as_str();
    let mut source = open(files, [Some(id), None], "ruleset.toml", reference, errors)?;
    let parent = match &head.extends {
        None => None,
        Some(name) => match loaded.iter().find(|ruleset| *ruleset.id == **name.get_ref()) {
            Some(parent) => Some(parent),
            // The file's own mistakes have already been reported.
            None if files.contains_key(&format!("rulesets/{}/ruleset.toml", name.get_ref())) => return None,
            None => {
                source.report(&name.span(), format!("there is no ruleset `{}` to extend", name.get_ref()));
                return None;
            }
        },
    };
    let classes = match parent {
        Some(parent) if head.class.is_empty() => parent.classes.clone(),
        _ => troops::classes(&mut source, &head.class),
    };
    let (unit, unit_length) = match (&head.unit, parent) {
        (Some(unit), _) => (unit.name.clone().into(), unit_length(&mut source, unit)),
        (None, Some(parent)) => (parent.unit.clone(), parent.unit_length.clone()),
        (None, None) => {
            source.report(&(0..0), "`unit` is missing");
            return None;
        }
    };
    let changes = changes(&mut source, &head);
    if let Some(kept) = &head.troops {
        source.cites([&kept.rule, &kept.left_out]);
    }
    let grades = grades::grades(&mut source, &head.grade);
    let no_mounted_infantry = head.without.mounted_infantry.as_ref().map(|without| source.rule(&without.rule));

    let ids = [Some(id), parent.map(|parent| &*parent.id)];
    let mut source = open(files, ids, "bases.toml", reference, errors)?;
    let bases: BasesFile = source.parse()?;
    let scales = troops::scales(&mut source, &bases);

    let (home_terrains, home_terrain_rule) = match own_terrain {
        None => (Vec::new(), None),
        Some(own) => {
            let mut source = open(files, ids, "terrain.toml", reference, errors)?;
            let terrain: TerrainFile = source.parse()?;
            let (terrains, rule) = army::home_terrains(&mut source, &terrain);
            // Armies choose a home terrain only where the game itself has them.
            let is_own = !own.is_borrowed(&rule);
            if is_own { (terrains, Some(rule)) } else { (Vec::new(), None) }
        }
    };

    let mut source = open(files, ids, "army.toml", reference, errors)?;
    let army: ArmyFile = source.parse()?;
    let (army_file, army_text) = (source.file.clone(), source.text.to_owned());

    let mut source = open(files, ids, "troops.toml", reference, errors)?;
    let file: TroopsFile = source.parse()?;
    let table = troops::table(
        &mut source,
        &file,
        &classes,
        &scales,
        head.troops.as_ref(),
        (&grades, grades::usual(&head.grade)),
    );

    let mut source = DataFile::new(army_file.clone(), &army_text, reference, errors);
    let (mut rules, mut table) = army::rules(&mut source, &army, &classes, table)?;
    if no_mounted_infantry.is_some() {
        rules.mounted_infantry = None;
        table.remove_mounted_infantry();
    }
    let (mut troops, families, spellings, left_out) =
        table.finish(army.mounted_infantry.as_ref().map(|foot| foot.prefix.as_str()));
    let left_out = head.troops.as_ref().map(|kept| (left_out, RuleId::new(kept.left_out.get_ref())));

    let (labels, fly) = {
        let names = combat::Names::new(&classes, &families, &troops, &file, &grades, &[]);
        let mut source = open(files, [Some(id), None], "ruleset.toml", reference, errors)?;
        let labels = grades::labels(&mut source, &names, &head.label);
        let names = combat::Names::new(&classes, &families, &troops, &file, &grades, &labels);
        let mut source = DataFile::new(army_file, &army_text, reference, errors);
        rules.graded = grades::army(&mut source, &names, &army);
        let fly = grades::fly_to_battle(&mut source, &names, &army);
        (labels, fly)
    };
    if let Some((of, rule)) = fly {
        let all = (0..).map(TroopId).zip(&mut troops);
        for (_, troop) in all.filter(|(id, _)| of.has((*id).into(), false)) {
            troop.air_mobile = Some(rule.clone());
        }
    }

    let borrows = borrowing(files, &head, reference, errors);
    let mut names = combat::Names::new(&classes, &families, &troops, &file, &grades, &labels);
    let lender = borrows.as_ref().and_then(|(_, prefix)| prefix.as_deref());
    names.prefixes = Prefixes { own: &head.prefix, lender };
    let combat = combat::rules(files, ids, reference, errors, &mut names);
    let is_here = |name: &str| is_called(&classes, &families, &troops, rules.mounted_infantry.is_some(), name);
    // A ruleset that extends another may lack some of the types that the other's terrain names.
    if let (Some(_), None) = (own_terrain, parent) {
        let mut source = open(files, ids, "terrain.toml", reference, errors)?;
        let terrain: TerrainFile = source.parse()?;
        for name in terrain.deployment.sides.iter().flat_map(|side| &side.of) {
            if !is_here(name.get_ref()) {
                source.report(&name.span(), format!("there is no type called `{}` here", name.get_ref()));
            }
        }
    }
    let known = play::ExternalNames {
        troops: &troops,
        army: &rules,
        combat: combat.as_ref(),
        terrain: own_terrain,
        homes: &home_terrains,
        unit: &unit,
        in_thousandths: &|halves| in_thousandths(unit_length.value, &scales, halves),
        is_here: &is_here,
    };
    let (play, battle) = play::play(files, ids, reference, errors, &names, &known, head.battle).unzip();

    if errors.len() > before {
        return None;
    }
    Some(Ruleset {
        id: head.id.as_str().into(),
        rule_prefix: head.prefix.into(),
        name: head.name.into(),
        title: head.title.into(),
        version: head.version.into(),
        changes,
        summary: head.summary.into(),
        unit,
        unit_length,
        classes,
        families,
        grades,
        labels,
        troops,
        spellings,
        army: rules,
        scales,
        home_terrains,
        home_terrain_rule,
        terrain: None,
        left_out,
        no_mounted_infantry,
        combat,
        play,
        battle: battle.flatten(),
        no_battle: head.no_battle.map(Into::into),
        borrows: borrows.map(|(borrows, _)| borrows),
    })
}

/// The ruleset from which this one borrows rules, if it does, and the prefix of these; no prefix if there is no such
/// ruleset, which is reported.
fn borrowing(
    files: &BTreeMap<String, String>,
    head: &RulesetFile,
    reference: &Reference,
    errors: &mut Vec<LoadError>,
) -> Option<(Borrowing, Option<String>)> {
    let entry = head.borrows.as_ref()?;
    let mut source = open(files, [Some(&head.id), None], "ruleset.toml", reference, errors)?;
    // The head of the other ruleset is enough; its own mistakes are reported where it is loaded.
    let lender = files.get(&format!("rulesets/{}/ruleset.toml", entry.from.get_ref()));
    let lender = lender.and_then(|text| RulesetFile::parse(text).ok());
    if lender.as_ref().is_none_or(|lender| lender.prefix == head.prefix) {
        let message = format!("there is no other ruleset `{}` to borrow from", entry.from.get_ref());
        source.report(&entry.from.span(), message);
    }
    let prefix = lender.as_ref().map(|lender| lender.prefix.as_str());
    let mut also = Vec::new();
    for cite in &entry.also {
        also.push(source.rule(cite));
        if prefix.is_some_and(|prefix| cite.get_ref().split('-').next() != Some(prefix)) {
            source.report(&cite.span(), format!("`{}` is no rule of the lender", cite.get_ref()));
        }
    }
    let name = lender.as_ref().map_or("", |lender| &lender.name).into();
    let borrows =
        Borrowing { from: entry.from.get_ref().as_str().into(), name, says: entry.says.as_str().into(), also };
    Some((borrows, prefix.map(str::to_owned)))
}

/// A distance in halves of a unit of this length in thousandths of a millimetre, in thousandths of a base width of the
/// usual figure scale.
fn in_thousandths(unit: Option<u32>, scales: &[Scale], halves: u16) -> i64 {
    let width = scales.first().map_or(1, |scale| i64::from(scale.frontage)).max(1);
    match unit {
        Some(length) => (i64::from(halves) * i64::from(length) + width) / (2 * width),
        None => i64::from(halves) * musterfield_geometry::BW / 2,
    }
}

/// The version of the data of a ruleset in which nothing has changed.
const FIRST_VERSION: &str = "1.0.0";

/// What changed with the versions of a ruleset's data. A version that says nothing about itself is a mistake.
fn changes(source: &mut DataFile<'_>, head: &RulesetFile) -> Vec<Change> {
    match head.change.first() {
        None if head.version != FIRST_VERSION => {
            source.report(&(0..0), format!("no `change` says what changed with version {}", head.version));
        }
        Some(latest) if *latest.version.get_ref() != head.version => {
            let version = &head.version;
            source.report(&latest.version.span(), format!("the first change is not one of version {version}"));
        }
        _ => {}
    }
    let change = |entry: &ChangeEntry| Change {
        version: entry.version.get_ref().as_str().into(),
        date: entry.date.as_str().into(),
        text: entry.text.as_str().into(),
        why: entry.why.as_str().into(),
        rule: source.rule(&entry.rule),
    };
    head.change.iter().map(change).collect()
}

/// The longest unit in thousandths of a millimetre: a metre.
const LONGEST_UNIT: u32 = 1_000_000;

/// The length of the unit of moves, exact to a thousandth of a millimetre.
fn unit_length(source: &mut DataFile<'_>, unit: &UnitEntry) -> Cited<Option<u32>> {
    let rule = source.rule(&unit.rule);
    let Some(mm) = &unit.mm else { return Cited { value: None, rule } };
    let written = format!("{:.3}", mm.get_ref());
    let exact = written.parse::<f64>().is_ok_and(|read| read.total_cmp(mm.get_ref()).is_eq());
    let length = written.replace('.', "").parse().ok();
    let is = length.filter(|length| exact && (1..=LONGEST_UNIT).contains(length));
    if is.is_none() {
        source.report(&mm.span(), "`mm` must be a length with at most three decimals, up to a metre");
    }
    Cited { value: is, rule }
}
