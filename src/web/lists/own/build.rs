//! Armies from a list: new ones, and armies that take the list as theirs.

use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_army::Draft;
use musterfield_army::draft::own_list;
use musterfield_army::picked::of_own_list;

use super::content::OwnList;
use crate::web::accounts::identity;
use crate::web::armies::{army_to_store, draft_of, keep_army};
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::see_other;
use crate::web::state::AppState;
use crate::web::works::content::Content;
use crate::web::works::find::id_of;
use crate::web::works::{ARMIES, LISTS};

/// The army that a list gives with the first choice of each entry.
fn army_of(own: &OwnList) -> Draft {
    match own.read() {
        Ok(list) => of_own_list(own.ruleset, &own.text, &list),
        // The check of the army says what today's rules cannot read.
        Err(_) => Draft { own_list: own_list(&own.text).ok().flatten(), ..Draft::new(own.ruleset) },
    }
}

/// `POST /lists/own/{id}/armies`: a new army that carries the list in the state with the hash in the form. The address
/// of the list stays with those who have it: whoever sees the army sees only its text.
///
/// # Errors
/// When there is no such list, or the form is malformed.
pub async fn army_from_own_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let name = fields.demand("request")?;
    let hash = fields.demand("hash")?;
    fields.finish()?;
    let (_, revision) = LISTS.revision_at(&state, &request, (&path, &hash)).await?;
    let draft = army_of(&OwnList::of(&state, &revision)?);
    keep_army(&request, &state, &draft, &name, &format!("started from {}", revision.name)).await
}

/// `POST /armies/{id}/list`: the army takes a player's list in the state with the hash in the form, with its aggression
/// and its only home terrain. Its elements stay.
///
/// # Errors
/// When there is no such army or list, the army is not the visitor's or has other rules, another tab has changed it in
/// the meantime, or the form is malformed.
pub async fn army_takes_list(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<String>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let army = id_of(&path)?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.demand("request")?;
    let (list, hash) = (fields.demand("list")?, fields.demand("hash")?);
    fields.finish()?;
    let work = ARMIES.work_to_edit(&state, &request, &army).await?;
    let (_, revision) = LISTS.revision_at(&state, &request, (&list, &hash)).await?;
    let (own, before) = (OwnList::of(&state, &revision)?, draft_of(&state, &work.head)?);
    if own.ruleset.id != before.ruleset.id {
        let rules = (&own.ruleset.name, &before.ruleset.name);
        return Err(WebError::Unreadable(format!("the list is for {}, and the army for {}", rules.0, rules.1)));
    }
    let Draft { own_list, aggression, home_terrain, .. } = army_of(&own);
    let home_terrain = home_terrain.or_else(|| before.home_terrain.clone());
    let draft = Draft { list: None, own_list, aggression, home_terrain, ..before };
    let next = army_to_store(&state, &draft)?.new_revision(&state, format!("took the list {}", revision.name))?;
    let by = identity::holder(&request, &state).await?.ok_or_else(|| ARMIES.not_yours(&army))?;
    state.store_for(&request).save(ARMIES.kind, &army, by, work.head.number, &key, next).await?;
    Ok(see_other(&link::army_editor(&army)).finish())
}
