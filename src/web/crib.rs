//! Crib sheets: of a ruleset, of an army, of two armies face to face; as pages that print, as PDF, and as data.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::download::{self, Made, Seen, Tag};
use super::error::WebError;
use super::page::{HTML, rendered};
use super::pdf::{Paper, Sheet};
use super::scheduler::Kind;
use super::state::State;
use crate::army::Draft;
use crate::crib::{Crib, NoCrib};
use crate::rules::Ruleset;

/// A crib sheet as a page.
#[derive(Template)]
#[template(path = "crib/sheet.html")]
pub struct CribPage {
    crib: Crib,
    /// Addresses of the style sheets.
    styles: Vec<String>,
    /// Address of the sign of the site; none in a file.
    icon: Option<String>,
    /// The style itself, where the page stands alone in a file.
    inline_style: Option<String>,
    /// Where the rules of the ruleset stand, for links; none in a file.
    rules: Option<String>,
    /// Where the reader can go from here; nowhere from a file.
    way: Option<Way>,
}

struct Way {
    back: String,
    back_words: &'static str,
    pdf: String,
    rules: String,
}

impl CribPage {
    /// A page in a file of its own.
    #[must_use]
    pub fn alone(crib: Crib, style: String) -> Self {
        Self { crib, styles: Vec::new(), icon: None, inline_style: Some(style), rules: None, way: None }
    }

    fn new(state: &State, crib: Crib, ruleset: &str, (back, back_words): (String, &'static str), pdf: String) -> Self {
        let rules = format!("/rules/{ruleset}");
        let way = Way { back, back_words, pdf, rules: rules.clone() };
        let styles = ["app.css", "crib.css"].map(|name| state.assets.address(name).to_owned()).into();
        let icon = Some(state.assets.address("favicon.svg").to_owned());
        Self { crib, styles, icon, inline_style: None, rules: Some(rules), way: Some(way) }
    }

    /// A rule without the name of its book, which all on a sheet share: `SEQ-02`.
    fn short<'r>(&self, rule: &'r str) -> &'r str {
        rule.split_once('-').map_or(rule, |(_, short)| short)
    }
}

/// What a crib sheet is about.
#[derive(Debug)]
pub(super) enum Subject {
    /// All rules of a game.
    Whole(&'static Ruleset),
    /// What an army needs, alone or against another.
    Army {
        army: Box<Draft>,
        against: Option<Box<Draft>>,
        /// The permanent address of the army, printed on the sheet.
        url: Option<String>,
    },
}

impl Subject {
    /// The sheet.
    ///
    /// # Errors
    /// Armies of different rules; rules without a crib sheet.
    fn crib(self, state: &State) -> Result<Crib, NoCrib> {
        match self {
            Self::Whole(ruleset) => Crib::whole(state.book, ruleset),
            Self::Army { army, against: None, url } => Ok(Crib { url, ..Crib::army(state.book, &army)? }),
            Self::Army { army, against: Some(other), url } => Ok(Crib { url, ..Crib::two(state.book, &army, &other)? }),
        }
    }
}

/// In which form a crib sheet is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Page,
    Json,
    Pdf(Paper),
}

impl Form {
    /// The form that the ending of an address names; none is the page.
    ///
    /// # Errors
    /// No such ending.
    pub(super) fn of(ending: Option<&str>, paper: Paper) -> Result<Self, WebError> {
        match ending {
            None => Ok(Self::Page),
            Some("json") => Ok(Self::Json),
            Some("pdf") => Ok(Self::Pdf(paper)),
            Some(_) => Err(WebError::NotFound),
        }
    }

    /// What making it is.
    fn work(self, usual: Kind) -> Kind {
        match self {
            Self::Page | Self::Json => usual,
            Self::Pdf(_) => Kind::Print,
        }
    }

    fn kind(self) -> &'static str {
        match self {
            Self::Page => HTML,
            Self::Json => "application/json",
            Self::Pdf(_) => "application/pdf",
        }
    }

    /// The name of the file for a sheet of this title; a page is none.
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

/// A crib sheet that somebody asked for.
#[derive(Debug)]
pub(super) struct Wanted {
    pub subject: Subject,
    /// Id of the ruleset, for links to its rules.
    pub ruleset: String,
    /// Where the reader came from, and how that is called.
    pub back: (String, &'static str),
    /// The address of the sheet without ending, and what follows the ending.
    pub address: (String, String),
    pub form: Form,
}

impl Wanted {
    /// Makes the sheet, unless the browser has it.
    fn made(self, state: &State, seen: &Seen) -> Result<Made, WebError> {
        let crib = self.subject.crib(state)?;
        let data = || serde_json::to_vec(&crib).map_err(WebError::internal);
        match self.form {
            Form::Page => {
                let (address, query) = &self.address;
                let pdf = format!("{address}.pdf{query}");
                let page = rendered(&CribPage::new(state, crib, &self.ruleset, self.back, pdf))?.into_bytes();
                Ok(Made::New(Tag::new(&[&page]), page))
            }
            Form::Json => {
                let data = data()?;
                seen.or_made(Tag::new(&[&data]), || Ok(data))
            }
            Form::Pdf(paper) => {
                let (data, made_as) = (data()?, format!("crib {paper:?}"));
                seen.or_made(Tag::printed(&[made_as.as_bytes(), &data]), || {
                    Ok(state.press.print_now(Sheet::Crib, paper, &data, None)?)
                })
            }
        }
    }

    /// The answer with the sheet.
    pub(super) async fn answer(self, request: &HttpRequest, state: &Data<State>) -> Result<HttpResponse, WebError> {
        let (form, seen, shared) = (self.form, Seen::of(request), state.clone());
        let title = match &self.subject {
            Subject::Whole(ruleset) => ruleset.name.to_string(),
            Subject::Army { army, .. } => army.title().to_owned(),
        };
        let made = state.heavy(request, form.work(Kind::Army), move || self.made(&shared, &seen)).await??;
        match form.file_name(&title) {
            Some(name) => made.answer(|body| download::file(name, form.kind(), body)),
            None => made.answer(|body| HttpResponse::Ok().content_type(form.kind()).body(body)),
        }
    }
}

/// What a reader of a ruleset's sheet chose.
#[derive(Deserialize)]
pub struct PaperQuery {
    paper: Option<String>,
}

/// The sheet of a ruleset, which is the same for everybody.
async fn of_ruleset(
    request: &HttpRequest,
    state: &Data<State>,
    id: &str,
    query: &PaperQuery,
    ending: Option<&str>,
) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(id).ok_or(WebError::NotFound)?;
    let form = Form::of(ending, Paper::chosen(query.paper.as_deref())?)?;
    let wanted = Wanted {
        subject: Subject::Whole(ruleset),
        ruleset: id.to_owned(),
        back: (format!("/rules/{id}"), "Back to the rules"),
        address: (format!("/rules/{id}/crib"), String::new()),
        form,
    };
    let (name, shared) = (format!("/rules/{id}/crib {form:?}"), state.clone());
    let make = move || match wanted.made(&shared, &Seen::default())? {
        Made::New(_, body) => Ok(body),
        Made::Known(_) => Err(WebError::internal("nobody has seen it")),
    };
    let order = (form.work(Kind::Text), name.as_str(), form.kind());
    let mut answer = state.constants.answer(request, &state.scheduler, order, make).await?;
    if let Some(name) = form.file_name(&ruleset.name) {
        download::name_file(&mut answer, name)?;
    }
    Ok(answer)
}

/// `GET /rules/{ruleset}/crib`
///
/// # Errors
/// No such ruleset, or one that has no crib sheet.
pub async fn show_ruleset_crib(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, WebError> {
    of_ruleset(&request, &state, &path, &query, None).await
}

/// `GET /rules/{ruleset}/crib.pdf`, `.json`
///
/// # Errors
/// As [`show_ruleset_crib`], and no such paper.
pub async fn ruleset_crib_file(
    request: HttpRequest,
    state: Data<State>,
    path: Path<(String, String)>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, WebError> {
    of_ruleset(&request, &state, &path.0, &query, Some(&path.1)).await
}

impl From<NoCrib> for WebError {
    fn from(error: NoCrib) -> Self {
        match error {
            NoCrib::NotPlayed(_) => Self::NotFound,
            NoCrib::TwoRules(..) => Self::Unreadable(error.to_string()),
        }
    }
}
