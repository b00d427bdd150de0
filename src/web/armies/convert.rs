//! An army under other rules: `/armies/{id}/convert`. The page first shows what carries over; then a copy is made, and
//! the army itself stays unchanged.

use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use musterfield_army::convert::{Converted, LineChange, convert};
use musterfield_army::{Draft, check};
use musterfield_rules::counterparts::Counterparts;
use musterfield_rules::{Points, Ruleset};
use serde::Deserialize;

use super::create::keep;
use super::revision::draft_of;
use crate::web::cookies::Flash;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::filters;
use crate::web::page::{Area, Layout, not_stored, render};
use crate::web::scheduler::JobKind;
use crate::web::state::AppState;
use crate::web::works::ARMIES;
use crate::web::works::create::new_request;
use crate::web::works::find::id_of;

#[derive(Template)]
#[template(path = "armies/convert.html")]
struct ConvertPage {
    layout: Layout,
    id: String,
    title: String,
    from: &'static str,
    to: &'static str,
    /// The hash of the revision shown, which is the one that is copied.
    hash: String,
    request: String,
    /// The other rulesets: id, name, whether it is the one shown.
    rulesets: Vec<(&'static str, &'static str, bool)>,
    changes: Vec<LineChange>,
    left: Vec<String>,
    /// The number of lines whose types the other rules do not have, if there are any.
    unknown: Option<usize>,
    /// Whether both count AP, so that prices can be compared.
    priced: bool,
    size: String,
    /// The problems of the army under the other rules, in sentences.
    problems: Vec<String>,
}

/// The query of a link.
#[derive(Deserialize)]
pub struct ConvertQuery {
    to: Option<String>,
}

/// The other rules: those requested, otherwise the first.
fn other(state: &AppState, draft: &Draft, asked: Option<&str>) -> Result<&'static Ruleset, WebError> {
    let mut others = state.book.rulesets().iter().filter(|ruleset| ruleset.id != draft.ruleset.id);
    match asked {
        None => others.next().ok_or(WebError::NotFound),
        Some(id) => others
            .find(|ruleset| *ruleset.id == *id)
            .ok_or_else(|| WebError::Unreadable(format!("there is no other ruleset “{id}”"))),
    }
}

/// `GET /armies/{id}/convert`
///
/// # Errors
/// When there is no such army, or the rules are unknown.
pub async fn show_conversion(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    query: Query<ConvertQuery>,
) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let army = ARMIES.work(&state, &request, &id).await?;
    let (shared, head) = (state.clone(), army.head.clone());
    let converted = state.run_by_size(&request, JobKind::Army, head.document.len(), move || {
        let draft = draft_of(&shared, &head)?;
        let to = other(&shared, &draft, query.to.as_deref())?;
        let converted = convert(&draft, to, &Counterparts::new(shared.book));
        let report = check(&converted.draft, shared.catalogue);
        Ok::<_, WebError>((draft, to, converted, report))
    });
    let (draft, to, Converted { lines, left, .. }, report) = converted.await??;
    let others = state.book.rulesets().iter().filter(|ruleset| ruleset.id != draft.ruleset.id);
    let page = ConvertPage {
        layout: Layout::new(&state, format!("Convert {} to other rules", draft.title()), Some(Area::Armies)),
        id: id.to_string(),
        title: draft.title().to_owned(),
        from: &draft.ruleset.name,
        to: &to.name,
        hash: army.head.hash.to_string(),
        request: new_request()?,
        rulesets: others.map(|ruleset| (&*ruleset.id, &*ruleset.name, ruleset.id == to.id)).collect(),
        unknown: Some(lines.iter().filter(|change| !change.known).count()).filter(|unknown| *unknown > 0),
        priced: lines.iter().any(|change| change.price.0.is_some() && change.price.1.is_some()),
        changes: lines,
        left,
        size: format!("{} of {}", report.totals.spent, to.counts().of(report.totals.budget)),
        problems: report
            .problems
            .iter()
            .filter(|problem| problem.is_error())
            .map(|problem| musterfield_words::army::message(&problem.fault, to))
            .collect(),
    };
    Ok(not_stored(render(&page)?))
}

impl ConvertPage {
    /// The price of an element under both rules: `2`, or `2 → 3` where they differ.
    fn prices(change: &LineChange) -> String {
        let written = |price: Option<Points>| price.map_or_else(|| "–".to_owned(), |price| price.to_string());
        let (from, to) = change.price;
        if from == to { written(from) } else { format!("{} → {}", written(from), written(to)) }
    }
}

/// `POST /armies/{id}/convert`: creates a copy of the revision with the hash in the form, under other rules.
///
/// # Errors
/// When there is no such army, the form is malformed, or the rules are unknown.
pub async fn convert_army(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let (name, hash, to) = (fields.demand("request")?, fields.demand("hash")?, fields.demand("to")?);
    fields.finish()?;
    let (_, revision) = ARMIES.revision_at(&state, &request, (&path, &hash)).await?;
    let (shared, size, of) = (state.clone(), revision.document.len(), revision.name.clone());
    let converted = state.run_by_size(&request, JobKind::Army, size, move || {
        let draft = draft_of(&shared, &revision)?;
        let to = other(&shared, &draft, Some(&to))?;
        Ok::<_, WebError>((convert(&draft, to, &Counterparts::new(shared.book)).draft, draft.ruleset))
    });
    let (draft, before) = converted.await??;
    let action = format!("copied from {of} of {}", before.name);
    keep(&request, &state, &draft, &name, &action, Some(Flash::Copied)).await
}
