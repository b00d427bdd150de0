//! Pages about the site: what it is, how it is used, what it knows about its visitors, and how to reach whoever runs it.
//! They are the same for everybody.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use super::contact::Contact;
use super::error::WebError;
use super::home::{ShownArmy, Tile, shown, table};
use super::link::{self, Address};
use super::page::{Area, Layout, constant_page, rendered};
use super::preview::Preview;
use super::state::AppState;

#[derive(Template)]
#[template(path = "about/about.html")]
struct AboutPage {
    layout: Layout,
    /// The version of the program.
    version: &'static str,
    list_count: usize,
    rulesets: Vec<String>,
}

#[derive(Template)]
#[template(path = "about/help.html")]
struct HelpPage {
    layout: Layout,
    tiles: Vec<Tile>,
    /// An army drawn and printed.
    shown: Option<ShownArmy>,
    /// A table as a picture, and the page that lays it out.
    table: Option<(Address, Address)>,
}

#[derive(Template)]
#[template(path = "about/privacy.html")]
struct PrivacyPage {
    layout: Layout,
}

#[derive(Template)]
#[template(path = "about/contact.html")]
struct ContactPage {
    layout: Layout,
    contact: Option<Contact>,
}

/// The frame of a page about the site.
fn layout(state: &AppState, title: &str, address: Address, description: &str) -> Layout {
    Layout::new(state, title, None::<Area>).previewed(Preview::of_site(address, description))
}

/// `GET /about`
///
/// # Errors
/// [`WebError::Busy`].
pub async fn about(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    constant_page(&request, &state, &link::about(), |state| {
        rendered(&AboutPage {
            layout: layout(
                state,
                "About Musterfield",
                link::about(),
                "Musterfield checks armies, lays out battlefields, prints sheets and runs events for DBA, HOTT and D3H2.",
            ),
            version: env!("CARGO_PKG_VERSION"),
            list_count: state.catalogue.lists().count(),
            rulesets: state.book.rulesets().iter().map(|ruleset| ruleset.name.to_string()).collect(),
        })
    })
    .await
}

/// The number of rulesets that the help shows.
const TILES: usize = 2;

/// `GET /help`
///
/// # Errors
/// [`WebError::Busy`].
pub async fn help(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    constant_page(&request, &state, &link::help(), |state| {
        rendered(&HelpPage {
            layout: layout(
                state,
                "Help",
                link::help(),
                "From your rules to the printed sheet in five pictures, and answers to what players ask.",
            ),
            tiles: state.book.rulesets().iter().take(TILES).map(Tile::new).collect(),
            shown: shown(state),
            table: table(state),
        })
    })
    .await
}

/// `GET /privacy`
///
/// # Errors
/// [`WebError::Busy`].
pub async fn privacy(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    constant_page(&request, &state, &link::privacy(), |state| {
        rendered(&PrivacyPage {
            layout: layout(
                state,
                "Privacy",
                link::privacy(),
                "What this site stores about you, for how long, who sees it, and how to take it along or delete it.",
            ),
        })
    })
    .await
}

/// `GET /contact`
///
/// # Errors
/// [`WebError::Busy`].
pub async fn contact(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, WebError> {
    constant_page(&request, &state, &link::contact(), |state| {
        rendered(&ContactPage {
            layout: layout(state, "Contact", link::contact(), "How to reach whoever runs this site."),
            contact: state.contact.clone(),
        })
    })
    .await
}
