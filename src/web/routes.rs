//! The route table: every address of the site, once, with its methods, who may use it, how much it takes and whether it
//! is on the site map. Links are written from it ([`super::link`]), and the tests visit every row.

pub(super) mod programs;
mod row;

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse};

pub use self::programs::is_for_programs;
use self::row::table;
pub use self::row::{Limit, May, Row, SiteMap};
use super::error::WebError;
use super::works::{Armies, Layouts, Lists, copy, delete, edit_link, history, own_works};
use super::{
    about, accounts, admin, api, armies, assets, battles, crawlers, crib, events, home, lists, odds, rules, terrain,
};

/// Answers requests for unknown addresses.
pub async fn not_found(request: HttpRequest) -> HttpResponse {
    WebError::NotFound.answer_to(request.path())
}

/// Adds every address of the table to the site.
pub fn routes(app: &mut ServiceConfig) {
    for row in TABLE {
        app.service(row.resource());
    }
}

/// The limit on what may be sent to this path. Addresses with a limit of their own have no parameters.
#[must_use]
pub fn limit_of(path: &str) -> Limit {
    TABLE.iter().find(|row| row.path == path).map_or(Limit::Form, |row| row.limit)
}

table! {
    // API
    api_validate() = "/api/v1/validate", form(Everybody): api::validate;
    api_resolve() = "/api/v1/resolve", form(Everybody): api::resolve, limit(Cases);
    api_odds() = "/api/v1/odds", form(Everybody): api::odds, limit(Cases);
    api_check_layout() = "/api/v1/terrain/check", form(Everybody): api::check_layout, limit(Layout);
    api_generate_layout() = "/api/v1/terrain/generate", form(Everybody): api::generate_layout;
    api_description() = "/api/openapi.json", page(Everybody): api::describe;

    // Home
    home() = "/", page(Everybody): home::home, site_map(Shown);
    robots() = "/robots.txt", page(Everybody): crawlers::robots;
    site_map() = "/sitemap.xml", page(Everybody): crawlers::site_map;
    favicon() = "/favicon.ico", page(Everybody): assets::show_favicon;
    health() = "/healthz", page(Everybody): home::health;
    ready() = "/readyz", page(Everybody): home::ready;
    metrics() = "/metrics", page(Token): home::metrics;
    asset = "/assets/{hash}/{name:.*}", page(Everybody): assets::show_asset;

    // About the site
    about() = "/about", page(Everybody): about::about, site_map(Shown);
    help() = "/help", page(Everybody): about::help, site_map(Shown);
    privacy() = "/privacy", page(Everybody): about::privacy, site_map(Shown);
    contact() = "/contact", page(Everybody): about::contact, site_map(Shown);
    browser() = "/browser", page(Everybody): accounts::browser::show;
    browser_export() = "/browser/export", page(Everybody): accounts::browser::export;
    forget_browser() = "/browser/delete", form(Everybody): accounts::browser::delete;

    // Armies
    my_armies() = "/armies",
        page(Everybody): own_works::my_works::<Armies>, form(Everybody): armies::create::create_army;
    new_army() = "/armies/new", page(Everybody): armies::create::new_army, site_map(Shown);
    paste_army() = "/armies/paste",
        page(Everybody): armies::paste::paste, form(Everybody): armies::paste::read_pasted, site_map(Shown);
    army(id) = "/armies/{id}", page(Everybody): armies::show::show_army;
    army_editor(id) = "/armies/{id}/edit", page(Holder): armies::edit::edit_army, form(Holder): armies::save::save_army;
    army_history(id) = "/armies/{id}/history", page(Holder): history::show_history::<Armies>;
    restore_army(id) = "/armies/{id}/restore", form(Holder): history::restore_state::<Armies>;
    copy_army(id) = "/armies/{id}/copy", form(Everybody): copy::copy_work::<Armies>;
    army_key(id) = "/armies/{id}/key", form(Holder): edit_link::change_key::<Armies>;
    delete_army(id) = "/armies/{id}/delete",
        page(Holder): delete::ask_delete::<Armies>, form(Holder): delete::delete_work::<Armies>;
    convert_army(id) = "/armies/{id}/convert",
        page(Everybody): armies::convert::show_conversion, form(Everybody): armies::convert::convert_army;
    army_takes_list(id) = "/armies/{id}/list", form(Holder): lists::own::build::army_takes_list;
    choose_opponent(id) = "/armies/{id}/versus", page(Everybody): armies::versus::choose_other;
    matchup(id, other) = "/armies/{id}/versus/{other}", page(Everybody): armies::versus::show_versus;
    army_at_table(id) = "/armies/{id}/table", page(Everybody): armies::table::show_one;
    armies_at_table(id, other) = "/armies/{id}/table/{other}", page(Everybody): armies::table::show_both;
    army_revision(id, hash) = "/armies/{id}/v/{hash}", page(Everybody): armies::show::show_state;
    army_revision_sheet(id, hash, sheet) = "/armies/{id}/v/{hash}/{sheet}",
        page(Everybody): armies::sheets::show_state_sheet;
    army_sheet(id, sheet) = "/armies/{id}/{sheet}", page(Everybody): armies::sheets::show_sheet;

    // Layouts
    my_layouts() = "/terrain",
        page(Everybody): own_works::my_works::<Layouts>, form(Everybody): terrain::new::keep_table;
    new_table() = "/terrain/new", page(Everybody): terrain::new::new_table, site_map(Shown);
    new_table_file(format) = "/terrain/new.{format}", page(Everybody): terrain::sheets::new_table_file;
    open_layout() = "/terrain/open",
        page(Everybody): terrain::open::open, form(Everybody): terrain::open::read_file, limit(Upload), site_map(Shown);
    set_up_table() = "/terrain/setup", page(Everybody): terrain::setup::set_up, site_map(Shown);
    event_tables() = "/terrain/tables", page(Everybody): terrain::tables::event_tables, site_map(Shown);
    event_tables_file(format) = "/terrain/tables.{format}", page(Everybody): terrain::tables::event_file;
    layout_editor(id) = "/terrain/{id}/edit",
        page(Holder): terrain::edit::edit_layout, form(Holder): terrain::save::save_layout;
    layout_trial(id) = "/terrain/{id}/trial", page(Holder): terrain::trial::try_changes;
    layout_history(id) = "/terrain/{id}/history", page(Holder): history::show_history::<Layouts>;
    restore_layout(id) = "/terrain/{id}/restore", form(Holder): history::restore_state::<Layouts>;
    copy_layout(id) = "/terrain/{id}/copy", form(Everybody): copy::copy_work::<Layouts>;
    layout_key(id) = "/terrain/{id}/key", form(Holder): edit_link::change_key::<Layouts>;
    delete_layout(id) = "/terrain/{id}/delete",
        page(Holder): delete::ask_delete::<Layouts>, form(Holder): delete::delete_work::<Layouts>;
    layout_revision_file(id, hash, format) = "/terrain/{id}/v/{hash}.{format}",
        page(Everybody): terrain::sheets::state_file;
    layout_revision(id, hash) = "/terrain/{id}/v/{hash}", page(Everybody): terrain::show::show_layout_state;
    layout_file(id, format) = "/terrain/{id}.{format}", page(Everybody): terrain::sheets::layout_file;
    layout(id) = "/terrain/{id}", page(Everybody): terrain::show::show_layout;

    // Battles
    play() = "/play", page(Everybody): battles::choose, site_map(Shown);
    lesson() = "/play/lesson", page(Everybody): battles::show_lesson, site_map(Shown);
    lesson_step(step) = "/play/lesson/{step}",
        page(Everybody): battles::show_lesson_step, form(Everybody): battles::give_lesson_order;
    lesson_ways(step) = "/play/lesson/{step}/ways", page(Everybody): battles::show_lesson_ways;
    lesson_look(step) = "/play/lesson/{step}/look", page(Everybody): battles::look_at_lesson_order;
    lesson_layers(step) = "/play/lesson/{step}/layers", page(Everybody): battles::show_lesson_layers;
    my_battles() = "/battles", page(Everybody): battles::my_battles, form(Everybody): battles::begin_battle;
    open_battle() = "/battles/open",
        page(Everybody): battles::choose_record, form(Everybody): battles::open_record, limit(Upload);
    give_order(id) = "/battles/{id}/orders", form(Everybody): battles::give_order;
    say(id) = "/battles/{id}/say", form(Everybody): battles::say;
    let_computer_go_on(id) = "/battles/{id}/computer", form(Everybody): battles::go_on;
    new_side_link(id) = "/battles/{id}/link", form(Everybody): battles::new_side_link;
    join_battle(id) = "/battles/{id}/join", page(Secret): battles::ask_join, form(Secret): battles::join;
    delete_battle(id) = "/battles/{id}/delete",
        page(Holder): battles::ask_delete_battle, form(Holder): battles::delete_battle;
    battle_events(id) = "/battles/{id}/events", page(Everybody): battles::events;
    battle_notice(id) = "/battles/{id}/notice",
        page(Everybody): battles::ask_notice, form(Everybody): battles::set_notice;
    battle_hook(id) = "/battles/{id}/hook", form(Everybody): battles::set_hook;
    battle_feed(id) = "/battles/{id}/feed.atom", page(Everybody): battles::feed;
    try_it(id, step) = "/battles/{id}/{step}/try", form(Everybody): battles::try_it;
    battle_review(id) = "/battles/{id}/review", page(Everybody): battles::show_review;
    go_to_step(id) = "/battles/{id}/go", page(Everybody): battles::go_to_step;
    battle_step_file(id, step, format) = "/battles/{id}/{step}.{format}", page(Everybody): battles::step_file;
    battle_ways(id) = "/battles/{id}/ways", page(Everybody): battles::show_ways;
    battle_look(id) = "/battles/{id}/look", page(Everybody): battles::look_at_order;
    battle_layers(id) = "/battles/{id}/layers", page(Everybody): battles::show_layers;
    battle_step(id, step) = "/battles/{id}/{step}", page(Everybody): battles::show_step;
    battle_file(id, format) = "/battles/{id}.{format}", page(Everybody): battles::record_file;
    battle(id) = "/battles/{id}", page(Everybody): battles::show_battle;

    // Army lists
    lists() = "/lists", page(Everybody): lists::list_lists, site_map(Shown);
    new_list() = "/lists/new", page(Everybody): lists::own::create::new_list, site_map(Shown);
    my_own_lists() = "/lists/own",
        page(Everybody): own_works::my_works::<Lists>, form(Everybody): lists::own::create::create_list;
    own_list(id) = "/lists/own/{id}", page(Everybody): lists::own::show::show_own_list;
    own_list_editor(id) = "/lists/own/{id}/edit",
        page(Holder): lists::own::edit::edit_list, form(Holder): lists::own::edit::save_list;
    own_list_history(id) = "/lists/own/{id}/history", page(Holder): history::show_history::<Lists>;
    restore_own_list(id) = "/lists/own/{id}/restore", form(Holder): history::restore_state::<Lists>;
    copy_own_list(id) = "/lists/own/{id}/copy", form(Everybody): copy::copy_work::<Lists>;
    own_list_key(id) = "/lists/own/{id}/key", form(Holder): edit_link::change_key::<Lists>;
    delete_own_list(id) = "/lists/own/{id}/delete",
        page(Holder): delete::ask_delete::<Lists>, form(Holder): delete::delete_work::<Lists>;
    army_from_own_list(id) = "/lists/own/{id}/armies", form(Everybody): lists::own::build::army_from_own_list;
    own_list_revision(id, hash) = "/lists/own/{id}/v/{hash}", page(Everybody): lists::own::show::show_own_list_state;
    list(ruleset, slug) = "/lists/{ruleset}/{slug}", page(Everybody): lists::show_list;
    army_from_list(ruleset, slug) = "/lists/{ruleset}/{slug}/armies", form(Everybody): lists::army_from_list;

    // Combats
    odds() = "/odds", page(Everybody): odds::show_odds, site_map(Shown);

    // Events
    events() = "/events", page(Everybody): events::list::list, site_map(Shown);
    new_event() = "/events/new",
        page(SignedIn): events::settings::ask_new, form(SignedIn): events::settings::create_event;
    event(slug) = "/events/{slug}", page(Everybody): events::show::show_event;
    event_picture(slug, format) = "/events/{slug}/picture.{format}", page(Everybody): events::show::show_picture;
    enter_event(slug) = "/events/{slug}/enter",
        page(Everybody): events::enter::ask_army, form(Everybody): events::enter::enter_army;
    entry(slug, id) = "/events/{slug}/entries/{id}",
        page(Everybody): events::entry::show_entry, form(Secret): events::entry::open_entry;
    withdraw_entry(slug, id) = "/events/{slug}/entries/{id}/withdraw", form(Holder): events::entry::withdraw;
    entry_desk(slug, id) = "/events/{slug}/entries/{id}/desk", form(Helper): events::desk::act_on_one;
    receipt(slug, id, format) = "/events/{slug}/entries/{id}/receipt.{format}", page(Holder): events::papers::receipt;
    entries_file(slug, format) = "/events/{slug}/entries.{format}", page(Organiser): events::export::entries;
    event_file(slug) = "/events/{slug}/event.json", page(Organiser): events::export::event;
    rosters(slug, format) = "/events/{slug}/rosters.{format}", page(Helper): events::papers::rosters;
    cribs(slug, format) = "/events/{slug}/cribs.{format}", page(Helper): events::papers::cribs;
    verify_entry(slug, id) = "/events/{slug}/verify/{id}", page(Everybody): events::verify::verify;
    desk(slug) = "/events/{slug}/desk", page(Helper): events::desk::show_desk, form(Helper): events::desk::act;
    clear_entries(slug) = "/events/{slug}/clear",
        page(Organiser): events::clear::ask_clear, form(Organiser): events::clear::clear;
    rounds(slug) = "/events/{slug}/rounds", page(Everybody): events::rounds::show_current;
    new_round(slug) = "/events/{slug}/rounds/new",
        page(Organiser): events::draw::ask_draw, form(Organiser): events::draw::draw;
    round(slug, round) = "/events/{slug}/rounds/{round}",
        page(Everybody): events::rounds::show_round, form(Organiser): events::rounds::act;
    pairings(slug, round) = "/events/{slug}/rounds/{round}/pairings",
        page(Organiser): events::manual_pairings::ask_pairings, form(Organiser): events::manual_pairings::rearrange;
    pairings_file(slug, round, format) = "/events/{slug}/rounds/{round}/pairings.{format}",
        page(Everybody): events::standings::pairings_file;
    game(slug, round, table) = "/events/{slug}/rounds/{round}/games/{table}",
        page(Helper): events::result::ask_result, form(Helper): events::result::write_result;
    play_game(slug, round, table) = "/events/{slug}/rounds/{round}/games/{table}/battle",
        form(Holder): events::game_battle::play_game;
    standings(slug) = "/events/{slug}/standings", page(Everybody): events::standings::show_standings;
    standings_file(slug, format) = "/events/{slug}/standings.{format}",
        page(Everybody): events::standings::standings_file;
    event_log(slug) = "/events/{slug}/log", page(Organiser): events::desk::show_log;
    event_staff(slug) = "/events/{slug}/staff",
        page(Owner): events::staff::show_staff, form(Owner): events::staff::change_staff;
    join_event(slug) = "/events/{slug}/join", page(Secret): events::staff::ask_join, form(Secret): events::staff::join;
    event_settings(slug) = "/events/{slug}/settings",
        page(Organiser): events::settings::ask_settings, form(Organiser): events::settings::change_settings;
    event_state(slug) = "/events/{slug}/state", form(Organiser): events::settings::set_state;
    delete_event(slug) = "/events/{slug}/delete",
        page(Owner): events::settings::ask_delete, form(Owner): events::settings::delete_event;

    // Accounts
    account() = "/account", page(SignedIn): accounts::show::show;
    sign_in() = "/account/sign-in",
        page(Everybody): accounts::sign_in::ask, form(Everybody): accounts::sign_in::sign_in;
    sign_out() = "/account/sign-out", form(SignedIn): accounts::sign_in::sign_out;
    new_account() = "/account/new",
        page(Everybody): accounts::register::ask, form(Everybody): accounts::register::register;
    forgotten_password() = "/account/forgotten",
        page(Everybody): accounts::reset::forgotten, form(Everybody): accounts::reset::ask_for_link;
    reset_password() = "/account/reset",
        page(Secret): accounts::reset::open_link, form(Secret): accounts::reset::set_password;
    account_profile() = "/account/profile", form(SignedIn): accounts::show::keep_profile;
    account_password() = "/account/password", form(SignedIn): accounts::show::change_password;
    account_sessions() = "/account/sessions", form(SignedIn): accounts::show::end_sessions;
    claim_works() = "/account/claim", form(SignedIn): accounts::show::claim;
    account_export() = "/account/export", page(SignedIn): accounts::leave::export;
    delete_account() = "/account/delete",
        page(SignedIn): accounts::leave::ask_delete, form(SignedIn): accounts::leave::delete;
    accounts() = "/account/users", page(Admin): accounts::users::list, form(Admin): accounts::users::make_link;

    // Administration
    admin() = "/admin", page(Admin): admin::find::show;
    moderate_works() = "/admin/works", form(Admin): admin::find::moderate_work;
    moderate_battles() = "/admin/battles", form(Admin): admin::find::moderate_battle;
    moderate_events() = "/admin/events", form(Admin): admin::find::moderate_event;
    admin_account(id) = "/admin/accounts/{id}", page(Admin): admin::account::show, form(Admin): admin::account::act;
    admin_log() = "/admin/log", page(Admin): admin::log::show;

    // Rules
    rulesets() = "/rules", page(Everybody): rules::list_rulesets, site_map(Shown);
    compare_rulesets() = "/rules/compare", page(Everybody): rules::compare_rulesets, site_map(Shown);
    ruleset(ruleset) = "/rules/{ruleset}", page(Everybody): rules::show_ruleset;
    crib(ruleset) = "/rules/{ruleset}/crib", page(Everybody): crib::show_ruleset_crib;
    crib_file(ruleset, format) = "/rules/{ruleset}/crib.{format}", page(Everybody): crib::ruleset_crib_file;
    ruleset_changes(ruleset) = "/rules/{ruleset}/changes", page(Everybody): rules::show_changes;
    rule(ruleset, rule) = "/rules/{ruleset}/{rule}", page(Everybody): rules::show_rule;
}
