//! The state that all handlers share.

use actix_web::HttpRequest;
use musterfield_army::Catalogue;
use musterfield_army::count::Counts;
use musterfield_lists::Collection;
use musterfield_rules::{Book, Ruleset};

use super::accounts::Accounts;
use super::assets::Assets;
use super::battles::Lessons;
use super::battles::album::Album;
use super::battles::news::News;
use super::battles::sittings::Sittings;
use super::battles::thoughts::Thoughts;
use super::chance::Chance;
use super::client::proxies::TrustedProxies;
use super::connections::Connections;
use super::contact::Contact;
use super::download::{KnownTags, Made, Tag};
use super::error::WebError;
use super::hooks::Hooks;
use super::metrics::{Metrics, Sources, Token};
use super::pdf::{PrintSettings, Printer, Sheet};
use super::public_url::PublicUrl;
use super::qr_codes::QrCache;
use super::scheduler::{JobKind, Requester, Scheduler};
use super::static_content::StaticPages;
use super::terrain::layout_cache::LayoutCache;
use crate::store::Store;

/// Documents of up to this many bytes are processed within a few milliseconds.
const SHORT: usize = 8 * 1024;

/// The parts of the program from which pages are made.
#[derive(Debug)]
pub struct AppState {
    /// The database.
    pub store: Store,
    /// The rulesets.
    pub book: &'static Book,
    /// The army lists.
    pub catalogue: &'static Catalogue,
    /// The army lists with the ready armies.
    pub collection: &'static Collection,
    /// The numbers of possible armies.
    pub counts: Counts,
    /// Style, script, icons.
    pub assets: Assets,
    /// Makes PDF and pictures.
    pub printer: Printer,
    /// The state that the pages of accounts share.
    pub accounts: Accounts,
    /// The public address of the site, if it is known.
    pub public_url: Option<PublicUrl>,
    /// How visitors reach whoever runs the site, if they have said so.
    pub contact: Option<Contact>,
    /// Connections that are open.
    pub connections: Connections,
    /// The counts for the operator.
    pub metrics: Metrics,
    /// The token that gives access to the metrics; without one, they are served only on an address of their own.
    pub metrics_token: Option<Token>,
    /// Cached calculations about stored layouts.
    pub studies: LayoutCache,
    /// Where seeds and the secrets of dice come from.
    pub chance: Chance,
    /// Posts messages to addresses that users name.
    pub hooks: Hooks,
    /// Battles as they stood when they were last looked at.
    pub sittings: Sittings,
    /// Battles about which the computer thinks now.
    pub thoughts: Thoughts,
    /// Steps of the lesson as visitors played them lately.
    pub lessons: Lessons,
    /// News of battles for those who follow them.
    pub news: News,
    /// What was made of battles to be looked at again.
    pub album: Album,
    /// QR codes of addresses.
    pub codes: QrCache,
    /// Static pages.
    pub constants: StaticPages,
    /// The scheduler of heavy work.
    pub scheduler: Scheduler,
    /// The trusted proxies, which tell where a request comes from.
    pub proxies: TrustedProxies,
}

impl AppState {
    /// The state of a site without any further configuration: no mail, no public address, no proxy.
    #[must_use]
    pub fn new(store: Store, book: &'static Book, collection: &'static Collection) -> Self {
        Self {
            store,
            book,
            catalogue: collection.catalogue(),
            collection,
            counts: Counts::new(book),
            assets: Assets::new(),
            printer: Printer::default(),
            accounts: Accounts::default(),
            public_url: None,
            contact: None,
            connections: Connections::default(),
            metrics: Metrics::default(),
            metrics_token: None,
            studies: LayoutCache::default(),
            chance: Chance::default(),
            hooks: Hooks::default(),
            sittings: Sittings::default(),
            thoughts: Thoughts::default(),
            lessons: Lessons::default(),
            news: News::default(),
            album: Album::default(),
            codes: QrCache::default(),
            constants: StaticPages::default(),
            scheduler: Scheduler::default(),
            proxies: TrustedProxies::default(),
        }
    }

    /// The ruleset that is offered first.
    #[must_use]
    pub fn usual_ruleset(&self) -> Option<&'static Ruleset> {
        self.book.rulesets().first()
    }

    /// The sources of the metrics.
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
    pub async fn run_heavy<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        kind: JobKind,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        self.scheduler.run(&Requester::of(request), kind, job).await
    }

    /// Processes a document of this many bytes: at once if it is short, otherwise as [`AppState::run_heavy`].
    ///
    /// # Errors
    /// The same as for [`AppState::run_heavy`].
    pub async fn run_by_size<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        kind: JobKind,
        bytes: usize,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let at_once = bytes <= SHORT && !matches!(kind, JobKind::Print | JobKind::Picture);
        if at_once { Ok(job()) } else { self.run_heavy(request, kind, job).await }
    }

    /// Prints a sheet from its data, unless the browser has it: equal data always gives equal bytes.
    ///
    /// # Errors
    /// The same as for [`AppState::run_heavy`]; the errors of [`Printer::print_now`].
    pub async fn print(
        &self,
        request: &HttpRequest,
        (sheet, settings): (Sheet, PrintSettings),
        data: Vec<u8>,
        qr: Option<String>,
    ) -> Result<Made, WebError> {
        let (seen, printer) = (KnownTags::of(request), self.printer.clone());
        let print = move || {
            let tag = Tag::printed(&[format!("{sheet:?} {settings:?}").as_bytes(), &data]);
            seen.make_unless_known(tag, || Ok(printer.print_now(sheet, settings, &data, qr.as_deref())?))
        };
        self.run_heavy(request, JobKind::Print, print).await?
    }

    /// An address below the site that contains a secret. If the site does not know its address, this is only the path:
    /// a link to an invented host would hand over the secret.
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
