//! Files of a table: the drawing as SVG, PNG and PDF, and the layout file. They exist for a table that is only an
//! address, for a saved layout in its current revision, and permanently for each of its revisions.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_sheets::map::{MapOptions, Style, svg};
use musterfield_sheets::map_sheet::{BASES, SheetOptions, sheet};
use musterfield_terrain::file::{to_json, to_json_pretty};
use musterfield_terrain::{Edge, Layout};

use super::address::TableAddress;
use super::study::analysed;
use crate::store::Revision;
use crate::web::download::{KnownTags, Made, Tag, file, slug};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::pdf::{Paper, Printer};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::LAYOUTS;
use crate::web::works::find::id_of;

/// The default width of pictures, in pixels.
const USUAL_WIDTH: u32 = 1600;
/// The widths of pictures that are allowed.
const WIDTHS: std::ops::RangeInclusive<u32> = 200..=4000;

/// The largest document that the printer takes, in bytes.
const LARGEST_SHEET: usize = 24 << 20;

/// The options of a file.
#[derive(Clone, Debug)]
pub(super) struct FileOptions {
    pub style: Style,
    pub edge: Option<Edge>,
    pub paper: Paper,
    /// Templates at true size for bases of this width, in mm.
    pub templates: Option<u16>,
    /// The width of a picture, in pixels.
    pub width: u32,
    /// Only the table: a drawing that is small on a page.
    pub bare: bool,
    /// Whether the seed is only the one with which the table began.
    begun: bool,
}

impl FileOptions {
    /// Takes the options out of a query.
    ///
    /// # Errors
    /// If a value does not exist, with a list of those that do.
    pub(super) fn take(fields: &mut Fields) -> Result<Self, WebError> {
        let mut said = |name: &str| fields.take(name).map(|text| text.trim().to_ascii_lowercase());
        let unknown = |what: &str, text: &str, known: &str| {
            WebError::Unreadable(format!("there is no {what} “{text}”: choose {known}"))
        };
        let style = match said("style").as_deref() {
            None | Some("") => Style::Colour,
            Some(text) => Style::parse(text).ok_or_else(|| unknown("style", text, "colour or print"))?,
        };
        let edge = match said("edge").as_deref() {
            None | Some("") => None,
            Some(text) => Some(Edge::parse(text).ok_or_else(|| unknown("edge", text, "north, east, south or west"))?),
        };
        let paper = match said("paper").as_deref() {
            None | Some("" | "a4") => Paper::A4,
            Some("letter") => Paper::Letter,
            Some(text) => return Err(unknown("paper", text, "a4 or letter")),
        };
        let known = BASES.map(|base| base.to_string()).join(" or ");
        let scale = match said("scale").as_deref() {
            None | Some("") => BASES.first().copied(),
            Some(text) => {
                let base = text.parse().ok().filter(|base| BASES.contains(base));
                Some(base.ok_or_else(|| unknown("base width", text, &known))?)
            }
        };
        let templates = yes(said("templates").as_deref(), "templates")?;
        let width = match said("width").as_deref() {
            None | Some("") => USUAL_WIDTH,
            Some(text) => text.parse().ok().filter(|width| WIDTHS.contains(width)).ok_or_else(|| {
                WebError::Unreadable(format!("a picture must be {} to {} pixels wide", WIDTHS.start(), WIDTHS.end()))
            })?,
        };
        let bare = yes(said("bare").as_deref(), "bare")?;
        Ok(Self { style, edge, paper, templates: scale.filter(|_| templates), width, bare, begun: false })
    }

    fn map(&self) -> MapOptions {
        let whole = !self.bare;
        MapOptions {
            style: self.style,
            base_edge: self.edge,
            labels: whole,
            legend: whole,
            heading: whole,
            scale: whole,
            source: whole,
            begun: self.begun,
            ..MapOptions::default()
        }
    }

    /// The options for the printer.
    pub(super) fn sheet(&self, title: Option<String>) -> SheetOptions {
        SheetOptions { map: self.map(), templates: self.templates, title }
    }
}

fn yes(text: Option<&str>, name: &str) -> Result<bool, WebError> {
    match text {
        None | Some("" | "no") => Ok(false),
        Some("yes" | "on") => Ok(true),
        Some(other) => Err(WebError::Unreadable(format!("“{other}” is not a value of “{name}”: choose yes or no"))),
    }
}

/// `GET /terrain/new.{format}`: the table of the address, without saving it.
///
/// # Errors
/// When there is no such format, or the address is invalid.
pub async fn new_table_file(
    request: HttpRequest,
    state: Data<AppState>,
    format: Path<String>,
) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let options = FileOptions::take(&mut fields)?;
    let address = match request.query_string() {
        "" => TableAddress::usual(state.book),
        _ => TableAddress::take(&mut fields, state.book),
    };
    fields.finish()?;
    let (book, printer, seen) = (state.book, state.printer.clone(), KnownTags::of(&request));
    let form = Form::of(&format)?;
    let made = state.run_heavy(&request, form.work(), move || {
        let layout = address.table(book).map_err(|wrong| wrong.as_error())?;
        let stem = stem(&layout);
        Ok::<_, WebError>((stem, form.made(&printer, &seen, &layout, &options)?))
    });
    let (stem, made) = made.await??;
    made.answer(|body| file(format!("{stem}.{}", form.ending()), form.kind(), body))
}

/// `GET /terrain/{id}.{format}`
///
/// # Errors
/// When there is no such layout or format, or the layout was deleted.
pub async fn layout_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, format) = path.into_inner();
    let options = options_of(&request)?;
    let work = LAYOUTS.work_to_share(&state, &request, &id_of(&id)?).await?;
    answer(&request, &state, &work.head, &format, options).await
}

/// `GET /terrain/{id}/v/{hash}.{format}`
///
/// # Errors
/// When there is no such layout or format, or the layout was deleted.
pub async fn state_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String, String)>,
) -> Result<HttpResponse, WebError> {
    let (id, hash, format) = path.into_inner();
    let options = options_of(&request)?;
    let (_, revision) = LAYOUTS.revision_at(&state, &request, (&id, &hash)).await?;
    answer(&request, &state, &revision, &format, options).await
}

/// A file of a layout that may have been changed by hand.
async fn answer(
    request: &HttpRequest,
    state: &Data<AppState>,
    revision: &Revision,
    format: &str,
    options: FileOptions,
) -> Result<HttpResponse, WebError> {
    let form = Form::of(format)?;
    let analysed = analysed(request, state, revision, None).await?;
    let options = FileOptions { begun: analysed.begun, ..options };
    let (printer, seen, stem) = (state.printer.clone(), KnownTags::of(request), stem(&analysed.layout));
    let made = state.run_heavy(request, form.work(), move || form.made(&printer, &seen, &analysed.layout, &options));
    made.await??.answer(|body| file(format!("{stem}.{}", form.ending()), form.kind(), body))
}

fn options_of(request: &HttpRequest) -> Result<FileOptions, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let options = FileOptions::take(&mut fields)?;
    fields.finish()?;
    Ok(options)
}

/// The name of a layout's files, without ending.
fn stem(layout: &Layout) -> String {
    let slug = slug(&layout.title());
    if slug.is_empty() { "table".to_owned() } else { slug }
}

/// The format of a table's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Json,
    Svg,
    Png,
    Pdf,
}

impl Form {
    /// The format named by the ending of an address.
    fn of(ending: &str) -> Result<Self, WebError> {
        [Self::Json, Self::Svg, Self::Png, Self::Pdf]
            .into_iter()
            .find(|form| form.format() == ending)
            .ok_or(WebError::NotFound)
    }

    const fn format(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
        }
    }

    /// The ending of file names.
    const fn ending(self) -> &'static str {
        match self {
            Self::Json => "layout.json",
            Self::Svg | Self::Png | Self::Pdf => self.format(),
        }
    }

    const fn kind(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Pdf => "application/pdf",
        }
    }

    /// The kind of job that makes it.
    const fn work(self) -> JobKind {
        match self {
            Self::Json | Self::Svg => JobKind::Table,
            Self::Png => JobKind::Picture,
            Self::Pdf => JobKind::Print,
        }
    }

    /// Makes the file, unless the browser has it: equal layouts and options always give equal bytes.
    fn made(
        self,
        printer: &Printer,
        seen: &KnownTags,
        layout: &Layout,
        options: &FileOptions,
    ) -> Result<Made, WebError> {
        let text = |text: String| seen.make_unless_known(Tag::new(&[text.as_bytes()]), || Ok(text.into_bytes()));
        match self {
            Self::Json => text(to_json_pretty(layout)),
            Self::Svg => text(svg(layout, &options.map())),
            Self::Png => {
                let (drawing, source) = (svg(layout, &options.map()), to_json(layout));
                let width = options.width.to_string();
                let tag = Tag::printed(&[b"png", width.as_bytes(), drawing.as_bytes(), source.as_bytes()]);
                seen.make_unless_known(tag, || Ok(printer.paint_now(&drawing, options.width, &source)?))
            }
            Self::Pdf => pdf(printer, seen, std::slice::from_ref(layout), options, None),
        }
    }
}

/// Layouts in one PDF, unless the browser has it.
pub(super) fn pdf(
    printer: &Printer,
    seen: &KnownTags,
    layouts: &[Layout],
    options: &FileOptions,
    title: Option<String>,
) -> Result<Made, WebError> {
    let sheet = sheet(&layouts.iter().collect::<Vec<_>>(), &options.sheet(title));
    if sheet.data.len() + sheet.sources.len() > LARGEST_SHEET {
        return Err(WebError::Unreadable("too many pieces at true size for one PDF; use fewer tables".to_owned()));
    }
    let paper = format!("{:?}", options.paper);
    let tag = Tag::printed(&[b"maps", paper.as_bytes(), sheet.data.as_bytes(), sheet.sources.as_bytes()]);
    seen.make_unless_known(tag, || Ok(printer.print_maps_now(options.paper, &sheet)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use musterfield_rules::book;
    use musterfield_terrain::event::{Homes, MOST_TABLES, tables};
    use musterfield_terrain::generate::{Preference, Settings, generate};

    #[test]
    fn all_tables_of_the_largest_event_with_their_pieces_find_room_in_one_pdf() {
        let rules = book().unwrap().terrain("dba3").unwrap();
        let board = musterfield_terrain::Board { width: 40_000, depth: 20_000 };
        let layouts: Vec<Layout> = tables(rules, Homes::InTurn, MOST_TABLES, 1)
            .iter()
            .map(|table| {
                let settings = Settings::new(rules, table.home, board, table.seed);
                generate(&Settings { preference: Preference::Close, ..settings }).unwrap()
            })
            .collect();
        let layouts: Vec<&Layout> = layouts.iter().collect();
        let options = SheetOptions { templates: BASES.last().copied(), ..SheetOptions::default() };
        let sheet = sheet(&layouts, &options);
        let size = sheet.data.len() + sheet.sources.len();
        assert!(size < LARGEST_SHEET, "{size}");
    }
}
