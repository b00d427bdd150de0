//! What all handlers share.

use actix_web::HttpRequest;

use super::accounts::Accounts;
use super::assets::Assets;
use super::client::{TrustedProxies, address, household};
use super::pdf::Press;
use super::scheduler::Scheduler;
use crate::army::Catalogue;
use crate::rules::{Book, Ruleset};
use crate::store::{Household, Store};

/// The parts of the program that pages are made of.
#[derive(Debug)]
pub struct State {
    /// The database.
    pub store: Store,
    /// The rulesets.
    pub book: &'static Book,
    /// The army lists.
    pub catalogue: &'static Catalogue,
    /// Style, script, icons.
    pub assets: Assets,
    /// What makes PDF.
    pub press: Press,
    /// What pages of accounts share.
    pub accounts: Accounts,
    /// Where visitors reach the site, if it is known: `https://example.org`.
    pub public_url: Option<String>,
    /// The door for heavy work.
    pub scheduler: Scheduler,
    /// Proxies whose word on where a request comes from counts.
    pub proxies: TrustedProxies,
}

impl State {
    /// What a site has that is set up no further: no mail, no address of its own, no proxy before it.
    #[must_use]
    pub fn new(store: Store, book: &'static Book, catalogue: &'static Catalogue) -> Self {
        Self {
            store,
            book,
            catalogue,
            assets: Assets::new(),
            press: Press::default(),
            accounts: Accounts::default(),
            public_url: None,
            scheduler: Scheduler::default(),
            proxies: TrustedProxies::default(),
        }
    }

    /// The database, on behalf of the household that a request comes from: through this handle visitors keep what is
    /// theirs.
    #[must_use]
    pub fn keeping(&self, request: &HttpRequest) -> Store {
        self.store.for_household(Household::new(&household(address(request)).to_string()))
    }

    /// The ruleset offered first.
    #[must_use]
    pub fn usual_ruleset(&self) -> Option<&'static Ruleset> {
        self.book.rulesets().first()
    }

    /// A full address below the site, for links that leave it (QR codes, mails).
    #[must_use]
    pub fn url(&self, request: &HttpRequest, path: &str) -> String {
        match &self.public_url {
            Some(site) => format!("{}{path}", site.trim_end_matches('/')),
            None => {
                let connection = request.connection_info();
                format!("{}://{}{path}", connection.scheme(), connection.host())
            }
        }
    }

    /// Whether visitors reach the site through TLS, so that cookies may demand it.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}
