//! `lists check`: checks that the army lists are sound.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use musterfield_lists::{Collection, CollectionError, CollectionFault};
use serde_json::json;

use super::mistake::{message, with_place};
use super::{Failure, NO, Outcome, print, read_text};
use crate::arguments::Format;

pub(crate) fn check(dir: Option<&Path>, format: Format) -> Outcome {
    let book = musterfield_rules::book().map_err(Failure::new)?;
    let here = Path::new("lists");
    let files = match dir.or_else(|| here.is_dir().then_some(here)) {
        Some(dir) => {
            let mut files = BTreeMap::new();
            gather(dir, dir, &mut files)?;
            files
        }
        None => musterfield_lists::embedded_files(),
    };
    let (lists, errors) = match Collection::load(&files, book) {
        Ok(collection) => {
            let mut errors = Vec::new();
            // Even a legal army may have warnings.
            for ready in collection.ready() {
                let (draft, report) = (ready.army.draft(), ready.army.report());
                errors.extend(report.problems.iter().map(|problem| CollectionError {
                    file: format!("{}.army.json", ready.slug),
                    line: 1,
                    fault: CollectionFault::Problem { fault: problem.fault.clone(), ruleset: draft.ruleset },
                }));
            }
            (collection.catalogue().lists().count(), errors)
        }
        Err(errors) => (files.keys().filter(|path| path.ends_with(".md")).count(), errors),
    };
    match format {
        Format::Json => {
            let errors: Vec<_> = errors
                .iter()
                .map(|error| json!({ "file": error.file, "line": error.line, "message": message(&error.fault) }))
                .collect();
            print(&format!("{}\n", json!({ "lists": lists, "sound": errors.is_empty(), "errors": errors })))?;
        }
        Format::Text => {
            let mut text = String::new();
            for error in &errors {
                let _ = writeln!(text, "{}", with_place(error));
            }
            let _ = writeln!(text, "{lists} army lists, {} mistakes", errors.len());
            print(&text)?;
        }
    }
    Ok(ExitCode::from(if errors.is_empty() { 0 } else { NO }))
}

/// The lists and ready armies below a folder, by their path in it.
fn gather(root: &Path, dir: &Path, files: &mut BTreeMap<String, String>) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", dir.display()));
    for entry in std::fs::read_dir(dir).map_err(|error| failed(&error))? {
        let path = entry.map_err(|error| failed(&error))?.path();
        if path.is_dir() {
            gather(root, &path, files)?;
            continue;
        }
        let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) else { continue };
        if name.ends_with(".md") || name.ends_with(".army.json") {
            let text = read_text(&path.to_string_lossy())?;
            files.insert(name.replace(std::path::MAIN_SEPARATOR, "/"), text);
        }
    }
    Ok(())
}
