//! The site map.

use actix_web::guard::{Guard, GuardContext};
use actix_web::http::Method;
use actix_web::web::{self, ServiceConfig, get, post, resource};
use actix_web::{HttpRequest, HttpResponse};

use super::error::WebError;
use super::{api, armies, assets, home, lists, rules};

/// A method that a known address does not take.
async fn no_such_method(request: HttpRequest) -> HttpResponse {
    WebError::MethodNotAllowed.answer_to(request.path())
}

/// An address that is not known.
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    WebError::NotFound.answer_to(request.path())
}

/// GET, and HEAD as if it were GET.
struct Reading;

impl Guard for Reading {
    fn check(&self, context: &GuardContext<'_>) -> bool {
        matches!(context.head().method, Method::GET | Method::HEAD)
    }
}

/// A route that is looked at.
fn read() -> actix_web::Route {
    web::route().guard(Reading)
}

/// Every address of the site.
#[rustfmt::skip]
pub fn routes(app: &mut ServiceConfig) {
    let at = |path: &str| resource(path.to_owned()).default_service(web::to(no_such_method));
    app
        // Home
        .service(at("/").route(read().to(home::home)))
        .service(at("/healthz").route(get().to(home::health)))
        .service(at("/assets/{hash}/{name:.*}").route(read().to(assets::show_asset)))
        // Armies
        .service(at("/armies").route(post().to(armies::create::create_army)))
        .service(at("/armies/new").route(read().to(armies::create::new_army)))
        .service(at("/armies/paste").route(read().to(armies::paste::paste)).route(post().to(armies::paste::read_pasted)))
        .service(at("/armies/{id}").route(read().to(armies::show::show_army)))
        .service(at("/armies/{id}/edit").route(read().to(armies::edit::edit_army)).route(post().to(armies::edit::save_army)))
        .service(at("/armies/{id}/history").route(read().to(armies::keep::show_history)))
        .service(at("/armies/{id}/restore").route(post().to(armies::keep::restore_state)))
        .service(at("/armies/{id}/copy").route(post().to(armies::keep::copy_army)))
        .service(at("/armies/{id}/key").route(post().to(armies::keep::change_key)))
        .service(at("/armies/{id}/delete").route(read().to(armies::keep::ask_delete)).route(post().to(armies::keep::delete_army)))
        .service(at("/armies/{id}/v/{hash}").route(read().to(armies::show::show_state)))
        .service(at("/armies/{id}/v/{hash}/{sheet}").route(read().to(armies::sheets::show_state_sheet)))
        .service(at("/armies/{id}/{sheet}").route(read().to(armies::sheets::show_sheet)))
        // Army lists
        .service(at("/lists").route(read().to(lists::list_lists)))
        .service(at("/lists/{ruleset}/{slug}").route(read().to(lists::show_list)))
        .service(at("/lists/{ruleset}/{slug}/armies").route(post().to(lists::army_from_list)))
        // Rules
        .service(at("/rules").route(read().to(rules::list_rulesets)))
        .service(at("/rules/{ruleset}").route(read().to(rules::show_ruleset)))
        .service(at("/rules/{ruleset}/{rule}").route(read().to(rules::show_rule)))
        // API
        .service(at("/api/v1/validate").route(post().to(api::validate)))
        .service(at("/api/openapi.json").route(get().to(api::describe)));
}
