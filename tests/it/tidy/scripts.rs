//! Scripts of one page share their names, unless they are modules.

use super::{files, nothing_in};

/// Scripts without imports that their pages load as modules all the same.
const MODULES: [&str; 3] = ["battle.js", "terrain.js", "trial.js"];

/// The names that a script declares outside of functions and blocks.
fn declared(text: &str) -> Vec<String> {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let names = |line: &str| -> Vec<String> {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let rest = ["const ", "let ", "var ", "function ", "class "].iter().find_map(|word| line.strip_prefix(word));
        let Some(rest) = rest else { return Vec::new() };
        let end = if rest.starts_with(['[', '{']) { rest.find([']', '}']) } else { rest.find(|at| !is_of_name(at)) };
        let named = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        named.split(|at| !is_of_name(at)).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    text.lines().flat_map(names).collect()
}

#[test]
fn no_script_declares_a_name_of_the_script_of_all_pages() {
    let scripts = files("assets", ".js");
    let of_all = scripts.iter().find(|file| file.path.ends_with("/app.js")).unwrap();
    let of_all = declared(&of_all.text);
    assert!(of_all.len() > 20, "{of_all:?}");
    let is_module = |text: &str| text.lines().any(|line| line.starts_with("import ") || line.starts_with("export "));
    let shared = scripts.iter().filter(|file| !is_module(&file.text) && !file.path.ends_with("/app.js"));
    let shared = shared.filter(|file| !MODULES.iter().any(|name| file.path.ends_with(&format!("/{name}"))));
    let mistakes: Vec<String> = shared
        .flat_map(|file| {
            let twice = declared(&file.text).into_iter().filter(|name| of_all.contains(name));
            twice.map(|name| format!("{} declares {name} too", file.path)).collect::<Vec<_>>()
        })
        .collect();
    nothing_in(&mistakes);
}
