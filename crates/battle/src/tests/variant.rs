//! Rulesets that are a little different from those of the program, so that scenarios can show every policy.

use std::collections::BTreeMap;
use std::sync::Mutex;

use musterfield_rules::load::embedded_files;
use musterfield_rules::{Book, book};

/// A change to the data of the ruleset of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// A policy, and the variant that is played instead: `policy defeat: losses`.
    Policy(String, String),
    /// A file, a text in it, and what stands there instead: `data army.toml: step = 0.5 -> step = 1`. `\n` is a line break.
    Text(String, String, String),
}

impl Change {
    pub(super) fn policy(rest: &str) -> Self {
        let (policy, variant) = rest.split_once(": ").unwrap_or_else(|| panic!("`{rest}` is no policy"));
        Self::Policy(policy.to_owned(), variant.to_owned())
    }

    pub(super) fn text(rest: &str) -> Self {
        let (file, change) = rest.split_once(": ").unwrap_or_else(|| panic!("`{rest}` names no file"));
        let (from, to) = change.split_once(" -> ").unwrap_or_else(|| panic!("`{rest}` changes nothing"));
        let lines = |text: &str| text.replace("\\n", "\n");
        Self::Text(file.to_owned(), lines(from), lines(to))
    }

    fn make(&self, files: &mut BTreeMap<String, String>) {
        match self {
            Self::Policy(policy, variant) => {
                let text = files.get_mut("rulesets/d3h2/play.toml").unwrap();
                let head = format!("\"{policy}\" = {{ is = \"");
                let start = text.find(&head).unwrap_or_else(|| panic!("there is no policy `{policy}`")) + head.len();
                let end = start + text[start..].find('"').unwrap();
                assert_ne!(&text[start..end], variant, "the policy `{policy}` as it is");
                text.replace_range(start..end, variant);
            }
            Self::Text(file, from, to) => {
                let text = files.get_mut(&format!("rulesets/d3h2/{file}")).unwrap();
                assert!(text.contains(from), "{file} has no {from}");
                *text = text.replacen(from, to, 1);
            }
        }
    }
}

/// The rulesets of the program after these changes to D3H2.
pub(super) fn changed(changes: &[Change]) -> &'static Book {
    static BOOKS: Mutex<BTreeMap<Vec<Change>, &'static Book>> = Mutex::new(BTreeMap::new());
    if changes.is_empty() {
        return book().unwrap();
    }
    let mut books = BOOKS.lock().unwrap();
    books.entry(changes.to_vec()).or_insert_with(|| {
        let mut files = embedded_files();
        changes.iter().for_each(|change| change.make(&mut files));
        Box::leak(Box::new(Book::load(&files).unwrap()))
    })
}
