//! Armies for tests: short to write, random to order.

use musterfield::army::text::{Reading, read};
use musterfield::army::write::element;
use musterfield::army::{Catalogue, Code, Draft, Kind, Line, Report, catalogue, check};
use musterfield::rules::troop::FastRule;
use musterfield::rules::{Book, Points, Ruleset, book};
use proptest::prelude::*;

pub(crate) fn the_book() -> &'static Book {
    book().unwrap_or_else(|errors| panic!("{errors}"))
}

pub(crate) fn the_catalogue() -> &'static Catalogue {
    catalogue::catalogue(the_book()).unwrap_or_else(|errors| panic!("{errors:?}"))
}

pub(crate) fn ruleset(id: &str) -> &'static Ruleset {
    the_book().ruleset(id).unwrap()
}

/// An army of D3H2 from a text such as `Hr general; 4 Bd fast; 2 Kn ally`, complete but for its elements.
pub(crate) fn army(points: &str, elements: &str) -> Draft {
    army_of("d3h2", points, elements)
}

pub(crate) fn army_of(id: &str, points: &str, elements: &str) -> Draft {
    let ruleset = ruleset(id);
    let mut draft = Draft { name: "Test".into(), home_terrain: Some("forest".into()), ..Draft::new(ruleset) };
    draft.points = points.parse().unwrap();
    for text in elements.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        let mut words = text.split_whitespace().peekable();
        let count = words.peek().and_then(|word| word.parse().ok()).inspect(|_| {
            words.next();
        });
        let mut line = Line { count: count.unwrap_or(1), ..Draft::read_kind(ruleset, words.next().unwrap()) };
        for mark in words {
            match mark {
                "general" => line.general = true,
                "fast" => line.fast = true,
                "ally" => line.ally = true,
                "water" => line.water = true,
                "tower" => line.siege_tower = true,
                "mounted" => line.mounted = true,
                other => panic!("no mark {other}"),
            }
        }
        draft.lines.push(line);
    }
    draft
}

pub(crate) fn report(draft: &Draft) -> Report {
    check(draft, the_catalogue())
}

/// The codes of all problems, with their lines, in order.
pub(crate) fn codes(draft: &Draft) -> Vec<(Code, Option<usize>)> {
    report(draft).problems.iter().map(|problem| (problem.code, problem.element)).collect()
}

/// The codes of all errors.
pub(crate) fn errors(draft: &Draft) -> Vec<&'static str> {
    report(draft).problems.iter().filter(|problem| problem.is_error()).map(|problem| problem.code.as_str()).collect()
}

/// The rule that a problem of this kind cites.
pub(crate) fn rule_of(draft: &Draft, code: Code) -> Option<String> {
    let report = report(draft);
    let problem = report.problems.iter().find(|problem| problem.code == code);
    problem.unwrap_or_else(|| panic!("no {code} in {:?}", report.problems)).rule.as_ref().map(ToString::to_string)
}

/// A pasted text, read for D3H2.
pub(crate) fn reading(text: &str) -> Reading {
    read(text, ruleset("d3h2"), the_book())
}

/// An element as a test writes it: number, code, marks, label.
fn short(draft: &Draft, line: &Line) -> String {
    let written = element(draft, line);
    let written = written.split(" @ ").next().unwrap();
    let (count, rest) = written.split_once(" x ").unwrap();
    match rest.split_once('(') {
        Some((_, rest)) => format!("{count} {}", rest.replacen(')', "", 1)),
        None => format!("{count} {rest}"),
    }
}

/// The elements of a pasted text, as a test writes them.
pub(crate) fn elements(reading: &Reading) -> Vec<String> {
    reading.draft.lines.iter().map(|line| short(&reading.draft, line)).collect()
}

/// Text as people type it: letters, markup, quotation marks, other scripts, pictures.
fn words(most: usize) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Z]{1,6}",
        Just("“quoted”".to_owned()),
        Just("\"x\"".to_owned()),
        Just("back\\slash".to_owned()),
        Just("<b>&amp;".to_owned()),
        Just("שלום".to_owned()),
        Just("🐉".to_owned()),
        Just("(8 AP)".to_owned()),
        Just("= 3".to_owned()),
        Just("a,b;c|d".to_owned()),
        Just("Notes:".to_owned()),
    ];
    prop::collection::vec(piece, 0..4)
        .prop_map(move |pieces| pieces.join(" ").chars().take(most).collect::<String>().trim().to_owned())
}

pub(crate) fn any_line(ruleset: &'static Ruleset) -> impl Strategy<Value = Line> {
    let types = ruleset.troops().count();
    let kind = prop_oneof![
        12 => (0..types).prop_map(move |at| Kind::Known(ruleset.troops().nth(at).unwrap().0)),
        1 => "[a-z]{9,12}".prop_map(Kind::Unknown),
    ];
    let count = prop_oneof![8 => 1i64..6, 1 => -2i64..1, 1 => Just(1_000_000_000i64)];
    (kind, count, prop::bits::u8::ANY, words(40)).prop_map(move |(kind, count, bits, label)| {
        let troop = if let Kind::Known(id) = kind { Some(ruleset.troop(id)) } else { None };
        // Fast is a type or a grade of its own where there is one.
        let always = troop.is_some_and(|troop| troop.fast.is == FastRule::Always || troop.fast_as.is_some());
        let graded = !ruleset.grades.is_empty();
        let regular = graded && bits & 0x42 == 0x42;
        let unpriced = troop.is_some_and(|troop| troop.graded.is_some() && troop.printed_price(regular).is_none());
        Line {
            count,
            fast: bits & 1 != 0 && !always && !graded,
            regular,
            air_mobile: graded && bits & 0x21 == 0x21,
            price: (unpriced && bits & 1 != 0).then(|| Points::whole(i32::from(bits) / 8 + 1)),
            general: bits & 14 == 14,
            ally: bits & 48 == 48,
            water: bits & 0xe0 == 0xe0,
            siege_tower: bits & 0xf0 == 0x70,
            mounted: bits & 0xf0 == 0x90,
            dismounted: bits & 0xfc == 0x54,
            command: if bits & 0xc == 0xc { bits & 3 } else { 0 },
            option: (bits & 0xf == 0x5).then_some(usize::from(bits >> 4)),
            label,
            ..Line::new(kind)
        }
    })
}

/// Any army that can be typed, legal or not.
pub(crate) fn any_draft() -> impl Strategy<Value = Draft> {
    let ruleset = prop::sample::select(the_book().rulesets().iter().collect::<Vec<_>>());
    let points = prop_oneof![
        6 => (2i32..120).prop_map(|halves| Points::HALF * i64::from(halves)),
        1 => Just(Points::ZERO),
        1 => Just("24.3".parse().unwrap()),
        1 => Just(Points::whole(-5)),
        1 => Just(Points::whole(500)),
    ];
    let word = |words: &'static [&'static str]| {
        prop::option::of(prop::sample::select(words)).prop_map(|word| word.map(str::to_owned))
    };
    ruleset.prop_flat_map(move |ruleset| {
        (
            (Just(ruleset), words(60), points.clone()),
            (word(&["forest", "dry", "moor"]), -1i64..6, word(&["d3h2/barrow-kings", "d3h2/olympians", "d3h2/nobody"])),
            (
                word(&["d3h2/riders-of-the-west", "d3h2/nobody", "3 Knights", "9 lives"]),
                word(&["dba3/nobody", "two allies"]),
                any::<bool>(),
                words(80),
                0i32..40,
            ),
            prop::collection::vec(any_line(ruleset), 0..7),
        )
            .prop_map(
                |(
                    (ruleset, name, points),
                    (home_terrain, aggression, list),
                    (allies, second, camp, notes, other),
                    lines,
                )| Draft {
                    name,
                    points,
                    home_terrain,
                    aggression,
                    list,
                    second_ally: second.filter(|_| allies.is_some()),
                    allies,
                    other_costs: ruleset
                        .army
                        .graded
                        .other_costs
                        .as_ref()
                        .map_or(Points::ZERO, |_| Points::whole(other)),
                    camp,
                    lines,
                    notes: if aggression > 2 { format!("\n{notes}") } else { notes.replace(' ', "\n") }
                        .trim_end()
                        .to_owned(),
                    ..Draft::new(ruleset)
                },
            )
    })
}
