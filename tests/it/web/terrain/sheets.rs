//! `/terrain/{id}.svg`, `.png`, `.pdf`, `.json`, and the same files of a table that is only an address.

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield_rules::book;
use musterfield_sheets::carrier::layout_json_in;
use musterfield_terrain::file::from_json;

use crate::store::harness::TestDb;
use crate::web::harness::{TestApp, kept_table};

#[tokio::test]
async fn files_say_what_they_are_and_a_browser_that_has_one_gets_it_once() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let made = kept_table(&visitor, "home=forest&seed=2&name=The+Long+Wood").await;
    for (rest, kind, name) in [
        (".svg", "image/svg+xml", "the-long-wood.svg"),
        (".json", "application/json", "the-long-wood.layout.json"),
        #[cfg(feature = "pdf")]
        (".png", "image/png", "the-long-wood.png"),
        #[cfg(feature = "pdf")]
        (".pdf", "application/pdf", "the-long-wood.pdf"),
    ] {
        let file = visitor.get(&made.at(rest)).await;
        assert_eq!((file.status, file.kind().as_str()), (StatusCode::OK, kind));
        assert_eq!(file.header("content-disposition").unwrap(), format!("inline; filename=\"{name}\""));
        assert_eq!(file.header("cache-control").unwrap(), "no-cache");
        let tag = file.header("etag").unwrap();
        let known = TestRequest::get().uri(&made.at(rest)).insert_header(("if-none-match", tag));
        assert_eq!(visitor.send(known).await.status, StatusCode::NOT_MODIFIED, "{rest}");
    }
}

#[tokio::test]
async fn every_file_carries_the_layout_back() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let query = "home=littoral&seed=9";
    let layout = |bytes: &[u8]| from_json(&layout_json_in(bytes).unwrap(), book().unwrap()).unwrap();
    let plain = layout(&visitor.get(&format!("/terrain/new.json?{query}")).await.body);
    for format in [
        "svg",
        #[cfg(feature = "pdf")]
        "png",
        #[cfg(feature = "pdf")]
        "pdf",
    ] {
        let file = visitor.get(&format!("/terrain/new.{format}?{query}&style=print&edge=west")).await;
        assert_eq!(layout(&file.body), plain, "{format}");
    }
}

#[tokio::test]
async fn a_small_map_has_neither_words_nor_the_layout_in_it() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let [whole, small] =
        [visitor.get("/terrain/new.svg?seed=2").await, visitor.get("/terrain/new.svg?seed=2&bare=yes").await];
    assert!(small.body.len() < whole.body.len());
    assert!(layout_json_in(&whole.body).is_ok() && layout_json_in(&small.body).is_err());
}

#[tokio::test]
async fn options_that_there_are_not_are_refused_by_name() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let made = kept_table(&visitor, "home=forest&seed=2").await;
    for (query, said) in [
        ("style=oil", "“oil”"),
        ("edge=up", "“up”"),
        ("paper=a0", "“a0”"),
        ("scale=41", "“41”"),
        ("templates=maybe", "“maybe”"),
        ("width=0", "200 to 4000"),
        ("width=99999", "200 to 4000"),
        ("zz=1", "“zz”"),
    ] {
        for path in [made.at(".svg"), "/terrain/new.svg".to_owned()] {
            let seed = if path.contains("new") { "&seed=1" } else { "" };
            let refused = visitor.get(&format!("{path}?{query}{seed}")).await;
            refused.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(refused.text(".lede").contains(said), "{query}: {refused:?}");
        }
    }
    visitor.get("/terrain/new.svg?home=moon&seed=1").await.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
    visitor.get("/terrain/new.bmp?seed=1").await.assert_refused(StatusCode::NOT_FOUND);
}

#[cfg(feature = "pdf")]
#[tokio::test]
async fn pdf_comes_with_templates_on_both_papers() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let visitor = app.visitor();
    let plain = visitor.get("/terrain/new.pdf?home=forest&seed=2").await;
    for more in ["&templates=yes", "&templates=yes&scale=60&paper=letter", "&style=print&edge=south&paper=letter"] {
        let pdf = visitor.get(&format!("/terrain/new.pdf?home=forest&seed=2{more}")).await;
        assert!(pdf.body.starts_with(b"%PDF") && pdf.body != plain.body, "{more}");
    }
    let picture = visitor.get("/terrain/new.png?home=forest&seed=2&width=300").await;
    assert!(picture.body.starts_with(b"\x89PNG"));
}

#[cfg(not(feature = "pdf"))]
#[tokio::test]
async fn without_the_press_pictures_and_pdf_are_said_not_to_be_made_here() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    for format in ["png", "pdf"] {
        let refused = app.visitor().get(&format!("/terrain/new.{format}?seed=1")).await;
        refused.assert_refused(StatusCode::NOT_FOUND);
        assert_eq!(refused.text("h1"), "This site cannot make PDF or PNG files");
    }
}
