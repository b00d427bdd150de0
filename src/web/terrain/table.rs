//! A table as every page shows it: map, verdict, features, record, base edges.

use musterfield_geometry::MinAreaRectangle;
use musterfield_geometry::point::bw;
use musterfield_rules::Book;
use musterfield_sheets::map::{MapOptions, going_in_words, name_in_words, size_in_words, svg};
use musterfield_terrain::check::Report;
use musterfield_terrain::origin::Origin;
use musterfield_terrain::{Edge, Feature, Layout, Problem, Severity, check};
use musterfield_words::terrain::message;

use super::edges::EdgesPart;
use super::record::Procedure;
use super::rule_link::link_to;
use super::words::{board_words, quarter_words, standing};
use crate::web::rule_link::RuleLink;

/// The largest number of findings of a table that a page shows: dozens of features in one heap cause thousands.
const MOST_FINDINGS: usize = 100;

/// The usual widths of bases, in mm, for which pages give the sizes of features.
pub(super) const BASES: [i32; 2] = [40, 60];

/// The part of a page about a table.
#[derive(Debug)]
pub(super) struct TablePart {
    pub title: String,
    pub ruleset: String,
    /// The parts of the rules that come from another game.
    pub borrowed: Option<BorrowedView>,
    /// The drawing.
    pub svg: String,
    pub legal: bool,
    pub problems: Findings,
    pub pieces: Vec<FeatureView>,
    /// The widths of bases for which sizes are given.
    pub bases: [i32; 2],
    /// The record; `None` if it was drawn by hand.
    pub procedure: Option<Procedure>,
    pub facts: Vec<(String, String)>,
    pub edges: EdgesPart,
}

/// The parts of the rules that come from another game.
#[derive(Debug)]
pub(super) struct BorrowedView {
    /// Which parts they are.
    pub note: String,
    /// The borrowed rules.
    pub rules: Vec<RuleLink>,
}

/// The findings of the check.
#[derive(Clone, Debug)]
pub(super) struct Findings {
    pub shown: Vec<Finding>,
    /// The number of further ones, if not all are shown.
    pub more: Option<usize>,
}

/// A finding of the check.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub error: bool,
    pub message: String,
    pub rule: Option<RuleLink>,
    /// The feature concerned, where the message does not name it.
    pub feature: Option<String>,
}

/// A feature on the table.
#[derive(Debug)]
pub(super) struct FeatureView {
    pub id: String,
    pub name: String,
    /// Whether it is compulsory or optional, in a word.
    pub standing: &'static str,
    pub going: &'static str,
    /// A note for players, with its rule.
    pub note: Option<(String, RuleLink)>,
    pub quarter: String,
    /// Its length and width in BW; the breadth of a river or road.
    pub size: String,
    /// Its size in mm for each width of bases.
    pub mm: Vec<(i32, String)>,
    /// Whether it has an error.
    pub wrong: bool,
}

impl TablePart {
    /// A table with the zones of this base edge, if one is chosen.
    pub(super) fn new(layout: &Layout, book: &Book, edge: Option<Edge>) -> Self {
        Self::with_findings(layout, book, edge, (&check(layout), &Origin::of(layout)))
    }

    /// A table that was just rolled.
    pub(super) fn rolled(layout: &Layout, book: &Book, edge: Option<Edge>) -> Self {
        Self::with_findings(layout, book, edge, (&check(layout), &Origin::rolled(layout)))
    }

    /// A table whose findings and origin are already known.
    pub(super) fn with_findings(
        layout: &Layout,
        book: &Book,
        edge: Option<Edge>,
        (report, origin): (&Report, &Origin),
    ) -> Self {
        let options = MapOptions {
            base_edge: edge,
            heading: false,
            source: false,
            small_screens: true,
            marked: marked(report),
            ..MapOptions::default()
        };
        Self {
            title: layout.title(),
            ruleset: layout.rules.name.to_string(),
            borrowed: layout.rules.borrowed.as_ref().map(|borrowed| BorrowedView {
                note: borrowed.note.to_string(),
                rules: borrowed.rules.iter().map(|rule| link_to(layout.rules, book, rule)).collect(),
            }),
            svg: svg(layout, &options),
            legal: report.is_legal(),
            problems: findings(layout, book, &report.problems),
            pieces: layout.features.iter().map(|feature| piece(layout, book, report, feature)).collect(),
            bases: BASES,
            procedure: Procedure::of(layout, origin, book),
            facts: facts(layout, report, origin),
            edges: EdgesPart::new(layout, book, edge),
        }
    }
}

/// The features that problems concern.
pub(super) fn marked(report: &Report) -> Vec<String> {
    let wrong = report.problems.iter().filter(|problem| problem.is_error());
    wrong.filter_map(|problem| problem.place.clone()).collect()
}

/// Problems as pages show them: all, or if there are too many for a page, errors before advice.
pub(super) fn findings(layout: &Layout, book: &Book, problems: &[Problem]) -> Findings {
    let named = |id: &String| {
        let name = layout.feature(id).map(|feature| name_in_words(layout.rules, feature.kind, feature.bua));
        format!("{} {id}", name.unwrap_or_default())
    };
    let finding = |problem: &Problem| {
        let message = message(problem);
        Finding {
            error: problem.is_error(),
            rule: problem.rule.as_ref().map(|rule| link_to(layout.rules, book, rule)),
            feature: problem.place.as_ref().map(named).filter(|name| !message.contains(name.as_str())),
            message,
        }
    };
    let of = |severity| problems.iter().filter(move |problem| problem.severity == severity);
    let shown: Vec<Finding> = if problems.len() <= MOST_FINDINGS {
        problems.iter().map(finding).collect()
    } else {
        of(Severity::Error).chain(of(Severity::Note)).take(MOST_FINDINGS).map(finding).collect()
    };
    Findings { more: Some(problems.len() - shown.len()).filter(|more| *more > 0), shown }
}

fn piece(layout: &Layout, book: &Book, report: &Report, feature: &Feature) -> FeatureView {
    let rules = layout.rules;
    let bua = feature.bua.and_then(|bua| rules.bua(bua)).and_then(|bua| bua.note.as_ref());
    let note = bua.or_else(|| rules.feature(feature.kind)?.note.as_ref());
    FeatureView {
        id: feature.id.clone(),
        name: name_in_words(rules, feature.kind, feature.bua),
        standing: standing(layout.home, feature.compulsory),
        going: going_in_words(rules, feature.kind, feature.bua),
        note: note.map(|note| (note.value.to_string(), link_to(rules, book, &note.rule))),
        quarter: feature.quarter.map(quarter_words).unwrap_or_default(),
        size: size_in_words(feature),
        mm: BASES.iter().map(|base| (*base, size_in_mm(feature, *base))).collect(),
        wrong: report.of_feature(&feature.id).any(Problem::is_error),
    }
}

/// Length and width in whole mm for bases of this width.
fn size_in_mm(feature: &Feature, base: i32) -> String {
    let mm = |thousandths: f64| (thousandths * f64::from(base) / 1000.0).round();
    match (feature.outline().and_then(MinAreaRectangle::around), feature.course()) {
        (Some(rectangle), _) => {
            let (long, short) = rectangle.size();
            format!("{} × {}", mm(long), mm(short))
        }
        (None, Some(course)) => (bw(course.width) * f64::from(base)).round().to_string(),
        (None, None) => String::new(),
    }
}

fn facts(layout: &Layout, report: &Report, origin: &Origin) -> Vec<(String, String)> {
    let figures = &report.figures;
    let mut facts = vec![("Home terrain", layout.home.name.to_string()), ("Table", board_words(layout.board))];
    let chosen = if layout.home.compulsory.is_empty() {
        (figures.compulsory + figures.optional).to_string()
    } else {
        format!("{} compulsory, {} optional", figures.compulsory, figures.optional)
    };
    facts.push(("Features chosen", chosen));
    if figures.discarded > 0 {
        facts.push(("Features discarded", figures.discarded.to_string()));
    }
    if let Some(seed) = layout.seed {
        let said = if origin.as_rolled { seed.to_string() } else { format!("began as seed {seed}") };
        facts.push(("Seed", said));
    }
    if layout.fixed {
        facts.push(("Given", "by an organiser; only the positions of the pieces are checked".to_owned()));
    }
    let mut facts: Vec<(String, String)> = facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    facts.extend(BASES.map(|base| {
        let cm = |thousandths| (bw(thousandths) * f64::from(base)).round() / 10.0;
        (format!("With bases of {base} mm"), format!("{} × {} cm", cm(layout.board.width), cm(layout.board.depth)))
    }));
    facts
}
