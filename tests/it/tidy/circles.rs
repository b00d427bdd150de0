//! Files of a crate do not import each other in circles: each stands above all that it names.
//!
//! The names that files take from each other are read from the text: imports, and paths in the code, followed through
//! re-exports to the file that defines the name. Not seen are calls of methods, names that come from `*`, and names that
//! macros make. Tests, `mod` and a re-export that the file itself does not use do not count.

use std::collections::{BTreeMap, BTreeSet};

use super::{Text, entries, is_word, nothing_in, read, root};

/// The place of a module in its crate: `["store", "db"]`.
type Place = Vec<String>;

/// The names of a path: `["super", "db", "Db"]`.
type Names = Vec<String>;

/// Something that a file imports.
struct Import {
    path: Names,
    /// Its name in this file.
    name: String,
    /// Whether it is passed on.
    is_public: bool,
}

/// A file of a crate.
struct Module {
    path: String,
    children: BTreeSet<String>,
    imports: Vec<Import>,
    /// The text without imports, comments and tests.
    code: String,
}

/// The modules of a crate.
struct Modules(BTreeMap<Place, Module>);

/// The text without comments and tests.
fn without_tests(text: &str) -> String {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n").replace("#[cfg(test)]\nmod tests;", "");
    code.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// A line without `pub`, `pub(super)` and the like, and whether it had that.
fn unpublished(line: &str) -> (&str, bool) {
    let line = line.trim_start();
    let Some(rest) = line.strip_prefix("pub") else { return (line, false) };
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    (rest.trim_start(), true)
}

/// The parts of a list, where commas within braces do not count.
fn parts(list: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.extend(list.get(begin..at));
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(list.get(begin..));
    parts
}

/// Adds what `tree` imports: `super::{a, b::{c, d as e}}`.
fn add_imports(tree: &str, before: &[String], is_public: bool, imports: &mut Vec<Import>) {
    let tree = tree.trim();
    if let Some(list) = tree.strip_prefix('{').and_then(|list| list.strip_suffix('}')) {
        parts(list).into_iter().for_each(|part| add_imports(part, before, is_public, imports));
        return;
    }
    let mut path = before.to_vec();
    match tree.split_once("::") {
        Some((first, rest)) => {
            path.push(first.to_owned());
            add_imports(rest, &path, is_public, imports);
        }
        None if tree.is_empty() || tree == "*" => {}
        None => {
            let (own, name) = tree.split_once(" as ").unwrap_or((tree, tree));
            if own != "self" {
                path.push(own.to_owned());
            }
            let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_owned() };
            imports.push(Import { path, name, is_public });
        }
    }
}

impl Module {
    fn new(file: &Text) -> Self {
        let (mut children, mut imports, mut code) = (BTreeSet::new(), Vec::new(), String::new());
        let text = without_tests(&file.text);
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let (said, is_public) = unpublished(line);
            if let Some(child) = said.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')) {
                children.insert(child.to_owned());
            } else if let Some(tree) = said.strip_prefix("use ") {
                let mut tree = tree.to_owned();
                while !tree.ends_with(';') {
                    tree.push_str(lines.next().unwrap_or(";").trim_start());
                }
                add_imports(tree.trim_end_matches(';'), &[], is_public, &mut imports);
            } else {
                code.push_str(line);
                code.push('\n');
            }
        }
        Self { path: file.path.clone(), children, imports, code }
    }

    /// Whether the code itself uses an imported name: a function is called, a type is named.
    fn uses(&self, name: &str) -> bool {
        let is_type = name.starts_with(|c: char| c.is_ascii_uppercase());
        let mut found = self.code.match_indices(name);
        found.any(|(at, _)| {
            let before = self.code.get(..at).and_then(|text| text.chars().next_back());
            let after = self.code.get(at + name.len()..).unwrap_or_default();
            let is_whole = !before.is_some_and(|c| is_word(c) || c == '.') && !after.starts_with(is_word);
            is_whole && (is_type || after.starts_with('(') || after.starts_with("::"))
        })
    }

    /// The paths in the code: `super::db::open`, `Edit::Drop`.
    fn paths(&self) -> impl Iterator<Item = Names> {
        let words = self.code.split(|c: char| !(is_word(c) || c == ':')).map(|word| word.trim_matches(':'));
        words.filter(|word| word.contains("::")).map(|word| word.split("::").map(str::to_owned).collect())
    }
}

impl Modules {
    /// The modules of the crate with this root file.
    fn of(root_file: &str) -> Self {
        let mut modules = Self(BTreeMap::new());
        let folder = root_file.rsplit_once('/').map_or("", |(folder, _)| folder);
        modules.add(Vec::new(), root_file, folder);
        modules
    }

    fn add(&mut self, place: Place, file: &str, folder: &str) {
        let module = Module::new(&read(file));
        for child in &module.children {
            let below = [place.as_slice(), std::slice::from_ref(child)].concat();
            self.add(below, &format!("{folder}/{child}.rs"), &format!("{folder}/{child}"));
        }
        self.0.insert(place, module);
    }

    /// The module that defines what a path in `place` names; none for modules and for what is not of this crate.
    fn home(&self, place: &[String], path: &[String], steps: usize) -> Option<Place> {
        let (first, mut rest) = path.split_first()?;
        let module = self.0.get(place)?;
        let mut at = match first.as_str() {
            "crate" => Vec::new(),
            "self" => place.to_vec(),
            "super" => place.split_last()?.1.to_vec(),
            name if module.children.contains(name) => [place, std::slice::from_ref(first)].concat(),
            name => {
                let import = module.imports.iter().find(|import| import.name == name)?;
                let path = [import.path.as_slice(), rest].concat();
                return if steps == 0 || path == *rest { None } else { self.home(place, &path, steps - 1) };
            }
        };
        while let Some((name, after)) = rest.split_first() {
            let module = self.0.get(&at)?;
            if name == "super" {
                at.pop();
            } else if module.children.contains(name) {
                at.push(name.clone());
            } else if let Some(import) = module.imports.iter().find(|import| import.name == *name) {
                let path = [import.path.as_slice(), after].concat();
                return if steps == 0 { None } else { self.home(&at, &path, steps - 1) };
            } else {
                return Some(at);
            }
            rest = after;
        }
        None
    }

    /// The modules that a module names, each with the names.
    fn named_by(&self, place: &Place, module: &Module) -> BTreeMap<Place, BTreeSet<String>> {
        const STEPS: usize = 8;
        let imports = module.imports.iter().filter(|import| !import.is_public || module.uses(&import.name));
        let mut named: BTreeMap<Place, BTreeSet<String>> = BTreeMap::new();
        for path in imports.map(|import| import.path.clone()).chain(module.paths()) {
            if let Some(home) = self.home(place, &path, STEPS).filter(|home| home != place) {
                named.entry(home).or_default().insert(path.join("::"));
            }
        }
        named
    }

    /// The lines of all circles: which file names what of which other; and how many files name others at all.
    fn circles(&self) -> (Vec<String>, usize) {
        let named = self.0.iter().map(|(place, module)| (place.clone(), self.named_by(place, module)));
        let mut named: BTreeMap<Place, _> = named.collect();
        let arrows = named.values().map(BTreeMap::len).sum();
        loop {
            let left: BTreeSet<Place> = named.keys().cloned().collect();
            named.values_mut().for_each(|names| names.retain(|name, _| left.contains(name)));
            let below: BTreeSet<Place> = named.values().flat_map(BTreeMap::keys).cloned().collect();
            // A file that names no remaining file, or that no remaining file names, is in no circle.
            named.retain(|place, names| !names.is_empty() && below.contains(place));
            if named.len() == left.len() {
                break;
            }
        }
        let file = |place: &Place| self.0.get(place).map_or("", |module| &module.path);
        let lines = named.iter().flat_map(|(place, names)| names.iter().map(move |(name, what)| (place, name, what)));
        let told = lines.map(|(place, name, what)| {
            let what: Vec<&str> = what.iter().map(String::as_str).collect();
            format!("{} names {}: {}", file(place), file(name), what.join(", "))
        });
        (told.collect(), arrows)
    }
}

#[test]
fn no_files_of_a_crate_import_each_other_in_a_circle() {
    let (mut mistakes, mut arrows) = (Vec::new(), 0);
    let crates = entries("crates").into_iter().map(|name| format!("crates/{name}/src/lib.rs"));
    for file in crates.chain(["src/lib.rs".to_owned(), "src/main.rs".to_owned()]) {
        if root().join(&file).is_file() {
            let (circles, found) = Modules::of(&file).circles();
            mistakes.extend(circles);
            arrows += found;
        }
    }
    nothing_in(&mistakes);
    assert!(arrows > 2_000, "only {arrows} imports are seen; are they still looked for in the right way?");
}

#[test]
fn imports_are_read_as_the_compiler_reads_them() {
    let mut imports = Vec::new();
    add_imports("super::{db::{self, Db as Base}, ids::*, error::Fault}", &[], false, &mut imports);
    let read: Vec<(String, &str)> = imports.iter().map(|one| (one.path.join("::"), one.name.as_str())).collect();
    let expected = [("super::db", "db"), ("super::db::Db", "Base"), ("super::error::Fault", "Fault")];
    assert_eq!(read, expected.map(|(path, name)| (path.to_owned(), name)));
}
