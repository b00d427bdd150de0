//! Every kind of page, with content.

use musterfield_geometry::Point;
use musterfield_terrain::edit::Edit;

use super::event_pages::event_pages;
use super::harness::Browser;
use crate::made::forest;

/// An army of 24 AP with notes.
pub(crate) const LEGAL: &str = "Host of the Long Barrow\nHome terrain: Forest\n\n1 Hero (Gen)\n2 Fast Blades \"Wolf guard\"\n\
                     2 Blades\n4 Spears\n2 Knights\n\nNotes:\nThe king rides **last**.\n\n- once for glory\n- once for gold\n";
const LISTED: &str = "{\"ruleset\": \"d3h2\", \"name\": \"Camelot\", \"list\": \"d3h2/camelot\", \"aggression\": 2, \
     \"allies\": \"d3h2/faerie-court\", \"elements\": [{\"type\": \"Hr\", \"general\": true}, \
     {\"type\": \"Fl\", \"ally\": true}]}";
/// As many kinds of elements as an army is likely to have.
const MANY: &str = "Everybody\n\n1 Hero (Gen)\n1 Dragon\n2 Fliers\n2 Knights\n1 Cavalry\n1 Light Horse\n1 Behemoth\n\
                    2 Fast Blades\n2 Blades\n2 Spears\n1 Pike\n1 Auxilia\n2 Warband\n1 Bows\n1 Mounted Bows\n\
                    1 Psiloi\n1 Artillery\n1 Hordes\n1 Lurkers\n1 Magician\n";
const ILLEGAL: &str = "A host beyond all measure\n\n3 Heroes\n4 Dragons\n6 Blades\n1 Gods (Gen)\n2 Wood Elfs\n";

/// Types in grades, in commands, with many facts.
const GRADED: &str = "{\"ruleset\": \"dbmf\", \"name\": \"Kings and raiders\", \"points\": 300, \"other_points\": 10, \"elements\": [\
     {\"type\": \"Kn\", \"grade\": \"S\", \"regular\": true, \"general\": true, \"command\": 1, \"label\": \"The king\"}, \
     {\"type\": \"Sp\", \"count\": 12, \"regular\": true, \"command\": 1}, {\"type\": \"Gi\", \"grade\": \"C\", \"command\": 1}, \
     {\"type\": \"Ax\", \"grade\": \"S\", \"count\": 2, \"air_mobile\": true, \"command\": 1}, \
     {\"type\": \"Cv\", \"general\": true, \"command\": 2}, {\"type\": \"Fl\", \"grade\": \"F\", \"count\": 3, \"command\": 2}, \
     {\"type\": \"Shp\", \"grade\": \"E\", \"command\": 2}]}";
/// Counted in elements, from a list.
const PICKED: &str = "{\"ruleset\": \"dba3\", \"name\": \"Mongols\", \"list\": \"dba3/mongols\", \"elements\": [\
     {\"type\": \"LH\", \"general\": true}, {\"type\": \"Cv\", \"count\": 2}, {\"type\": \"LH\", \"count\": 5}]}";

/// A Big Battle army of DBA 3.0, in two commands of its own and an allied one.
const DIVIDED: &str = "{\"ruleset\": \"dba3\", \"name\": \"Three commands\", \"army_size\": 36, \"elements\": [\
     {\"type\": \"3Kn\", \"general\": true, \"command\": 1}, {\"type\": \"4Sp\", \"count\": 11, \"command\": 1}, \
     {\"type\": \"Cv\", \"general\": true, \"command\": 2}, {\"type\": \"4Bd\", \"count\": 11, \"command\": 2}, \
     {\"type\": \"LH\", \"general\": true, \"ally\": true, \"command\": 3}, \
     {\"type\": \"LH\", \"count\": 11, \"ally\": true, \"command\": 3}]}";

/// Pages by name. A page may need more than its address to be reached: see [`Page::show`].
pub(crate) struct Page {
    pub(crate) name: &'static str,
    path: String,
    then: Then,
}

/// The actions of a visitor on a page that bring it into the wanted state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Then {
    Nothing,
    /// Pastes an army and submits it.
    Paste,
    /// Types nonsense into a field.
    Mistype,
    /// Opens everything that can be opened.
    Unfold,
    /// Collides with a change from another tab.
    Collide,
    /// Selects a feature of the table, and holds it as if it were dragged.
    Choose,
    /// Types nonsense into a number of a feature.
    Misplace,
    /// Has an illegal army checked.
    CheckArmy,
    /// Taps the first element at the table, to read what happens to it.
    LookUp,
}

impl Page {
    /// A page by name and address.
    pub(crate) fn new(name: &'static str, path: &str, then: Then) -> Self {
        Self { name, path: path.to_owned(), then }
    }

    /// Opens it.
    pub(crate) async fn show(&self, browser: &Browser) {
        browser.open(&self.path).await;
        match self.then {
            Then::Nothing => {}
            Then::Paste => {
                browser.ask("document.getElementById('text').value = ''").await;
                browser.write("#text", ILLEGAL).await;
                browser.follow("button[value=read]").await;
            }
            Then::Mistype => {
                browser.before_change().await;
                browser.write("#points", "many\t").await;
                browser.after_change().await;
            }
            Then::Unfold => {
                browser.ask("for (const more of document.querySelectorAll('details')) more.open = true").await;
            }
            Then::Choose => {
                browser.click(".table-problems a[data-select]").await;
                browser.until("document.querySelector('.handles .turn')").await;
                browser
                    .ask(
                        "const { id } = document.querySelector('.piece-row.chosen').dataset;
                        document.dispatchEvent(new CustomEvent('dragged', { detail: { values: [`move:${id}:10:0`] } }))",
                    )
                    .await;
                browser.until("document.querySelector('#trial:not([hidden])')").await;
            }
            Then::Misplace => {
                browser.click(".piece-row summary").await;
                browser.before_change().await;
                browser.write(".piece-fields input", "left\t").await;
                browser.after_change().await;
            }
            Then::CheckArmy => {
                browser.write("#name", "Greta Hill").await;
                // All lines of it can be read.
                browser.write("textarea[name=text]", ILLEGAL.trim_end().trim_end_matches("2 Wood Elfs")).await;
                browser.follow("button[value=check]").await;
            }
            Then::LookUp => {
                browser.ask("document.querySelector('[data-mode=odds]').click()").await;
                browser.ask("document.querySelector('.t-tile').click()").await;
                browser.until("document.querySelector('.t-card dd')").await;
            }
            Then::Collide => {
                browser.ask("document.querySelector('input[name=base]').value = 1").await;
                browser.press("#more-0").await;
            }
        }
    }
}

/// The form that keeps pasted text.
fn paste<'a>(request: &'a str, text: &'a str) -> [(&'static str, &'a str); 4] {
    [("request", request), ("ruleset", "d3h2"), ("do", "keep"), ("text", text)]
}

/// Creates armies for this browser and returns every page worth looking at.
pub(crate) async fn pages(browser: &Browser) -> Vec<Page> {
    browser.open("/armies/new").await;
    let form =
        |name: &'static str| [("request", name), ("ruleset", "d3h2"), ("name", ""), ("points", "24"), ("list", "")];
    let empty = browser.post("/armies", &form("empty")).await;
    let legal = browser.post("/armies/paste", &paste("legal", LEGAL)).await;
    let illegal = browser.post("/armies/paste", &paste("illegal", ILLEGAL)).await;
    let listed = browser.post("/armies/paste", &paste("listed", LISTED)).await;
    let many = browser.post("/armies/paste", &paste("many", MANY)).await;
    let graded = browser.post("/armies/paste", &paste("graded", GRADED)).await;
    let picked = browser.post("/armies/paste", &paste("picked", PICKED)).await;
    // A name without a place to break it.
    let long = format!("{{\"ruleset\": \"hott25\", \"name\": \"{}\", \"elements\": []}}", "W".repeat(80));
    let long = browser.post("/armies/paste", &paste("long", &long)).await;
    let divided = browser.post("/armies/paste", &paste("divided", DIVIDED)).await;
    // A second revision, so that the history has something to restore and an outdated tab something to collide with.
    browser.open(&illegal).await;
    browser.press("#more-0").await;
    browser.open(&legal).await;
    let permanent = browser.ask("return document.querySelector('#saved a').pathname").await;
    let permanent = permanent.as_str().unwrap().to_owned();
    let laid_out = [("request", "table"), ("table", "home=tropical&seed=4&name=Two+Rivers")];
    let laid_out = browser.post("/terrain", &laid_out).await;
    let of = |editor: &str, rest: &str| format!("{}{rest}", editor.trim_end_matches("/edit"));

    let table = forest(3);
    let wood = table.features.iter().find(|feature| feature.area().is_some()).unwrap().id.clone();
    let across = Edit::Move { id: wood, by: Point::new(-2600, -2400), snap: true };
    let legal_table = browser.keep_layout(&table).await;
    let illegal_table = browser.keep_layout(&table.apply(&across).unwrap()).await;

    let battle =
        [("request", "battle"), ("ruleset", "d3h2"), ("army_a", "ready:barrow-kings"), ("army_b", "ready:camelot")];
    let battle = browser.post("/battles", &[&battle[..], &[("players", "screen")]].concat()).await;
    let record = [("text", include_str!("../../../crates/battle/tests/data/battles/complete.battle"))];
    let record = browser.fill("/battles/open", "/battles/open", &record).await;
    let plain = |name: &'static str, path: String| Page { name, path, then: Then::Nothing };
    let after = Page::new;
    let mut pages = vec![
        plain("home", "/".to_owned()),
        plain("new", "/armies/new".to_owned()),
        plain("editor-empty", empty.clone()),
        plain("editor-legal", legal.clone()),
        plain("editor-illegal", illegal.clone()),
        after("editor-unfolded", &illegal, Then::Unfold),
        after("editor-mistyped", &legal, Then::Mistype),
        after("editor-conflict", &illegal, Then::Collide),
        plain("editor-of-a-list", listed.clone()),
        plain("table-legal", legal_table.clone()),
        plain("table-illegal", illegal_table.clone()),
        after("table-chosen", &illegal_table, Then::Choose),
        after("table-unfolded", &legal_table, Then::Unfold),
        after("table-misplaced", &legal_table, Then::Misplace),
        plain("mine", "/armies".to_owned()),
        plain("play", "/play".to_owned()),
        plain("lesson", "/play/lesson".to_owned()),
        plain("lesson-step", "/play/lesson/3?orders=&who-a1=on&who-a2=on&who-a3=on".to_owned()),
        plain("lesson-done", "/play/lesson/4?orders=fight+a3+b2%3B+fight+a1+b1".to_owned()),
        plain("mine-battles", "/battles".to_owned()),
        plain("battle-step", format!("{battle}/0")),
        plain("battle-step-fight", format!("{record}/42")),
        after("battle-review", &format!("{record}/review"), Then::Unfold),
        plain("battle-open", "/battles/open".to_owned()),
        plain("battle-record", record.clone()),
        after("battle", &battle, Then::Unfold),
        plain("mine-terrain", "/terrain".to_owned()),
        plain("lay-out", "/terrain/new?home=littoral&seed=12&edge=south".to_owned()),
        after("lay-out-unfolded", "/terrain/new?home=hilly&seed=3", Then::Unfold),
        plain(
            "lay-out-in-codes",
            "/terrain/new?ruleset=dbmf&seed=9&codes=S,+CH,+WH,+O,+V,+FW,+PRd,+BUAf,+L,+B&optional=9".to_owned(),
        ),
        plain("lay-out-refused", "/terrain/new?home=forest&seed=1&feature1=optional.dunes&size3=4x3".to_owned()),
        plain("layout", of(&laid_out, "?edge=west")),
        plain("open-a-layout", "/terrain/open".to_owned()),
        plain("tables", "/terrain/tables?count=4&seed=2".to_owned()),
        plain(
            "before-battle",
            format!(
                "/terrain/setup?aggression_a=2&aggression_b=2&home_a=dry&seed=6&layout={}&edge=north",
                of(&laid_out, "")
            ),
        ),
        plain("show", of(&legal, "")),
        plain("show-illegal", of(&illegal, "")),
        plain("show-empty", of(&empty, "")),
        plain("show-long", of(&long, "")),
        plain("table-long", of(&long, &of(&legal, "").replace("/armies", "/table"))),
        plain("versus", of(&legal, &of(&many, "").replace("/armies", "/versus"))),
        plain("versus-many", of(&many, &of(&many, "").replace("/armies", "/versus"))),
        plain("versus-shooting", of(&many, &of(&legal, "?mode=shooting").replace("/armies", "/versus"))),
        plain("versus-small", of(&many, &of(&listed, "").replace("/armies", "/versus"))),
        after("table", &of(&legal, "/table"), Then::LookUp),
        plain("table-divided", of(&divided, "/table?a1=on&a2=on&a3=on&a4=on&a-camp=on")),
        plain("table-both", of(&many, &of(&listed, "?a0=on").replace("/armies", "/table"))),
        plain("versus-choose", of(&legal, "/versus?other=nobody")),
        plain("state", permanent),
        plain("history", of(&illegal, "/history")),
        plain("delete", of(&legal, "/delete")),
        plain("paste", "/armies/paste".to_owned()),
        after("paste-read", "/armies/paste", Then::Paste),
        plain("lists", "/lists".to_owned()),
        plain("list", "/lists/d3h2/barrow-kings".to_owned()),
        plain("odds", "/odds?a=Kn&b=Sp&a.left=overlap&b.general=on".to_owned()),
        plain("odds-shooting", "/odds?mode=shooting&a=Bw&b=Pk&b.in=camp".to_owned()),
        plain("odds-refused", "/odds?a=SCh&b=Stronghold".to_owned()),
        plain("rules", "/rules".to_owned()),
        plain("ruleset", "/rules/d3h2".to_owned()),
        plain("crib", "/rules/d3h2/crib".to_owned()),
        plain("crib-of-an-army", of(&legal, "/crib")),
        plain("crib-of-two", of(&legal, &of(&many, "").replace("/armies/", "/crib?against="))),
        plain("rule", "/rules/d3h2/D3H2-LIST-05".to_owned()),
        plain("compare", "/rules/compare".to_owned()),
        plain("error", "/no/such/page".to_owned()),
        plain("about", "/about".to_owned()),
        plain("help", "/help".to_owned()),
        plain("privacy", "/privacy".to_owned()),
        plain("contact", "/contact".to_owned()),
        plain("browser", "/browser".to_owned()),
        plain("sheet", of(&legal, "/roster")),
        plain("graded-new", "/armies/new?ruleset=dbmf".to_owned()),
        plain("graded-editor", graded.clone()),
        after("graded-unfolded", &graded, Then::Unfold),
        plain("graded-show", of(&graded, "")),
        plain("graded-sheet", of(&graded, "/roster")),
        plain("graded-crib", of(&graded, "/crib")),
        plain("graded-convert", of(&graded, "/convert?to=hott25")),
        plain("graded-ruleset", "/rules/dbmf".to_owned()),
        plain("graded-odds", "/odds?ruleset=dbmf".to_owned()),
        plain("picked-editor", picked.clone()),
        plain("picked-sheet", of(&picked, "/roster")),
    ];
    pages.extend(event_pages(browser).await);
    pages
}
