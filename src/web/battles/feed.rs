//! `/battles/{id}/feed.atom`: whose turn it is, for feed readers.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::found::{FoundBattle, id_of};
use super::log::player;
use crate::store::BattleOrder;
use crate::web::accounts::identity;
use crate::web::download::Tag;
use crate::web::error::WebError;
use crate::web::link;
use crate::web::state::AppState;

/// The largest number of entries.
const MOST: usize = 30;

#[derive(Template)]
#[template(path = "battles/feed.xml")]
struct Feed {
    title: String,
    address: String,
    itself: String,
    updated: String,
    entries: Vec<Entry>,
}

/// A side has become the one that decides.
struct Entry {
    title: String,
    address: String,
    at: String,
}

/// `GET /battles/{id}/feed.atom`: an entry each time that the other side has become the one that decides, the latest
/// first.
///
/// # Errors
/// When there is no such battle, or only its players may see it.
pub async fn feed(request: HttpRequest, state: Data<AppState>, path: Path<String>) -> Result<HttpResponse, WebError> {
    let id = id_of(&path)?;
    let by = identity::holder(&request, &state).await?;
    let stored = state.store.battle(&id, by).await?;
    if !FoundBattle::shows(&stored) {
        return Err(WebError::ClosedBattle);
    }
    let tag = Tag::new(&[b"feed", id.as_str().as_bytes(), stored.orders.to_string().as_bytes()]);
    if let Some(known) = tag.known(&request) {
        return Ok(known);
    }
    let orders = state.store.battle_orders(&id, 0).await?;
    let [a, b] = &stored.names;
    let last = stored.terms.decides.map(|side| (stored.terms.since, stored.orders, side));
    let changes = orders.windows(2).filter_map(|two| match two {
        [before, BattleOrder { side, number, .. }] if before.side != *side => Some((before.at, number - 1, *side)),
        _ => None,
    });
    let mut changes: Vec<_> = changes.chain(last).collect();
    changes.dedup_by_key(|(_, number, _)| *number);
    let entry = |(at, number, side): (OffsetDateTime, i64, crate::store::BattleSide)| Entry {
        title: format!("{} decides", player(side).of::<String>(&stored.names)),
        address: state.url(&request, &link::battle_step(&id, number)),
        at: moment(at),
    };
    let feed = Feed {
        title: format!("{a} against {b}"),
        address: state.url(&request, &link::battle(&id)),
        itself: state.url(&request, &link::battle_feed(&id)),
        updated: moment(stored.updated_at),
        entries: changes.into_iter().rev().take(MOST).map(entry).collect(),
    };
    let text = feed.render().map_err(WebError::internal)?;
    tag.on(HttpResponse::Ok().content_type("application/atom+xml; charset=utf-8").body(text))
}

/// A moment as feeds have it: `2026-11-28T12:00:00Z`.
fn moment(at: OffsetDateTime) -> String {
    at.replace_nanosecond(0).unwrap_or(at).format(&Rfc3339).unwrap_or_default()
}
