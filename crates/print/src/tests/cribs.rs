//! Crib sheets of rulesets and of ready armies: every page is worth its paper.

use std::thread;

use musterfield_lists::ReadyArmy;
use musterfield_rules::book;
use musterfield_sheets::crib::{Crib, CribOptions, Reading, References};
use serde_json::to_value;

use typst::comemo;

use super::{Abs, Outcome, Paper, Run, Sheet, checked_within, pages, text};

/// The fewest words on a page, beside those of its footer.
const FEWEST: usize = 60;

/// The smallest type of text, and of the marks behind it, in points.
const TEXT: f64 = 6.99;
const MARKS: f64 = 5.4;

/// An address as long as those of saved armies.
const ADDRESS: &str = "https://musterfield.example/armies/0123456789abcdef/v/0123456789abcdef";

/// Checks the pages of a sheet: each has more than its footer.
fn check(name: &str, crib: &Crib, least: f64) -> Outcome {
    let data = to_value(crib)?;
    let parts = crib.sides.iter().flat_map(|side| &side.parts);
    let titles = parts.map(|part| part.title.as_str()).chain(crib.sides.iter().map(|side| side.title.as_str()));
    for paper in [Paper::A4, Paper::Letter] {
        let document = pages(Sheet::Crib, paper, &data, None)?;
        comemo::evict(0);
        for (at, runs) in checked_within(&document, Abs::pt(least), Abs::mm(6.0)).iter().enumerate() {
            let height = document.pages().get(at).map(|page| page.frame.height()).unwrap_or_default();
            let body = || runs.iter().filter(|run| run.from.y < height - Abs::mm(12.0));
            let words = body().map(|run| run.text.split_whitespace().count()).sum::<usize>();
            assert!(words >= FEWEST, "{name} on {paper:?}: {words} words on page {}", at + 1);
            // A heading is never the last line of a column.
            let middle = document.pages().get(at).map(|page| page.frame.width() / 2.0).unwrap_or_default();
            for left in [true, false] {
                let column = || body().filter(|run| (run.from.x < middle) == left);
                let last = column().max_by_key(|run| run.from.y);
                let is_heading = last.is_some_and(|last| titles.clone().any(|title| title == last.text.trim()));
                assert!(!is_heading, "{name} on {paper:?}: a heading at the foot of page {}", at + 1);
            }
            // The footer says the name of the ruleset once.
            let again = format!("· {} ", crib.ruleset.name);
            assert!(crib.title != crib.ruleset.name || !text(runs).contains(&again), "{name} on {paper:?}: {again}");
            if crib.url.is_some() {
                assert!(text(runs).contains(ADDRESS), "{name} on {paper:?}: no address on page {}", at + 1);
            }
        }
    }
    Ok(())
}

#[test]
fn no_page_of_a_ready_army_has_only_a_footer() -> Outcome {
    let book = book().map_err(|errors| format!("{errors:?}"))?;
    let collection = musterfield_lists::collection(book).map_err(|errors| format!("{errors:?}"))?;
    let all = collection.ready();
    assert!(all.len() > 100);
    let half = |armies: &[ReadyArmy]| -> Result<(), String> {
        for ready in armies {
            let crib =
                Crib::army(book, ready.army.draft(), CribOptions::default()).map_err(|error| error.to_string())?;
            let crib = Crib { url: Some(ADDRESS.to_owned()), ..crib };
            check(&ready.slug, &crib, TEXT).map_err(|error| error.to_string())?;
        }
        Ok(())
    };
    let (first, second) = all.split_at(all.len() / 2);
    let [first, second] = thread::scope(|scope| {
        [first, second]
            .map(|armies| scope.spawn(move || half(armies)))
            .map(|run| run.join().unwrap_or_else(|_| Err("a sheet fails".to_owned())))
    });
    first?;
    Ok(second?)
}

#[test]
fn no_page_of_a_ruleset_has_only_a_footer() -> Outcome {
    let book = book().map_err(|errors| format!("{errors:?}"))?;
    for ruleset in book.rulesets().iter().filter(|ruleset| ruleset.play.is_some()) {
        for (_, reading) in Reading::ALL {
            for (_, references) in References::ALL {
                let options = CribOptions { reading, references };
                let usual = CribOptions { reading, ..CribOptions::default() };
                check(&ruleset.id, &Crib::whole(book, ruleset, options)?, if options == usual { TEXT } else { MARKS })?;
            }
        }
    }
    Ok(())
}

fn whole(id: &str, reading: Reading) -> Result<Crib, Box<dyn std::error::Error>> {
    let book = book().map_err(|errors| format!("{errors:?}"))?;
    let ruleset = book.ruleset(id).ok_or_else(|| format!("no {id}"))?;
    Ok(Crib::whole(book, ruleset, CribOptions { reading, ..CribOptions::default() })?)
}

/// A page more is found here and not beside a table: by phase and by type, each on A4 and on Letter.
#[test]
fn sheets_of_rulesets_take_few_pages() -> Outcome {
    for (id, by_phase, by_type) in [
        ("d3h2", [3, 4], [4, 4]),
        ("d3h2-traditional", [3, 3], [4, 4]),
        ("dba3", [4, 4], [4, 4]),
        ("dba22", [2, 2], [2, 2]),
        ("hott25", [2, 2], [4, 4]),
        ("dbmf", [4, 4], [4, 4]),
    ] {
        for (reading, most) in [(Reading::ByPhase, by_phase), (Reading::ByType, by_type)] {
            let data = to_value(whole(id, reading)?)?;
            for (paper, most) in [Paper::A4, Paper::Letter].into_iter().zip(most) {
                let count = pages(Sheet::Crib, paper, &data, None)?.pages().len();
                assert!(count <= most, "{id} {reading:?} on {paper:?}: {count} pages");
            }
        }
    }
    Ok(())
}

/// A side without a page of its own is named in the title of the page and above its first part.
#[test]
fn a_side_that_shares_a_page_keeps_its_name() -> Outcome {
    let mut crib = whole("hott25", Reading::ByType)?;
    // With the side about borrowed rules, no two sides fit on one page.
    crib.sides.retain(|side| side.title != "Borrowed for battles");
    let document = pages(Sheet::Crib, Paper::Letter, &to_value(crib)?, None)?;
    let found = checked_within(&document, Abs::pt(TEXT), Abs::mm(6.0));
    let last = found.last().ok_or("no pages")?;
    assert!(text(last).contains("Set-up and the turn · Combat"), "{}", text(last));
    assert!(last.iter().any(|run| run.text == "Combat"), "{}", text(last));
    Ok(())
}

/// Columns of phrases share the width by how much text they have: none becomes a sliver.
#[test]
fn columns_of_phrases_have_room_for_several_words() -> Outcome {
    let data = to_value(whole("hott25", Reading::ByType)?)?;
    for paper in [Paper::A4, Paper::Letter] {
        let found = checked_within(&pages(Sheet::Crib, paper, &data, None)?, Abs::pt(TEXT), Abs::mm(6.0));
        let first = found.first().ok_or("no pages")?;
        // A heading of two words may take two lines.
        let is_head = |run: &Run, head: &str| run.text.split_whitespace().next() == Some(head);
        let left =
            |head: &str| first.iter().find(|run| is_head(run, head)).map(|run| run.from.x).ok_or(head.to_owned());
        for (head, next) in [("Equal", "Beaten"), ("Beaten", "Doubled"), ("Doubled", "Never")] {
            let width = left(next)? - left(head)?;
            assert!(width > Abs::pt(70.0), "{head} on {paper:?}: {width:?}");
        }
    }
    Ok(())
}
