//! Crib sheets: of a ruleset, of an army, of two armies face to face; as pages that print, and as PDF.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use super::armies::draft_of;
use super::download::{self, Tag};
use super::error::WebError;
use super::kept::ARMIES;
use super::kept::open::id_of;
use super::page::render;
use super::pdf::{Paper, Sheet};
use super::state::State;
use crate::crib::Crib;

/// A crib sheet as a page.
#[derive(Template)]
#[template(path = "crib/sheet.html")]
pub struct CribPage {
    crib: Crib,
    /// Addresses of the style sheets.
    styles: Vec<String>,
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
        Self { crib, styles: Vec::new(), inline_style: Some(style), rules: None, way: None }
    }

    fn new(state: &State, crib: Crib, ruleset: &str, (back, back_words): (String, &'static str), pdf: String) -> Self {
        let rules = format!("/rules/{ruleset}");
        let way = Way { back, back_words, pdf, rules: rules.clone() };
        let styles = ["app.css", "crib.css"].map(|name| state.assets.address(name).to_owned()).into();
        Self { crib, styles, inline_style: None, rules: Some(rules), way: Some(way) }
    }

    /// A rule without the name of its book, which all on a sheet share: `SEQ-02`.
    fn short<'r>(&self, rule: &'r str) -> &'r str {
        rule.split_once('-').map_or(rule, |(_, short)| short)
    }
}

/// The paper that a reader chose.
#[derive(Deserialize)]
pub struct PaperQuery {
    paper: Option<String>,
}

impl PaperQuery {
    fn paper(&self) -> Result<Paper, WebError> {
        Paper::chosen(self.paper.as_deref())
    }
}

/// The sheet of a whole ruleset.
fn of_ruleset(state: &State, id: &str) -> Result<Crib, WebError> {
    let ruleset = state.book.ruleset(id).ok_or(WebError::NotFound)?;
    Crib::whole(state.book, ruleset).ok_or(WebError::NotFound)
}

/// `GET /rules/{ruleset}/crib`
///
/// # Errors
/// No such ruleset, or one that has no crib sheet.
pub async fn show_ruleset_crib(state: Data<State>, path: Path<String>) -> Result<HttpResponse, WebError> {
    let crib = of_ruleset(&state, &path)?;
    let back = (format!("/rules/{path}"), "Back to the rules");
    render(&CribPage::new(&state, crib, &path, back, format!("/rules/{path}/crib.pdf")))
}

/// `GET /rules/{ruleset}/crib.pdf`
///
/// # Errors
/// No such ruleset, one that has no crib sheet, no such paper.
pub async fn print_ruleset_crib(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, WebError> {
    let crib = of_ruleset(&state, &path)?;
    print(&request, &state, &crib, query.paper()?).await
}

/// What is asked of the sheet of an army.
#[derive(Deserialize)]
pub struct CribQuery {
    paper: Option<String>,
    /// The id of the army that it meets, if one is known.
    against: Option<String>,
}

/// The sheet of an army, alone or against another.
async fn of_army(
    request: &HttpRequest,
    state: &Data<State>,
    id: &str,
    query: &CribQuery,
) -> Result<(Crib, String), WebError> {
    let first = ARMIES.work(state, request, &id_of(id)?).await?;
    let draft = draft_of(state, &first.head)?;
    let crib = match query.against.as_deref().map(str::trim).filter(|other| !other.is_empty()) {
        None => Crib::army(state.book, &draft),
        Some(other) => {
            let second = ARMIES.work(state, request, &id_of(other)?).await?;
            let other = draft_of(state, &second.head)?;
            if other.ruleset.id != draft.ruleset.id {
                let (one, other) = (&draft.ruleset.name, &other.ruleset.name);
                return Err(WebError::Unreadable(format!(
                    "one army is of {one} and the other of {other}: both must play by the same rules"
                )));
            }
            Crib::two(state.book, &draft, &other)
        }
    };
    let crib = crib.ok_or(WebError::NotFound)?;
    Ok((Crib { url: Some(state.url(request, &ARMIES.page(&id_of(id)?))), ..crib }, draft.ruleset.id.to_string()))
}

impl CribQuery {
    /// The address of the same sheet as PDF.
    fn pdf(&self, id: &str) -> String {
        let against = self.against.as_deref().and_then(|other| id_of(other.trim()).ok());
        let against = against.map(|other| format!("?against={other}")).unwrap_or_default();
        format!("/armies/{id}/crib.pdf{against}")
    }
}

/// `GET /armies/{id}/crib`, and with `against` for that army and another face to face.
///
/// # Errors
/// Not there, deleted, armies of different rules, rules without a crib sheet.
pub async fn show_army_crib(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<CribQuery>,
) -> Result<HttpResponse, WebError> {
    let (crib, ruleset) = of_army(&request, &state, &path, &query).await?;
    let back = (format!("/armies/{path}"), "Back to the army");
    render(&CribPage::new(&state, crib, &ruleset, back, query.pdf(&path)))
}

/// `GET /armies/{id}/crib.pdf`
///
/// # Errors
/// As [`show_army_crib`], and no such paper.
pub async fn print_army_crib(
    request: HttpRequest,
    state: Data<State>,
    path: Path<String>,
    query: Query<CribQuery>,
) -> Result<HttpResponse, WebError> {
    let (crib, _) = of_army(&request, &state, &path, &query).await?;
    print(&request, &state, &crib, Paper::chosen(query.paper.as_deref())?).await
}

/// A PDF, unless the browser has it: equal data always gives equal bytes.
async fn print(request: &HttpRequest, state: &State, crib: &Crib, paper: Paper) -> Result<HttpResponse, WebError> {
    let data = serde_json::to_vec(crib).map_err(WebError::internal)?;
    let tag = Tag::printed(&[format!("crib {paper:?}").as_bytes(), &data]);
    if let Some(answer) = tag.known(request) {
        return Ok(answer);
    }
    let pdf = state.press.print(Sheet::Crib, paper, data, None).await?;
    let slug = download::slug(&crib.title);
    let name = if slug.is_empty() { "crib.pdf".to_owned() } else { format!("{slug}-crib.pdf") };
    tag.on(download::file(name, "application/pdf", pdf))
}
