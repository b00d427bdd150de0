//! Battlefields.

mod plausibility;

use std::str::FromStr;

use toml::Spanned;

use super::data_file::DataFile;
use crate::reference::RuleId;
use crate::terrain::{
    BorrowedRules, Bua, BuaRules, CampSite, Chart, ChoiceDie, Chooser, Compulsory, Coverage, Deployment, DieFace,
    EdgeRules, Face, FeatureRules, Going, HomeTerrainRules, Kind, NeededFeatures, Numbering, Procedure,
    QuarterCrossing, RiverRules, RoadEdge, RoadRules, SideDistance, SizeLimits, TableSize, TerrainRules, WallsSize,
    WaterwayRules, ZoneDepth,
};
use crate::troop::Cited;
use musterfield_rule_files::terrain::{
    AcrossWord, BuaEntry, Bw, CodeEntry, DieEntry, EdgeMethod, EdgesEntry, FeatureEntry, GoingEntry, GoingWord,
    HomeTerrainEntry, LengthEntry, MostEntry, RemarkEntry, SizeEntry, TableEntry, TerrainFile,
};
use musterfield_rule_files::{Cite, RulesetFile};

/// Reads the rules for battlefields from a ruleset's file; `None` if it names things that do not exist.
pub(super) fn rules(source: &mut DataFile<'_>, file: &TerrainFile, head: &RulesetFile) -> Option<TerrainRules> {
    let features = features(source, file);
    let buas = buas(source, file);
    let all: Vec<Kind> = features.iter().map(|feature| feature.kind).collect();
    let homes: Vec<HomeTerrainRules> = file.home_terrain.iter().map(|entry| home(source, entry, &all)).collect();
    let edges = edges(source, &file.edges)?;
    let mut rules = TerrainRules {
        ruleset: head.id.as_str().into(),
        prefix: head.prefix.as_str().into(),
        name: head.name.as_str().into(),
        title: head.title.as_str().into(),
        summary: head.summary.as_str().into(),
        version: head.version.as_str().into(),
        borrowed: None,
        going_elsewhere: remark(source, file.going_elsewhere.as_ref()),
        procedure: procedure(source, file, &all),
        tables: file.table.iter().map(|entry| table(source, entry)).collect(),
        needs: file.needs.as_ref().map(|needs| NeededFeatures {
            homes: needs.homes.iter().map(|home| known_home(source, &homes, home)).collect(),
            kinds: kinds(source, &needs.kinds, &all),
            goings: needs.goings.iter().map(|going| going_of(*going)).collect(),
            except: kinds(source, &needs.except, &all),
            rule: source.rule(&needs.rule),
        }),
        homes,
        coverage: file.coverage.as_ref().map(|coverage| Coverage {
            any: Cited { value: coverage.any.quarters, rule: source.rule(&coverage.any.rule) },
            bad_or_water: Cited {
                value: coverage.bad_or_water.quarters,
                rule: source.rule(&coverage.bad_or_water.rule),
            },
        }),
        gap: length(source, &file.placing.gap),
        edge_gap: Cited { value: file.placing.edge.bw.0, rule: source.rule(&file.placing.edge.rule) },
        on_edges: kinds(source, &file.placing.edge.except, &all),
        features,
        bua_die: file.bua_die.as_ref().map(|entry| die(source, entry, "BUA")),
        buas,
        chart: file.chart.as_ref().map(|chart| {
            source.cites([&chart.chooser]);
            Chart {
                name: chart.name.as_str().into(),
                rule: source.rule(&chart.rule),
                full_face: source.rule(&chart.full_face),
                full_chart: source.rule(&chart.full_chart),
                swap: chart.swap.as_ref().map(|rule| source.rule(rule)),
                reroll: chart.reroll.as_ref().map(|rule| source.rule(rule)),
            }
        }),
        river: RiverRules {
            width: file.river.width.0,
            from_edges: file.river.from_edges.0,
            rule: source.rule(&file.river.rule),
            width_rule: either(source, file.river.width_rule.as_ref(), &file.river.rule),
        },
        road: RoadRules {
            width: file.road.width.0,
            rule: source.rule(&file.road.rule),
            width_rule: either(source, file.road.width_rule.as_ref(), &file.road.rule),
            not_in_water: either(source, file.road.not_in_water.as_ref(), &file.road.rule),
            second: either(source, file.road.second.as_ref(), &file.road.rule),
            crossing: either(source, file.road.crossing.as_ref(), &file.road.rule),
        },
        waterway: waterway(source, file),
        camp: file.camp.as_ref().map(|camp| {
            source.cites(&camp.kinds);
            CampSite {
                from_sides: camp.from_sides.0,
                least: pair(camp.least),
                most: camp.most.map(pair),
                sum: camp.sum.map(|sum| sum.0),
                rule: source.rule(&camp.rule),
                size_rule: source.rule(&camp.size_rule),
                sides_rule: either(source, camp.sides_rule.as_ref(), &camp.rule),
                touches: either(source, camp.touches.as_ref(), &camp.rule),
            }
        }),
        deployment: Deployment {
            depth: zone_depth(source, file)?,
            from_stronghold: file.deployment.from_stronghold.as_ref().map(|entry| length(source, entry)),
            stronghold: file.deployment.stronghold.as_ref().map(|rule| source.rule(rule)),
            stronghold_size: file.deployment.stronghold_size.as_ref().map(|size| WallsSize {
                least: pair(size.least),
                most: pair(size.most),
                rule: source.rule(&size.rule),
            }),
            sides: file
                .deployment
                .sides
                .iter()
                .map(|side| {
                    let of: Vec<Box<str>> = side.of.iter().map(|name| name.get_ref().as_str().into()).collect();
                    let in_words = SideDistance::words(&of, |_| true).into();
                    SideDistance { distance: side.bw.0, of, in_words, rule: source.rule(&side.rule) }
                })
                .collect(),
        },
        edges,
    };
    // Types that no row names belong to the last row.
    for (at, side) in file.deployment.sides.iter().enumerate() {
        if side.of.is_empty() != (at + 1 == file.deployment.sides.len()) {
            source.report(
                &side.rule.span(),
                "the last distance from the sides, and only the last, must be for every other type",
            );
        }
    }
    rules.borrowed = borrowed(source, file, &rules);
    plausibility::check(source, file, &rules);
    Some(rules)
}

/// The sentence about what comes from other games, which a ruleset needs if even its home terrains do, and the rules that
/// do.
fn borrowed(source: &mut DataFile<'_>, file: &TerrainFile, rules: &TerrainRules) -> Option<BorrowedRules> {
    let cited: Vec<RuleId> = source.cited.iter().filter(|rule| rules.is_borrowed(rule)).cloned().collect();
    match &file.borrowed {
        Some(note) if cited.is_empty() => {
            source.report(&note.span(), "`borrowed` is given, but every rule is the game's own");
            None
        }
        Some(note) => Some(BorrowedRules { note: note.get_ref().as_str().into(), rules: cited }),
        None => {
            if rules.homes.iter().any(|home| rules.is_borrowed(&home.rule)) {
                source.report(
                    &file.rule.span(),
                    "the home terrains are those of another game, but `borrowed` does not say so",
                );
            }
            None
        }
    }
}

/// The specific rule where the file names one, otherwise the general one.
fn either(source: &mut DataFile<'_>, own: Option<&Cite>, general: &Cite) -> RuleId {
    source.rule(own.unwrap_or(general))
}

fn pair([long, short]: [Bw; 2]) -> (i64, i64) {
    (long.0, short.0)
}

fn length(source: &mut DataFile<'_>, entry: &LengthEntry) -> Cited<i64> {
    Cited { value: entry.bw.0, rule: source.rule(&entry.rule) }
}

/// The one limit that the file sets to the zones.
fn zone_depth(source: &mut DataFile<'_>, file: &TerrainFile) -> Option<Cited<ZoneDepth>> {
    let (entry, depth): (_, fn(i64) -> ZoneDepth) = match (&file.deployment.from_centre, &file.deployment.from_edge) {
        (Some(entry), None) => (entry, ZoneDepth::FromCentre),
        (None, Some(entry)) => (entry, ZoneDepth::FromEdge),
        _ => {
            source.report(&file.rule.span(), "`deployment` must have either `from_centre` or `from_edge`");
            return None;
        }
    };
    Some(Cited { value: depth(entry.bw.0), rule: source.rule(&entry.rule) })
}

fn remark(source: &mut DataFile<'_>, entry: Option<&RemarkEntry>) -> Option<Cited<Box<str>>> {
    entry.map(|entry| Cited { value: entry.text.as_str().into(), rule: source.rule(&entry.rule) })
}

fn code(source: &mut DataFile<'_>, entry: Option<&CodeEntry>) -> Option<Cited<Box<str>>> {
    entry.map(|entry| Cited { value: entry.is.as_str().into(), rule: source.rule(&entry.rule) })
}

fn most(source: &mut DataFile<'_>, entry: &MostEntry) -> Cited<u8> {
    Cited { value: entry.most, rule: source.rule(&entry.rule) }
}

fn going_of(word: GoingWord) -> Going {
    match word {
        GoingWord::Good => Going::Good,
        GoingWord::Rough => Going::Rough,
        GoingWord::Bad => Going::Bad,
        GoingWord::Water => Going::Water,
    }
}

fn going(source: &mut DataFile<'_>, entry: Option<&GoingEntry>) -> Option<Cited<Going>> {
    entry.map(|entry| Cited { value: going_of(entry.is), rule: source.rule(&entry.rule) })
}

/// Parses a name as it is written in files; reports one that is unknown.
fn name<T: FromStr>(source: &mut DataFile<'_>, written: &Spanned<String>, what: &str) -> Option<T> {
    let found = written.get_ref().parse().ok();
    if found.is_none() {
        source.report(&written.span(), format!("there is no {what} `{}`", written.get_ref()));
    }
    found
}

/// Reads a die that decides one of several things, or the player who chooses.
fn die<T: FromStr>(source: &mut DataFile<'_>, entry: &DieEntry, what: &str) -> ChoiceDie<T> {
    let face = |face: &Spanned<String>| match face.get_ref().as_str() {
        "defender" => Some(DieFace::ChosenBy(Chooser::Defender)),
        "invader" => Some(DieFace::ChosenBy(Chooser::Invader)),
        _ => name(source, face, what).map(DieFace::Is),
    };
    ChoiceDie { faces: entry.faces.get_ref().iter().filter_map(face).collect(), rule: source.rule(&entry.rule) }
}

/// The kinds that this file describes.
fn kinds(source: &mut DataFile<'_>, written: &[Spanned<String>], all: &[Kind]) -> Vec<Kind> {
    written.iter().filter_map(|kind| known_kind(source, kind, all)).collect()
}

fn known_kind(source: &mut DataFile<'_>, written: &Spanned<String>, all: &[Kind]) -> Option<Kind> {
    let kind: Kind = name(source, written, "kind")?;
    if !all.contains(&kind) {
        source.report(&written.span(), format!("the kind `{kind}` is not described in this file"));
        return None;
    }
    Some(kind)
}

fn known_home(source: &mut DataFile<'_>, homes: &[HomeTerrainRules], written: &Spanned<String>) -> Box<str> {
    if !homes.iter().any(|home| *home.id == **written.get_ref()) {
        source.report(&written.span(), format!("there is no home terrain `{}`", written.get_ref()));
    }
    written.get_ref().as_str().into()
}

fn procedure(source: &mut DataFile<'_>, file: &TerrainFile, all: &[Kind]) -> Procedure {
    let entry = &file.procedure;
    source.cites(&entry.mix);
    Procedure {
        choice: source.rule(&entry.choice),
        fixed: entry.fixed.as_ref().map(|rule| source.rule(rule)),
        quarters: source.rule(&entry.quarters),
        first: Cited { value: kinds(source, &entry.order.first, all), rule: source.rule(&entry.order.rule) },
        die: die(source, &entry.die, "quarter"),
        discard: either(source, entry.discard.as_ref(), &entry.die.rule),
        inside: source.rule(&entry.inside),
        linear: source.rule(&entry.linear),
        curved: source.rule(&entry.curved),
        bua: source.rule(&entry.bua),
    }
}

/// A minimum and a maximum, reported if they are the wrong way round.
fn range(source: &mut DataFile<'_>, written: &Spanned<[u8; 2]>) -> (u8, u8) {
    let [least, most] = *written.get_ref();
    if least > most {
        source.report(&written.span(), "the least number must come first");
    }
    (least, most)
}

fn table(source: &mut DataFile<'_>, entry: &TableEntry) -> TableSize {
    let boards: Vec<(i64, i64)> = entry.boards.get_ref().iter().map(|board| pair(*board)).collect();
    if boards.is_empty() || boards.iter().any(|(width, depth)| *width == 0 || *depth == 0) {
        source.report(&entry.boards.span(), "a table must have at least one board, and each board a width and a depth");
    }
    TableSize {
        id: entry.id.as_str().into(),
        name: entry.name.as_str().into(),
        boards,
        between: entry.between,
        rule: source.rule(&entry.rule),
        compulsory: range(source, &entry.compulsory),
        optional: range(source, &entry.optional),
        usual: range(source, entry.usual.as_ref().unwrap_or(&entry.optional)),
        counts: source.rule(&entry.counts),
        optional_counts: either(source, entry.optional_counts.as_ref(), &entry.counts),
        same: most(source, &entry.same),
        short_edge_waterway: entry.short_edge_waterway.as_ref().map(|rule| source.rule(rule)),
    }
}

fn home(source: &mut DataFile<'_>, entry: &HomeTerrainEntry, all: &[Kind]) -> HomeTerrainRules {
    let compulsory = entry
        .compulsory
        .iter()
        .filter_map(|choice| {
            let count = range(source, &choice.count);
            Some(Compulsory {
                kind: known_kind(source, &choice.kind, all)?,
                count,
                big: choice.big.as_ref().map_or(count, |big| range(source, big)),
            })
        })
        .collect();
    let chart: Vec<Face> = entry
        .chart
        .iter()
        .map(|face| Face { kinds: kinds(source, &face.kinds, all), first: face.first, rule: source.rule(&face.rule) })
        .collect();
    HomeTerrainRules {
        id: entry.id.as_str().into(),
        name: entry.name.as_str().into(),
        rule: source.rule(&entry.rule),
        compulsory,
        optional: kinds(source, &entry.optional, all),
        optional_rule: source.rule(&entry.optional_rule),
        either: entry.either.iter().map(|group| kinds(source, group, all)).collect(),
        either_rule: entry.either_rule.as_ref().map(|rule| source.rule(rule)),
        chart,
    }
}

fn limits(source: &mut DataFile<'_>, entry: &SizeEntry) -> SizeLimits {
    let rule = source.rule(&entry.rule);
    SizeLimits {
        least: pair(entry.least),
        most: entry.most.map(pair),
        sum: entry.sum.map(|sum| sum.0),
        least_ratio: entry.ratio.as_ref().and_then(|ratio| ratio.least).map(i64::from),
        most_ratio: entry.ratio.as_ref().and_then(|ratio| ratio.most).map(i64::from),
        ratio_rule: entry.ratio.as_ref().map_or_else(|| rule.clone(), |ratio| source.rule(&ratio.rule)),
        small: entry.small.as_ref().map(|small| Cited { value: pair(small.least), rule: source.rule(&small.rule) }),
        most_rule: either(source, entry.most_rule.as_ref(), &entry.rule),
        rule,
    }
}

fn size(source: &mut DataFile<'_>, file: &TerrainFile, written: &Spanned<String>) -> Option<SizeLimits> {
    let found = file.size.iter().find(|size| size.id == *written.get_ref());
    if found.is_none() {
        source.report(&written.span(), format!("there is no size `{}`", written.get_ref()));
    }
    found.map(|entry| limits(source, entry))
}

fn features(source: &mut DataFile<'_>, file: &TerrainFile) -> Vec<FeatureRules> {
    let mut features: Vec<FeatureRules> = Vec::new();
    for entry in &file.feature {
        let Some(kind) = name::<Kind>(source, &entry.kind, "kind") else { continue };
        if features.iter().any(|feature| feature.kind == kind) {
            source.report(&entry.kind.span(), format!("the kind `{kind}` appears twice"));
        }
        features.push(feature(source, file, kind, entry));
    }
    features
}

fn feature(source: &mut DataFile<'_>, file: &TerrainFile, kind: Kind, entry: &FeatureEntry) -> FeatureRules {
    let is_area = !kind.is_linear();
    if entry.size.is_some() != (is_area && kind != Kind::Bua) {
        source.report(&entry.kind.span(), "area features other than BUAs must have a `size`; no others may");
    }
    if entry.across.is_some() && !is_area {
        source.report(&entry.kind.span(), "only area features can have `across`");
    }
    if entry.going.is_none() && kind != Kind::Bua && file.going_elsewhere.is_none() {
        source.report(
            &entry.kind.span(),
            "a feature must have a `going`, except BUAs, where it depends on what they are",
        );
    }
    if entry.river.is_some() != is_area {
        source.report(&entry.kind.span(), "area features must say whether a `river` may cross them; no others may");
    }
    FeatureRules {
        kind,
        name: entry.name.as_str().into(),
        code: code(source, entry.code.as_ref()),
        going: going(source, entry.going.as_ref()),
        note: remark(source, entry.note.as_ref()),
        most: entry.most.as_ref().map(|entry| most(source, entry)),
        size: entry.size.as_ref().and_then(|written| size(source, file, written)),
        straight: entry.straight,
        across: match entry.across.as_ref().map(|across| across.is) {
            None => QuarterCrossing::Never,
            Some(AcrossWord::SmallerPart) => QuarterCrossing::SmallerPart,
            Some(AcrossWord::Must) => QuarterCrossing::Must,
        },
        across_rule: either(source, entry.across.as_ref().map(|across| &across.rule), &file.procedure.inside),
        river: entry.river.as_ref().map(|river| Cited { value: river.may, rule: source.rule(&river.rule) }),
    }
}

fn buas(source: &mut DataFile<'_>, file: &TerrainFile) -> Vec<BuaRules> {
    file.bua
        .iter()
        .filter_map(|entry| {
            let bua: Bua = name(source, &entry.id, "BUA")?;
            if file.bua.iter().filter(|other| other.id.get_ref() == entry.id.get_ref()).count() > 1 {
                source.report(&entry.id.span(), format!("the BUA `{bua}` appears twice"));
            }
            let size = size(source, file, &entry.size)?;
            Some(bua_kind(source, bua, entry, size))
        })
        .collect()
}

fn bua_kind(source: &mut DataFile<'_>, bua: Bua, entry: &BuaEntry, size: SizeLimits) -> BuaRules {
    source.cites(&entry.stands_on);
    let mut cited = |rule: &Option<Cite>| rule.as_ref().map(|rule| source.rule(rule));
    let (touches, gate, camp, home_edge) =
        (cited(&entry.touches), cited(&entry.gate), cited(&entry.camp), cited(&entry.home_edge));
    let roads_through = cited(&entry.roads_through);
    BuaRules {
        bua,
        name: entry.name.as_str().into(),
        code: code(source, entry.code.as_ref()),
        size,
        going: going(source, entry.going.as_ref()),
        near_edges: entry.near_edges.as_ref().map(|entry| length(source, entry)),
        touches,
        gate,
        roads_through,
        camp,
        home_edge,
        note: remark(source, entry.note.as_ref()),
    }
}

fn waterway(source: &mut DataFile<'_>, file: &TerrainFile) -> WaterwayRules {
    let entry = &file.waterway;
    let [part, whole] = *entry.deep_share.get_ref();
    let rule = source.rule(&entry.rule);
    WaterwayRules {
        depth: pair(entry.depth),
        deepest: entry.deepest.0,
        deep_share: (i64::from(part), i64::from(whole)),
        beach: entry.beach.0,
        beach_rule: entry.beach_rule.as_ref().map_or_else(|| rule.clone(), |rule| source.rule(rule)),
        rule,
    }
}

fn edges(source: &mut DataFile<'_>, entry: &EdgesEntry) -> Option<EdgeRules> {
    let optional = |source: &mut DataFile<'_>, rule: &Option<Cite>| rule.as_ref().map(|rule| source.rule(rule));
    let numbered: Option<RuleId> = match (entry.method, &entry.numbered) {
        (EdgeMethod::Choice, None) => None,
        (EdgeMethod::Numbered, Some(rule)) => Some(source.rule(rule)),
        _ => {
            source.report(
                &entry.defender.span(),
                "`numbered` must name the rule of the method `numbered` and can be used with no other",
            );
            return None;
        }
    };
    Some(EdgeRules {
        defender: source.rule(&entry.defender),
        ties: source.rule(&entry.ties),
        terrain_first: source.rule(&entry.terrain_first),
        numbered,
        numbering: entry.numbering.as_ref().map(|numbering| Numbering {
            faces: numbering.faces.get_ref().iter().map(|[first, last]| (*first, *last)).collect(),
            not_by_bua: numbering.not_by_bua,
        }),
        long: optional(source, &entry.long),
        stronghold: optional(source, &entry.stronghold),
        road: entry.road.as_ref().map(|road| RoadEdge { fully: road.fully, rule: source.rule(&road.rule) }),
        waterway: optional(source, &entry.waterway),
        opposite: source.rule(&entry.opposite),
        camps: optional(source, &entry.camps),
    })
}
