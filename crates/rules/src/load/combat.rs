//! `combat.toml` and `outcomes.toml`: names become sets, conditions become facts and readings, and every table is checked
//! for rows that never hold and for elements without a row.

mod inherited;
mod names;
mod reachability;
pub(super) mod readings;

use inherited::InheritedFile;
pub(super) use names::Names;
use names::ROLES;

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::data_file::{DataFile, LoadError};
use crate::combat::{
    ByFighter, Combat, Fact, FactSet, Feature, Fighter, FighterRules, FlankAttacker, GoodFor, Held, MOST_FIGHTERS,
    MOST_PLAIN_FIGHTERS, Modifier, NameTarget, OtherFactors, Outcome, Per, PlaceSet, PursuitDistance, Row,
};
use crate::reference::{Reference, RuleId};
use crate::terrain::Going;
use crate::troop::{Cited, Factor, FastRule, TroopId};
use musterfield_rule_files::combat::{
    CombatFile, FeatureEntry, FlankAttackerEntry, GroundEntry, OutcomesFile, RowEntry,
};
use musterfield_rule_files::{FactorEntry, Sourced};

/// The largest number that a modifier may add or subtract, so that no total can overflow.
const MOST_ADDED: i8 = 9;
/// The greatest combat factor, for the same reason.
const MOST_FACTOR: i8 = 20;

/// The greatest number of helpers; no rules let one element have more.
const MOST_HELPERS: u8 = 9;

fn factor(entry: &FactorEntry) -> Factor {
    Factor { foot: entry.foot, mounted: entry.mounted, shot_foot: entry.shot_foot }
}

/// Reports keys of a row that have no meaning in a table.
fn has_only(row: &RowEntry, source: &mut DataFile<'_>, allowed: &[&str]) {
    let present = [
        ("held", !row.held.is_empty()),
        ("going", !row.going.is_empty()),
        ("beside", !row.beside.is_empty()),
        ("behind", !row.behind.is_empty()),
        ("after", !row.after.is_empty()),
        ("name", row.name.is_some()),
        ("per", row.per.is_some()),
        ("most", row.most.is_some()),
        ("value", row.value.is_some()),
        ("bw", row.bw.is_some()),
        ("own_depth", row.own_depth.is_some()),
        ("is", row.is.is_some()),
        ("says", row.says.is_some()),
        ("joined", row.joined.is_some()),
        ("factor", row.factor.is_some()),
        ("opponent_only", row.opponent_only.is_some()),
    ];
    for (key, _) in present.iter().filter(|(key, is_there)| *is_there && !allowed.contains(key)) {
        source.report(&row.source().span(), format!("`{key}` has no meaning in this table"));
    }
}

/// A value of a row that a table requires.
fn needs<'e, V>(row: &RowEntry, source: &mut DataFile<'_>, key: &str, value: Option<&'e Spanned<V>>) -> Option<&'e V> {
    if value.is_none() {
        source.report(&row.source().span(), format!("the row has no `{key}`"));
    }
    value.map(Spanned::get_ref)
}

fn outcome(source: &mut DataFile<'_>, written: &Spanned<String>) -> Option<Outcome> {
    let found = written.get_ref().parse().ok();
    if found.is_none() {
        source.report(&written.span(), format!("`{}` is not an outcome", written.get_ref()));
    }
    found
}

fn good_for(source: &mut DataFile<'_>, entry: &RowEntry) -> GoodFor {
    has_only(entry, source, &["going", "opponent_only", "says"]);
    let mut goings = Vec::new();
    for written in &entry.going {
        match written.get_ref().parse::<Going>() {
            Ok(going) => goings.push(going),
            Err(_) => source.report(&written.span(), format!("`{}` is not a kind of going", written.get_ref())),
        }
    }
    GoodFor {
        goings,
        opponent_only: entry.opponent_only.as_ref().is_some_and(|only| *only.get_ref()),
        sheet_text: entry.says.as_ref().map(|says| says.get_ref().as_str().into()),
    }
}

fn modifier(source: &mut DataFile<'_>, entry: &RowEntry) -> Option<Modifier> {
    has_only(entry, source, &["name", "per", "most", "value", "beside", "behind", "says", "joined"]);
    let value = *needs(entry, source, "value", entry.value.as_ref())?;
    if !(-MOST_ADDED..=MOST_ADDED).contains(&value) {
        source.report(&entry.source().span(), format!("at most {MOST_ADDED} can be added to a total"));
    }
    let per = match &entry.per {
        None => None,
        Some(written) => {
            let per = written.get_ref().parse::<Per>().ok();
            if per.is_none() {
                source.report(&written.span(), format!("`{}` is not something that is counted", written.get_ref()));
            }
            Some(per?)
        }
    };
    // An element has two flanks; how many others can help is for the rules to say.
    let is_limited = matches!(per, Some(Per::Aiding | Per::Assaulter));
    let most = entry.most.as_ref().map(|most| *most.get_ref());
    if most.is_some_and(|most| !is_limited || !(1..=MOST_HELPERS).contains(&most)) || (is_limited && most.is_none()) {
        let message = format!("`most` must be from 1 to {MOST_HELPERS}, the number of those who aid or assault");
        source.report(&entry.source().span(), message);
    }
    let name = entry.name.as_ref().map(|name| name.get_ref().as_str().into());
    let says = entry.says.as_ref().map(|says| says.get_ref().as_str().into());
    let joined = entry.joined.as_ref().is_some_and(|joined| *joined.get_ref());
    Some(Modifier { value, per, most, name, sheet_text: says, joined })
}

/// Reads a modifier added once both totals are known; it cannot be counted per anything.
fn grade(source: &mut DataFile<'_>, entry: &RowEntry) -> Option<Modifier> {
    has_only(entry, source, &["name", "value", "says"]);
    modifier(source, entry)
}

/// Reads the distance of a pursuit: `bw`, or `own_depth = true`.
fn pursuit_distance(source: &mut DataFile<'_>, entry: &RowEntry) -> Option<PursuitDistance> {
    has_only(entry, source, &["bw", "own_depth"]);
    if let Some(own_depth) = &entry.own_depth {
        if !own_depth.get_ref() || entry.bw.is_some() {
            source.report(&own_depth.span(), "a pursuit has either `bw` or `own_depth = true`");
        }
        return Some(PursuitDistance::OwnDepth);
    }
    let bw = *needs(entry, source, "bw", entry.bw.as_ref())?;
    let found = [0.0, 0.5, 1.0].into_iter().zip(0..).find(|(known, _)| *known == bw).map(|(_, half)| half);
    if found.is_none() {
        source.report(&entry.source().span(), "a pursuit must be 0, 0.5 or 1 BW");
    }
    found.map(PursuitDistance::Halves)
}

/// Reads the features that can be held; those that fight in their own right join the fighters.
fn features(source: &mut DataFile<'_>, entries: &[FeatureEntry], fighters: &mut Vec<FighterRules>) -> Vec<Feature> {
    let mut features = Vec::new();
    for entry in entries {
        let name = entry.name.get_ref();
        let Ok(held) = name.to_lowercase().parse::<Held>() else {
            source.report(&entry.name.span(), format!("`{name}` is not something that can be held"));
            continue;
        };
        let (name, plural): (Box<str>, Box<str>) = (name.as_str().into(), entry.plural.as_str().into());
        let fighter = entry.factor.as_ref().and_then(|own| {
            let at = u8::try_from(fighters.len()).ok()?;
            fighters.push(FighterRules {
                troop: None,
                code: name.clone(),
                plural: plural.clone(),
                class: None,
                factor: factor(own),
                factor_rule: source.rule(&own.rule),
            });
            Some(Fighter(at))
        });
        source.cites(&entry.anyone);
        source.cites(&entry.good_before);
        let (anyone, good_before) = (entry.anyone.is_some(), entry.good_before.is_some());
        features.push(Feature { name, plural, held, fighter, anyone, good_before });
    }
    features
}

/// For each fighter, the friend that usually supports it from behind: one of its own type if that helps, otherwise
/// the first that does.
fn supporters(fighters: &[FighterRules], modifiers: &[Row<Modifier>]) -> Vec<Option<(Fighter, bool)>> {
    let numbered = || (0..).zip(fighters).map(|(at, _)| Fighter(at));
    let helps = |own: Fighter, friend: Fighter, fast: bool| {
        let is_of = |row: &&Row<Modifier>| row.is_of(own, false) || row.is_of(own, true);
        modifiers.iter().filter(is_of).any(|row| row.is_behind(friend, fast))
    };
    let found = |own: Fighter| {
        let friends = std::iter::once(own).chain(numbered());
        friends.flat_map(|friend| [(friend, false), (friend, true)]).find(|(friend, fast)| helps(own, *friend, *fast))
    };
    numbered().map(found).collect()
}

/// Reads everything about combat; none if the ruleset has no such files.
pub(super) fn rules(
    files: &BTreeMap<String, String>,
    ids: [Option<&str>; 2],
    reference: &Reference,
    errors: &mut Vec<LoadError>,
    names: &mut Names<'_>,
) -> Option<Combat> {
    let inherited: InheritedFile<'_, CombatFile> = InheritedFile::open(files, ids, "combat.toml", reference, errors)?;
    let outcomes: InheritedFile<'_, OutcomesFile> =
        InheritedFile::open(files, ids, "outcomes.toml", reference, errors)?;
    if inherited.is_empty() && outcomes.is_empty() {
        return None;
    }
    let mut fighters: Vec<FighterRules> = (0..)
        .zip(names.troops)
        .map(|(at, troop)| FighterRules {
            troop: Some(TroopId(at)),
            code: troop.code.clone(),
            plural: troop.plural.clone(),
            class: Some(troop.class.value),
            factor: troop.factor.value,
            factor_rule: troop.factor.rule.clone(),
        })
        .collect();
    cite_anew(&inherited, errors, names, &mut fighters);
    let (mut source, entries) = inherited.part(errors, "feature", |file| file.feature.as_ref())?;
    let features = features(&mut source, entries, &mut fighters);
    names.features =
        features.iter().filter(|feature| feature.fighter.is_some()).map(|feature| feature.name.to_string()).collect();
    let walled = features.iter().filter(|feature| feature.held.has_walls()).map(|feature| &*feature.name);
    names.walls = walled.collect::<Vec<_>>().join(" or ");
    for fighter in &fighters {
        let Factor { foot, mounted, shot_foot } = fighter.factor;
        if [Some(foot), Some(mounted), shot_foot]
            .into_iter()
            .flatten()
            .any(|factor| !(0..=MOST_FACTOR).contains(&factor))
        {
            source.report(&(0..0), format!("the combat factor of {} must be from 0 to {MOST_FACTOR}", fighter.code));
        }
    }
    let is_ever_fast = names.troops.iter().any(|troop| troop.fast.value != FastRule::No);
    let most = if is_ever_fast { MOST_FIGHTERS } else { MOST_PLAIN_FIGHTERS };
    if fighters.len() > most {
        source.report(&(0..0), format!("there are more than {most} types and features"));
    }

    if let Some((mut source, entries)) = inherited.part_if_any(errors, |file| file.reading.as_ref()) {
        names.readings = readings::readings(&mut source, entries, &[]);
    }
    let protectors = inherited
        .part_if_any(errors, |file| file.protectors.as_ref())
        .and_then(|(mut source, entry)| readings::protectors(&mut source, entry, names));
    names.has_protectors = protectors.is_some();

    let (mut source, column) = inherited.part(errors, "column", |file| file.column.as_ref())?;
    let (column_rule, feature_column_rule) =
        (source.rule(&column.rule), column.features.as_ref().map(|rule| source.rule(rule)));
    if column.both_who_shoot && column.features.is_none() {
        source.report(&column.rule.span(), "`both_who_shoot` has no meaning without `features`");
    }
    let mut foot = Vec::new();
    for written in &column.foot {
        match names.who(&mut source, written.get_ref(), false, &written.span()) {
            Some(NameTarget::Class(class)) => foot.push(class),
            _ => source.report(&written.span(), format!("`{}` is not a class", written.get_ref())),
        }
    }

    let mut as_foot = Vec::new();
    for entry in &column.as_foot {
        has_only(entry, &mut source, &[]);
        as_foot.extend(names.row(&mut source, entry, ()).map(|row| (row, entry.source().span())));
    }
    reachability::check_independent_rows(&mut source, names, "as_foot", &as_foot);
    let as_foot: Vec<Row<()>> = as_foot.into_iter().map(|(row, _)| row).collect();

    let both_who_shoot = column.both_who_shoot;
    let (mut rough_is_bad, mut ground_of) = (false, Vec::new());
    if let Some((mut source, entry)) = inherited.part_if_any(errors, |file| file.ground.as_ref()) {
        rough_is_bad = entry.rough_is_bad.is_some();
        source.cites(&entry.rough_is_bad);
        ground_of = ground(&mut source, entry);
    }

    macro_rules! table {
        ($inherited:ident, $part:ident, $then:expr, $look:expr) => {{
            let found = $inherited.part(errors, stringify!($part), |file| file.$part.as_ref())?;
            table!(@ found, $part, $then, $look)
        }};
        (@ $found:ident, $part:ident, $then:expr, $look:expr) => {{
            let (mut source, entries) = $found;
            let read = |entry: &RowEntry| {
                let then = $then(&mut source, entry)?;
                Some((names.row(&mut source, entry, then)?, entry.source().span()))
            };
            let rows: Vec<(Row<_>, Range<usize>)> = entries.iter().filter_map(read).collect();
            $look(&mut source, names, stringify!($part), &rows);
            rows.into_iter().map(|(row, _)| row).collect::<Vec<_>>()
        }};
    }
    // Rows that are independent of each other.
    macro_rules! rows {
        ($inherited:ident, $part:ident, $then:expr) => {
            table!($inherited, $part, $then, reachability::check_independent_rows)
        };
    }

    // Tables that a ruleset may leave out.
    macro_rules! rows_if_any {
        ($inherited:ident, $part:ident, $then:expr, $look:expr) => {
            match $inherited.part_if_any(errors, |file| file.$part.as_ref()) {
                Some(found) => table!(@ found, $part, $then, $look),
                None => Vec::new(),
            }
        };
    }

    let factors = rows!(inherited, factor, |source: &mut DataFile<'_>, entry: &RowEntry| {
        has_only(entry, source, &["factor"]);
        let factor = needs(entry, source, "factor", entry.factor.as_ref())?;
        Some(Factor { foot: factor.foot, mounted: factor.mounted, shot_foot: factor.shot_foot })
    });
    let good_for =
        rows!(inherited, good_for, |source: &mut DataFile<'_>, entry: &RowEntry| Some(good_for(source, entry)));
    let impossible = table!(
        inherited,
        impossible,
        |source: &mut DataFile<'_>, entry: &RowEntry| {
            has_only(entry, source, &["says", "held"]);
            needs(entry, source, "says", entry.says.as_ref()).map(|says| Box::<str>::from(says.as_str()))
        },
        reachability::leave
    );
    let nothing = |source: &mut DataFile<'_>, entry: &RowEntry| {
        has_only(entry, source, &[]);
        Some(())
    };
    let shielded = rows!(inherited, shielded, nothing);
    let mut modifiers = rows!(inherited, support, modifier);
    let support = modifiers.len();
    modifiers.extend(rows!(inherited, tactical, modifier));
    let modifiers_in = [&[Fact::Close][..], &[Fact::Shooting, Fact::ShotAt], &[Fact::Bespelling, Fact::Bespelled]]
        .map(|roles| in_roles(fighters.len(), &modifiers, roles));
    let pursuit = table!(inherited, pursuit, pursuit_distance, reachability::check_first_match_table);

    let grading = rows_if_any!(inherited, grading, grade, reachability::check_independent_rows);
    let other_factors = inherited.part_if_any(errors, |file| file.other_factors.as_ref()).map(|(mut source, entry)| {
        let (name, says) = (entry.name.as_str().into(), entry.says.as_str().into());
        OtherFactors { name, says, rule: source.rule(&entry.rule) }
    });

    let becomes = |source: &mut DataFile<'_>, entry: &RowEntry| {
        has_only(entry, source, &["is"]);
        needs(entry, source, "is", entry.is.as_ref())?;
        outcome(source, entry.is.as_ref()?)
    };
    let equal = table!(outcomes, equal, becomes, reachability::check_complete_table);
    let less = table!(outcomes, less, becomes, reachability::check_complete_table);
    let doubled = table!(outcomes, doubled, becomes, reachability::check_complete_table);
    let higher = rows_if_any!(outcomes, higher, becomes, reachability::check_first_match_table);
    let disregards = rows!(outcomes, disregards, nothing);
    let destroyed_instead = rows!(outcomes, destroyed_instead, |source: &mut DataFile<'_>, entry: &RowEntry| {
        has_only(entry, source, &["after"]);
        Some(entry.after.iter().filter_map(|written| outcome(source, written)).collect::<Vec<_>>())
    });
    let flank_attacker = match outcomes.part_if_any(errors, |file| file.flank_attacker.as_ref()) {
        Some((mut source, entry)) => Some(flank(&mut source, names, entry)?),
        None => None,
    };
    let fallen_stronghold = match outcomes.part_if_any(errors, |file| file.fallen_stronghold.as_ref()) {
        Some((mut source, entry)) => {
            let is = outcome(&mut source, &entry.is)?;
            if !matches!(is, Outcome::Captured | Outcome::Destroyed) {
                source.report(&entry.is.span(), "a Stronghold that falls must be `captured` or `destroyed`");
            }
            Some(Cited { value: is, rule: source.rule(&entry.rule) })
        }
        None => None,
    };
    let supporters = supporters(&fighters, &modifiers);

    fn asked<T>(rows: &[Row<T>]) -> FactSet {
        rows.iter().fold(FactSet::NONE, |all, row| all.with(row.asked()))
    }
    let of_tables = [&equal, &less, &doubled].into_iter().fold(FactSet::NONE, |all, rows| all.with(asked(rows)));
    let asked = [asked(&modifiers), asked(&factors), asked(&impossible), asked(&shielded), asked(&pursuit)]
        .into_iter()
        .chain([asked(&disregards), asked(&destroyed_instead), asked(&grading), asked(&higher), asked(&as_foot)])
        .fold(of_tables, FactSet::with);
    let everybody = names.everybody();
    let tables = [equal, less, doubled];
    let rows_of = tables.each_ref().map(|rows| ByFighter::new(fighters.len(), rows, |_| true));
    let combat = Combat {
        fighters,
        everybody,
        features,
        readings: std::mem::take(&mut names.readings),
        protectors,
        asked,
        foot,
        column_rule,
        as_foot,
        feature_column_rule,
        column_of_both_who_shoot: both_who_shoot,
        rough_is_bad,
        ground: ground_of,
        factors,
        good_for,
        impossible,
        shielded,
        modifiers,
        support,
        modifiers_in,
        rows_of,
        tables,
        grading,
        higher,
        other_factors,
        disregards,
        destroyed_instead,
        pursuit,
        flank_attacker,
        fallen_stronghold,
        supporters,
    };
    readings::check_uses(&inherited, errors, &combat);
    Some(combat)
}

/// Reads the going of features, for a ruleset without battlefields.
fn ground(source: &mut DataFile<'_>, entry: &GroundEntry) -> Vec<(PlaceSet, Going)> {
    let mut found = Vec::new();
    for feature in &entry.feature {
        source.rule(&feature.rule);
        let places = feature.inside.iter().filter_map(|name| Names::place(source, name)).collect::<Vec<_>>();
        let places = places.into_iter().fold(PlaceSet::default(), PlaceSet::with);
        match feature.going.get_ref().parse::<Going>() {
            Ok(going) => found.push((places, going)),
            Err(_) => {
                source.report(&feature.going.span(), format!("`{}` is not a kind of going", feature.going.get_ref()))
            }
        }
    }
    found
}

/// Indexes the rows that require no role other than these.
fn in_roles<T>(fighters: usize, rows: &[Row<T>], roles: &[Fact]) -> ByFighter {
    let others =
        ROLES.iter().filter(|role| !roles.contains(role)).fold(FactSet::NONE, |all, role| all.and(*role, true));
    ByFighter::new(fighters, rows, |at| rows.get(at).is_some_and(|row| !row.need.has_any(others)))
}

/// Replaces the rules cited for the factors of types by those of this ruleset.
fn cite_anew(
    inherited: &InheritedFile<'_, CombatFile>,
    errors: &mut Vec<LoadError>,
    names: &Names<'_>,
    fighters: &mut [FighterRules],
) {
    for file in [&inherited.parent, &inherited.own].into_iter().flatten() {
        let mut source = DataFile::new(file.path.clone(), file.text, inherited.reference, errors);
        for entry in &file.parsed.factor_rule {
            let rule: RuleId = source.rule(&entry.rule);
            for written in &entry.of {
                let code = written.get_ref();
                match fighters.iter_mut().find(|fighter| *fighter.code == **code) {
                    Some(fighter) => fighter.factor_rule = rule.clone(),
                    None if names.dropped.contains(&code.as_str()) => {}
                    None => source.report(&written.span(), format!("there is no troop type `{code}`")),
                }
            }
        }
    }
}

fn flank(source: &mut DataFile<'_>, names: &Names<'_>, entry: &FlankAttackerEntry) -> Option<FlankAttacker> {
    let after = entry.after.iter().filter_map(|written| outcome(source, written)).collect();
    let rule = source.rule_of(entry, names.prefixes);
    Some(FlankAttacker { after, becomes: outcome(source, &entry.is)?, rule })
}
