//! Lists and ready armies, loaded together: every list can field a legal army, and every ready army is legal.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use musterfield_army::file::{self, ReadError};
use musterfield_army::list::{ListError, ListFault};
use musterfield_army::{Catalogue, Fault, LegalArmy, count};
use musterfield_rules::{Book, Ruleset};
use rust_embed::RustEmbed;

/// The army lists and everything that belongs to them.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    catalogue: Catalogue,
    /// The number of ways in which each list can be filled at the usual size, by id; none if there are too many to
    /// count.
    picks: BTreeMap<String, Option<u128>>,
    ready: Vec<ReadyArmy>,
}

/// An army picked from a list, ready to copy.
#[derive(Clone, Debug)]
pub struct ReadyArmy {
    /// The file name without its extension: `barrow-kings`.
    pub slug: String,
    /// The army.
    pub army: LegalArmy,
}

/// One mistake in the files of a collection.
#[derive(Clone, Debug)]
pub struct CollectionError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub fault: CollectionFault,
}

/// A problem with a file of a collection.
#[derive(Clone, Debug)]
pub enum CollectionFault {
    /// A list is not sound.
    List(ListFault),
    /// No legal army of the usual size can be picked from a list.
    NoLegalArmy,
    /// A ready army cannot be read.
    Unreadable(ReadError),
    /// A problem of a ready army. Errors make the collection unsound; a legal army may still have warnings.
    Problem {
        /// The problem.
        fault: Fault,
        /// Its ruleset.
        ruleset: &'static Ruleset,
    },
}

impl From<ListError> for CollectionError {
    fn from(ListError { file, line, fault }: ListError) -> Self {
        Self { file, line, fault: CollectionFault::List(fault) }
    }
}

#[derive(RustEmbed)]
#[folder = "../../lists/"]
struct ListFiles;

/// The files built into the program: path below `lists/` to text.
#[must_use]
pub fn embedded_files() -> BTreeMap<String, String> {
    let text = |name: &str| ListFiles::get(name).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    ListFiles::iter().filter_map(|name| text(&name).map(|text| (name.into_owned(), text))).collect()
}

/// The lists and ready armies built into the program, loaded on first use.
///
/// # Errors
/// All mistakes in them; the program must not start with such files.
pub fn collection(book: &'static Book) -> Result<&'static Collection, &'static [CollectionError]> {
    static COLLECTION: OnceLock<Result<Collection, Vec<CollectionError>>> = OnceLock::new();
    COLLECTION.get_or_init(|| Collection::load(&embedded_files(), book)).as_ref().map_err(Vec::as_slice)
}

/// The lists of [`collection()`] on their own.
///
/// # Errors
/// The same as for [`collection()`].
pub fn catalogue(book: &'static Book) -> Result<&'static Catalogue, &'static [CollectionError]> {
    collection(book).map(Collection::catalogue)
}

impl Collection {
    /// Loads lists (`d3h2/barrow-kings.md`) and ready armies (`d3h2/armies/barrow-kings.army.json`) from files.
    ///
    /// # Errors
    /// All mistakes: those of [`Catalogue::read`], lists that cannot field a legal army, and ready armies that are
    /// not legal.
    pub fn load(files: &BTreeMap<String, String>, book: &'static Book) -> Result<Self, Vec<CollectionError>> {
        let (catalogue, errors) = Catalogue::read(files, book);
        let mut errors: Vec<CollectionError> = errors.into_iter().map(CollectionError::from).collect();
        let mut picks = BTreeMap::new();
        for list in catalogue.lists() {
            let ways = count::picks(list, list.ruleset.army.budget.usual);
            if ways == Some(0) {
                let file = format!("{}.md", list.id);
                errors.push(CollectionError { file, line: 1, fault: CollectionFault::NoLegalArmy });
            }
            picks.insert(list.id.clone(), ways);
        }
        let mut ready = Vec::new();
        for (path, text) in files {
            let Some(slug) = path.strip_suffix(".army.json").and_then(|path| path.rsplit('/').next()) else { continue };
            match ready_army(path, text, &catalogue, book) {
                Ok(army) => ready.push(ReadyArmy { slug: slug.to_owned(), army }),
                Err(wrong) => errors.extend(wrong),
            }
        }
        if errors.is_empty() { Ok(Self { catalogue, picks, ready }) } else { Err(errors) }
    }

    /// The army lists.
    #[must_use]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The number of ways in which an army of the usual size can be picked from this list; none if there are too many
    /// to count.
    #[must_use]
    pub fn picks(&self, id: &str) -> Option<u128> {
        self.picks.get(id).copied().flatten()
    }

    /// All ready armies.
    #[must_use]
    pub fn ready(&self) -> &[ReadyArmy] {
        &self.ready
    }

    /// The ready armies of one list.
    pub fn ready_for<'a>(&'a self, list: &'a str) -> impl Iterator<Item = &'a ReadyArmy> {
        self.ready.iter().filter(move |army| army.army.draft().list.as_deref() == Some(list))
    }
}

/// Reads a ready army from its file.
fn ready_army(
    path: &str,
    text: &str,
    catalogue: &Catalogue,
    book: &'static Book,
) -> Result<LegalArmy, Vec<CollectionError>> {
    let refuse = |line, fault| CollectionError { file: path.to_owned(), line, fault };
    let draft = file::from_json(text, book)
        .map_err(|error| vec![refuse(error.line.unwrap_or(1), CollectionFault::Unreadable(error))])?;
    let ruleset = draft.ruleset;
    LegalArmy::new(draft, catalogue).map_err(|report| {
        let errors = report.problems.into_iter().filter(|problem| problem.is_error());
        errors.map(|problem| refuse(1, CollectionFault::Problem { fault: problem.fault, ruleset })).collect()
    })
}
