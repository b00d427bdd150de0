//! The site map.

use actix_web::guard::{Guard, GuardContext};
use actix_web::http::Method;
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::web::{self, PayloadConfig, ServiceConfig, post};
use actix_web::{FromRequest, Handler, HttpRequest, HttpResponse, Resource, Responder, Route};

use super::app::{LARGEST_CASES, LARGEST_LAYOUT};
use super::error::WebError;
use super::works::{Armies, Layouts, copy, delete, edit_link, history, own_works};
use super::{accounts, admin, api, armies, assets, crib, events, home, lists, odds, rules, terrain};

/// Answers requests for unknown addresses.
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

/// A route for reading.
fn read() -> Route {
    web::route().guard(Reading)
}

/// The answer to every method that an address does not accept.
fn only(methods: &'static str) -> Route {
    web::to(move |request: HttpRequest| async move {
        let mut answer = WebError::MethodNotAllowed.answer_to(request.path());
        answer.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
        answer
    })
}

/// An address for reading.
fn page<F, Args>(path: &str, show: F) -> Resource
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    web::resource(path).route(read().to(show)).default_service(only("GET, HEAD"))
}

/// An address to which a form or a program posts.
fn form<F, Args>(path: &str, take: F) -> Resource
where
    F: Handler<Args, Output: Responder + 'static>,
    Args: FromRequest + 'static,
{
    web::resource(path).route(post().to(take)).default_service(only("POST"))
}

/// A page with a form that posts to its own address.
fn page_and_form<F, FArgs, G, GArgs>(path: &str, show: F, take: G) -> Resource
where
    F: Handler<FArgs, Output: Responder + 'static>,
    FArgs: FromRequest + 'static,
    G: Handler<GArgs, Output: Responder + 'static>,
    GArgs: FromRequest + 'static,
{
    web::resource(path).route(read().to(show)).route(post().to(take)).default_service(only("GET, HEAD, POST"))
}

/// Every address of the site. They are tried in this order, so those that other programs use most come first.
#[rustfmt::skip]
pub fn routes(app: &mut ServiceConfig) {
    app
        // API
        .service(form("/api/v1/validate", api::validate))
        .service(form("/api/v1/resolve", api::resolve).app_data(PayloadConfig::new(LARGEST_CASES)))
        .service(form("/api/v1/odds", api::odds).app_data(PayloadConfig::new(LARGEST_CASES)))
        .service(form("/api/v1/terrain/check", api::check_layout).app_data(PayloadConfig::new(LARGEST_LAYOUT)))
        .service(form("/api/v1/terrain/generate", api::generate_layout))
        .service(page("/api/openapi.json", api::describe))
        // Home
        .service(page("/", home::home))
        .service(page("/healthz", home::health))
        .service(page("/readyz", home::ready))
        .service(page("/metrics", home::metrics))
        .service(page("/assets/{hash}/{name:.*}", assets::show_asset))
        // Armies
        .service(page_and_form("/armies", own_works::my_works::<Armies>, armies::create::create_army))
        .service(page("/armies/new", armies::create::new_army))
        .service(page_and_form("/armies/paste", armies::paste::paste, armies::paste::read_pasted))
        .service(page("/armies/{id}", armies::show::show_army))
        .service(page_and_form("/armies/{id}/edit", armies::edit::edit_army, armies::save::save_army))
        .service(page("/armies/{id}/history", history::show_history::<Armies>))
        .service(form("/armies/{id}/restore", history::restore_state::<Armies>))
        .service(form("/armies/{id}/copy", copy::copy_work::<Armies>))
        .service(form("/armies/{id}/key", edit_link::change_key::<Armies>))
        .service(page_and_form("/armies/{id}/delete", delete::ask_delete::<Armies>, delete::delete_work::<Armies>))
        .service(page_and_form("/armies/{id}/convert", armies::convert::show_conversion, armies::convert::convert_army))
        .service(page("/armies/{id}/versus", armies::versus::choose_other))
        .service(page("/armies/{id}/versus/{other}", armies::versus::show_versus))
        .service(page("/armies/{id}/v/{hash}", armies::show::show_state))
        .service(page("/armies/{id}/v/{hash}/{sheet}", armies::sheets::show_state_sheet))
        .service(page("/armies/{id}/{sheet}", armies::sheets::show_sheet))
        // Layouts
        .service(page_and_form("/terrain", own_works::my_works::<Layouts>, terrain::new::keep_table))
        .service(page("/terrain/new", terrain::new::new_table))
        .service(page("/terrain/new.{format}", terrain::sheets::new_table_file))
        .service(page_and_form("/terrain/open", terrain::open::open, terrain::open::read_file))
        .service(page("/terrain/setup", terrain::setup::set_up))
        .service(page("/terrain/tables", terrain::tables::event_tables))
        .service(page("/terrain/tables.{format}", terrain::tables::event_file))
        .service(page_and_form("/terrain/{id}/edit", terrain::edit::edit_layout, terrain::save::save_layout))
        .service(page("/terrain/{id}/history", history::show_history::<Layouts>))
        .service(form("/terrain/{id}/restore", history::restore_state::<Layouts>))
        .service(form("/terrain/{id}/copy", copy::copy_work::<Layouts>))
        .service(form("/terrain/{id}/key", edit_link::change_key::<Layouts>))
        .service(page_and_form("/terrain/{id}/delete", delete::ask_delete::<Layouts>, delete::delete_work::<Layouts>))
        .service(page("/terrain/{id}/v/{hash}.{format}", terrain::sheets::state_file))
        .service(page("/terrain/{id}/v/{hash}", terrain::show::show_layout_state))
        .service(page("/terrain/{id}.{format}", terrain::sheets::layout_file))
        .service(page("/terrain/{id}", terrain::show::show_layout))
        // Army lists
        .service(page("/lists", lists::list_lists))
        .service(page("/lists/{ruleset}/{slug}", lists::show_list))
        .service(form("/lists/{ruleset}/{slug}/armies", lists::army_from_list))
        // Combats
        .service(page("/odds", odds::show_odds))
        // Events
        .service(page("/events", events::list::list))
        .service(page_and_form("/events/new", events::settings::ask_new, events::settings::create_event))
        .service(page("/events/{slug}", events::show::show_event))
        .service(page_and_form("/events/{slug}/enter", events::enter::ask_army, events::enter::enter_army))
        .service(page_and_form("/events/{slug}/entries/{id}", events::entry::show_entry, events::entry::open_entry))
        .service(form("/events/{slug}/entries/{id}/withdraw", events::entry::withdraw))
        .service(form("/events/{slug}/entries/{id}/desk", events::desk::act_on_one))
        .service(page("/events/{slug}/entries/{id}/receipt.{format}", events::papers::receipt))
        .service(page("/events/{slug}/entries.{format}", events::export::entries))
        .service(page("/events/{slug}/event.json", events::export::event))
        .service(page("/events/{slug}/rosters.{format}", events::papers::rosters))
        .service(page("/events/{slug}/cribs.{format}", events::papers::cribs))
        .service(page("/events/{slug}/verify/{id}", events::verify::verify))
        .service(page_and_form("/events/{slug}/desk", events::desk::show_desk, events::desk::act))
        .service(page_and_form("/events/{slug}/clear", events::clear::ask_clear, events::clear::clear))
        .service(page("/events/{slug}/rounds", events::rounds::show_current))
        .service(page_and_form("/events/{slug}/rounds/new", events::draw::ask_draw, events::draw::draw))
        .service(page_and_form("/events/{slug}/rounds/{round}", events::rounds::show_round, events::rounds::act))
        .service(page_and_form("/events/{slug}/rounds/{round}/pairings", events::manual_pairings::ask_pairings, events::manual_pairings::rearrange))
        .service(page("/events/{slug}/rounds/{round}/pairings.{format}", events::standings::pairings_file))
        .service(page_and_form("/events/{slug}/rounds/{round}/games/{table}", events::result::ask_result, events::result::write_result))
        .service(page("/events/{slug}/standings", events::standings::show_standings))
        .service(page("/events/{slug}/standings.{format}", events::standings::standings_file))
        .service(page("/events/{slug}/log", events::desk::show_log))
        .service(page_and_form("/events/{slug}/staff", events::staff::show_staff, events::staff::change_staff))
        .service(page_and_form("/events/{slug}/join", events::staff::ask_join, events::staff::join))
        .service(page_and_form("/events/{slug}/settings", events::settings::ask_settings, events::settings::change_settings))
        .service(form("/events/{slug}/state", events::settings::set_state))
        .service(page_and_form("/events/{slug}/delete", events::settings::ask_delete, events::settings::delete_event))
        // Accounts
        .service(page("/account", accounts::show::show))
        .service(page_and_form("/account/sign-in", accounts::sign_in::ask, accounts::sign_in::sign_in))
        .service(form("/account/sign-out", accounts::sign_in::sign_out))
        .service(page_and_form("/account/new", accounts::register::ask, accounts::register::register))
        .service(page_and_form("/account/forgotten", accounts::reset::forgotten, accounts::reset::ask_for_link))
        .service(page_and_form("/account/reset", accounts::reset::open_link, accounts::reset::set_password))
        .service(form("/account/profile", accounts::show::keep_profile))
        .service(form("/account/password", accounts::show::change_password))
        .service(form("/account/sessions", accounts::show::end_sessions))
        .service(form("/account/claim", accounts::show::claim))
        .service(page("/account/export", accounts::leave::export))
        .service(page_and_form("/account/delete", accounts::leave::ask_delete, accounts::leave::delete))
        .service(page_and_form("/account/users", accounts::users::list, accounts::users::make_link))
        // Administration
        .service(page("/admin", admin::find::show))
        .service(form("/admin/works", admin::find::moderate_work))
        .service(form("/admin/events", admin::find::moderate_event))
        .service(page_and_form("/admin/accounts/{id}", admin::account::show, admin::account::act))
        .service(page("/admin/log", admin::log::show))
        // Rules
        .service(page("/rules", rules::list_rulesets))
        .service(page("/rules/compare", rules::compare_rulesets))
        .service(page("/rules/{ruleset}", rules::show_ruleset))
        .service(page("/rules/{ruleset}/crib", crib::show_ruleset_crib))
        .service(page("/rules/{ruleset}/crib.{format}", crib::ruleset_crib_file))
        .service(page("/rules/{ruleset}/{rule}", rules::show_rule));
}
