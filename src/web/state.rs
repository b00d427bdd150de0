//! What all handlers share.

use actix_web::HttpRequest;

use super::accounts::Accounts;
use super::assets::Assets;
use super::client::{self, TrustedProxies, address, household, network};
use super::codes::Codes;
use super::connections::Connections;
use super::constant::Constants;
use super::download::{Made, Seen, Tag};
use super::error::WebError;
use super::metrics::{Metrics, Sources, Token};
use super::pdf::{Paper, Press, Sheet};
use super::public_url::PublicUrl;
use super::scheduler::{Kind, Requester, Scheduler};
use super::terrain::studied::Studies;
use crate::army::Catalogue;
use crate::rules::{Book, Ruleset};
use crate::store::{Household, Store};

/// Documents up to so many bytes are worked through in less than a few milliseconds.
const SHORT: usize = 8 * 1024;

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
    /// Connections that are open.
    pub connections: Connections,
    /// What is counted for whoever runs the site.
    pub metrics: Metrics,
    /// Who knows it may look at the metrics; without one nobody may, but on an address of their own.
    pub metrics_token: Option<Token>,
    /// What was worked out of kept layouts.
    pub studies: Studies,
    /// QR codes of addresses.
    pub codes: Codes,
    /// Pages that stay the same.
    pub constants: Constants,
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
            connections: Connections::default(),
            metrics: Metrics::default(),
            metrics_token: None,
            studies: Studies::default(),
            codes: Codes::default(),
            constants: Constants::default(),
            scheduler: Scheduler::default(),
            proxies: TrustedProxies::default(),
        }
    }

    /// The database, on behalf of the household that a request comes from: through this handle visitors keep what is
    /// theirs.
    #[must_use]
    pub fn keeping(&self, request: &HttpRequest) -> Store {
        let address = address(request);
        let household = Household::new(&household(address).to_string());
        self.store.for_household(match network(address) {
            Some(network) => household.within(&network.to_string()),
            None => household,
        })
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

    /// What is measured.
    #[must_use]
    pub fn sources(&self) -> Sources {
        Sources {
            metrics: self.metrics.clone(),
            scheduler: self.scheduler.clone(),
            connections: self.connections.clone(),
            store: self.store.clone(),
        }
    }

    /// Does heavy work for a request, off the threads that answer requests and within bounds: see [`Scheduler`].
    ///
    /// # Errors
    /// [`WebError::Busy`] when too much waits; [`WebError::Internal`] if the job panics.
    pub async fn heavy<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        kind: Kind,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        self.scheduler.run(&Requester::of(request), kind, job).await
    }

    /// Works a document of so many bytes through: at once if it is short, else as [`State::heavy`].
    ///
    /// # Errors
    /// As [`State::heavy`].
    pub async fn sized<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        kind: Kind,
        bytes: usize,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let at_once = bytes <= SHORT && !matches!(kind, Kind::Print | Kind::Picture);
        if at_once { Ok(job()) } else { self.heavy(request, kind, job).await }
    }

    /// Prints a sheet whose data are there, unless the browser has it: equal data always gives equal bytes.
    ///
    /// # Errors
    /// As [`State::heavy`]; those of [`Press::print_now`].
    pub async fn print(
        &self,
        request: &HttpRequest,
        (sheet, paper): (Sheet, Paper),
        data: Vec<u8>,
        qr: Option<String>,
    ) -> Result<Made, WebError> {
        let (seen, press) = (Seen::of(request), self.press.clone());
        let print = move || {
            let tag = Tag::printed(&[format!("{sheet:?} {paper:?}").as_bytes(), &data]);
            seen.or_made(tag, || Ok(press.print_now(sheet, paper, &data, qr.as_deref())?))
        };
        self.heavy(request, Kind::Print, print).await?
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
