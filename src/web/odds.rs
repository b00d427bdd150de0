//! `/odds`: what happens when two elements meet, how likely it is, and why.
//!
//! The address determines the page: everybody who opens it sees the same. Reading order: `address`, `controls`,
//! `answer`.

mod address;
mod answer;
mod controls;

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_combat::file::{Question, read};
use musterfield_combat::matchup::{Contender, Situation};
use musterfield_rules::combat::Combat;
use musterfield_rules::{Book, Ruleset};

use self::address::{CaseAddress, WHOLE};
use self::answer::Answer;
use self::controls::{CaseForm, Look, wrong_of};
use super::error::WebError;
use super::fields::{Fields, FieldsError};
use super::link;
use super::page::{Area, Layout, render_as, see_other};
use super::preview::Preview;
use super::state::AppState;
use crate::web::rule_link::RuleLink;

/// The button that swaps the sides, as the form sends it.
const SWAP: &str = "swap";

#[derive(Template)]
#[template(path = "odds/index.html")]
struct OddsPage {
    layout: Layout,
    style: String,
    script: String,
    form: CaseForm,
    answer: Option<Answer>,
    trouble: Option<Trouble>,
    /// The address of the case, below the site and in full.
    path: String,
    url: String,
}

/// The reason there is no answer.
struct Trouble {
    said: String,
    rule: Option<RuleLink>,
    /// Id of the field concerned, if the form has it.
    field: Option<String>,
}

/// The page of the odds of two kinds of elements that meet in this way: already its shortest address.
pub(crate) fn path_of(
    book: &'static Book,
    ruleset: &Ruleset,
    combat: &'static Combat,
    situation: &Situation,
    sorts: [Contender; 2],
) -> String {
    link::odds().asking(&CaseAddress::of(book, ruleset, combat, situation, sorts).query()).into()
}

/// The shortest address of the case in another address: the part after the question mark of `/odds`.
///
/// # Errors
/// If the query cannot be read, or has an unknown field.
pub fn shortest(query: &str, book: &'static Book) -> Result<String, FieldsError> {
    let mut fields = Fields::parse(query.as_bytes())?;
    let address = CaseAddress::take(&mut fields, book).settled(book);
    fields.finish()?;
    Ok(address.query())
}

/// `GET /odds`
///
/// A form sends every field it has; the answer redirects to the short address of the same case.
///
/// # Errors
/// If the address is not text; values that make no sense are shown in the form again.
pub async fn show_odds(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    let mut fields = Fields::parse(request.query_string().as_bytes())?;
    let wants_swap = fields.has("do") && fields.text("do") == SWAP;
    let mut address = CaseAddress::take(&mut fields, state.book).settled(state.book);
    let unknown = fields.finish().err();
    if wants_swap {
        address = address.swapped(state.book);
    }
    let query = address.query();
    let path = String::from(link::odds().asking(&query));
    if unknown.is_none() && !request.query_string().is_empty() && query != request.query_string() {
        return Ok(see_other(&path).finish());
    }
    let read = read(state.book, Question::Odds, &address.case(state.book));
    let (answer, wrong, rule) = match (&read, unknown) {
        (_, Some(why)) => (None, Some((WHOLE.to_owned(), format!("This address cannot be read: {why}."))), None),
        (Ok(file), None) => (Some(Answer::new(&file.case)), None, None),
        (Err(error), None) => (None, Some(wrong_of(error, &address)), error.rule.clone()),
    };
    let form = CaseForm::new(state.book, &address, &wrong).ok_or(WebError::NotFound)?;
    let home = address.rules(state.book).map(|(ruleset, _)| &*ruleset.id).unwrap_or_default();
    let trouble = wrong.map(|(field, said)| Trouble {
        said,
        rule: rule.as_ref().map(|rule| RuleLink::new(home, rule)),
        field: form.id_of(&field),
    });
    let status = if trouble.is_none() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let title = match &answer {
        Some(answer) => answer.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>().join(" against "),
        None => "Odds".to_owned(),
    };
    let preview = match &answer {
        Some(answer) if !request.query_string().is_empty() => Preview::of_visitor(
            link::odds().asking(&query),
            answer.sides.iter().map(|side| format!("{} {}.", side.name, side.deed)).collect::<Vec<_>>().join(" "),
        ),
        _ => Preview::of_site(
            link::odds(),
            "The odds of any combat of D3H2, DBA, HOTT and DBMF: all 36 dice rolls, and the reason for every number.",
        ),
    };
    let page = OddsPage {
        layout: Layout::new(&state, title, Some(Area::Odds)).previewed(preview).marked_wrong(trouble.is_some()),
        style: state.assets.address("odds.css").to_owned(),
        script: state.assets.address("odds.js").to_owned(),
        form,
        answer,
        trouble,
        url: state.url(&request, &path),
        path,
    };
    render_as(status, &page)
}
