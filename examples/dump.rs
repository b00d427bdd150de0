#![allow(clippy::all, clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]
use musterfield::army::catalogue::catalogue;
use musterfield::army::check;
use musterfield::crib::Crib;
use musterfield::roster::view::{Options, RosterView};
use musterfield::rules::book;
use musterfield::terrain::event::{Homes, tables};
use musterfield::terrain::generate::{Settings, generate};
use musterfield::terrain::sheet::{SheetOptions, sheet};
use musterfield::terrain::{Board, Layout};
use serde_json::json;
fn main() {
    let book = book().unwrap();
    let catalogue = catalogue(book).unwrap();
    let armies: Vec<_> = catalogue.ready().iter().map(|r| r.army.draft().clone()).collect();
    eprintln!("{} armies", armies.len());
    for count in [60usize, 120] {
        let cribs: Vec<_> = armies.iter().cycle().filter_map(|d| Crib::army(book, d).ok()).take(count).enumerate().map(|(at, crib)| json!({"crib": crib, "player": format!("Player {at}"), "club": "Night Owls", "table": at / 2 + 1, "note": ""})).collect();
        std::fs::write(
            format!("/tmp/input-docs/cribs{count}.json"),
            json!({"format": "musterfield-cribs/1", "title": "Barrow", "cribs": cribs}).to_string(),
        )
        .unwrap();
    }
    let rosters: Vec<_> = armies.iter().cycle().take(60).enumerate().map(|(at, d)| { let mut d = d.clone(); d.notes = "Hold the hill and the ford until evening. ".repeat(100); let r = RosterView::new(&d, &check(&d, catalogue), catalogue, &Options::default()); json!({"roster": r, "player": format!("Player {at}"), "club": "Night Owls", "table": at / 2 + 1, "note": "", "verify_url": format!("https://example.org/{at}")})}).collect();
    std::fs::write(
        "/tmp/input-docs/rosters60.json",
        json!({"format": "musterfield-rosters/1", "title": "Barrow", "two_per_sheet": false, "rosters": rosters})
            .to_string(),
    )
    .unwrap();
    let rules = book.terrain("dba3").unwrap();
    for (count, templates) in [(16u32, Some(40)), (16, Some(60)), (64, None)] {
        let layouts: Vec<Layout> = tables(rules, Homes::InTurn, count, 7)
            .into_iter()
            .map(|t| {
                generate(&Settings::new(
                    rules,
                    t.home,
                    Board { width: rules.tables[0].boards[0].0, depth: rules.tables[0].boards[0].1 },
                    t.seed,
                ))
                .unwrap()
            })
            .collect();
        let options = SheetOptions { templates, ..SheetOptions::default() };
        let s = sheet(&layouts.iter().collect::<Vec<_>>(), &options);
        let name = format!("/tmp/input-docs/maps{count}-{}.json", templates.unwrap_or(0));
        eprintln!("{name} {} bytes", s.data.len());
        std::fs::write(&name, s.data).unwrap();
        std::fs::write(format!("{name}.sources"), s.sources).unwrap();
    }
}
