//! Rulesets without some of the tables of `army.toml`.

use musterfield_army::{Catalogue, check, file};
use musterfield_rules::Book;
use musterfield_rules::load::embedded_files;

/// The D3H2 file about armies.
const ARMY: &str = "rulesets/d3h2/army.toml";

/// Rulesets without a half cap, a limit on allies or camps leave the tables out, and nothing is checked.
#[test]
fn what_a_ruleset_does_not_have_is_not_checked() {
    let mut files = embedded_files();
    let text = files.get_mut(ARMY).unwrap();
    for table in ["half_cap", "allies", "camp"] {
        let start = text.find(&format!("[{table}]\n")).unwrap();
        let end = start + text[start..].find("\n\n").unwrap();
        text.replace_range(start..end, "");
    }
    let book: &'static Book = Box::leak(Box::new(Book::load(&files).unwrap_or_else(|errors| panic!("{errors}"))));
    let army = r#"{"ruleset": "d3h2", "home_terrain": "forest", "camp": false, "elements": [
        {"type": "Gd", "count": 3}, {"type": "Hr", "general": true}, {"type": "Bd", "count": 4, "ally": true}]}"#;
    let codes = |book: &'static Book| -> Vec<&str> {
        let draft = file::from_json(army, book).unwrap();
        let report = check(&draft, &Catalogue::default());
        report.problems.iter().map(|problem| problem.code().as_str()).collect()
    };
    assert_eq!(codes(book), ["ally-unnamed"]);
    let with_them = codes(musterfield_rules::book().unwrap());
    assert_eq!(with_them, ["high-cost-cap", "ally-cap", "camp-missing", "ally-unnamed"]);
}
