//! Whole battles on turned and mirrored tables: the same happens on all of them.

use musterfield_army::file;
use musterfield_dice::Dice;
use musterfield_rules::book;
use musterfield_terrain::generate::request::{board, rules, usual_board};
use musterfield_terrain::layout::{Layout, Shape};

use super::board::View;
use crate::admission::Admitted;
use crate::player::{Captain, Whim};
use crate::series::{Place, Series};
use crate::setup::Meeting;
use crate::state::Options;
use crate::{Battle, Order, Phase, Report};

/// The rounding difference permitted between turned and mirrored tables, in thousandths of a BW.
const BEND: i64 = 8;

/// A built-in ready army, of D3H2 or of another ruleset.
macro_rules! army {
    ($name:literal) => {
        army!("d3h2", $name)
    };
    ($ruleset:literal, $name:literal) => {
        include_str!(concat!("../../../../lists/", $ruleset, "/armies/", $name, ".army.json"))
    };
}

fn seen(view: View, layout: &Layout) -> Layout {
    let mut laid = layout.clone();
    laid.board = view.laid();
    for feature in &mut laid.features {
        let all = match &mut feature.shape {
            Shape::Area(outline) => &mut outline.corners,
            Shape::Course(course) => &mut course.path,
            Shape::Water { edge, outline, beach } => {
                *edge = view.edge(*edge);
                let beach = beach.iter_mut().flat_map(|beach| &mut beach.corners);
                beach.for_each(|point| *point = view.point(*point));
                &mut outline.corners
            }
        };
        for point in all.iter_mut().chain(&mut feature.crest).chain(&mut feature.gates) {
            *point = view.point(*point);
        }
        feature.base_edge = feature.base_edge.map(|edge| view.edge(edge));
    }
    laid
}

/// Puts every element exactly where it is on the first table, and returns by how much rounding had displaced them.
fn aligned(view: View, first: &Battle, other: &mut Battle) -> i64 {
    let mut farthest = 0;
    for id in first.everybody() {
        let (wanted, found) = (view.base(first.base(id)), *other.base(id));
        assert_eq!(first.element(id).place, other.element(id).place, "{id:?} on {view:?}");
        if first.is_on_table(id) {
            let off = wanted.front_left() - found.front_left();
            farthest = farthest.max(off.x.abs()).max(off.y.abs());
        }
        other.element_mut(id).base = wanted;
    }
    farthest
}

fn dice(report: &Report) -> Vec<u8> {
    report.dice().collect()
}

fn follow(armies: [&str; 2], home: &str, seed: u64) -> u32 {
    let armies = armies.map(|army| Admitted::allowing_illegal(file::from_json(army, book().unwrap()).unwrap()));
    let rules = rules(book().unwrap(), &armies[0].ruleset.id).unwrap();
    let is_divided = armies[0].ruleset.commands(armies[0].points).is_some();
    let laid = if is_divided { board(rules, 30.0, 15.0) } else { usual_board(rules) };
    let place = Place::Home(rules, rules.home_terrain(home), laid.unwrap());
    let catalogue = musterfield_lists::catalogue(book().unwrap()).unwrap();
    let series = Series { armies, catalogue, place, options: Options::default(), seed };
    let head = series.head(0).unwrap();
    let views: Vec<View> = View::all(head.layout.board).collect();
    let raised = |view: &View| {
        let layout = Admitted::allowing_illegal(seen(*view, &head.layout));
        let meeting = Meeting { layout: &layout, ..head.meeting() };
        Battle::new(&meeting).unwrap()
    };
    let mut battles: Vec<(View, Battle)> = views.iter().map(|view| (*view, raised(view))).collect();
    let mut whim = Whim::new(seed, 1);
    let mut rolled = Dice::new(seed, 2);
    let mut orders = 0;
    while orders < 500 && !matches!(battles[0].1.phase(), Phase::Over(_)) {
        let order = whim.decide(&battles[0].1).unwrap().order().clone();
        // Of two places equally near to the middle of an edge, the mirrored table must use the one on the same side.
        if matches!(order, Order::Free(_, Some(_)) | Order::Return(_)) {
            break;
        }
        // A side that rolls for an edge gets the one that it named: the others follow clockwise, on mirrored tables too.
        let rolls_for_edge = matches!(order, Order::Edge(_)) && &*head.meeting().armies[0].ruleset.id == "hott25";
        while rolls_for_edge && rolled.clone().d6() < 4 {
            rolled.d6();
        }
        let before = rolled.clone();
        let mut first = battles[0].1.clone();
        let report = first.play(&order, &mut rolled).unwrap();
        for (view, battle) in &mut battles {
            let there = view.order(&order);
            let told = battle.play(&there, &mut before.clone());
            let told = told.unwrap_or_else(|refusal| panic!("{order:?} is refused on {view:?}: {refusal:?}"));
            assert_eq!(dice(&report), dice(&told), "{order:?} on {view:?}");
            assert_eq!(report.events.len(), told.events.len(), "{order:?} on {view:?}");
            let off = aligned(*view, &first, battle);
            assert!(off <= BEND, "{order:?} on {view:?}: {off} thousandths off");
            assert_eq!(first.phase(), battle.phase(), "{order:?} on {view:?}");
            assert_eq!(first.pips(), battle.pips(), "{order:?} on {view:?}");
        }
        orders += 1;
    }
    orders
}

#[test]
fn a_battle_goes_on_a_turned_or_mirrored_table_as_on_the_first() {
    let mut orders = 0;
    for (armies, home, seed) in [
        ([army!("tuatha-de-danann"), army!("uruk")], "forest", 1),
        ([army!("pandavas"), army!("kauravas")], "hilly", 2),
        ([army!("trojans"), army!("achaeans-at-troy")], "littoral", 3),
        ([army!("camelot"), army!("geats")], "arable", 4),
        ([army!("grendels-kin"), army!("aesir")], "dry", 5),
    ] {
        orders += follow(armies, home, seed);
    }
    assert!(orders > 600, "{orders}");
}

#[test]
fn a_battle_of_hott_goes_on_a_turned_or_mirrored_table_as_on_the_first() {
    let mut orders = 0;
    for (armies, home, seed) in [
        ([army!("hott25", "argonauts"), army!("hott25", "colchis")], "forest", 1),
        ([army!("hott25", "onigashima"), army!("hott25", "momotaro")], "hilly", 2),
        ([army!("hott25", "mouse-king"), army!("hott25", "nutcracker")], "littoral", 3),
        ([army!("hott25", "sons-of-kaleva"), army!("hott25", "wild-wood")], "arable", 4),
        ([army!("hott25", "liangshan-marsh"), army!("hott25", "martians")], "tropical", 5),
    ] {
        orders += follow(armies, home, seed);
    }
    assert!(orders > 600, "{orders}");
}

#[test]
fn a_battle_of_dba3_goes_on_a_turned_or_mirrored_table_as_on_the_first() {
    let mut orders = 0;
    for (armies, home, seed) in [
        ([army!("dba3", "carthage"), army!("dba3", "romans-of-the-punic-wars")], "arable", 1),
        ([army!("dba3", "mongols"), army!("dba3", "southern-song")], "steppe", 2),
        ([army!("dba3", "english-of-edward-iii"), army!("dba3", "french-of-the-valois")], "forest", 3),
        ([army!("dba3", "mauryans"), army!("dba3", "macedonians-of-alexander")], "tropical", 4),
        ([army!("dba3", "chimor"), army!("dba3", "inca")], "littoral", 5),
    ] {
        orders += follow(armies, home, seed);
    }
    assert!(orders > 600, "{orders}");
}

#[test]
fn a_big_battle_goes_on_a_turned_or_mirrored_table_as_on_the_first() {
    // DBA3-BB-12, DBA3-BB-20: the table is twice as wide as deep.
    let armies = [army!("dba3", "carthage-big-battle"), army!("dba3", "romans-of-the-punic-wars-big-battle")];
    let orders: u32 =
        [("arable", 1), ("hilly", 2), ("littoral", 3)].map(|(home, seed)| follow(armies, home, seed)).iter().sum();
    assert!(orders > 600, "{orders}");
}
