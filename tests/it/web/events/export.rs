//! The organisers' exports: CSV, JSON, ZIP, the event itself.

use std::io::{Cursor, Read as _};

use musterfield::web::events::export::EntriesDocument;
use musterfield_army::input::{army, form_of};
use musterfield_events::plan::EventDocument;
use musterfield_rules::book;
use serde_json::json;

use super::*;

/// The files of an archive by name, in order.
fn unpacked(archive: &[u8]) -> Vec<(String, String)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..archive.len())
        .map(|at| {
            let mut file = archive.by_index(at).unwrap();
            let (name, mut content) = (file.name().unwrap().into_owned(), String::new());
            assert!(file.enclosed_name().is_some(), "{name} leads out of the archive");
            file.read_to_string(&mut content).unwrap();
            (name, content)
        })
        .collect()
}

/// The lines of a CSV by its columns.
fn lines(csv: &str) -> Vec<Vec<(String, String)>> {
    let csv = csv.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let head: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let line = |record: csv::StringRecord| head.iter().cloned().zip(record.iter().map(str::to_owned)).collect();
    reader.records().map(|record| line(record.unwrap())).collect()
}

fn cell<'a>(line: &'a [(String, String)], column: &str) -> &'a str {
    &line.iter().find(|(name, _)| name == column).unwrap_or_else(|| panic!("no column {column}")).1
}

for_each_store! {
    async fn the_three_exports_agree(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("places", "2"), ("zone", "Europe/Berlin")]).await;
        let tom = app.visitor();
        tom.get("/events/spring-open/enter").await;
        let mut fields = pasted("t", "=1+1", LEGAL, "enter");
        fields[2] = ("club", "@club");
        fields[3] = ("mail", "tom@example.org");
        let entry = tom.upload("/events/spring-open/enter", multipart(&fields)).await.location();
        organiser.post(&format!("{entry}/desk"), &[("do", "note"), ("text", "+pays, \"later\"\n-5 pounds")]).await;
        organiser.post(&format!("{entry}/desk"), &[("do", "accept:1"), ("text", "")]).await;
        enter(&app.visitor(), "../Anna", LEGAL).await;
        enter(&app.visitor(), "漢字", &LEGAL.replace("Host of the Barrow", "Name: a/b:c")).await;
        let later = app.visitor();
        later.get("/events/spring-open/enter").await;
        later.upload("/events/spring-open/enter", multipart(&pasted("l", "Later", LEGAL, "later"))).await;

        let reply = organiser.get("/events/spring-open/entries.json").await;
        assert_eq!(reply.header("cache-control").as_deref(), Some("no-store"));
        let entries: EntriesDocument = serde_json::from_slice(&reply.body).unwrap();
        let csv = organiser.get("/events/spring-open/entries.csv").await;
        assert!(csv.header("content-disposition").unwrap().contains("spring-open-entries.csv"));
        let lines = lines(csv.body_text());
        let archive = organiser.get("/events/spring-open/entries.zip").await;
        assert_eq!(archive.kind(), "application/zip");
        let files = unpacked(&archive.body);
        let content = |name: &str| &files.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("no {name}")).1;

        assert_eq!(content("entries.json"), reply.body_text());
        assert_eq!(content("entries.csv"), csv.body_text());
        assert_eq!(content("event.json"), organiser.get("/events/spring-open/event.json").await.body_text());
        assert_eq!((entries.format.as_str(), entries.event.as_str()), ("musterfield-entries/1", "spring-open"));
        assert_eq!((entries.players.len(), lines.len()), (4, 4));
        for (player, line) in entries.players.iter().zip(&lines) {
            let entry = player.entry.as_ref().unwrap();
            assert_eq!(cell(line, "name").trim_start_matches('\''), player.name);
            assert_eq!((cell(line, "state"), cell(line, "hash")), (player.state.as_str(), entry.hash.as_str()));
            assert_eq!(cell(line, "armies"), entry.title);
            assert_eq!(cell(line, "version"), entry.version.to_string());
            assert_eq!(cell(line, "entered_utc"), if entry.entered { entry.at.as_str() } else { "" });
            assert_eq!(cell(line, "waiting") == "yes", player.waiting);
        }
        // No cell is a formula.
        let first = &lines[0];
        assert_eq!(cell(first, "name"), "'=1+1");
        assert_eq!((cell(first, "club"), cell(first, "mail")), ("'@club", "tom@example.org"));
        assert_eq!(cell(first, "note"), "'+pays, \"later\"\n-5 pounds");
        assert_eq!((cell(first, "state"), cell(first, "legal"), cell(first, "late")), ("accepted", "yes", "no"));
        assert!(cell(first, "entered_utc").ends_with('Z') && cell(first, "entered_local").ends_with("(Europe/Berlin)"));
        assert_eq!((cell(&lines[2], "waiting"), cell(&lines[3], "state")), ("yes", "draft"));
        // Every army in three formats, in a folder for its player, even with an odd name.
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).skip(3).collect();
        assert_eq!(names[..3], [
            "players/001 =1+1/1 Host of the Barrow.army.json",
            "players/001 =1+1/1 Host of the Barrow.army.toml",
            "players/001 =1+1/1 Host of the Barrow.txt",
        ]);
        assert_eq!((names[3], names[6]), ("players/002 ..-Anna/1 Host of the Barrow.army.json", "players/003 漢字/1 a-b-c.army.json"));
        assert_eq!(names.len(), 4 * 3);
        for name in names {
            let (text, book) = (content(name), book().unwrap());
            let reading = army(text, form_of(text), book.ruleset("d3h2").unwrap(), book).unwrap();
            assert!(reading.unread.is_empty() && reading.draft.lines.len() == 4, "{name}");
            assert_eq!(reading.draft.title() == "a/b:c", name.contains("漢字"), "{name}");
        }
        let army: serde_json::Value = serde_json::from_str(content("players/003 漢字/1 a-b-c.army.json")).unwrap();
        let told: serde_json::Value = reply.json()["players"][2]["entry"]["armies"][0].clone();
        assert_eq!((&army["name"], &army), (&json!("a/b:c"), &told));
        // The same entries give the same bytes.
        assert_eq!(organiser.get("/events/spring-open/entries.zip").await.body, archive.body);
        organiser.get("/events/spring-open/entries.xls").await.assert_refused(StatusCode::NOT_FOUND);
    }

    async fn mail_addresses_are_for_organisers_alone(db: &TestDb) {
        let app = TestApp::new(db).await;
        let owner = open_event(&app, &[]).await;
        let helper = app.visitor();
        made(db, "helper", false).await;
        sign_in(&helper, "helper", PASSWORD).await;
        join(&owner, &helper, "helper").await;
        for file in ["entries.csv", "entries.json", "entries.zip", "event.json"] {
            let address = format!("/events/spring-open/{file}");
            helper.get(&address).await.assert_refused(StatusCode::FORBIDDEN);
            // No player has entered: files without players.
            assert_eq!(owner.get(&address).await.status, StatusCode::OK);
        }
        let event = owner.get("/events/spring-open/event.json").await;
        assert_eq!(EventDocument::from_json(event.body_text()).unwrap().name, "Spring Open");
    }

    async fn a_new_event_begins_from_the_file_of_another(db: &TestDb) {
        let app = TestApp::new(db).await;
        let organiser = open_event(&app, &[("limit-0-of", "Blades"), ("limit-0-most", "4"), ("places", "30")]).await;
        let file = organiser.get("/events/spring-open/event.json").await.body_text().to_owned();
        let filled = organiser.post("/events/new", &[("file", &file)]).await;
        assert_eq!(filled.status, StatusCode::OK, "{:?}", filled.texts(".field-error"));
        let form = filled.form("/events/new");
        assert_eq!((form.value("name"), form.value("places"), form.value("slug")), ("Spring Open", "30", ""));
        let made = organiser.submit(&form.with("slug", "autumn-open")).await;
        assert_eq!(made.location(), "/events/autumn-open");
        assert_eq!(organiser.get("/events/autumn-open/event.json").await.body_text(), file);
        // A file that cannot be read comes back with a message; one that is wrong shows the error at its field.
        for wrong in ["", "{}", "[1", &file.replace("first_day", "frist_day")] {
            let reply = organiser.post("/events/new", &[("file", wrong)]).await;
            reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
            assert!(reply.text("#file-error").starts_with("This is not an event file"));
            assert_eq!(reply.text("#file"), wrong.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        let wrong = file.replace("2099-04-01", "1 April");
        let reply = organiser.post("/events/new", &[("file", &wrong)]).await;
        reply.assert_refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(reply.text(".field-error").contains("1 April"), "{:?}", reply.texts(".field-error"));
    }
}
