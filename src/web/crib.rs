//! Crib sheets: of a ruleset, of an army, of two armies face to face; as pages that print, as PDF, and as data.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::download::{self, Tag};
use super::error::WebError;
use super::page::render;
use super::pdf::{Paper, Sheet};
use super::state::State;
use crate::army::Draft;
use crate::crib::{Crib, NoCrib};

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

/// A crib sheet that somebody asked for.
pub(super) struct Wanted {
    pub crib: Crib,
    /// Id of the ruleset, for links to its rules.
    pub ruleset: String,
    /// Where the reader came from, and how that is called.
    pub back: (String, &'static str),
    /// The address of the sheet without ending, and what follows the ending.
    pub address: (String, String),
    pub paper: Paper,
}

impl Wanted {
    /// The sheet as a page (no ending), as PDF, or as data.
    pub(super) async fn answer(
        self,
        request: &HttpRequest,
        state: &State,
        ending: Option<&str>,
    ) -> Result<HttpResponse, WebError> {
        let data = || serde_json::to_vec(&self.crib).map_err(WebError::internal);
        let file = |kind: &'static str, body: Vec<u8>| {
            let slug = download::slug(&self.crib.title);
            let name = if slug.is_empty() { "crib".to_owned() } else { format!("{slug}-crib") };
            download::file(format!("{name}.{}", ending.unwrap_or_default()), kind, body)
        };
        match ending {
            None => {
                let (address, query) = &self.address;
                let pdf = format!("{address}.pdf{query}");
                render(&CribPage::new(state, self.crib, &self.ruleset, self.back, pdf))
            }
            Some("json") => Ok(file("application/json", data()?)),
            Some("pdf") => {
                let (data, made_as) = (data()?, format!("crib {:?}", self.paper));
                // Equal data always gives equal bytes.
                let tag = Tag::printed(&[made_as.as_bytes(), &data]);
                if let Some(answer) = tag.known(request) {
                    return Ok(answer);
                }
                tag.on(file("application/pdf", state.press.print(Sheet::Crib, self.paper, data, None).await?))
            }
            Some(_) => Err(WebError::NotFound),
        }
    }
}

/// What a reader of a ruleset's sheet chose.
#[derive(Deserialize)]
pub struct PaperQuery {
    paper: Option<String>,
}

async fn of_ruleset(
    request: &HttpRequest,
    state: &State,
    id: &str,
    query: &PaperQuery,
    ending: Option<&str>,
) -> Result<HttpResponse, WebError> {
    let ruleset = state.book.ruleset(id).ok_or(WebError::NotFound)?;
    let wanted = Wanted {
        crib: Crib::whole(state.book, ruleset)?,
        ruleset: id.to_owned(),
        back: (format!("/rules/{id}"), "Back to the rules"),
        address: (format!("/rules/{id}/crib"), String::new()),
        paper: Paper::chosen(query.paper.as_deref())?,
    };
    wanted.answer(request, state, ending).await
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

/// The sheet of an army, alone or against another.
///
/// # Errors
/// Armies of different rules; rules without a crib sheet.
pub(super) fn of_army(state: &State, draft: &Draft, against: Option<&Draft>) -> Result<Crib, WebError> {
    let crib = match against {
        None => Crib::army(state.book, draft),
        Some(other) => Crib::two(state.book, draft, other),
    };
    crib.map_err(WebError::from)
}

impl From<NoCrib> for WebError {
    fn from(error: NoCrib) -> Self {
        match error {
            NoCrib::NotPlayed(_) => Self::NotFound,
            NoCrib::TwoRules(..) => Self::Unreadable(error.to_string()),
        }
    }
}
