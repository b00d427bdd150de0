//! Crib sheets of a ruleset, an army or a matchup: as pages to print, as PDF, and as data.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::Draft;
use musterfield_rules::Ruleset;
use musterfield_sheets::crib::{ColumnRole, Crib, CribError, CribOptions, Reading, References, TableRow};
use serde::Deserialize;

use super::download::{self, KnownTags, Made, Tag};
use super::error::WebError;
use super::link::{self, Address};
use super::page::{HTML, rendered};
use super::pdf::{PrintSettings, Sheet};
use super::scheduler::JobKind;
use super::state::AppState;

/// A crib sheet as a page.
#[derive(Template)]
#[template(path = "crib/sheet.html")]
pub struct CribPage {
    crib: Crib,
    /// Addresses of the style sheets.
    styles: Vec<String>,
    /// Address of the site's icon; `None` in a file.
    icon: Option<String>,
    /// The style itself, if the page is a file of its own.
    inline_style: Option<String>,
    /// Id of the ruleset, for links to its rules; `None` in a file.
    rules: Option<String>,
    /// The links to other pages; `None` in a file.
    way: Option<PageLinks>,
    options: CribOptions,
}

struct PageLinks {
    back: String,
    back_words: &'static str,
    pdf: String,
    pdf_to_save_ink: String,
    /// The same sheet in the other reading.
    reading: String,
    reading_words: &'static str,
    /// The same sheet with other references.
    refs: Vec<(String, &'static str)>,
}

impl CribPage {
    /// A page in a file of its own.
    #[must_use]
    pub fn alone(crib: Crib, style: String) -> Self {
        Self {
            crib,
            styles: Vec::new(),
            icon: None,
            inline_style: Some(style),
            rules: None,
            way: None,
            options: CribOptions::default(),
        }
    }

    fn new(
        state: &AppState,
        crib: Crib,
        ruleset: &str,
        (back, back_words): (String, &'static str),
        (page, pdf): (Address, Address),
        options: CribOptions,
    ) -> Self {
        let other = match options.reading {
            Reading::ByPhase => (Reading::ByType, "By type"),
            Reading::ByType => (Reading::ByPhase, "By phase"),
        };
        let reading = with_choices(page.clone(), CribOptions { reading: other.0, ..options }, References::Ours);
        let refs = [
            (References::Ours, "Our references"),
            (References::Theirs, "Paragraphs of the rule book"),
            (References::None, "No references"),
        ];
        // Where no rule names its paragraph, there are none to choose.
        let has_theirs = state.book.reference().has_paragraphs(ruleset_prefix(state, ruleset));
        let refs = refs.into_iter().filter(|(references, _)| {
            *references != options.references && (has_theirs || *references != References::Theirs)
        });
        let refs = refs.map(|(references, words)| {
            (with_choices(page.clone(), CribOptions { references, ..options }, References::Ours).into(), words)
        });
        let on_paper = match options.references {
            References::Ours => References::None,
            chosen => chosen,
        };
        let pdf = with_choices(pdf, CribOptions { references: on_paper, ..options }, References::None);
        let pdf_to_save_ink = pdf.clone().with("ink", "less").into();
        let way = PageLinks {
            back,
            back_words,
            pdf: pdf.into(),
            pdf_to_save_ink,
            reading: reading.into(),
            reading_words: other.1,
            refs: refs.collect(),
        };
        let styles = ["app.css", "crib.css"].map(|name| state.assets.address(name).to_owned()).into();
        let icon = Some(state.assets.address("favicon.svg").to_owned());
        Self { crib, styles, icon, inline_style: None, rules: Some(ruleset.to_owned()), way: Some(way), options }
    }

    /// The ruleset to whose rules the marks of lines lead: only ours do, and not in a file.
    fn links(&self) -> Option<&String> {
        self.rules.as_ref().filter(|_| self.options.references == References::Ours)
    }

    /// The page of the rule that a line of a table comes from, where the sheet has links.
    fn line_path(&self, row: &TableRow) -> Option<Address> {
        Some(link::rule(self.rules.as_ref()?, row.rules.first()?))
    }

    /// A rule id without its book, which all on a sheet share: `SEQ-02`.
    fn short<'r>(&self, rule: &'r str) -> &'r str {
        rule.split_once('-').map_or(rule, |(_, short)| short)
    }
}

/// The subject of a crib sheet.
#[derive(Debug)]
pub(super) enum Subject {
    /// All rules of a game.
    Whole(&'static Ruleset),
    /// The rules for an army, alone or against another.
    Army {
        army: Box<Draft>,
        against: Option<Box<Draft>>,
        /// The permanent address of the army, printed on the sheet.
        url: Option<String>,
    },
}

impl Subject {
    /// Makes the sheet.
    ///
    /// # Errors
    /// When the armies have different rulesets, or the ruleset has no crib sheet.
    fn crib(self, state: &AppState, options: CribOptions) -> Result<Crib, CribError> {
        match self {
            Self::Whole(ruleset) => Crib::whole(state.book, ruleset, options),
            Self::Army { army, against: None, url } => Ok(Crib { url, ..Crib::army(state.book, &army, options)? }),
            Self::Army { army, against: Some(other), url } => {
                Ok(Crib { url, ..Crib::two(state.book, &army, &other, options)? })
            }
        }
    }
}

/// The form in which a crib sheet is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CribOutput {
    Page,
    Json,
    Pdf(PrintSettings),
}

impl CribOutput {
    /// The form named by the ending of an address; without an ending it is the page.
    ///
    /// # Errors
    /// When there is no such ending.
    pub(super) fn of(ending: Option<&str>, settings: PrintSettings) -> Result<Self, WebError> {
        match ending {
            None => Ok(Self::Page),
            Some("json") => Ok(Self::Json),
            Some("pdf") => Ok(Self::Pdf(settings)),
            Some(_) => Err(WebError::NotFound),
        }
    }

    /// The kind of job that makes it.
    fn work(self, usual: JobKind) -> JobKind {
        match self {
            Self::Page | Self::Json => usual,
            Self::Pdf(_) => JobKind::Print,
        }
    }

    fn kind(self) -> &'static str {
        match self {
            Self::Page => HTML,
            Self::Json => "application/json",
            Self::Pdf(_) => "application/pdf",
        }
    }

    /// The file name for a sheet with this title; `None` for a page.
    fn file_name(self, title: &str) -> Option<String> {
        let ending = match self {
            Self::Page => return None,
            Self::Json => "json",
            Self::Pdf(_) => "pdf",
        };
        let slug = download::slug(title);
        Some(if slug.is_empty() { format!("crib.{ending}") } else { format!("{slug}-crib.{ending}") })
    }
}

/// A request for a crib sheet.
#[derive(Debug)]
pub(super) struct CribRequest {
    pub subject: Subject,
    /// Id of the ruleset, for links to its rules.
    pub ruleset: String,
    /// The page from which the reader came, and its name.
    pub back: (String, &'static str),
    /// The address of the sheet as a page, and as PDF, without its choices.
    pub page: Address,
    pub pdf: Address,
    pub form: CribOutput,
    pub options: CribOptions,
}

impl CribRequest {
    /// Makes the sheet, unless the browser has it.
    fn made(self, state: &AppState, seen: &KnownTags) -> Result<Made, WebError> {
        let crib = self.subject.crib(state, self.options)?;
        let data = || serde_json::to_vec(&crib).map_err(WebError::internal);
        match self.form {
            CribOutput::Page => {
                let page = CribPage::new(state, crib, &self.ruleset, self.back, (self.page, self.pdf), self.options);
                let page = rendered(&page)?.into_bytes();
                Ok(Made::New(Tag::new(&[&page]), page))
            }
            CribOutput::Json => {
                let data = data()?;
                seen.make_unless_known(Tag::new(&[&data]), || Ok(data))
            }
            CribOutput::Pdf(settings) => {
                let (data, made_as) = (data()?, format!("crib {settings:?}"));
                seen.make_unless_known(Tag::printed(&[made_as.as_bytes(), &data]), || {
                    Ok(state.printer.print_now(Sheet::Crib, settings, &data, None)?)
                })
            }
        }
    }

    /// The answer with the sheet.
    pub(super) async fn answer(self, request: &HttpRequest, state: &Data<AppState>) -> Result<HttpResponse, WebError> {
        let (form, seen, shared) = (self.form, KnownTags::of(request), state.clone());
        let title = match &self.subject {
            Subject::Whole(ruleset) => ruleset.name.to_string(),
            Subject::Army { army, .. } => army.title().to_owned(),
        };
        let made = state.run_heavy(request, form.work(JobKind::Army), move || self.made(&shared, &seen)).await??;
        match form.file_name(&title) {
            Some(name) => made.answer(|body| download::file(name, form.kind(), body)),
            None => made.answer(|body| HttpResponse::Ok().content_type(form.kind()).body(body)),
        }
    }
}

/// The choices for a ruleset's sheet.
#[derive(Deserialize)]
pub struct PaperQuery {
    paper: Option<String>,
    ink: Option<String>,
    reading: Option<String>,
    refs: Option<String>,
}

/// The choices for a crib sheet by their names in its address: `reading`, `phase` or `type`; `refs`, `ours`, `theirs` or
/// `none`. A page has our references unless others are chosen, since they are links there; other forms have none.
///
/// # Errors
/// When there is no such choice.
pub(super) fn chosen(reading: Option<&str>, refs: Option<&str>, form: CribOutput) -> Result<CribOptions, WebError> {
    let given = |name: Option<&str>| name.map(str::trim).filter(|name| !name.is_empty()).map(str::to_ascii_lowercase);
    let reading = match given(reading) {
        None => Reading::default(),
        Some(name) => Reading::named(&name).ok_or_else(|| {
            WebError::Unreadable(format!("there is no reading “{name}” of a crib sheet: choose phase or type"))
        })?,
    };
    let references = match given(refs) {
        None if form == CribOutput::Page => References::Ours,
        None => References::None,
        Some(name) => References::named(&name).ok_or_else(|| {
            WebError::Unreadable(format!("there are no references “{name}”: choose ours, theirs or none"))
        })?,
    };
    Ok(CribOptions { reading, references })
}

/// The address of a sheet with the choices that are not the usual ones of its form.
fn with_choices(address: Address, options: CribOptions, usual: References) -> Address {
    let reading = Reading::ALL.iter().find(|(_, known)| *known == options.reading && *known != Reading::default());
    let refs = References::ALL.iter().find(|(_, known)| *known == options.references && *known != usual);
    let address = reading.iter().fold(address, |address, (name, _)| address.with("reading", name));
    refs.iter().fold(address, |address, (name, _)| address.with("refs", name))
}

/// The beginning of the ids of a ruleset's own rules.
fn ruleset_prefix<'s>(state: &'s AppState, ruleset: &str) -> &'s str {
    state.book.ruleset(ruleset).map_or("", |ruleset| &ruleset.rule_prefix)
}

/// The sheet of a ruleset, which is the same for everybody.
async fn of_ruleset(
    request: &HttpRequest,
    state: &Data<AppState>,
    id: &str,
    query: &PaperQuery,
    ending: Option<&str>,
) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(id).ok_or(WebError::NotFound)?;
    let form = CribOutput::of(ending, PrintSettings::chosen(query.paper.as_deref(), query.ink.as_deref())?)?;
    let options = chosen(query.reading.as_deref(), query.refs.as_deref(), form)?;
    let wanted = CribRequest {
        subject: Subject::Whole(ruleset),
        ruleset: id.to_owned(),
        back: (link::ruleset(id).into(), "Back to the rules"),
        page: link::crib(id),
        pdf: link::crib_file(id, "pdf"),
        form,
        options,
    };
    let (name, shared) = (format!("{} {form:?} {options:?}", link::crib(id)), state.clone());
    let make = move || match wanted.made(&shared, &KnownTags::default())? {
        Made::New(_, body) => Ok(body),
        Made::Known(_) => Err(WebError::internal("nobody has seen it")),
    };
    let order = (form.work(JobKind::Text), name.as_str(), form.kind());
    let mut answer = state.constants.answer(request, &state.scheduler, order, make).await?;
    if let Some(name) = form.file_name(&ruleset.name) {
        download::name_file(&mut answer, name)?;
    }
    Ok(answer)
}

/// `GET /rules/{ruleset}/crib`
///
/// # Errors
/// When there is no such ruleset, or it has no crib sheet.
pub async fn show_ruleset_crib(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, WebError> {
    of_ruleset(&request, &state, &path, &query, None).await
}

/// `GET /rules/{ruleset}/crib.pdf`, `.json`
///
/// # Errors
/// The same as for [`show_ruleset_crib`], and when there is no such paper or ink.
pub async fn ruleset_crib_file(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, WebError> {
    of_ruleset(&request, &state, &path.0, &query, Some(&path.1)).await
}

impl From<CribError> for WebError {
    fn from(error: CribError) -> Self {
        match error {
            CribError::NotPlayed(_) => Self::NotFound,
            CribError::TwoRules(..) => Self::Unreadable(error.to_string()),
        }
    }
}
