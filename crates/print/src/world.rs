//! The files that the typesetter can access: constant templates, constant fonts and the data of one document.

use std::sync::LazyLock;

use typst::diag::{FileError, FileResult, SourceDiagnostic};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{DiagSpan, FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World, WorldExt};

use crate::error::Complaint;
use crate::sheet::{Paper, PrintSettings, Sheet};

/// The ids of the files that a sheet may read besides its template. They are fixed, because an id is never freed.
struct Files {
    settings: FileId,
    data: FileId,
    qr: FileId,
    codes: FileId,
    sources: FileId,
}

static FILES: LazyLock<Files> = LazyLock::new(|| Files {
    settings: id("/settings.json"),
    data: id("/data.json"),
    qr: id("/qr.svg"),
    codes: id("/codes.json"),
    sources: id("/sources.json"),
});

#[expect(clippy::expect_used, reason = "only called with the constant paths above, which every test visits")]
fn id(path: &str) -> FileId {
    let path = VirtualPath::new(path).expect("a constant path is valid");
    RootedPath::new(VirtualRoot::Project, path).intern()
}

/// The faces in the order in which they are searched for a character: a face that has it and matches bold or italic
/// text takes precedence.
pub(crate) const FACES: [&[u8]; 6] = [
    notosans::REGULAR_TTF,
    notosans::BOLD_TTF,
    notosans::ITALIC_TTF,
    include_bytes!("../fonts/dejavu-sans.ttf"),
    include_bytes!("../fonts/dejavu-sans-bold.ttf"),
    include_bytes!("../fonts/noto-emoji.ttf"),
];

/// The path and the text of every template and of every file that templates use.
pub(crate) const TEMPLATES: [(&str, &str); 16] = [
    ("/common.typ", include_str!("../templates/common.typ")),
    ("/roster-data.typ", include_str!("../templates/roster-data.typ")),
    ("/roster-parts.typ", include_str!("../templates/roster-parts.typ")),
    ("/roster.typ", include_str!("../templates/roster.typ")),
    ("/labels.typ", include_str!("../templates/labels.typ")),
    ("/maps.typ", include_str!("../templates/maps.typ")),
    ("/crib-table.typ", include_str!("../templates/crib-table.typ")),
    ("/crib-parts.typ", include_str!("../templates/crib-parts.typ")),
    ("/crib.typ", include_str!("../templates/crib.typ")),
    ("/event-parts.typ", include_str!("../templates/event-parts.typ")),
    ("/rosters.typ", include_str!("../templates/rosters.typ")),
    ("/roster-half.typ", include_str!("../templates/roster-half.typ")),
    ("/cribs.typ", include_str!("../templates/cribs.typ")),
    ("/receipt.typ", include_str!("../templates/receipt.typ")),
    ("/pairings.typ", include_str!("../templates/pairings.typ")),
    ("/standings.typ", include_str!("../templates/standings.typ")),
];

/// The template of a sheet.
const fn template(sheet: Sheet) -> &'static str {
    match sheet {
        Sheet::Roster => "/roster.typ",
        Sheet::Labels => "/labels.typ",
        Sheet::Maps => "/maps.typ",
        Sheet::Crib => "/crib.typ",
        Sheet::Rosters => "/rosters.typ",
        Sheet::Cribs => "/cribs.typ",
        Sheet::Receipt => "/receipt.typ",
        Sheet::Pairings => "/pairings.typ",
        Sheet::Standings => "/standings.typ",
    }
}

/// The substitute for a character that no face has.
const SUBSTITUTE: char = '\u{fffd}';

/// Everything that is the same for all documents.
pub(crate) struct Resources {
    library: LazyHash<Library>,
    book: LazyHash<FontBook>,
    fonts: Vec<Font>,
    templates: Vec<Source>,
}

impl Resources {
    /// Loads the fonts and parses the templates.
    pub(crate) fn load() -> Self {
        let fonts: Vec<Font> = FACES.into_iter().filter_map(|bytes| Font::new(Bytes::new(bytes), 0)).collect();
        Self {
            library: LazyHash::new(Library::default()),
            book: LazyHash::new(FontBook::from_fonts(&fonts)),
            fonts,
            templates: TEMPLATES.iter().map(|(path, text)| Source::new(id(path), (*text).to_owned())).collect(),
        }
    }
}

impl Resources {
    /// The text with a substitute for every character that no face has, so that none becomes an empty box; none if
    /// there is nothing to replace. The text may be JSON: the characters of its syntax are all printable.
    pub(crate) fn printable(&self, text: &str) -> Option<String> {
        let lacking = |c: char| !c.is_ascii() && !self.has(c);
        if !text.contains(lacking) {
            return None;
        }
        let shown = |c: char| match c {
            c if !lacking(c) => c,
            c if c.is_whitespace() => ' ',
            _ => SUBSTITUTE,
        };
        Some(text.chars().map(shown).collect())
    }

    /// Whether a character can be printed, or is invisible by nature.
    fn has(&self, c: char) -> bool {
        is_invisible(c) || self.fonts.iter().any(|font| font.info().coverage.contains(c.into()))
    }
}

/// Control characters, joiners, variation selectors and direction marks: the typesetter draws nothing for them,
/// whatever the face.
fn is_invisible(c: char) -> bool {
    let selectors = '\u{fe00}'..='\u{fe0f}';
    let tags = '\u{e0000}'..='\u{e0fff}';
    let breaks_and_marks = ['\u{ad}', '\u{34f}', '\u{61c}', '\u{feff}'];
    c.is_control()
        || breaks_and_marks.contains(&c)
        || ('\u{200b}'..='\u{200f}').contains(&c)
        || ('\u{2028}'..='\u{202e}').contains(&c)
        || ('\u{2060}'..='\u{206f}').contains(&c)
        || selectors.contains(&c)
        || tags.contains(&c)
}

/// The input of a sheet besides its data.
#[derive(Clone, Copy)]
pub(crate) enum Extra<'a> {
    None,
    /// A QR code as SVG.
    Qr(&'a str),
    /// A JSON list of QR codes as SVG, null where there is none.
    Codes(&'a str),
    /// A JSON list of files to attach. It is separate from the data, in which characters may be replaced.
    Sources(&'a str),
}

/// The stock together with the data of one document.
pub(crate) struct SheetWorld<'a> {
    resources: &'a Resources,
    main: FileId,
    settings: Bytes,
    data: Bytes,
    /// The file that accompanies the data, and its contents.
    extra: Option<(FileId, Bytes)>,
}

impl<'a> SheetWorld<'a> {
    /// Creates the world for one document.
    pub(crate) fn new(
        resources: &'a Resources,
        sheet: Sheet,
        print: PrintSettings,
        data: &[u8],
        extra: Extra<'_>,
    ) -> Self {
        let paper = match print.paper {
            Paper::A4 => "a4",
            Paper::Letter => "us-letter",
        };
        // Data that is not UTF-8 is refused when it is read as JSON.
        let replaced = std::str::from_utf8(data).ok().and_then(|text| resources.printable(text));
        let (has_code, extra) = match extra {
            Extra::None => (false, None),
            Extra::Qr(svg) => (true, Some((FILES.qr, svg))),
            Extra::Codes(codes) => (true, Some((FILES.codes, codes))),
            Extra::Sources(sources) => (false, Some((FILES.sources, sources))),
        };
        let lacking = replaced.is_some();
        let saves_ink = print.saves_ink;
        let settings =
            format!(r#"{{"paper": "{paper}", "saves-ink": {saves_ink}, "qr": {has_code}, "lacking": {lacking}}}"#);
        Self {
            resources,
            main: id(template(sheet)),
            settings: Bytes::from_string(settings),
            data: Bytes::new(replaced.map_or_else(|| data.to_vec(), String::into_bytes)),
            extra: extra.map(|(file, text)| (file, Bytes::from_string(text.to_owned()))),
        }
    }

    /// The typesetter's errors as text.
    pub(crate) fn diagnostics(&self, errors: &[SourceDiagnostic]) -> Vec<Complaint> {
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

impl World for SheetWorld<'_> {
    fn library(&self) -> &LazyHash<Library> {
        &self.resources.library
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &self.resources.book
    }

    fn main(&self) -> FileId {
        self.main
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.resources.templates.iter().find(|source| source.id() == id).cloned().ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        if id == FILES.settings {
            Ok(self.settings.clone())
        } else if id == FILES.data {
            Ok(self.data.clone())
        } else {
            let extra = self.extra.as_ref().filter(|(file, _)| *file == id);
            extra.map(|(_, bytes)| bytes.clone()).ok_or(FileError::AccessDenied)
        }
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.resources.fonts.get(index).cloned()
    }

    /// A fixed day, so that nothing printed depends on when it was printed.
    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        Datetime::from_ymd(2000, 1, 1)
    }
}
