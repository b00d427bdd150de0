//! `/terrain/{id}/edit`.

use std::fs;

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield_geometry::Polygon;
use musterfield_geometry::point::bw;
use musterfield_rules::terrain::{Bua, Kind};
use musterfield_terrain::edit::{Edit, pose};
use musterfield_terrain::file::from_kept_json;
use musterfield_terrain::layout::{Feature, Layout, Shape};

use crate::store::harness::TestDb;
use crate::web::harness::{Form, MadeWork, Reply, TestApp, Visitor, forest, keep_layout, laid_out};

/// A forest table of this visitor, with its layout.
async fn table_of(db: &TestDb, owner: &Visitor<'_>) -> (MadeWork, Layout) {
    let table = forest(3);
    (keep_layout(&db.store, &owner.digest().await, &table).await, table)
}

/// The stored layout of the table.
async fn kept(db: &TestDb, made: &MadeWork) -> Layout {
    let work = db.store.work(musterfield::store::WorkType::Layout, &made.id.parse().unwrap()).await.unwrap();
    from_kept_json(&work.head.document, musterfield_rules::book().unwrap()).unwrap()
}

fn actions(db: &TestDb) -> Vec<String> {
    db.db_texts("SELECT action AS value FROM work_revisions ORDER BY number")
}

/// A wood, with its position in the form.
fn wood(table: &Layout) -> (usize, String) {
    let at = table.features.iter().position(|feature| feature.kind == Kind::Woods).unwrap();
    (at, table.features[at].id.clone())
}

fn middle(table: &Layout, id: &str) -> (i64, i64) {
    let middle = pose(table.feature(id).unwrap()).middle;
    (middle.x, middle.y)
}

/// Posts a form as script does.
async fn post_part(visitor: &Visitor<'_>, form: &Form, word: &str) -> Reply {
    let body = form.clone().with("do", word).body();
    let request = TestRequest::post().uri(&form.action).insert_header(("x-part", "editor"));
    let kind = ("content-type", "application/x-www-form-urlencoded");
    visitor.send(request.insert_header(kind).set_payload(body)).await
}

for_each_store! {
    async fn the_editor_shows_the_map_and_a_line_of_numbers_for_each_piece(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let page = owner.get(&made.at("/edit")).await;
        assert_eq!(page.status, StatusCode::OK);
        for feature in &table.features {
            assert!(page.has(&format!("svg.map g.table .piece[data-id='{}']", feature.id)));
            assert!(page.has(&format!(".piece-row[data-id='{}'] input[name$=-lock]", feature.id)));
        }
        assert_eq!(page.text("#verdict .seal"), "Legal");
        let (at, id) = wood(&table);
        let form = page.editor();
        let (x, _) = middle(&table, &id);
        let shown: f64 = form.value(&format!("piece-{at}-x")).parse().unwrap();
        assert!((shown - bw(x)).abs() <= 0.005);
        assert!(page.has("a[href$='/history']") && page.has("a[href$='/delete']"));
        assert!(page.has("script[type=module][src*='terrain.js']"));
        assert!(!owner.get(&made.at("/edit?snap=off")).await.editor().has("snap"));
    }

    async fn a_form_that_is_sent_as_it_came_changes_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        owner.press_on(&owner.editor(&made).await, "save").await;
        assert_eq!(kept(db, &made).await, table);
        assert_eq!(actions(db), ["laid out"]);
    }

    async fn what_is_dragged_is_tried_before_it_is_let_go_and_nothing_is_kept(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        let trial = async |visitor: &Visitor<'_>, query: &str| visitor.get(&made.at(&format!("/trial?{query}"))).await;
        let still = trial(&owner, &format!("do=move:{id}:0:0")).await.json();
        assert_eq!(still, serde_json::json!({ "legal": true, "said": "Legal here." }));
        let across = 7500 - middle(&table, &id).0;
        let wrong = trial(&owner, &format!("do=move:{id}:{across}:0&snap=off")).await.json();
        assert_eq!(wrong["legal"], false);
        let said = wrong["said"].as_str().unwrap();
        assert!(said.contains(&id) && said.contains("quarter"), "{said}");
        // Changes on their way count too: there and back again.
        let back = trial(&owner, &format!("do=move:{id}:{across}:0%0Amove:{id}:{}:0&snap=off", -across)).await.json();
        assert_eq!(back["legal"], true);
        assert_eq!(kept(db, &made).await, table);
        assert_eq!(actions(db), ["laid out"]);
        let many = vec![format!("move:{id}:1:0"); 13].join("%0A");
        let odd = ["".to_owned(), "do=reroll:5".to_owned(), "do=undo".to_owned(), format!("do=remove:{id}"), "do=".to_owned()];
        for query in odd.into_iter().chain([format!("do={many}"), format!("do=move:{id}:1:0&x=1")]) {
            assert!(trial(&owner, &query).await.status.is_client_error(), "{query}");
        }
        assert_eq!(trial(&owner, "do=move:nobody:1:0").await.json()["legal"], false);
        assert_eq!(trial(&app.visitor(), &format!("do=move:{id}:0:0")).await.status, StatusCode::FORBIDDEN);
    }

    async fn several_numbers_at_once_are_one_state(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let field = |name: &str| format!("piece-{at}-{name}");
        let form = owner.editor(&made).await;
        let form = form.with(&field("x"), "4,5").with(&field("y"), "10").with(&field("length"), "4");
        let form = form.with(&field("breadth"), "3.25").with("name", "Ford").with(&field("turn"), "30");
        let page = owner.press_on(&form, "save").await;
        let now = kept(db, &made).await;
        let lies = pose(now.feature(&id).unwrap());
        let near = |one: i64, other: i64| (one - other).abs() <= 3;
        assert!(near(lies.middle.x, 4500) && near(lies.middle.y, 10_000), "{lies:?}");
        let (long, short) = lies.size.unwrap();
        assert!(near(long, 4000) && near(short, 3250), "{lies:?}");
        assert!((lies.turn.unwrap() - 30_000).abs() < 300, "{lies:?}");
        assert_eq!(now.name, "Ford");
        let actions = actions(db);
        assert_eq!(actions.len(), 2);
        let turned = actions[1].starts_with("changed the name, made Woods") && actions[1].contains("turned Woods");
        assert!(turned, "{actions:?}");
        // The fields come back as typed, so sending them again changes nothing.
        assert_eq!([field("x"), field("y")].map(|name| page.editor().value(&name).to_owned()), ["4.5", "10"]);
        owner.press_on(&page.editor(), "save").await;
        assert_eq!(super::edit::actions(db).len(), 2);
    }

    async fn a_side_stays_in_the_field_in_which_it_was_typed(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let table = laid_out("hilly", 2);
        let made = keep_layout(&db.store, &owner.digest().await, &table).await;
        let at = table.features.iter().position(|feature| feature.id == "f4").unwrap();
        let [length, breadth, turn] = ["length", "breadth", "turn"].map(|name| format!("piece-{at}-{name}"));
        let sides = |form: &Form| [form.value(&length).to_owned(), form.value(&breadth).to_owned()];
        let page = owner.get(&made.at("/edit")).await;
        let (old, form) = (page.editor().value(&turn).to_owned(), page.editor());
        assert_eq!(sides(&form), ["4.5", "3"]);
        for (first, second) in [("2", "1.5"), ("1", "1"), ("1.5", "2")] {
            let page = owner.press_on(&form.clone().with(&length, first), "save").await;
            assert_eq!(sides(&page.editor()), [first, "3"]);
            assert!(page.text("#head-f4").contains(&format!("3 × {first} BW")), "{}", page.text("#head-f4"));
            // Its direction is still that of the side that was typed.
            assert!((page.editor().value(&turn).parse::<f64>().unwrap() - old.parse::<f64>().unwrap()).abs() < 6.0);
            // Other actions leave the fields unchanged.
            let page = owner.press_on(&page.editor(), "move:f4:40:0").await;
            assert_eq!(sides(&page.editor()), [first, "3"]);
            let page = owner.press_on(&page.editor().with(&breadth, second), "save").await;
            assert_eq!(sides(&page.editor()), [first, second]);
            let (long, short) = pose(kept(db, &made).await.feature("f4").unwrap()).size.unwrap();
            let typed = [first, second].map(|text| text.parse::<f64>().unwrap());
            assert!((bw(long) - typed[0].max(typed[1])).abs() < 0.01 && (bw(short) - typed[0].min(typed[1])).abs() < 0.01);
            let mut page = page;
            while kept(db, &made).await != table {
                page = owner.press_on(&page.editor(), "undo").await;
            }
        }
    }

    async fn a_piece_has_the_fields_and_buttons_that_mean_something_for_it(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let mut table = laid_out("littoral", 3);
        let add = |bua| Edit::Add { kind: Kind::Bua, bua: Some(bua), compulsory: false, size: None, quarter: None, seed: 1 };
        for bua in [Bua::Hamlet, Bua::Stronghold] {
            table = table.apply(&add(bua)).unwrap();
        }
        let made = keep_layout(&db.store, &owner.digest().await, &table).await;
        let page = owner.get(&made.at("/edit")).await;
        let of = |bua| table.features.iter().find(|feature| feature.bua == Some(bua)).unwrap().id.clone();
        assert!(!page.has(&format!("#edge-{}", of(Bua::Hamlet))) && page.has(&format!("#gate-{}", of(Bua::Hamlet))));
        assert!(page.has(&format!("#edge-{}", of(Bua::Stronghold))));
        let water = table.features.iter().find(|feature| feature.kind == Kind::Waterway).unwrap();
        let Shape::Water { edge, .. } = &water.shape else { panic!("{water:?}") };
        let head = page.text(&format!("#head-{}", water.id));
        assert!(head.contains(&format!("along the {} edge · quarter", edge.word())) && !head.contains("· ·"), "{head}");
        let button = |side: &str| page.text(&format!("#{side}-{}", water.id));
        assert!(button("right").starts_with(&format!("Move to the {} edge", edge.next().word())), "{}", button("right"));
        let word = page.attr(&format!("#left-{}", water.id), "value").unwrap();
        owner.press_on(&page.editor(), &word).await;
        let now = kept(db, &made).await;
        let Shape::Water { edge: there, .. } = &now.feature(&water.id).unwrap().shape else { panic!() };
        assert!(button("left").starts_with(&format!("Move to the {} edge", there.word())), "{}", button("left"));
    }

    async fn a_piece_is_named_once_where_something_is_refused(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let form = owner.editor(&made).await;
        for (field, typed, why) in [
            ("x", "99", "Nothing of Woods"),
            ("y", "", "Enter a number"),
            ("corners", "1 1\n2 2", "needs at least 3 corners"),
        ] {
            let reply = owner.press(&form.clone().with(&format!("piece-{at}-{field}"), typed), "save").await;
            let told = reply.text("#wrong");
            assert!(told.contains(why) && told.matches(&format!("Woods {id}")).count() == 1, "{told}");
            assert!(reply.has(&format!("#piece-of-{id}[open] #{field}-{id}[aria-invalid=true]")));
            assert!(reply.has(&format!("#wrong a[href='#{field}-{id}']")));
        }
    }

    async fn what_is_dragged_past_the_edge_is_held_on_the_table(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        owner.press_on(&owner.editor(&made).await, &format!("move:{id}:-90000:0")).await;
        let now = kept(db, &made).await;
        let bounds = now.feature(&id).unwrap().area().unwrap().bounds().unwrap();
        assert_eq!(bounds.least.x, 0);
    }

    async fn without_script_corners_are_lines_of_numbers(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let field = format!("piece-{at}-corners");
        let form = owner.editor(&made).await;
        let old = form.value(&field).trim().to_owned();
        let (first, rest) = old.split_once('\n').unwrap();
        let wrong = owner.press(&form.clone().with(&field, &format!("{first}\nsomewhere\n{rest}")), "save").await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.text(".field-error").contains("Line 2 is not a position"), "{wrong:?}");
        assert!(wrong.editor().value(&field).contains("somewhere"));
        owner.press_on(&form.with(&field, &format!("{rest}\n1,5 14")), "save").await;
        let now = kept(db, &made).await;
        let corners = &now.feature(&id).unwrap().area().unwrap().corners;
        assert_eq!(corners.last().map(|corner| (corner.x, corner.y)), Some((1500, 14_000)));
        assert_eq!(corners.len(), old.lines().count());
        assert_eq!(actions(db)[1], format!("reshaped Woods {id}"));
    }

    async fn the_form_of_the_largest_table_can_still_be_sent(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let mut table = forest(3);
        table.record = None;
        let (at, _) = wood(&table);
        let mut piece = table.features[at].clone();
        while let Some(outline) = piece.area().filter(|outline| outline.corners.len() < 512) {
            let mut corners = outline.corners.clone();
            let double: Vec<_> = corners.iter().take(512 - corners.len()).copied().collect();
            corners.extend(double);
            piece.shape = Shape::Area(Polygon::new(corners));
        }
        table.features = (0..64).map(|at| Feature { id: format!("f{at}"), ..piece.clone() }).collect();
        let made = keep_layout(&db.store, &owner.digest().await, &table).await;
        let form = owner.editor(&made).await;
        assert!(!form.has("piece-0-corners"));
        // It was stored with more points than are allowed today: it may lose some, but get no more of them.
        let fewer = owner.press_on(&form, "remove:f63").await.editor();
        assert_eq!(kept(db, &made).await.features.len(), 63);
        let refused = owner.press(&fewer, "add:woods:optional:1").await;
        refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.body_text().contains("points in all; 3000 is the maximum"));
        assert_eq!(kept(db, &made).await.features.len(), 63);
    }

    async fn every_button_does_what_it_says_and_undo_takes_it_back(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        let page = owner.get(&made.at("/edit")).await;
        let buttons = page.values("button[name=do]");
        let ops: Vec<&String> = buttons
            .iter()
            .filter(|value| value.contains(&format!(":{id}")) || value.starts_with("add:") || value.starts_with("reroll:") || *value == "hand")
            .collect();
        assert!(ops.len() > 10, "{buttons:?}");
        for op in ops {
            let done = owner.press_on(&owner.editor(&made).await, op).await;
            assert_eq!(done.status, StatusCode::OK, "{op}");
            assert_ne!(kept(db, &made).await, table, "{op}");
            let undone = owner.press_on(&done.editor(), "undo").await;
            assert_eq!(kept(db, &made).await, table, "{op}");
            assert!(undone.has("#redo:not([disabled])"));
        }
    }

    async fn script_gets_the_form_alone_with_what_was_done_in_words(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        let form = owner.editor(&made).await;
        let (x, y) = middle(&table, &id);
        let part = post_part(&owner, &form, &format!("move:{id}:{}:{}", 7500 - x, 7500 - y)).await;
        assert_eq!(part.status, StatusCode::OK);
        assert!(!part.has("header.site") && part.has("form#editor"));
        let said = part.text("#said");
        assert!(said.starts_with(&format!("Moved Woods {id} to 7.5, 7.5.")), "{said}");
        assert!(said.contains("Not legal"), "{said}");
        assert!(part.has(&format!(".piece.marked[data-id='{id}']")));
        assert!(part.has(&format!(".table-problems a[data-select='{id}']")));
        let undone = post_part(&owner, &part.editor(), "undo").await;
        assert_eq!(undone.text("#said"), "Undone. Legal.");
        assert_eq!(kept(db, &made).await, table);
    }

    async fn snapping_is_asked_for_by_the_switch_and_stays_from_page_to_page(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let (x, _) = middle(&table, &id);
        // Its centre is near to a multiple of half a BW, but not on it.
        let by = (x + 750).div_euclid(500) * 500 + 60 - x;
        let word = format!("move:{id}:{by}:0");
        let form = owner.editor(&made).await;
        let free = form.clone().without("snap").with(&format!("piece-{at}-lock"), "on");
        let page = owner.press_on(&free, &word).await;
        assert_eq!((middle(&kept(db, &made).await, &id).0 - x - by).abs(), 0);
        assert!(!page.editor().has("snap") && page.editor().has(&format!("piece-{at}-lock")));
        let page = owner.press_on(&page.editor().with("snap", "on"), "undo").await;
        owner.press_on(&page.editor(), &word).await;
        assert_ne!(middle(&kept(db, &made).await, &id).0 - x, by);
    }

    async fn what_is_locked_stays_when_the_rest_is_rolled_again(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let form = owner.editor(&made).await.with(&format!("piece-{at}-lock"), "on");
        let page = owner.press_on(&form, "reroll:77").await;
        let now = kept(db, &made).await;
        assert_eq!(now.feature(&id).unwrap().shape, table.feature(&id).unwrap().shape);
        assert_ne!(now.features, table.features);
        assert_eq!(page.editor().names().filter(|name| name.ends_with("-lock")).count(), 1);
    }

    async fn a_wrong_number_comes_back_as_it_was_typed_and_nothing_is_saved(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let field = format!("piece-{at}-x");
        for (wrong, why) in [("left", "is not a number"), ("1e3", "is not a number"), ("-900", "would be left on the table"), ("", "Enter a number")] {
            let form = owner.editor(&made).await.with(&field, wrong).with("name", "Typed");
            for word in ["save".to_owned(), format!("mirror:{id}"), "undo".to_owned()] {
                let reply = owner.press(&form, &word).await;
                assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong} {word}");
                assert!(reply.text(".field-error").contains(why), "{wrong}: {reply:?}");
                let again = reply.editor();
                assert_eq!((again.value(&field), again.value("name")), (wrong, "Typed"));
                assert!(reply.has(&format!("input[name='{field}'][aria-invalid=true]")));
            }
        }
        assert_eq!(kept(db, &made).await, table);
        assert_eq!(actions(db), ["laid out"]);
    }

    async fn what_cannot_be_done_says_why_and_nothing_is_saved(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        let form = owner.editor(&made).await.with("name", "Typed");
        for (word, why) in [
            (format!("size:{id}:50:50"), "at least 0.1 BW"),
            (format!("uncorner:{id}:999"), "no such corner"),
            ("mirror:nothing".to_owned(), "There is no piece"),
            ("forget:99".to_owned(), "no such discarded feature"),
            ("add:dunes:optional:1".to_owned(), ""),
        ] {
            let reply = owner.press(&form, &word).await;
            if why.is_empty() {
                continue;
            }
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{word}");
            assert!(reply.text("#wrong").contains(why), "{word}: {}", reply.text("#wrong"));
            assert_eq!(reply.editor().value("name"), "Typed");
        }
        assert!(kept(db, &made).await.feature(&id).is_some());
    }

    async fn a_form_that_is_none_of_ours_is_refused(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let form = owner.editor(&made).await;
        for word in ["fly:f1", "move:f1:1", "move:f1:1.5:0", "turn:f1:99999999", "over:x", "", "add:tent:optional:1"] {
            let reply = owner.press(&form, word).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{word}");
            assert!(!reply.has("form#editor"));
        }
        for wrong in [
            form.clone().with("pieces", "65"),
            form.clone().with("pieces", "x"),
            form.clone().with("pieces", "1"),
            form.clone().with("piece-0-id", "nobody"),
            form.clone().with("piece-1-id", form.value("piece-0-id")),
            form.clone().with("piece-0-quarter", "5"),
            form.clone().with("base", "x"),
            form.clone().with("base", "7"),
            form.clone().with("base", "9223372036854775807"),
            form.clone().with("more", "x"),
            form.clone().with("pending", "save"),
            form.clone().without("base"),
        ] {
            let reply = owner.submit(&wrong).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong:?}");
            assert!(!reply.has("form#editor"), "{wrong:?}");
        }
        assert_eq!(kept(db, &made).await, table);
    }

    async fn a_click_sent_twice_does_its_work_once(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (_, id) = wood(&table);
        let form = owner.editor(&made).await;
        for _ in 0..2 {
            owner.press_on(&form, &format!("turn:{id}:15000")).await;
        }
        assert_eq!(kept(db, &made).await, table.apply(&Edit::Turn { id, degrees: 15_000 }).unwrap());
        assert_eq!(actions(db).len(), 2);
    }

    async fn the_later_one_of_two_tabs_is_told_and_loses_nothing(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let (made, table) = table_of(db, &owner).await;
        let (at, id) = wood(&table);
        let stale = owner.editor(&made).await;
        owner.press_on(&stale, &format!("remove:{id}")).await;
        let typed = stale.with("name", "Mine").with(&format!("piece-{at}-turn"), "10");
        let first = owner.press(&typed, &format!("mirror:{id}")).await;
        assert_eq!(first.status, StatusCode::CONFLICT);
        assert!(first.text("#conflict").contains(&format!("removed Woods {id}")));
        // Another change here decides nothing.
        let second = owner.press(&first.editor(), &format!("turn:{id}:90000")).await;
        assert_eq!(second.status, StatusCode::CONFLICT);
        let wrong = owner.press(&second.editor().with("width", "wide"), "save").await;
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(wrong.has("#conflict"));
        let saved = owner.press_on(&wrong.editor().with("width", "15"), "over:2").await;
        assert!(!saved.has("#conflict"));
        let now = kept(db, &made).await;
        let typed = table.feature(&id).map(|feature| 10_000 - pose(feature).turn.unwrap()).unwrap();
        let mut meant = table.clone();
        for edit in [
            Edit::Rename("Mine".into()),
            Edit::Turn { id: id.clone(), degrees: typed },
            Edit::Mirror { id: id.clone() },
            Edit::Turn { id: id.clone(), degrees: 90_000 },
        ] {
            meant = meant.apply(&edit).unwrap();
        }
        let apart = (pose(now.feature(&id).unwrap()).middle - pose(meant.feature(&id).unwrap()).middle).square();
        assert!(now.name == "Mine" && apart < 5000, "{apart}");
        assert_eq!(actions(db).len(), 3);
        let other = owner.get(&made.at("/history")).await;
        assert_eq!(other.texts("ol.history .number"), ["3", "2", "1"]);
    }

    async fn only_who_holds_it_may_change_a_table(db: &TestDb) {
        let app = TestApp::new(db).await;
        let (owner, stranger) = (app.visitor(), app.visitor());
        let (made, table) = table_of(db, &owner).await;
        let form = owner.editor(&made).await;
        stranger.digest().await;
        for reply in [stranger.get(&made.at("/edit")).await, stranger.press(&form, "reroll:1").await] {
            reply.assert_refused(StatusCode::FORBIDDEN);
            assert_eq!(reply.text("h1"), "You cannot edit this layout");
            // The page that can be copied.
            assert!(reply.has(&format!("a[href='{}']", made.at(""))));
        }
        assert_eq!(kept(db, &made).await, table);
        owner.get("/terrain/no-such-id/edit").await.assert_refused(StatusCode::NOT_FOUND);
        let army = crate::web::harness::army().made_by(&owner).await;
        owner.get(&army.elsewhere().at("/edit")).await.assert_refused(StatusCode::NOT_FOUND);
        owner.post_raw(&army.elsewhere().at("/edit"), form.body()).await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn a_table_on_which_nothing_can_be_recognised_can_still_be_edited(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = app.visitor();
        let text = r#"{"format": "musterfield-layout/1", "home_terrain": "forest", "board": [15, 15], "features": [
            {"id": "a b:\"<1>\"", "kind": "woods", "polygon": [[1, 1], [1, 1], [1, 1]]},
            {"id": "far", "kind": "river", "path": [[900, -900], [-900, 900]], "width": 0.5}]}"#;
        let table = from_kept_json(text, musterfield_rules::book().unwrap()).unwrap();
        let made = keep_layout(&db.store, &owner.digest().await, &table).await;
        let page = owner.get(&made.at("/edit")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.text("#verdict .seal"), "Not legal");
        let page = owner.press_on(&page.editor(), "remove:a b:\"<1>\"").await;
        assert_eq!(page.editor().value("pieces"), "1");
        let page = owner.press_on(&page.editor().with("piece-0-quarter", "2"), "hand").await;
        assert_eq!(page.editor().value("piece-0-quarter"), "2");
    }
}

#[tokio::test]
async fn while_the_database_is_away_everything_that_was_done_waits_on_the_page() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let (made, table) = table_of(&db, &owner).await;
    let (_, id) = wood(&table);
    let form = owner.editor(&made).await.with("name", "Typed");
    let word = format!("turn:{id}:15000");
    let folder = db.sqlite_folder();
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).unwrap();
    let kept_page = owner.press(&form, &word).await;
    let part = post_part(&owner, &form, &word).await;
    fs::rename(&away, &folder).unwrap();
    assert_eq!((kept_page.status, part.status), (StatusCode::SERVICE_UNAVAILABLE, StatusCode::SERVICE_UNAVAILABLE));
    assert!(kept_page.header("retry-after").is_some() && !part.has("form#editor"));
    let again = kept_page.form(&made.at("/edit"));
    assert_eq!(kept_page.values("button#again"), [word.as_str()]);
    owner.press_on(&again, &word).await;
    let now = kept(&db, &made).await;
    assert_eq!(now.name, "Typed");
    assert_eq!(now.features, table.apply(&Edit::Turn { id, degrees: 15_000 }).unwrap().features);
}
