//! The files of a ruleset and of the one that it extends, read part by part.

use std::collections::BTreeMap;

use crate::load::data_file::{DataFile, LoadError};
use crate::reference::Reference;
use musterfield_rule_files::RuleFile;

/// A file of this ruleset or of the one that it extends.
pub(super) struct PartFile<'a, T> {
    pub(super) path: String,
    pub(super) text: &'a str,
    pub(super) parsed: T,
}

/// A file of this ruleset together with that of the one it extends; each part comes from the first that has it.
pub(super) struct InheritedFile<'a, T> {
    pub(super) own: Option<PartFile<'a, T>>,
    pub(super) parent: Option<PartFile<'a, T>>,
    pub(super) reference: &'a Reference,
}

impl<'a, T: RuleFile> InheritedFile<'a, T> {
    /// Opens the files that exist; none if one of them cannot be read, which has already been reported.
    pub(super) fn open(
        files: &'a BTreeMap<String, String>,
        ids: [Option<&str>; 2],
        name: &str,
        reference: &'a Reference,
        errors: &mut Vec<LoadError>,
    ) -> Option<Self> {
        let mut found = [None, None];
        for (id, found) in ids.into_iter().zip(&mut found) {
            let Some(id) = id else { continue };
            let file = format!("rulesets/{id}/{name}");
            let Some(text) = files.get(&file) else { continue };
            let parsed = DataFile::new(file.clone(), text, reference, errors).parse()?;
            *found = Some(PartFile { path: file, text: text.as_str(), parsed });
        }
        let [own, parent] = found;
        Some(Self { own, parent, reference })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_none() && self.parent.is_none()
    }

    /// The part, with the data file that it comes from; none if no file has it.
    pub(super) fn part_if_any<P>(
        &'a self,
        errors: &'a mut Vec<LoadError>,
        part: impl Fn(&'a T) -> Option<&'a P>,
    ) -> Option<(DataFile<'a>, &'a P)> {
        let mut files = [&self.own, &self.parent].into_iter().flatten();
        let (file, found) = files.find_map(|file| Some((file, part(&file.parsed)?)))?;
        let source = DataFile::new(file.path.clone(), file.text, self.reference, errors);
        Some((source, found))
    }

    /// The part, reported as missing if no file has it.
    pub(super) fn part<P>(
        &'a self,
        errors: &'a mut Vec<LoadError>,
        name: &str,
        part: impl Fn(&'a T) -> Option<&'a P>,
    ) -> Option<(DataFile<'a>, &'a P)> {
        if [&self.own, &self.parent].into_iter().flatten().any(|file| part(&file.parsed).is_some()) {
            return self.part_if_any(errors, part);
        }
        let file = [&self.own, &self.parent].into_iter().flatten().next().map(|file| file.path.clone());
        let message = format!("`{name}` is missing");
        errors.push(LoadError { file: file.unwrap_or_default(), line: 1, message });
        None
    }
}
