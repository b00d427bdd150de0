//! What all handlers share.

use actix_web::HttpRequest;

use super::accounts::Accounts;
use super::assets::Assets;
use super::client::{self, TrustedProxies};
use super::pdf::Press;
use super::public_url::PublicUrl;
use super::scheduler::Scheduler;
use crate::army::Catalogue;
use crate::rules::{Book, Ruleset};
use crate::store::Store;

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
    /// Where visitors reach the site, if it is known.
    pub public_url: Option<PublicUrl>,
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

    /// The ruleset offered first.
    #[must_use]
    pub fn usual_ruleset(&self) -> Option<&'static Ruleset> {
        self.book.rulesets().first()
    }

    /// A full address below the site, for what leaves it and holds no secret (QR codes, permanent addresses). Where the
    /// site does not know its address, it is the one that the request names, which a visitor can invent.
    #[must_use]
    pub fn url(&self, request: &HttpRequest, path: &str) -> String {
        let asked = || client::site(request).map(|site| format!("{site}{path}"));
        match &self.public_url {
            Some(site) => site.url(path),
            None => asked().unwrap_or_else(|| path.to_owned()),
        }
    }

    /// An address below the site that holds a secret. Where the site does not know its address it is the path alone: a
    /// link to a host that somebody has invented would hand him the secret.
    #[must_use]
    pub fn secret_url(&self, path: &str) -> String {
        self.public_url.as_ref().map_or_else(|| path.to_owned(), |site| site.url(path))
    }

    /// Whether visitors reach the site through TLS, so that cookies may demand it.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_tls)
    }
}
