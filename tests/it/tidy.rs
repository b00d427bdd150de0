//! Rules for all files of the repository: documentation, dependencies, sizes, and names that must exist.

mod circles;
mod counted;
mod scripts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use musterfield::web::routes::TABLE;

/// A text file with its path from the root of the repository.
struct Text {
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> Text {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Text { path: path.to_owned(), text }
}

/// The entries of a folder, by name.
fn entries(folder: &str) -> Vec<String> {
    let list = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut names: Vec<String> =
        list.filter_map(|entry| entry.ok().map(|entry| entry.file_name().to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// Every file below a folder whose name has this ending.
fn files(folder: &str, ending: &str) -> Vec<Text> {
    let mut found = Vec::new();
    for name in entries(folder).into_iter().filter(|name| name != "node_modules" && name != "target") {
        let path = format!("{folder}/{name}");
        if root().join(&path).is_dir() {
            found.extend(files(&path, ending));
        } else if name.ends_with(ending) {
            found.push(read(&path));
        }
    }
    found
}

/// All our own Rust files.
fn rust() -> Vec<Text> {
    ["src", "tests", "crates"].into_iter().flat_map(|folder| files(folder, ".rs")).collect()
}

#[track_caller]
fn nothing_in(mistakes: &[String]) {
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// All texts between `before` and the next `end`.
fn between<'a>(text: &'a str, before: &str, end: char) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The word at the beginning of a text.
fn first_word(text: &str) -> String {
    text.chars().take_while(|c| is_word(*c)).collect()
}

#[test]
fn every_module_begins_with_what_it_is() {
    let bare: Vec<String> =
        rust().into_iter().filter(|file| !file.text.starts_with("//! ")).map(|file| file.path).collect();
    nothing_in(&bare);
}

/// The allowed dependencies of the crates below the service: nothing else gets in, and none of them does input or
/// output.
const MAY_DEPEND_ON: [(&str, &[&str]); 16] = [
    ("geometry", &["libm"]),
    ("dice", &["rand_chacha", "sha2"]),
    ("points", &["serde"]),
    ("rule-files", &["geometry", "points", "serde", "toml"]),
    ("rules", &["geometry", "points", "rule-files", "rust-embed", "thiserror", "toml"]),
    ("problems", &["rules"]),
    ("combat", &["problems", "rules", "serde", "serde_json"]),
    ("army", &["problems", "rules", "num-bigint", "serde", "serde_json", "serde_path_to_error", "toml"]),
    (
        "terrain",
        &["dice", "geometry", "problems", "rules", "libm", "serde", "serde_json", "serde_path_to_error", "thiserror"],
    ),
    ("battle", &["army", "combat", "dice", "geometry", "rules", "terrain", "serde", "smallvec", "thiserror"]),
    (
        "players",
        &["army", "battle", "combat", "dice", "geometry", "rules", "terrain", "libm", "serde", "thiserror", "toml"],
    ),
    ("words", &["army", "battle", "combat", "events", "geometry", "players", "problems", "rules", "terrain", "serde"]),
    (
        "sheets",
        &[
            "army",
            "battle",
            "combat",
            "dice",
            "geometry",
            "rules",
            "terrain",
            "words",
            "csv",
            "fast_qr",
            "libm",
            "miniz_oxide",
            "pulldown-cmark",
            "serde",
            "serde_json",
            "thiserror",
        ],
    ),
    (
        "events",
        &[
            "army",
            "dice",
            "problems",
            "rules",
            "integer-blossom",
            "jiff",
            "serde",
            "serde_json",
            "serde_path_to_error",
            "thiserror",
            "toml",
        ],
    ),
    ("lists", &["army", "rules", "rust-embed"]),
    ("print", &["comemo", "notosans", "png", "resvg", "thiserror", "typst", "typst-layout", "typst-pdf"]),
];

/// Crates that the program does not use.
const FOR_TESTS: [&str; 3] = ["benches", "fixtures", "tuning"];

/// The dependencies of each crate of the workspace, without those for tests; our own without their common prefix.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&asked.stdout).unwrap();
    let short = |name: &serde_json::Value| name.as_str().unwrap().trim_start_matches("musterfield-").to_owned();
    let packages = answer["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let all = package["dependencies"].as_array().unwrap().iter();
            (short(&package["name"]), all.filter(|one| one["kind"].is_null()).map(|one| short(&one["name"])).collect())
        })
        .collect()
}

#[test]
fn no_crate_of_the_game_depends_on_more_than_it_may() {
    let found = dependencies();
    let mut mistakes = Vec::new();
    for (name, allowed) in MAY_DEPEND_ON {
        let more = found[name].iter().filter(|dependency| !allowed.contains(&dependency.as_str()));
        mistakes.extend(more.map(|dependency| format!("crates/{name} depends on {dependency}")));
    }
    let listed = |name: &str| FOR_TESTS.contains(&name) || MAY_DEPEND_ON.iter().any(|(known, _)| *known == name);
    mistakes.extend(entries("crates").into_iter().filter(|name| !listed(name)));
    nothing_in(&mistakes);
}

#[test]
fn nothing_in_the_game_asks_the_machine() {
    const ASKS: [&str; 5] = ["std::fs", "std::net", "std::time", "std::env", "std::process"];
    let mut mistakes = Vec::new();
    for (name, _) in MAY_DEPEND_ON.iter().filter(|(name, _)| *name != "print") {
        for file in files(&format!("crates/{name}/src"), ".rs") {
            let used = ASKS.iter().filter(|path| file.text.contains(**path));
            mistakes.extend(used.map(|path| format!("{} uses {path}", file.path)));
        }
    }
    nothing_in(&mistakes);
}

#[test]
fn there_is_one_style_of_module_files() {
    let old: Vec<String> =
        rust().into_iter().filter(|file| file.path.ends_with("/mod.rs")).map(|file| file.path).collect();
    nothing_in(&old);
}

#[test]
fn no_source_file_is_too_long_to_read() {
    const LONGEST: usize = 600;
    let long =
        rust().into_iter().map(|file| (file.text.lines().count(), file.path)).filter(|(lines, _)| *lines > LONGEST);
    nothing_in(&long.map(|(lines, path)| format!("{path} has {lines} lines; cut it by topic")).collect::<Vec<_>>());
}

#[test]
fn nothing_is_left_for_later() {
    // Composed here, so that this file does not find itself.
    let words = [["#[", "ignore]"], ["to", "do!("], ["unimple", "mented!("], ["db", "g!("]].map(|parts| parts.concat());
    let mut mistakes = Vec::new();
    for file in rust() {
        for (at, line) in file.text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) || line.trim_start().starts_with("// let ") {
                mistakes.push(format!("{}:{}: {}", file.path, at + 1, line.trim()));
            }
        }
    }
    nothing_in(&mistakes);
}

#[test]
fn no_test_is_left_out_but_for_want_of_a_program() {
    const NEEDS: [&str; 5] = ["PostgreSQL", "a browser", "nginx", "Python", "to mount a disk"];
    let mut mistakes = Vec::new();
    for file in rust() {
        // Composed here, so that this file does not find itself.
        let reasons = between(&file.text, &["#[", "ignore ="].concat(), ']');
        let is_known = |reason: &str| {
            NEEDS.iter().any(|need| reason == format!(" \"needs {need}\"")) || reason.starts_with(" \"long run: ")
        };
        let other = reasons.into_iter().filter(|reason| !is_known(reason));
        mistakes.extend(other.map(|reason| format!("{}:{reason}", file.path)));
    }
    nothing_in(&mistakes);
}

/// Its own test program would be built and linked for nothing: see `[[bin]]` in `Cargo.toml`.
#[test]
fn the_command_line_is_tested_from_outside_alone() {
    let mut files = files("src/commands", ".rs");
    files.push(read("src/main.rs"));
    let own = files.into_iter().filter(|file| file.text.contains("cfg(test)") || file.text.contains("test]\n"));
    nothing_in(&own.map(|file| format!("{} has tests that do not run", file.path)).collect::<Vec<_>>());
}

#[test]
fn both_databases_take_the_same_steps() {
    let steps = entries("migrations/sqlite");
    assert_eq!(steps, entries("migrations/postgres"));
    assert!(!steps.is_empty());
    for database in ["sqlite", "postgres"] {
        for step in &steps {
            assert_eq!(entries(&format!("migrations/{database}/{step}")), ["down.sql", "up.sql"], "{database} {step}");
        }
    }
}

/// Ids of the reference.
fn known_rules() -> BTreeSet<String> {
    let files = files("crates/rules/reference", ".toml");
    let lines = files.iter().flat_map(|file| file.text.lines());
    lines.filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"')).map(str::to_owned).collect()
}

/// Words of a text that look like rule ids: `D3H2-LIST-05`, and the short `LIST-05` where that is a section.
fn rules_named(text: &str, sections: &BTreeSet<&str>) -> BTreeSet<String> {
    let is_number = |part: &&str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    let is_section = |part: &&str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_uppercase());
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words
        .filter(|word| match word.split('-').collect::<Vec<_>>().as_slice() {
            [book, section, number] => {
                book.starts_with(|c: char| c.is_ascii_uppercase()) && is_section(section) && is_number(number)
            }
            [section, number] => sections.contains(section) && is_number(number),
            _ => false,
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_rule_that_is_named_exists() {
    let known = known_rules();
    let sections: BTreeSet<&str> = known.iter().filter_map(|id| id.split('-').nth(1)).collect();
    let (mut named, mut mistakes) = (0, Vec::new());
    let everywhere = [("crates", ".toml"), ("crates", ".rs"), ("src", ".rs"), ("templates", ".html"), ("lists", ".md")];
    // Tests of the loader name rules that do not exist.
    let is_loader_test = |file: &Text| file.path.starts_with("crates/rules/tests/");
    let files = everywhere.into_iter().flat_map(|(folder, ending)| files(folder, ending));
    for file in files.filter(|file| !is_loader_test(file)) {
        for id in rules_named(&file.text, &sections) {
            named += 1;
            let exists = if id.matches('-').count() == 2 {
                known.contains(&id)
            } else {
                known.iter().any(|known| known.ends_with(&format!("-{id}")))
            };
            if !exists {
                mistakes.push(format!("{} names {id}, which the reference does not have", file.path));
            }
        }
    }
    assert!(named > 100, "only {named} rules are named; are they still looked for in the right way?");
    nothing_in(&mistakes);
}

/// Whether a text goes on with one of these words, as a whole.
fn goes_on(text: &str, words: &BTreeSet<&str>) -> bool {
    let word = text.split(|c: char| !(is_word(c) || c == '-')).next().unwrap_or_default();
    words.contains(word)
}

#[test]
fn addresses_are_written_in_the_route_table_alone() {
    let paths = || TABLE.iter().map(|row| row.path).filter(|path| !path.starts_with("/assets"));
    let first: BTreeSet<&str> =
        paths().filter_map(|path| path.split('/').nth(1)).filter(|part| !part.is_empty()).collect();
    // The parts after a parameter, as they would be appended to a shorter address.
    let later: BTreeSet<&str> = paths()
        .flat_map(|path| path.split('/').skip(2))
        .map(|part| part.split('.').next().unwrap_or_default())
        .filter(|part| !part.is_empty() && !part.starts_with('{'))
        .collect();
    assert!(first.contains("armies") && later.contains("edit"));
    let is_written = |line: &str| {
        let begun = line.split("\"/").skip(1).any(|rest| goes_on(rest, &first));
        begun || line.split("}/").skip(1).any(|rest| goes_on(rest, &later))
    };
    let mut mistakes = Vec::new();
    for file in files("src", ".rs").iter().chain(&files("templates", ".html")) {
        let is_page = file.path.starts_with("templates/");
        // Tests say in full what they expect.
        let code = file.text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, line) in code.lines().enumerate() {
            let is_code = is_page || !line.trim_start().starts_with("//");
            let is_home = is_page && line.contains("=\"/\"");
            if !file.path.starts_with("src/web/routes") && is_code && (is_home || is_written(line)) {
                mistakes.push(format!("{}:{}: {}", file.path, at + 1, line.trim()));
            }
        }
    }
    nothing_in(&mistakes);
    assert!(is_written("see_other(\"/armies\")") && is_written("format!(\"{path}/edit#x\")"));
    assert!(!is_written("\"/armiesque\" \"{folder}/editor\""));
}

#[test]
fn every_asset_that_is_named_exists() {
    let mut named: Vec<(String, String)> = Vec::new();
    for file in files("src/web", ".rs") {
        for before in ["address(\"", "Files::get(\""] {
            named.extend(between(&file.text, before, '"').into_iter().map(|name| (file.path.clone(), name.to_owned())));
        }
    }
    for file in files("templates", ".html") {
        for address in between(&file.text, "\"/assets/", '"') {
            let name = address.split_once('/').map_or(address, |(_, name)| name);
            named.push((file.path.clone(), name.to_owned()));
        }
    }
    let style = read("assets/app.css");
    named.extend(between(&style.text, "url(\"", '"').into_iter().map(|name| (style.path.clone(), name.to_owned())));
    assert!(named.len() > 5);
    let missing = named.iter().filter(|(_, name)| !root().join("assets").join(name).is_file());
    nothing_in(&missing.map(|(file, name)| format!("{file} names assets/{name}")).collect::<Vec<_>>());
}

#[test]
fn every_icon_that_is_named_is_drawn() {
    let sprite = read("assets/icons.svg").text;
    let drawn: BTreeSet<&str> = between(&sprite, " id=\"", '"').into_iter().collect();
    let mut mistakes = Vec::new();
    let mut demand = |file: &Text, icon: String| {
        if !drawn.contains(icon.as_str()) {
            mistakes.push(format!("{} uses the icon {icon}", file.path));
        }
    };
    for file in files("templates", ".html").iter().chain(&files("src/web", ".rs")) {
        for before in ["\"i-", "#i-"] {
            for name in between(&file.text, before, '"') {
                demand(file, format!("i-{}", name.split('"').next().unwrap_or_default()));
            }
        }
    }
    for file in files("crates/rules/rulesets", "troops.toml") {
        // Each type must have a drawing under its code, unless it uses another type's. Families have none.
        for entry in file.text.split("[[troop]]").skip(1) {
            let value = |key: &str| entry.lines().find_map(|line| line.strip_prefix(key)?.strip_suffix('"'));
            if let Some(drawing) = value("icon = \"").or_else(|| value("code = \"")) {
                demand(&file, format!("t-{drawing}"));
            }
        }
    }
    nothing_in(&mistakes);
}

/// Whether a line contains an attribute such as `onclick=`.
fn has_handler(line: &str) -> bool {
    line.split_ascii_whitespace().any(|word| {
        let name: String = word.chars().take_while(char::is_ascii_lowercase).collect();
        name.len() > 2 && name.starts_with("on") && word.get(name.len()..).is_some_and(|rest| rest.starts_with('='))
    })
}

#[test]
fn pages_need_nothing_that_the_content_security_policy_forbids() {
    let mut mistakes = Vec::new();
    for file in files("templates", ".html") {
        for (at, line) in file.text.lines().enumerate() {
            let inline_script = between(line, "<script", '>').iter().any(|tag| !tag.contains(" src="));
            if line.contains(" style=") || inline_script || has_handler(line) {
                mistakes.push(format!("{}:{}: {}", file.path, at + 1, line.trim()));
            }
        }
    }
    nothing_in(&mistakes);
    assert!(has_handler("<a onclick=\"x\">") && !has_handler("<input value=\"on\" data-on=\"x\">"));
}

#[test]
fn every_template_is_used_and_every_one_used_exists() {
    let templates: Vec<Text> =
        [".html", ".svg", ".xml"].into_iter().flat_map(|ending| files("templates", ending)).collect();
    let there: BTreeSet<&str> = templates.iter().filter_map(|file| file.path.strip_prefix("templates/")).collect();
    let sources = files("src", ".rs");
    let mut used: BTreeSet<&str> =
        sources.iter().flat_map(|file| between(&file.text, "#[template(path = \"", '"')).collect();
    for word in ["{% extends \"", "{% include \"", "{%- include \"", "{% import \""] {
        used.extend(templates.iter().flat_map(|file| between(&file.text, word, '"')));
    }
    assert_eq!(there, used);
}

#[test]
fn both_licences_are_there() {
    for (file, words) in
        [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "END OF TERMS AND CONDITIONS")]
    {
        assert!(read(file).text.contains(words), "{file}");
    }
    assert!(read("LICENSE-MIT").text.contains("The Musterfield contributors"));
    assert!(read("Cargo.toml").text.contains("license = \"MIT OR Apache-2.0\""));
}

/// `ListsCheck` in the form of the command line.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(if c == '_' { '-' } else { c.to_ascii_lowercase() });
    }
    text
}

/// The commands of an enum of `src/arguments.rs`.
fn variants(arguments: &str, name: &str) -> BTreeSet<String> {
    let body = arguments
        .split(&format!("enum {name} {{"))
        .nth(1)
        .and_then(|rest| rest.split("\n}").next())
        .unwrap_or_default();
    let names = body.lines().filter_map(|line| line.strip_prefix("    "));
    names
        .filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(|line| kebab(&first_word(line)))
        .collect()
}

/// The long options of `src/arguments.rs`.
fn options(arguments: &str) -> BTreeSet<String> {
    let fields = arguments.split("#[arg(").skip(1).filter_map(|rest| rest.split_once(")]\n"));
    let names = fields.filter(|(arg, _)| arg.contains("long")).map(|(arg, field)| {
        let given = between(arg, "long = \"", '"').first().map(|name| (*name).to_owned());
        given.unwrap_or_else(|| kebab(&first_word(field.trim_start().trim_start_matches("pub(crate) "))))
    });
    names.chain(["help".to_owned(), "version".to_owned()]).collect()
}

/// The calls of the program in a document, in fenced blocks and between backquotes, without the program's name.
fn calls(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, block) in document.split("```").enumerate() {
        let lines: Vec<&str> =
            if at % 2 == 1 { block.lines().collect() } else { block.split('`').skip(1).step_by(2).collect() };
        for line in lines {
            let is_setting = |word: &&str| *word == "$" || word.contains('=') && !word.ends_with("/musterfield");
            let mut words = line.split_whitespace().skip_while(is_setting);
            if words.next().is_some_and(|word| word == "musterfield" || word.ends_with("/musterfield")) {
                found.push(words.take_while(|word| !word.starts_with('#')).collect::<Vec<_>>().join(" "));
            }
        }
    }
    found
}

#[test]
fn the_readme_names_only_what_the_program_takes() {
    let arguments = read("src/arguments.rs").text;
    let (commands, of_lists, options) =
        (variants(&arguments, "Command"), variants(&arguments, "ListsCommand"), options(&arguments));
    assert!(commands.contains("validate") && of_lists.contains("check") && options.contains("public-url"));
    let readme = read("README.md").text;
    let (mut shown, mut mistakes) = (BTreeSet::new(), Vec::new());
    for call in calls(&readme) {
        let mut words = call.split_whitespace();
        if let Some(command) = words.next().filter(|word| !word.starts_with("--")) {
            let known = commands.contains(command)
                && (command != "lists" || words.next().is_some_and(|c| of_lists.contains(c)));
            if !known {
                mistakes.push(format!("there is no command in: musterfield {call}"));
            }
            shown.insert(command.to_owned());
        }
        for option in
            call.split_whitespace().filter_map(|word| word.strip_prefix("--")).filter(|o| !options.contains(*o))
        {
            mistakes.push(format!("there is no --{option}: musterfield {call}"));
        }
    }
    for option in between(&readme, "`--", '`').into_iter().filter_map(|rest| rest.split_whitespace().next()) {
        if !options.contains(option) {
            mistakes.push(format!("there is no --{option}"));
        }
    }
    for setting in readme.split("MUSTERFIELD_").skip(1).map(first_word) {
        if !arguments.contains(&format!("\"MUSTERFIELD_{setting}\"")) {
            mistakes.push(format!("nothing reads MUSTERFIELD_{setting}"));
        }
    }
    nothing_in(&mistakes);
    assert_eq!(shown, commands, "every command is shown");
}

/// The documents at the root and in `docs`.
fn documents() -> Vec<Text> {
    let mut all = files("docs", ".md");
    all.extend(entries(".").iter().filter(|name| name.ends_with(".md")).map(|name| read(name)));
    all
}

#[test]
fn documents_link_to_what_exists() {
    let mut mistakes = Vec::new();
    for file in documents() {
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in between(&file.text, "](", ')') {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            // Screenshots are taken by a browser and may not exist yet.
            if !target.ends_with(".png") && !root().join(folder).join(target).exists() {
                mistakes.push(format!("{} links to {target}", file.path));
            }
        }
    }
    nothing_in(&mistakes);
}

#[test]
fn documents_name_files_that_exist() {
    const FOLDERS: [&str; 6] = ["src/", "templates/", "lists/", "migrations/", "crates/", "assets/"];
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let mut mistakes = Vec::new();
    for file in documents() {
        let words = file.text.split('`').skip(1).step_by(2).filter(|word| word.chars().all(plain));
        for word in words.filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder))) {
            if !root().join(word).exists() {
                mistakes.push(format!("{} names {word}", file.path));
            }
        }
    }
    nothing_in(&mistakes);
}

#[test]
fn every_army_list_has_its_source_named() {
    let sources = read("docs/SOURCES.md").text;
    let lists = files("lists", ".md");
    let slugs = lists.iter().filter_map(|file| file.path.rsplit('/').next()?.strip_suffix(".md"));
    nothing_in(
        &slugs.filter(|slug| !sources.contains(&format!("| `{slug}` |"))).map(str::to_owned).collect::<Vec<_>>(),
    );
}
