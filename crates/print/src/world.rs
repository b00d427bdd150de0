//! What the typesetter can see: constant templates, constant fonts and the data of one document.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{DiagSpan, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};

use crate::{Complaint, Paper, Sheet};

/// The ids of all files that exist. They are fixed, because an id once given is never freed.
struct Files {
    common: FileId,
    roster: FileId,
    labels: FileId,
    settings: FileId,
    data: FileId,
    qr: FileId,
}

static FILES: LazyLock<Files> = LazyLock::new(|| Files {
    common: id("/common.typ"),
    roster: id("/roster.typ"),
    labels: id("/labels.typ"),
    settings: id("/settings.json"),
    data: id("/data.json"),
    qr: id("/qr.svg"),
});

#[expect(clippy::expect_used, reason = "only called with the constant paths above, which every test visits")]
fn id(path: &str) -> FileId {
    let path = VirtualPath::new(path).expect("a constant path is valid");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// Everything that is the same for all documents.
pub(crate) struct Stock {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    common: Source,
    roster: Source,
    labels: Source,
}

impl Stock {
    /// Loads the fonts and parses the templates.
    pub(crate) fn load() -> Self {
        let fonts: Vec<Font> = [notosans::REGULAR_TTF, notosans::BOLD_TTF, notosans::ITALIC_TTF]
            .into_iter()
            .filter_map(|bytes| Font::new(Bytes::new(bytes), 0))
            .collect();
        Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            common: Source::new(FILES.common, include_str!("../templates/common.typ").to_owned()),
            roster: Source::new(FILES.roster, include_str!("../templates/roster.typ").to_owned()),
            labels: Source::new(FILES.labels, include_str!("../templates/labels.typ").to_owned()),
        }
    }
}

/// The stock together with the data of one document.
pub(crate) struct Press<'a> {
    stock: &'a Stock,
    main: FileId,
    settings: Bytes,
    data: Bytes,
    qr: Option<Bytes>,
}

impl<'a> Press<'a> {
    /// Takes up one document.
    pub(crate) fn new(stock: &'a Stock, sheet: Sheet, paper: Paper, data: &[u8], qr_svg: Option<&str>) -> Self {
        let settings: &'static str = match (paper, qr_svg.is_some()) {
            (Paper::A4, false) => r#"{"paper": "a4", "qr": false}"#,
            (Paper::A4, true) => r#"{"paper": "a4", "qr": true}"#,
            (Paper::Letter, false) => r#"{"paper": "us-letter", "qr": false}"#,
            (Paper::Letter, true) => r#"{"paper": "us-letter", "qr": true}"#,
        };
        Self {
            stock,
            main: match sheet {
                Sheet::Roster => FILES.roster,
                Sheet::Labels => FILES.labels,
            },
            settings: Bytes::from_string(settings),
            data: Bytes::new(data.to_vec()),
            qr: qr_svg.map(|svg| Bytes::from_string(svg.to_owned())),
        }
    }

    /// The typesetter's errors in words.
    pub(crate) fn complaints(&self, errors: &[SourceDiagnostic]) -> Vec<Complaint> {
        errors
            .iter()
            .map(|error| Complaint {
                message: error.message.to_string(),
                place: self.place(error.span),
                hints: error.hints.iter().map(|hint| hint.v.to_string()).collect(),
            })
            .collect()
    }

    /// The file and line of a span, if it has any.
    fn place(&self, span: DiagSpan) -> Option<String> {
        let id = span.id()?;
        let file = id.get().vpath().get_without_slash();
        let line = self
            .source(id)
            .ok()
            .zip(self.range(span))
            .and_then(|(source, range)| source.lines().byte_to_line(range.start));
        Some(line.map_or_else(|| file.to_owned(), |line| format!("{file}:{}", line + 1)))
    }
}

impl World for Press<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.stock.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.stock.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        [&self.stock.common, &self.stock.roster, &self.stock.labels]
            .into_iter()
            .find(|source| source.id() == id)
            .cloned()
            .ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == FILES.settings {
            Ok(self.settings.clone())
        } else if id == FILES.data {
            Ok(self.data.clone())
        } else if id == FILES.qr {
            self.qr.clone().ok_or(FileError::AccessDenied)
        } else {
            Err(FileError::AccessDenied)
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.stock.fonts.get(index).cloned()
    }

    /// A fixed day, so that nothing printed depends on when it was printed.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        Datetime::from_ymd(2000, 1, 1)
    }
}
