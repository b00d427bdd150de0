//! Battlefields.

mod plausibility;

use std::str::FromStr;

use toml::Spanned;

use super::data_file::DataFile;
use crate::reference::RuleId;
use crate::terrain::{
    Bua, BuaRules, CampSite, Chart, ChoiceDie, Chooser, Compulsory, Coverage, Deployment, DieFace, EdgeRules, Face,
    FeatureRules, Going, HomeTerrainRules, Kind, NeededFeatures, Numbering, Procedure, QuarterCrossing, RiverRules,
    RoadEdge, RoadRules, SideDistance, SizeLimits, TableSize, TerrainRules, WaterwayRules,
};
use crate::troop::Cited;
use musterfield_rule_files::terrain::{
    AcrossWord, BuaEntry, Bw, DieEntry, EdgeMethod, EdgesEntry, FeatureEntry, GoingEntry, GoingWord, HomeTerrainEntry,
    LengthEntry, MostEntry, RemarkEntry, SizeEntry, TableEntry, TerrainFile,
};
use musterfield_rule_files::{Cite, RulesetFile};

/// Reads what a ruleset's file says about battlefields; none if it names things that do not exist.
pub(super) fn rules(desk: &mut DataFile<'_>, file: &TerrainFile, head: &RulesetFile) -> Option<TerrainRules> {
    let features = features(desk, file);
    let buas = buas(desk, file);
    let all: Vec<Kind> = features.iter().map(|feature| feature.kind).collect();
    let homes: Vec<HomeTerrainRules> = file.home_terrain.iter().map(|entry| home(desk, entry, &all)).collect();
    let edges = edges(desk, &file.edges)?;
    let rules = TerrainRules {
        ruleset: head.id.as_str().into(),
        prefix: head.prefix.as_str().into(),
        name: head.name.as_str().into(),
        title: head.title.as_str().into(),
        summary: head.summary.as_str().into(),
        version: head.version.as_str().into(),
        procedure: procedure(desk, file, &all),
        tables: file.table.iter().map(|entry| table(desk, entry)).collect(),
        needs: file.needs.as_ref().map(|needs| NeededFeatures {
            homes: needs.homes.iter().map(|home| known_home(desk, &homes, home)).collect(),
            kinds: kinds(desk, &needs.kinds, &all),
            goings: needs.goings.iter().map(|going| going_of(*going)).collect(),
            except: kinds(desk, &needs.except, &all),
            rule: desk.rule(&needs.rule),
        }),
        homes,
        coverage: file.coverage.as_ref().map(|coverage| Coverage {
            any: Cited { value: coverage.any.quarters, rule: desk.rule(&coverage.any.rule) },
            bad_or_water: Cited { value: coverage.bad_or_water.quarters, rule: desk.rule(&coverage.bad_or_water.rule) },
        }),
        gap: length(desk, &file.placing.gap),
        edge_gap: Cited { value: file.placing.edge.bw.0, rule: desk.rule(&file.placing.edge.rule) },
        on_edges: kinds(desk, &file.placing.edge.except, &all),
        features,
        bua_die: file.bua_die.as_ref().map(|entry| die(desk, entry, "BUA")),
        buas,
        chart: file.chart.as_ref().map(|chart| {
            desk.cites([&chart.chooser]);
            Chart {
                name: chart.name.as_str().into(),
                rule: desk.rule(&chart.rule),
                full_face: desk.rule(&chart.full_face),
                full_chart: desk.rule(&chart.full_chart),
                swap: chart.swap.as_ref().map(|rule| desk.rule(rule)),
                reroll: chart.reroll.as_ref().map(|rule| desk.rule(rule)),
            }
        }),
        river: RiverRules {
            width: file.river.width.0,
            from_edges: file.river.from_edges.0,
            rule: desk.rule(&file.river.rule),
            width_rule: either(desk, file.river.width_rule.as_ref(), &file.river.rule),
        },
        road: RoadRules {
            width: file.road.width.0,
            rule: desk.rule(&file.road.rule),
            width_rule: either(desk, file.road.width_rule.as_ref(), &file.road.rule),
            not_in_water: either(desk, file.road.not_in_water.as_ref(), &file.road.rule),
            second: either(desk, file.road.second.as_ref(), &file.road.rule),
            crossing: either(desk, file.road.crossing.as_ref(), &file.road.rule),
        },
        waterway: waterway(desk, file),
        camp: file.camp.as_ref().map(|camp| {
            desk.cites(&camp.kinds);
            CampSite {
                from_sides: camp.from_sides.0,
                least: pair(camp.least),
                most: camp.most.map(pair),
                sum: camp.sum.map(|sum| sum.0),
                rule: desk.rule(&camp.rule),
                size_rule: desk.rule(&camp.size_rule),
                sides_rule: either(desk, camp.sides_rule.as_ref(), &camp.rule),
                touches: either(desk, camp.touches.as_ref(), &camp.rule),
            }
        }),
        deployment: Deployment {
            from_centre: length(desk, &file.deployment.from_centre),
            from_stronghold: file.deployment.from_stronghold.as_ref().map(|entry| length(desk, entry)),
            sides: file
                .deployment
                .sides
                .iter()
                .map(|side| {
                    let of: Vec<Box<str>> = side.of.iter().map(|name| name.get_ref().as_str().into()).collect();
                    let in_words = SideDistance::words(&of, |_| true).into();
                    SideDistance { distance: side.bw.0, of, in_words, rule: desk.rule(&side.rule) }
                })
                .collect(),
        },
        edges,
    };
    // Types that no row names belong to the last row.
    for (at, side) in file.deployment.sides.iter().enumerate() {
        if side.of.is_empty() != (at + 1 == file.deployment.sides.len()) {
            desk.report(
                &side.rule.span(),
                "the last distance from the sides, and only the last, must be for every other type",
            );
        }
    }
    plausibility::check(desk, file, &rules);
    Some(rules)
}

/// The specific rule where the file names one, otherwise the general one.
fn either(desk: &mut DataFile<'_>, own: Option<&Cite>, general: &Cite) -> RuleId {
    desk.rule(own.unwrap_or(general))
}

fn pair([long, short]: [Bw; 2]) -> (i64, i64) {
    (long.0, short.0)
}

fn length(desk: &mut DataFile<'_>, entry: &LengthEntry) -> Cited<i64> {
    Cited { value: entry.bw.0, rule: desk.rule(&entry.rule) }
}

fn remark(desk: &mut DataFile<'_>, entry: Option<&RemarkEntry>) -> Option<Cited<Box<str>>> {
    entry.map(|entry| Cited { value: entry.text.as_str().into(), rule: desk.rule(&entry.rule) })
}

fn most(desk: &mut DataFile<'_>, entry: &MostEntry) -> Cited<u8> {
    Cited { value: entry.most, rule: desk.rule(&entry.rule) }
}

fn going_of(word: GoingWord) -> Going {
    match word {
        GoingWord::Good => Going::Good,
        GoingWord::Rough => Going::Rough,
        GoingWord::Bad => Going::Bad,
        GoingWord::Water => Going::Water,
    }
}

fn going(desk: &mut DataFile<'_>, entry: Option<&GoingEntry>) -> Option<Cited<Going>> {
    entry.map(|entry| Cited { value: going_of(entry.is), rule: desk.rule(&entry.rule) })
}

/// Parses a name as it is written in files; reports one that is unknown.
fn name<T: FromStr>(desk: &mut DataFile<'_>, written: &Spanned<String>, what: &str) -> Option<T> {
    let found = written.get_ref().parse().ok();
    if found.is_none() {
        desk.report(&written.span(), format!("there is no {what} `{}`", written.get_ref()));
    }
    found
}

/// A die that decides which of several things it is, or who chooses.
fn die<T: FromStr>(desk: &mut DataFile<'_>, entry: &DieEntry, what: &str) -> ChoiceDie<T> {
    let face = |face: &Spanned<String>| match face.get_ref().as_str() {
        "defender" => Some(DieFace::ChosenBy(Chooser::Defender)),
        "invader" => Some(DieFace::ChosenBy(Chooser::Invader)),
        _ => name(desk, face, what).map(DieFace::Is),
    };
    ChoiceDie { faces: entry.faces.get_ref().iter().filter_map(face).collect(), rule: desk.rule(&entry.rule) }
}

/// The kinds that this file describes.
fn kinds(desk: &mut DataFile<'_>, written: &[Spanned<String>], all: &[Kind]) -> Vec<Kind> {
    written.iter().filter_map(|kind| known_kind(desk, kind, all)).collect()
}

fn known_kind(desk: &mut DataFile<'_>, written: &Spanned<String>, all: &[Kind]) -> Option<Kind> {
    let kind: Kind = name(desk, written, "kind")?;
    if !all.contains(&kind) {
        desk.report(&written.span(), format!("the kind `{kind}` is not described in this file"));
        return None;
    }
    Some(kind)
}

fn known_home(desk: &mut DataFile<'_>, homes: &[HomeTerrainRules], written: &Spanned<String>) -> Box<str> {
    if !homes.iter().any(|home| *home.id == **written.get_ref()) {
        desk.report(&written.span(), format!("there is no home terrain `{}`", written.get_ref()));
    }
    written.get_ref().as_str().into()
}

fn procedure(desk: &mut DataFile<'_>, file: &TerrainFile, all: &[Kind]) -> Procedure {
    let entry = &file.procedure;
    desk.cites(&entry.mix);
    Procedure {
        choice: desk.rule(&entry.choice),
        fixed: entry.fixed.as_ref().map(|rule| desk.rule(rule)),
        quarters: desk.rule(&entry.quarters),
        first: Cited { value: kinds(desk, &entry.order.first, all), rule: desk.rule(&entry.order.rule) },
        die: die(desk, &entry.die, "quarter"),
        discard: either(desk, entry.discard.as_ref(), &entry.die.rule),
        inside: desk.rule(&entry.inside),
        linear: desk.rule(&entry.linear),
        curved: desk.rule(&entry.curved),
        bua: desk.rule(&entry.bua),
    }
}

/// A minimum and a maximum, reported if they are the wrong way round.
fn range(desk: &mut DataFile<'_>, written: &Spanned<[u8; 2]>) -> (u8, u8) {
    let [least, most] = *written.get_ref();
    if least > most {
        desk.report(&written.span(), "the least number must come first");
    }
    (least, most)
}

fn table(desk: &mut DataFile<'_>, entry: &TableEntry) -> TableSize {
    let boards: Vec<(i64, i64)> = entry.boards.get_ref().iter().map(|board| pair(*board)).collect();
    if boards.is_empty() || boards.iter().any(|(width, depth)| *width == 0 || *depth == 0) {
        desk.report(&entry.boards.span(), "a table must have at least one board, and each board a width and a depth");
    }
    TableSize {
        id: entry.id.as_str().into(),
        name: entry.name.as_str().into(),
        boards,
        between: entry.between,
        rule: desk.rule(&entry.rule),
        compulsory: range(desk, &entry.compulsory),
        optional: range(desk, &entry.optional),
        counts: desk.rule(&entry.counts),
        optional_counts: either(desk, entry.optional_counts.as_ref(), &entry.counts),
        same: most(desk, &entry.same),
        short_edge_waterway: entry.short_edge_waterway.as_ref().map(|rule| desk.rule(rule)),
    }
}

fn home(desk: &mut DataFile<'_>, entry: &HomeTerrainEntry, all: &[Kind]) -> HomeTerrainRules {
    let compulsory = entry
        .compulsory
        .iter()
        .filter_map(|choice| {
            let count = range(desk, &choice.count);
            Some(Compulsory {
                kind: known_kind(desk, &choice.kind, all)?,
                count,
                big: choice.big.as_ref().map_or(count, |big| range(desk, big)),
            })
        })
        .collect();
    let chart: Vec<Face> = entry
        .chart
        .iter()
        .map(|face| Face { kinds: kinds(desk, &face.kinds, all), first: face.first, rule: desk.rule(&face.rule) })
        .collect();
    HomeTerrainRules {
        id: entry.id.as_str().into(),
        name: entry.name.as_str().into(),
        rule: desk.rule(&entry.rule),
        compulsory,
        optional: kinds(desk, &entry.optional, all),
        optional_rule: desk.rule(&entry.optional_rule),
        either: entry.either.iter().map(|group| kinds(desk, group, all)).collect(),
        either_rule: entry.either_rule.as_ref().map(|rule| desk.rule(rule)),
        chart,
    }
}

fn limits(desk: &mut DataFile<'_>, entry: &SizeEntry) -> SizeLimits {
    let rule = desk.rule(&entry.rule);
    SizeLimits {
        least: pair(entry.least),
        most: entry.most.map(pair),
        sum: entry.sum.map(|sum| sum.0),
        least_ratio: entry.ratio.as_ref().and_then(|ratio| ratio.least).map(i64::from),
        most_ratio: entry.ratio.as_ref().and_then(|ratio| ratio.most).map(i64::from),
        ratio_rule: entry.ratio.as_ref().map_or_else(|| rule.clone(), |ratio| desk.rule(&ratio.rule)),
        small: entry.small.as_ref().map(|small| Cited { value: pair(small.least), rule: desk.rule(&small.rule) }),
        most_rule: either(desk, entry.most_rule.as_ref(), &entry.rule),
        rule,
    }
}

fn size(desk: &mut DataFile<'_>, file: &TerrainFile, written: &Spanned<String>) -> Option<SizeLimits> {
    let found = file.size.iter().find(|size| size.id == *written.get_ref());
    if found.is_none() {
        desk.report(&written.span(), format!("there is no size `{}`", written.get_ref()));
    }
    found.map(|entry| limits(desk, entry))
}

fn features(desk: &mut DataFile<'_>, file: &TerrainFile) -> Vec<FeatureRules> {
    let mut features: Vec<FeatureRules> = Vec::new();
    for entry in &file.feature {
        let Some(kind) = name::<Kind>(desk, &entry.kind, "kind") else { continue };
        if features.iter().any(|feature| feature.kind == kind) {
            desk.report(&entry.kind.span(), format!("the kind `{kind}` appears twice"));
        }
        features.push(feature(desk, file, kind, entry));
    }
    features
}

fn feature(desk: &mut DataFile<'_>, file: &TerrainFile, kind: Kind, entry: &FeatureEntry) -> FeatureRules {
    let is_area = !kind.is_linear();
    if entry.size.is_some() != (is_area && kind != Kind::Bua) {
        desk.report(&entry.kind.span(), "area features other than BUAs must have a `size`; no others may");
    }
    if entry.across.is_some() && !is_area {
        desk.report(&entry.kind.span(), "only area features can have `across`");
    }
    if entry.going.is_none() && kind != Kind::Bua {
        desk.report(
            &entry.kind.span(),
            "a feature must have a `going`, except BUAs, where it depends on what they are",
        );
    }
    if entry.river.is_some() != is_area {
        desk.report(&entry.kind.span(), "area features must say whether a `river` may cross them; no others may");
    }
    FeatureRules {
        kind,
        name: entry.name.as_str().into(),
        going: going(desk, entry.going.as_ref()),
        note: remark(desk, entry.note.as_ref()),
        most: entry.most.as_ref().map(|entry| most(desk, entry)),
        size: entry.size.as_ref().and_then(|written| size(desk, file, written)),
        straight: entry.straight,
        across: match entry.across.as_ref().map(|across| across.is) {
            None => QuarterCrossing::Never,
            Some(AcrossWord::SmallerPart) => QuarterCrossing::SmallerPart,
            Some(AcrossWord::Must) => QuarterCrossing::Must,
        },
        across_rule: either(desk, entry.across.as_ref().map(|across| &across.rule), &file.procedure.inside),
        river: entry.river.as_ref().map(|river| Cited { value: river.may, rule: desk.rule(&river.rule) }),
    }
}

fn buas(desk: &mut DataFile<'_>, file: &TerrainFile) -> Vec<BuaRules> {
    file.bua
        .iter()
        .filter_map(|entry| {
            let bua: Bua = name(desk, &entry.id, "BUA")?;
            if file.bua.iter().filter(|other| other.id.get_ref() == entry.id.get_ref()).count() > 1 {
                desk.report(&entry.id.span(), format!("the BUA `{bua}` appears twice"));
            }
            let size = size(desk, file, &entry.size)?;
            Some(bua_kind(desk, bua, entry, size))
        })
        .collect()
}

fn bua_kind(desk: &mut DataFile<'_>, bua: Bua, entry: &BuaEntry, size: SizeLimits) -> BuaRules {
    desk.cites(&entry.stands_on);
    let mut cited = |rule: &Option<Cite>| rule.as_ref().map(|rule| desk.rule(rule));
    let (touches, gate, camp, home_edge) =
        (cited(&entry.touches), cited(&entry.gate), cited(&entry.camp), cited(&entry.home_edge));
    let roads_through = cited(&entry.roads_through);
    BuaRules {
        bua,
        name: entry.name.as_str().into(),
        size,
        going: going(desk, entry.going.as_ref()),
        near_edges: entry.near_edges.as_ref().map(|entry| length(desk, entry)),
        touches,
        gate,
        roads_through,
        camp,
        home_edge,
        note: remark(desk, entry.note.as_ref()),
    }
}

fn waterway(desk: &mut DataFile<'_>, file: &TerrainFile) -> WaterwayRules {
    let entry = &file.waterway;
    let [part, whole] = *entry.deep_share.get_ref();
    let rule = desk.rule(&entry.rule);
    WaterwayRules {
        depth: pair(entry.depth),
        deepest: entry.deepest.0,
        deep_share: (i64::from(part), i64::from(whole)),
        beach: entry.beach.0,
        beach_rule: entry.beach_rule.as_ref().map_or_else(|| rule.clone(), |rule| desk.rule(rule)),
        rule,
    }
}

fn edges(desk: &mut DataFile<'_>, entry: &EdgesEntry) -> Option<EdgeRules> {
    let optional = |desk: &mut DataFile<'_>, rule: &Option<Cite>| rule.as_ref().map(|rule| desk.rule(rule));
    let numbered: Option<RuleId> = match (entry.method, &entry.numbered) {
        (EdgeMethod::Choice, None) => None,
        (EdgeMethod::Numbered, Some(rule)) => Some(desk.rule(rule)),
        _ => {
            desk.report(
                &entry.defender.span(),
                "`numbered` must name the rule of the method `numbered` and can be used with no other",
            );
            return None;
        }
    };
    Some(EdgeRules {
        defender: desk.rule(&entry.defender),
        ties: desk.rule(&entry.ties),
        terrain_first: desk.rule(&entry.terrain_first),
        numbered,
        numbering: entry.numbering.as_ref().map(|numbering| Numbering {
            faces: numbering.faces.get_ref().iter().map(|[first, last]| (*first, *last)).collect(),
            not_by_bua: numbering.not_by_bua,
        }),
        long: optional(desk, &entry.long),
        stronghold: optional(desk, &entry.stronghold),
        road: entry.road.as_ref().map(|road| RoadEdge { fully: road.fully, rule: desk.rule(&road.rule) }),
        waterway: optional(desk, &entry.waterway),
        opposite: desk.rule(&entry.opposite),
        camps: optional(desk, &entry.camps),
    })
}
