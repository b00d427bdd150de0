//! Armies of types in grades on the pages: the editor, the sheets, and the way to other rules (DBMF).

use actix_web::http::StatusCode;
use actix_web::test::TestRequest;
use musterfield_army::file::to_json;
use musterfield_lists::collection;
use musterfield_rules::book;
use serde_json::json;

use crate::store::harness::TestDb;
use crate::web::harness::{ArmyBuilder, MadeWork, Reply, TestApp, Visitor, army};

/// A king with giants in one command, and raiders in another: legal for 100 AP.
fn kings_and_raiders() -> ArmyBuilder {
    let lines = json!([
        {"type": "Kn", "grade": "S", "regular": true, "general": true, "command": 1, "label": "The king"},
        {"type": "Sp", "count": 8, "regular": true, "command": 1},
        {"type": "Gi", "grade": "C", "command": 1},
        {"type": "Mg", "grade": "I", "command": 1},
        {"type": "Cv", "general": true, "command": 2},
        {"type": "Ax", "grade": "S", "count": 2, "command": 2},
    ]);
    let file = army().named("Kings and raiders").with("ruleset", "dbmf").with("points", 100);
    file.with("home_terrain", json!(null)).with("aggression", 0).with("elements", lines)
}

/// A new, empty army.
async fn begun(owner: &Visitor<'_>) -> Reply {
    let form = owner.get("/armies/new?ruleset=dbmf").await.form("/armies").with("name", "Host");
    assert_eq!((form.value("ruleset"), form.value("points")), ("dbmf", "300"));
    let made = owner.submit(&form).await;
    owner.follow(made).await
}

/// The values of the buttons for one type, in order.
fn buttons_of(page: &Reply, code: &str) -> Vec<String> {
    page.values(&format!("#offers .offer-buttons button[value^='add:{code}(']"))
}

#[tokio::test]
async fn every_type_is_offered_in_its_grades_under_irregular_and_regular() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let page = begun(&owner).await;
    assert_eq!(page.texts("#offers h3"), ["Mounted", "Foot", "Train", "Naval"]);
    assert_eq!(page.texts("#offers .offer").len(), 28);
    let letters = page.text("#offers .ways");
    assert!(letters.ends_with("F Fast, C Construct, E Entity, H Heroic, X Exception."), "{letters}");
    // The generals that are suggested are of the usual grade.
    assert_eq!(page.texts(".start button"), ["Add 1 Elephant (O) as general", "Add 1 Spear (O) as general"]);
    let every = page.values("#offers button[value^='add:']");
    assert_eq!(every.len(), 218, "one for each printed price");
    assert_eq!(
        buttons_of(&page, "Bd"),
        [
            "add:Bd(S)",
            "add:Bd(O)",
            "add:Bd(I)",
            "add:Bd(F)",
            "add:Bd(C)",
            "add:Bd(E)",
            "add:Bd(H)",
            "add:Bd(X)",
            "add:Bd(S):regular",
            "add:Bd(O):regular",
            "add:Bd(I):regular",
            "add:Bd(F):regular",
            "add:Bd(X):regular",
        ]
    );
    let said = |value: &str| page.attr(&format!("button[value='{value}']"), "aria-label").unwrap();
    assert_eq!(said("add:Bd(S)"), "Add Blades, S 7 AP, irregular");
    assert_eq!(said("add:Hd(I)"), "Add Hordes, I 0.5 AP, irregular");
    assert_eq!(said("add:Gal(O):regular"), "Add Galleys, O 5 AP, regular");
    // There are headings if there are both kinds, or only regular ones.
    let offers = page.texts("#offers .offer");
    let of = |name: &str| offers.iter().find(|offer| offer.starts_with(name)).unwrap().clone();
    assert_eq!(of("Blades"), "BladesCF 4 / 4 irregular S 7O 5I 4F 5C 6E 9H 10X 6regular S 9O 7I 5F 6X 8");
    assert!(of("Galleys").contains("regular S 6") && !of("Galleys").contains("irregular"), "{}", of("Galleys"));
    assert!(!of("Dragons").contains("regular"), "{}", of("Dragons"));
    // Each id belongs to one button.
    let mut ids = page.attrs("[id]", "id");
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

#[tokio::test]
async fn the_editor_asks_nothing_that_the_rules_do_not_know() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let page = begun(&owner).await;
    assert!(!page.has("#home_terrain") && !page.has("input[type=checkbox]#camp") && !page.has("#own_list"));
    assert!(page.has("#other_costs") && page.has("#points") && page.has("#list"));
    assert!(page.text("#other-costs-note").contains("tunnelers cost 10 AP"));
    let page = owner.press_on(&page.editor(), "add:Kn(S):regular").await;
    assert!(!page.has("button[value^='fast:']") && !page.has("button[value^='mounted:']"));
    assert_eq!(
        page.texts(".problem").iter().filter(|said| said.contains("terrain") || said.contains("camp")).count(),
        0
    );
}

#[tokio::test]
async fn elements_are_added_in_a_grade_and_put_into_another() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let page = begun(&owner).await;
    let reply = owner.press(&page.editor(), "add:Kn(S):regular").await;
    assert!(reply.location().ends_with("/edit#add-Kn-S-regular"), "{}", reply.location());
    let page = owner.follow(reply).await;
    assert!(page.has("#add-Kn-S-regular"));
    let page = owner.press_on(&page.editor(), "add:Bd(O)").await;
    let page = owner.press_on(&page.editor(), "add:Bd(O)").await;
    let page = owner.press_on(&page.editor(), "add:Bd(O):regular").await;
    assert_eq!(page.editor().elements(), ["1 x Kn(S)", "2 x Bd(O)", "1 x Bd(O)"]);
    assert_eq!(page.texts(".line-ap strong"), ["15", "10", "7"]);
    let page = owner.press_on(&page.editor(), "general:0").await;
    assert_eq!(page.text("#verdict .seal"), "Legal so far");
    // The other grades that are sold like this, each with its price.
    assert_eq!(page.texts("#line-0 .swaps button"), ["O 12", "I 10", "F 11", "X 13"]);
    assert_eq!(page.text("#line-0 .swaps .hint"), "Other grades, with AP each:");
    assert_eq!(
        page.attr("#line-0 .swaps button", "aria-label").unwrap(),
        "O 12 AP each, Ordinary, instead of Knights (S)"
    );
    assert_eq!(page.texts("#line-1 .swaps button"), ["S 7", "I 4", "F 5", "C 6", "E 9", "H 10", "X 6"]);
    let page = owner.press_on(&page.editor(), "swap:0:Kn(X)").await;
    assert_eq!((page.editor().elements()[0].as_str(), page.texts(".line-ap strong")[0].as_str()), ("1 x Kn(X)", "13"));
    // Irregular, it costs less and comes in other grades.
    let page = owner.press_on(&page.editor(), "regular:0").await;
    assert_eq!(page.texts(".line-ap strong")[0], "11");
    assert_eq!(page.texts("#line-0 .swaps button"), ["S 12", "O 10", "I 8", "F 9", "C 11", "E 15", "H 18"]);
    let page = owner.press_on(&page.editor(), "swap:0:Kn(H)").await;
    let page = owner.press_on(&page.editor(), "regular:0").await;
    assert_eq!(page.text("#verdict .seal"), "Not legal");
    assert!(page.text("#line-0 .problem").contains("No price is printed for regular Knights (H)."));
    let page = owner.press_on(&page.editor(), "regular:0").await;
    assert_eq!(page.text("#verdict .seal"), "Legal so far");
    let page = owner.press_on(&page.editor(), "air_mobile:1").await;
    assert_eq!(page.texts(".line-ap strong")[1], "14");
    assert!(page.text("#line-1 .problem").contains("only where their list says so"));
    assert!(owner.press(&page.editor(), "add:Kn(S):fast").await.status.is_client_error());
}

#[tokio::test]
async fn a_price_is_asked_for_where_none_is_printed_and_nowhere_else() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = json!([{"type": "Kn", "general": true}, {"type": "Fl", "grade": "F", "count": 3}]);
    let army = kings_and_raiders().with("elements", lines).made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    assert!(!page.has("#price-0") && page.has("#more-of-1[open] #price-1"));
    let note = "The rules give no price for irregular Flyers (F). Enter the price you agreed on.";
    assert_eq!(page.text("#price-note-1"), note);
    for (typed, said) in [
        ("many", "“many” is not a number. Enter the army points, for example 12."),
        ("-9", "“-9” is less than zero."),
        ("9.00001", "“9.00001” has more than three decimals. Enter the army points, for example 12."),
        ("9".repeat(21).as_str(), "Enter the number of army points, for example 12."),
    ] {
        let again = owner.press(&page.editor().with("line-1-price", typed), "save").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        assert_eq!(again.text("#line-1 .field-error"), said, "{typed}");
        assert!(again.has("#price-1[aria-invalid=true]"), "{typed}");
        assert_eq!(again.editor().value("line-1-price"), typed);
    }
    let page = owner.press_on(&page.editor().with("line-1-price", "9"), "save").await;
    assert_eq!(
        (page.text("#verdict .seal").as_str(), page.texts(".line-ap strong")[1].as_str()),
        ("Legal so far", "27")
    );
    assert!(page.text("#line-1 .problem").contains("so your price of 9 AP is used"));
    // In a grade with a printed price, that price counts, and the other can be removed.
    let page = owner.press_on(&page.editor(), "swap:1:Fl(S)").await;
    assert_eq!(page.texts(".line-ap strong")[1], "21");
    assert_eq!(page.text("#price-note-1"), "The rules give a price of 7 AP, so this price is not used.");
    let fix = page.attr("#line-1 .fixes button", "value").unwrap();
    let page = owner.press_on(&page.editor(), &fix).await;
    assert!(!page.has("#price-1") && !page.has("#line-1 .problem"));
}

#[tokio::test]
async fn other_costs_are_typed_and_summed() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = kings_and_raiders().made_by(&owner).await;
    let form = owner.editor(&army).await;
    let page = owner.press_on(&form.with("other_costs", "10.5"), "save").await;
    assert_eq!((page.text("#verdict .sum strong").as_str(), page.editor().value("other_costs")), ("99.5", "10.5"));
    for (typed, said) in
        [("some", "“some” is not a number. Enter the army points, for example 12."), ("-1", "“-1” is less than zero.")]
    {
        let again = owner.press(&page.editor().with("other_costs", typed), "save").await;
        assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY, "{typed}");
        assert_eq!(again.text("#other_costs-error"), said);
        assert!(again.has("#other_costs[aria-invalid=true]"));
        assert_eq!(again.editor().value("other_costs"), typed);
    }
    let page = owner.press_on(&page.editor().with("other_costs", "0.3"), "save").await;
    assert!(page.text(".army-problems").contains("Other costs of 0.3 AP are not a multiple of 0.5 AP."));
    let page = owner.press_on(&page.editor().with("other_costs", ""), "save").await;
    assert_eq!(page.text("#verdict .sum strong"), "89");
    // Under rules without a price, the input stays visible.
    let costs = page.editor().with("other_costs", "10").with("ruleset", "d3h2");
    let page = owner.press_on(&costs, "save").await;
    assert!(page.has("#other_costs") && page.text(".army-problems").contains("has no costs other than"));
}

#[tokio::test]
async fn commands_are_chosen_by_line_and_told_with_their_worth() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = kings_and_raiders().made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    assert_eq!(page.text("#verdict .seal"), "Legal so far");
    let facts = |page: &Reply| page.texts(".facts-of dl div").join(" | ");
    assert!(facts(&page).contains("Morale equivalents 22 ME: 16 + 6"), "{}", facts(&page));
    assert_eq!(
        page.texts("#command-0 option"),
        ["no command", "Command 1", "Command 2", "Command 3", "Command 4", "Command 5", "Command 6"]
    );
    let page = owner.press_on(&page.editor().with("line-2-command", "2"), "save").await;
    assert!(facts(&page).contains("Morale equivalents 22 ME: 14 + 8"), "{}", facts(&page));
    assert!(page.text(".army-problems").contains("Command 2 has Constructs and neither Magician nor Cleric"));
    let page = owner.press_on(&page.editor().with("line-5-command", ""), "save").await;
    assert!(page.text("#line-5 .problem").contains("The Auxilia (S) belong to no command."));
    assert_eq!(page.texts(".rank-name"), ["Command 1", "Command 2", "No command"]);
    assert_eq!(page.texts(".rank > div:last-child .base").len(), 2);
    // A new element joins the command of the last line.
    let page = owner.press_on(&page.editor().with("line-5-command", "2"), "add:Ps(O)").await;
    assert_eq!(page.editor().value("line-6-command"), "2");
    // A new command prominently asks for its own general, and the others keep theirs.
    let page = owner.press_on(&page.editor().with("line-6-command", "3"), "save").await;
    assert!(page.text(".army-problems").contains("Command 3 has no general."));
    assert!(page.has("#line-6 .line-marks > #general-6"));
    let page = owner.press_on(&page.editor(), "general:6").await;
    let led = page.editor().names().filter(|name| name.ends_with("-general")).count();
    assert_eq!((led, page.text("#verdict .seal").as_str()), (3, "Legal so far"));
    let again = owner.press(&page.editor().with("line-0-command", "first"), "save").await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// An allied contingent is led by an ally, whose button is there like every other's.
#[tokio::test]
async fn an_ally_can_be_made_the_general_of_his_command() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = json!([
        {"type": "Kn", "general": true, "command": 1},
        {"type": "Cv", "ally": true, "count": 2, "command": 2},
        {"type": "LH", "ally": true},
    ]);
    let army = kings_and_raiders().with("elements", lines).made_by(&owner).await;
    let page = owner.get(&army.at("/edit")).await;
    assert!(page.has("#general-1") && !page.has("#general-2"));
    let page = owner.press_on(&page.editor().with("line-2-command", "2"), "general:1").await;
    assert_eq!(page.text("#verdict .seal"), "Legal so far");
    assert_eq!(page.editor().elements(), ["1 x Kn(O)", "1 x Cv(O)", "1 x Cv(O)", "1 x LH(O)"]);
}

#[tokio::test]
async fn every_ready_army_has_sheets_by_command() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let book = book().unwrap();
    let ready = collection(book).unwrap().ready().iter().filter(|ready| &*ready.army.draft().ruleset.id == "dbmf");
    let mut seen = 0;
    for ready in ready {
        let draft = ready.army.draft();
        let file = to_json(draft);
        let verdict = TestRequest::post().uri("/api/v1/validate").set_payload(file.clone());
        let verdict = app.visitor().send(verdict).await.json();
        let told = (&verdict["legal"], &verdict["problems"], &verdict["ruleset"]);
        assert_eq!(told, (&json!(true), &json!([]), &json!("dbmf")), "{}", ready.slug);
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &file);
        let form = form.with("request", &ready.slug);
        let army = MadeWork::of_editor(&owner.press(&form, "keep").await.location());
        let sheet = owner.get(&army.at("/roster")).await;
        let commands = sheet.texts("tr.command");
        assert!(commands.len() >= 2 && commands.iter().all(|said| said.contains(" ME in all.")), "{commands:?}");
        assert!(
            sheet.text(".sheet-head p").contains("DBMF · 300 of 300 AP")
                && !sheet.text(".sheet-head p").contains("terrain")
        );
        for name in ["roster.csv", "roster.txt", "roster.md", "roster.json", "army.toml", "crib"] {
            let reply = owner.get(&army.at(&format!("/{name}"))).await;
            assert_eq!(reply.status, StatusCode::OK, "{name}");
        }
        #[cfg(feature = "pdf")]
        for name in ["roster.pdf", "labels.pdf?scale=25"] {
            let reply = owner.get(&army.at(&format!("/{name}"))).await;
            assert!(reply.status == StatusCode::OK && reply.body.starts_with(b"%PDF-"), "{name}");
        }
        seen += 1;
    }
    assert_eq!(seen, 7);
}

#[tokio::test]
async fn the_sheets_say_grade_manner_and_worth() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let army = kings_and_raiders().with("other_points", 10).made_by(&owner).await;
    let sheet = owner.get(&army.at("/roster")).await;
    assert_eq!(sheet.texts("tbody tr:not(.command)").len(), 6);
    assert!(sheet.text(".sheet-head p").contains("other costs 10 AP"), "{}", sheet.text(".sheet-head p"));
    assert_eq!(sheet.text(".sheet-break"), "22 ME in all for everything the army can lose.");
    let rows = sheet.texts("tbody tr:not(.command)");
    assert!(rows[0].contains("Knights (S)") && rows[0].contains("General, Regular, 4 ME"), "{}", rows[0]);
    assert!(rows[2].contains("Giants (C)") && rows[2].contains("Irregular, 2 ME"), "{}", rows[2]);
    let csv = owner.get(&army.at("/roster.csv")).await;
    let mut table = csv::Reader::from_reader(csv.body_text().as_bytes());
    let rows: Vec<std::collections::BTreeMap<String, String>> = table.deserialize().map(Result::unwrap).collect();
    let column = |name: &str| rows.iter().map(|row| row[name].as_str()).collect::<Vec<_>>();
    assert_eq!(column("Code"), ["Kn(S)", "Sp(O)", "Gi(C)", "Mg(I)", "Cv(O)", "Ax(S)"]);
    assert_eq!(column("AP each"), ["15", "5", "11", "8", "7", "4"]);
    assert!(column("Army AP").iter().all(|spent| *spent == "99"));
    assert_eq!(rows[5]["Marks"], "Irregular, 1 ME");
    assert_eq!(sheet.text("tr.command strong"), "Command 1: 11 elements, general Kn(S) “The king”");
    for (scale, base) in [("15", "40 × 15 mm"), ("25", "60 × 20 mm"), ("32", "80 × 30 mm")] {
        let sheet = owner.get(&army.at(&format!("/roster?scale={scale}"))).await;
        assert!(sheet.texts("tbody tr:not(.command)")[1].contains(base), "{scale}");
    }
}

#[tokio::test]
async fn an_army_goes_to_other_rules_and_back_and_says_what_is_lost() {
    let db = TestDb::sqlite();
    let app = TestApp::new(&db).await;
    let owner = app.visitor();
    let lines = json!([
        {"type": "Kn", "grade": "S", "regular": true, "general": true, "command": 1},
        {"type": "Bd", "grade": "F", "count": 4, "command": 1},
        {"type": "Wb", "count": 3, "command": 1},
        {"type": "Wb", "grade": "S", "air_mobile": true, "command": 1},
        {"type": "Sp", "regular": true, "command": 1},
    ]);
    let army = kings_and_raiders().with("elements", lines).with("other_points", 10).made_by(&owner).await;
    let page = owner.get(&army.at("/convert?to=hott25")).await;
    let rows = page.texts("table tbody tr");
    assert!(rows[0].starts_with("1 Knight (S) 1 Knight"), "{}", rows[0]);
    for (row, said) in [
        (0, "no longer regular, no longer Superior"),
        (1, "no longer Fast"),
        (3, "no longer air-mobile, no longer Superior"),
        (4, "no longer regular"),
    ] {
        assert!(rows[row].ends_with(said), "{}", rows[row]);
    }
    assert!(!rows[2].contains("no longer"), "{}", rows[2]);
    let left = page.texts("ul.plain li").join(" ");
    assert!(left.contains("has no other costs; 10 AP are left behind"), "{left}");
    assert!(left.contains("The army is no longer divided into commands."), "{left}");
    let copied = owner.submit(&page.form(&army.at("/convert"))).await;
    let copy = MadeWork::of_editor(&copied.location());
    let there = owner.editor(&copy).await;
    assert_eq!(there.value("ruleset"), "hott25");
    assert_eq!(there.elements()[..3], ["1 x Kn", "4 x Bd", "3 x Wb"]);
    let page = owner.get(&copy.at("/convert?to=dbmf")).await;
    let back = owner.submit(&page.form(&copy.at("/convert"))).await;
    let back = owner.editor(&MadeWork::of_editor(&back.location())).await;
    assert_eq!(back.value("ruleset"), "dbmf");
    assert_eq!(back.elements()[..3], ["1 x Kn(O)", "4 x Bd(O)", "3 x Wb(O)"]);
    // If the other rules have Fast elements, the grade becomes Fast.
    let page = owner.get(&army.at("/convert?to=d3h2")).await;
    let copied = owner.submit(&page.form(&army.at("/convert"))).await;
    let copy = MadeWork::of_editor(&copied.location());
    assert!(owner.editor(&copy).await.has("line-1-fast"));
    let page = owner.get(&copy.at("/convert?to=dbmf")).await;
    let back = owner.submit(&page.form(&copy.at("/convert"))).await;
    assert_eq!(owner.editor(&MadeWork::of_editor(&back.location())).await.elements()[1], "4 x Bd(F)");
}
