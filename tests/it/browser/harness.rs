//! The harness of the browser tests: the site on a free port, and browsers that share nothing.
//!
//! Nothing here sleeps for a guessed time: [`Browser::until`] asks again and again and fails after [`PATIENCE`].

use std::net::{SocketAddr, TcpListener};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::{Client, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use musterfield::store::{DatabaseUrl, Secret, Store};
use musterfield::web::chance::Chance;
use musterfield::web::server::serve;
use musterfield::web::state::AppState;
use musterfield::web::works::LAYOUTS;
use musterfield_lists::collection;
use musterfield_rules::book;
use musterfield_terrain::Layout;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::chromium::{Chromium, Scripts};
use super::http::{Answer, http};
use crate::made::{PASSWORD, account, stored_layout};

/// The Tab key, as WebDriver writes it.
pub(crate) const TAB: &str = "\u{e004}";
/// The Enter key.
pub(crate) const ENTER: &str = "\u{e007}";

/// The cookie with the secret by which the site knows a browser.
const VISITOR: &str = "musterfield_visitor";

/// The time that anything may take before a test fails; far more than it takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two checks whether something has happened.
const GLANCE: Duration = Duration::from_millis(15);

/// One site, and the browsers it is visited with.
pub(crate) struct Stage {
    chromium: Arc<Chromium>,
    pub(crate) site: Site,
}

impl Stage {
    /// Starts the site.
    pub(crate) fn open() -> Self {
        Self { chromium: Chromium::shared(), site: Site::start() }
    }

    /// A browser without cookies.
    pub(crate) async fn browser(&self) -> Browser {
        self.browser_that(Scripts::Run).await
    }

    /// A browser without cookies that runs no script on pages.
    pub(crate) async fn browser_without_script(&self) -> Browser {
        self.browser_that(Scripts::Blocked).await
    }

    async fn browser_that(&self, scripts: Scripts) -> Browser {
        let session = self.chromium.session(scripts);
        let driver = format!("http://{}", self.chromium.address());
        let client = Client::with_existing_session(&driver, &session, HttpConnector::new()).await.unwrap();
        // The session outlives the client.
        client.persist().await.unwrap();
        let (chromium, store) = (Arc::clone(&self.chromium), self.site.store.clone());
        Browser { client, site: self.site.address, store, chromium, scripts, session }
    }
}

/// The site in this process.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    store: Store,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
    _folder: TempDir,
}

impl Site {
    fn start() -> Self {
        let folder = TempDir::new().unwrap();
        let url = DatabaseUrl::parse(&format!("sqlite:{}", folder.path().join("armies.sqlite").display())).unwrap();
        let store = Store::open(&url, 4).unwrap();
        store.migrate().unwrap();
        let book = book().unwrap();
        let state = AppState::new(store.clone(), book, collection(book).unwrap());
        // The same battles in every run: a battle by chance can be long, or have no fight in it.
        let state = Data::new(AppState { chance: Chance::known(1), ..state });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (tell, told) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let server = serve(state, listener, Some(1)).unwrap();
                tell.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Self { address, store, handle: told.recv().unwrap(), thread: Some(thread), _folder: folder }
    }

    /// Requests a page without a browser.
    pub(crate) fn get(&self, path: &str) -> Answer {
        http(self.address, "GET", path, "").unwrap()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // The order takes effect at once, so nobody need wait for the answer; the thread ends with it.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

/// A browser with its own cookies.
pub(crate) struct Browser {
    pub(crate) client: Client,
    site: SocketAddr,
    store: Store,
    chromium: Arc<Chromium>,
    scripts: Scripts,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.chromium.give_back(self.scripts, std::mem::take(&mut self.session));
    }
}

impl Browser {
    /// Opens a page of the site, or a full address.
    pub(crate) async fn open(&self, path: &str) {
        let address = if path.starts_with('/') { format!("http://{}{path}", self.site) } else { path.to_owned() };
        self.client.goto(&address).await.unwrap();
    }

    /// The path of the current page.
    pub(crate) async fn path(&self) -> String {
        self.client.current_url().await.unwrap().path().to_owned()
    }

    /// The result of a script of ours; it runs even where the page's own scripts do not.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        self.client.execute(script, vec![]).await.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true.
    pub(crate) async fn until(&self, expression: &str) {
        self.until_within(PATIENCE, expression).await;
    }

    /// Waits until an expression is true, for work of the server that may take longer than a page.
    pub(crate) async fn until_within(&self, patience: Duration, expression: &str) {
        let start = Instant::now();
        let script = format!("return Boolean({expression})");
        loop {
            // A page that is being left answers with an error.
            let answer = self.client.execute(&script, vec![]).await;
            if matches!(answer, Ok(Value::Bool(true))) {
                return;
            }
            if start.elapsed() > patience {
                let page = self.client.execute("return document.body.innerText.slice(0, 1500)", vec![]).await;
                panic!("never true: {expression}\n{answer:?} at {}\n{page:#?}", self.path().await);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Whether the page has this element.
    pub(crate) async fn has(&self, css: &str) -> bool {
        !self.client.find_all(Locator::Css(css)).await.unwrap().is_empty()
    }

    /// The visible text of an element.
    pub(crate) async fn text(&self, css: &str) -> String {
        self.on(Locator::Css(css), async |element| element.text().await).await
    }

    /// The value of a field.
    pub(crate) async fn value(&self, css: &str) -> String {
        self.on(Locator::Css(css), async |field| field.prop("value").await).await.unwrap_or_default()
    }

    /// Does something with an element. A page may exchange the element in the meantime; then it is done with the new one.
    async fn on<T>(&self, locator: Locator<'_>, act: impl AsyncFn(Element) -> Result<T, CmdError>) -> T {
        let start = Instant::now();
        loop {
            match act(self.find(locator).await).await {
                Ok(answer) => return answer,
                Err(error) if error.is_stale_element_reference() && start.elapsed() < PATIENCE => {}
                Err(error) => panic!("{locator:?}: {error}"),
            }
        }
    }

    /// Waits for an element.
    async fn find(&self, locator: Locator<'_>) -> Element {
        self.client
            .wait()
            .at_most(PATIENCE)
            .every(GLANCE)
            .for_element(locator)
            .await
            .unwrap_or_else(|error| panic!("{locator:?}: {error}"))
    }

    /// Clicks, with the element in the middle of the window so that nothing with a fixed position covers it.
    pub(crate) async fn click_at(&self, locator: Locator<'_>) {
        self.on(locator, async |element| {
            let argument = serde_json::to_value(&element)?;
            self.client.execute("arguments[0].scrollIntoView({ block: 'center' })", vec![argument]).await?;
            element.click().await
        })
        .await;
    }

    /// Clicks without waiting for anything.
    pub(crate) async fn click(&self, css: &str) {
        self.click_at(Locator::Css(css)).await;
    }

    /// Loads the page again and waits for it.
    pub(crate) async fn reload(&self) {
        self.ask("document.documentElement.dataset.left = 'yes'; location.reload()").await;
        self.until("!document.documentElement.dataset.left && document.readyState === 'complete'").await;
    }

    /// Clicks a link to another page and waits for that page.
    pub(crate) async fn follow(&self, css: &str) {
        self.ask("document.documentElement.dataset.left = 'yes'").await;
        self.click(css).await;
        self.until("!document.documentElement.dataset.left && document.readyState === 'complete'").await;
    }

    /// Clicks a button that changes the army in the editor, and waits for the editor that answers.
    pub(crate) async fn press_at(&self, locator: Locator<'_>) {
        self.before_change().await;
        self.click_at(locator).await;
        self.after_change().await;
    }

    /// [`Self::press_at`] by style selector.
    pub(crate) async fn press(&self, css: &str) {
        self.press_at(Locator::Css(css)).await;
    }

    /// Marks the editor, so that the answer's editor can be told apart from it.
    pub(crate) async fn before_change(&self) {
        self.until("document.getElementById('editor')").await;
        self.ask("document.getElementById('editor').dataset.old = 'yes'").await;
    }

    /// Waits until a new editor is there and no request is running.
    pub(crate) async fn after_change(&self) {
        self.until(
            "document.readyState === 'complete' && document.getElementById('editor') \
             && !document.getElementById('editor').dataset.old && !document.querySelector('[aria-busy=true]')",
        )
        .await;
    }

    /// Types into a field after emptying it.
    pub(crate) async fn write(&self, css: &str, text: &str) {
        let field = self.find(Locator::Css(css)).await;
        let argument = serde_json::to_value(&field).unwrap();
        self.client
            .execute("arguments[0].scrollIntoView({ block: 'center' }); arguments[0].select()", vec![argument])
            .await
            .unwrap();
        // Some drivers have no keys for letters beyond the first Unicode plane; those are inserted as from the
        // clipboard.
        if text.chars().all(|letter| u32::from(letter) <= 0xffff) {
            field.send_keys(text).await.unwrap();
        } else {
            let put = "return document.execCommand('insertText', false, arguments[0])";
            assert_eq!(self.client.execute(put, vec![json!(text)]).await.unwrap(), true, "{text}");
        }
    }

    /// Presses keys where the focus is.
    pub(crate) async fn keys(&self, text: &str) {
        self.client.active_element().await.unwrap().send_keys(text).await.unwrap();
    }

    /// The id of the focused element.
    pub(crate) async fn focus(&self) -> String {
        self.ask("return document.activeElement.id").await.as_str().unwrap().to_owned()
    }

    /// Sends a form from the present page without rendering the answer, and returns the path it ended at.
    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> String {
        let script = "return fetch(arguments[0], { method: 'POST', body: new URLSearchParams(arguments[1]) })
            .then((answer) => { if (!answer.ok) throw new Error(answer.status); return new URL(answer.url).pathname; })";
        let answer = self.client.execute(script, vec![json!(path), json!(fields)]).await;
        answer.unwrap_or_else(|error| panic!("{path}: {error}")).as_str().unwrap().to_owned()
    }

    /// Sends the form of a page with this action address, with these fields changed, and returns the path to which it
    /// leads.
    pub(crate) async fn fill(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> String {
        let script = "const [page, action, fields] = arguments;
            return fetch(page).then((answer) => answer.text()).then((text) => {
                const forms = new DOMParser().parseFromString(text, 'text/html').forms;
                const form = [...forms].find((form) => form.getAttribute('action') === action);
                if (!form) throw new Error(`${page} has no form for ${action}`);
                const data = new FormData(form);
                for (const [name, value] of fields) data.set(name, value);
                const body = form.enctype.startsWith('multipart') ? data : new URLSearchParams(data);
                return fetch(action, { method: 'POST', body });
            }).then((answer) => { if (!answer.ok) throw new Error(answer.status); return new URL(answer.url).pathname; })";
        let answer = self.client.execute(script, vec![json!(page), json!(action), json!(fields)]).await;
        answer.unwrap_or_else(|error| panic!("{page}: {error}")).as_str().unwrap().to_owned()
    }

    /// Signs in an administrator, who is created directly in the store.
    pub(crate) async fn sign_in_administrator(&self, name: &str) {
        self.store.create_user(account(name, true)).await.unwrap();
        self.sign_in(name).await;
    }

    /// Signs in with the password that all accounts share.
    pub(crate) async fn sign_in(&self, name: &str) {
        self.fill("/account/sign-in", "/account/sign-in", &[("name", name), ("password", PASSWORD)]).await;
    }

    /// Saves a layout for this browser and returns the path of its editor.
    pub(crate) async fn keep_layout(&self, table: &Layout) -> String {
        let owner = self.visitor().await.digest();
        let id = stored_layout(&self.store, &owner, table).await;
        format!("{}/edit", LAYOUTS.page(id))
    }

    /// The secret by which the site knows this browser; one that has none yet is given one.
    async fn visitor(&self) -> Secret {
        self.open("/").await;
        if let Ok(cookie) = self.client.get_named_cookie(VISITOR).await {
            return Secret::parse(cookie.value()).unwrap();
        }
        let secret = Secret::random().unwrap();
        let site = format!("http://{}/", self.site);
        self.command("Network.setCookie", &json!({ "name": VISITOR, "value": secret.expose(), "url": site }));
        secret
    }

    /// A command of the browser's own protocol.
    pub(crate) fn command(&self, name: &str, params: &Value) {
        let body = json!({ "cmd": name, "params": params }).to_string();
        let path = format!("/session/{}/goog/cdp/execute", self.session);
        let answer = http(self.chromium.address(), "POST", &path, &body).unwrap();
        assert_eq!(answer.status, 200, "{name}: {}", String::from_utf8_lossy(&answer.body));
    }

    /// A script of ours that runs before those of every page opened from now on.
    pub(crate) fn before_every_page(&self, script: &str) {
        self.command("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
    }

    /// Sets the size of the window; below 500 px it is a phone.
    pub(crate) fn screen(&self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.command("Emulation.setDeviceMetricsOverride", &params);
    }

    /// Delays every answer by this many milliseconds; `None` lets no answer arrive.
    pub(crate) fn latency(&self, latency: Option<u32>) {
        let offline = latency.is_none();
        let params = json!({
            "offline": offline, "latency": latency.unwrap_or(0), "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.command("Network.enable", &json!({}));
        self.command("Network.emulateNetworkConditions", &params);
    }

    /// Sets light or dark mode, as the visitor's system would.
    pub(crate) fn colours(&self, scheme: &str) {
        let params = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.command("Emulation.setEmulatedMedia", &params);
    }
}
