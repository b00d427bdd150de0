//! Sketches: the state of a battle as a battle of the visitor's own, to try something. Nothing that is done there changes the
//! battle it comes from, and its dice are others: they are thrown, or chosen.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use musterfield_battle::record::{Entry, Head};

use super::found::id_of;
use super::log::side;
use super::show::{Refused, Typed, show};
use super::step::AtStep;
use crate::store::{NewBattle, NewOrders, SketchOf};
use crate::web::accounts::identity;
use crate::web::cookies;
use crate::web::error::WebError;
use crate::web::fields::Fields;
use crate::web::link;
use crate::web::page::{not_stored, see_other};
use crate::web::state::AppState;
use crate::web::works::create::check_request;

/// `POST /battles/{id}/{step}/try`: begins a sketch with the state after that line.
///
/// # Errors
/// When there is no such battle or step, or only its players may see it.
pub async fn try_it(
    request: HttpRequest,
    state: Data<AppState>,
    path: Path<(String, String)>,
    body: Bytes,
) -> Result<HttpResponse, WebError> {
    let (id, number) = path.into_inner();
    let id = id_of(&id)?;
    let mut fields = Fields::parse(&body)?;
    let key = fields.demand("request")?;
    fields.finish()?;
    check_request(&key)?;
    let AtStep { found, sitting, number: line, .. } = AtStep::new(&request, &state, &id, &number).await?;
    let Some(decides) = sitting.decides_in_sketch() else {
        let message =
            "The battle is over at this step, or goes on by other rules: nothing can be tried there.".to_owned();
        let refused = Some(Refused { status: StatusCode::UNPROCESSABLE_ENTITY, message });
        return show(&request, &state, &found, Typed { refused, ..Typed::default() }).await;
    };
    let (by, browser) = identity::holder_or_new(&request, &state, &key).await?;
    // Its dice are not promised, and follow from no seed: the visitor may choose them.
    let head = Head { promised: None, seed: None, ..sitting.recorder().head().clone() }.to_string();
    let store = state.store_for(&request);
    let sketch = store
        .create_battle(NewBattle {
            head,
            holds: [true; 2],
            sketch_of: Some(SketchOf::new(&id, i64::try_from(line).unwrap_or(i64::MAX))),
            request_key: format!("try {key}\n{}", cookies::name(&browser)),
            ..sitting.to_store(by.keeper().clone(), state.chance.dice()?)?
        })
        .await?;
    let entries = sitting.recorder().entries().iter().enumerate();
    let lines: Vec<_> = entries
        .map(|(at, entry)| (side(sitting.gave(at)), Entry { dropped: Vec::new(), ..entry.clone() }.to_string()))
        .collect();
    if !lines.is_empty() {
        let new = NewOrders {
            lines,
            standing: sitting.standing(),
            is_over: false,
            decides: Some(side(decides)),
            request: Some("try".to_owned()),
        };
        // If the same form is sent again, they are there already.
        let nobody = None::<crate::store::Holder>;
        store.append_orders(&sketch, nobody, 0, new).await?;
    }
    let mut response = see_other(&link::battle(&sketch));
    response.cookie(cookies::visitor_cookie(&state, &browser));
    Ok(not_stored(response.finish()))
}
