//! The site on a separate database, and visitors who use it like a browser without script.
//!
//! Requests go through the whole application with its middleware, but not over a socket. Every answer is checked here
//! for properties that all answers must have: see [`Reply::assert_sound`].

use std::cell::{OnceCell, RefCell};
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody, to_bytes};
use actix_web::cookie::Cookie;
use actix_web::dev::Service;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::test::{TestRequest, init_service};
use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage, HttpResponse};
use musterfield::store::{Secret, SecretDigest, Store, WorkType};
use musterfield::web::accounts::Accounts;
use musterfield::web::app::app;
use musterfield::web::battles::news::News;
use musterfield::web::chance::Chance;
use musterfield::web::state::AppState;
use musterfield::web::works::{ARMIES, LAYOUTS, LISTS, WorkKind};
use musterfield_lists::collection;
use musterfield_rules::book;
use musterfield_terrain::Layout;
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use scraper::{ElementRef, Html, Selector};

use crate::made::stored_layout;
use crate::store::harness::{TestDb, unique_name};

mod form;

pub(crate) use self::form::Form;
pub(crate) use crate::made::{forest, laid_out};

/// The host that requests name by default.
const HERE: &str = "localhost:8080";

type Answering = Pin<Box<dyn Future<Output = Reply>>>;

/// Sends a request with the matching cookies of a jar.
type Call = dyn Fn(TestRequest, &[Cookie<'static>]) -> Answering;

/// The site on a database.
pub(crate) struct TestApp {
    call: Box<Call>,
}

/// The token for the metrics of the site.
pub(crate) const METRICS_TOKEN: &str = "a-token-for-the-tests";

/// The shared state of handlers, with this store.
pub(crate) fn state(store: &Store, public_url: Option<&str>) -> Data<AppState> {
    let book = book().unwrap_or_else(|errors| panic!("{errors}"));
    let collection = collection(book).unwrap_or_else(|errors| panic!("{errors:#?}"));
    Data::new(AppState {
        public_url: public_url.map(|url| url.parse().unwrap()),
        metrics_token: Some(METRICS_TOKEN.parse().unwrap()),
        // A stream of events ends after its first, so that it can be read to its end.
        news: News::lasting(Duration::ZERO),
        // The same battles in every run.
        chance: Chance::known(1),
        ..AppState::new(store.clone(), book, collection)
    })
}

impl TestApp {
    pub(crate) async fn new(db: &TestDb) -> Self {
        Self::on(state(&db.store, None)).await
    }

    /// The site with that public address.
    pub(crate) async fn at(db: &TestDb, public_url: &str) -> Self {
        Self::on(state(&db.store, Some(public_url))).await
    }

    /// The site with these accounts, for example with a mail server.
    pub(crate) async fn with_accounts(db: &TestDb, accounts: Accounts) -> Self {
        let state = AppState { accounts, ..Arc::into_inner(state(&db.store, None).into_inner()).unwrap() };
        Self::on(Data::new(state)).await
    }

    /// The site behind a proxy at that address.
    pub(crate) async fn behind(db: &TestDb, public_url: Option<&str>, proxy: &str) -> Self {
        let proxies = [proxy.parse().unwrap()].into_iter().collect();
        let state = AppState { proxies, ..Arc::into_inner(state(&db.store, public_url).into_inner()).unwrap() };
        Self::on(Data::new(state)).await
    }

    /// The site with that state.
    pub(crate) async fn on(state: Data<AppState>) -> Self {
        let service = Rc::new(init_service(app(state)).await);
        let call = move |request: TestRequest, jar: &[Cookie<'static>]| -> Answering {
            let service = service.clone();
            let mut request = request.to_request();
            // Added as by every browser, unless the test sets another host; an empty one means none.
            match request.headers().get(header::HOST).map(|host| host.is_empty()) {
                None => _ = request.headers_mut().insert(header::HOST, HeaderValue::from_static(HERE)),
                Some(true) => _ = request.headers_mut().remove(header::HOST),
                Some(false) => {}
            }
            let fitting: Vec<String> = jar
                .iter()
                .filter(|cookie| reaches(cookie, request.path()))
                .map(|cookie| format!("{}={}", cookie.name(), cookie.value()))
                .collect();
            if !fitting.is_empty() && !request.headers().contains_key(header::COOKIE) {
                request.headers_mut().insert(header::COOKIE, fitting.join("; ").parse().unwrap());
            }
            Box::pin(async move {
                match service.call(request).await {
                    Ok(response) => Reply::read(response.into_parts().1).await,
                    // The server's answer to an error that no middleware has turned into one.
                    Err(error) => Reply::read::<BoxBody>(error.error_response()).await,
                }
            })
        };
        Self { call: Box::new(call) }
    }

    /// A visitor with a new browser.
    pub(crate) fn visitor(&self) -> Visitor<'_> {
        Visitor { app: self, jar: RefCell::default(), from: None }
    }

    /// A visitor with a new browser whose connection comes from an address.
    pub(crate) fn visitor_from(&self, address: &str) -> Visitor<'_> {
        Visitor { from: Some(SocketAddr::new(address.parse().unwrap(), 40_000)), ..self.visitor() }
    }
}

/// A browser: an app to talk to and a cookie jar.
pub(crate) struct Visitor<'a> {
    app: &'a TestApp,
    jar: RefCell<Vec<Cookie<'static>>>,
    /// The origin of connections, if that matters.
    from: Option<SocketAddr>,
}

impl Visitor<'_> {
    /// Goes on with the same browser from another address.
    pub(crate) fn move_to(&mut self, address: &str) {
        self.from = Some(SocketAddr::new(address.parse().unwrap(), 40_000));
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send(TestRequest::get().uri(path)).await
    }

    pub(crate) async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.post_raw(path, encode(fields)).await
    }

    /// Posts bytes with the content type of a form.
    pub(crate) async fn post_raw(&self, path: &str, body: impl Into<Bytes>) -> Reply {
        let request = TestRequest::post().uri(path);
        let kind = (header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.insert_header(kind).set_payload(body.into())).await
    }

    /// Posts a form for files, as [`multipart`] or [`with_file`] encodes it.
    pub(crate) async fn upload(&self, path: &str, body: impl Into<Bytes>) -> Reply {
        let request = TestRequest::post().uri(path).insert_header((header::CONTENT_TYPE, MULTIPART));
        self.send(request.set_payload(body.into())).await
    }

    /// Submits a form as the Enter key would.
    pub(crate) async fn submit(&self, form: &Form) -> Reply {
        self.post_raw(&form.action, form.body()).await
    }

    /// Submits a form by a button called `do`.
    pub(crate) async fn press(&self, form: &Form, button: &str) -> Reply {
        self.submit(&form.clone().with("do", button)).await
    }

    /// Submits a form by a button and follows the redirect.
    pub(crate) async fn press_on(&self, form: &Form, button: &str) -> Reply {
        let reply = self.press(form, button).await;
        self.follow(reply).await
    }

    /// Follows a redirect; any other answer is a fault of the test or of the site.
    pub(crate) async fn follow(&self, reply: Reply) -> Reply {
        assert_eq!(reply.status, StatusCode::SEE_OTHER, "{reply:?}");
        let next = self.get(&reply.location()).await;
        assert_eq!(next.status, StatusCode::OK, "{next:?}");
        next
    }

    /// Sends any request with the matching cookies and keeps those of the answer.
    pub(crate) async fn send(&self, request: TestRequest) -> Reply {
        let request = match self.from {
            Some(address) => request.peer_addr(address),
            None => request,
        };
        let jar = self.jar.borrow().clone();
        let reply = (self.app.call)(request, &jar).await;
        for cookie in &reply.cookies {
            let mut jar = self.jar.borrow_mut();
            jar.retain(|kept| kept.name() != cookie.name() || kept.path() != cookie.path());
            if cookie.max_age().is_none_or(|age| age.is_positive()) {
                jar.push(cookie.clone());
            }
        }
        reply
    }

    /// The digest under which the store knows this browser, which gets a secret if it has none.
    pub(crate) async fn digest(&self) -> SecretDigest {
        let names = ["musterfield_visitor", "__Host-musterfield_visitor"];
        if let Some(known) = names.iter().find_map(|name| self.cookie(name)) {
            return Secret::parse(&known).unwrap().digest();
        }
        let secret = Secret::random().unwrap();
        self.keep_cookie(names[0], secret.expose());
        secret.digest()
    }

    /// Moves to another address, keeping the cookies.
    pub(crate) fn moved_to(self, address: &str) -> Self {
        Self { from: Some(SocketAddr::new(address.parse().unwrap(), 40_000)), ..self }
    }

    /// Puts a cookie into the jar.
    pub(crate) fn keep_cookie(&self, name: &str, value: &str) {
        self.jar.borrow_mut().push(Cookie::build(name.to_owned(), value.to_owned()).path("/").finish());
    }

    /// The value of a cookie in the jar.
    pub(crate) fn cookie(&self, name: &str) -> Option<String> {
        self.jar.borrow().iter().find(|cookie| cookie.name() == name).map(|cookie| cookie.value().to_owned())
    }

    /// The present form of the editor.
    pub(crate) async fn editor(&self, army: &MadeWork) -> Form {
        self.get(&army.at("/edit")).await.editor()
    }
}

/// Whether a cookie is sent to a path.
fn reaches(cookie: &Cookie<'_>, path: &str) -> bool {
    let scope = cookie.path().unwrap_or("/").trim_end_matches('/');
    path.strip_prefix(scope).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Encodes fields as a browser sends them.
pub(crate) fn encode(fields: &[(&str, &str)]) -> String {
    let escape = |text: &str| percent_encode(text.as_bytes(), NON_ALPHANUMERIC).to_string();
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.join("&")
}

/// The content type of a form with files, as [`multipart`] encodes it.
pub(crate) const MULTIPART: &str = "multipart/form-data; boundary=edge-of-the-field";

/// Encodes fields as a browser sends them with a form for files.
pub(crate) fn multipart(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        format!("--edge-of-the-field\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + "--edge-of-the-field--\r\n"
}

/// A form with a file of these bytes after the other fields.
pub(crate) fn with_file(fields: &[(&str, &str)], bytes: &[u8]) -> Vec<u8> {
    let before = multipart(fields);
    let before = before.strip_suffix("--edge-of-the-field--\r\n").unwrap_or_default();
    let head = "--edge-of-the-field\r\ncontent-disposition: form-data; name=\"file\"; filename=\"map\"\r\n\
                content-type: application/octet-stream\r\n\r\n";
    [before.as_bytes(), head.as_bytes(), bytes, b"\r\n--edge-of-the-field--\r\n"].concat()
}

/// An answer, read to its end.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) cookies: Vec<Cookie<'static>>,
    pub(crate) body: Bytes,
    /// The body as a page, once somebody has looked at it.
    page: OnceCell<Html>,
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let page = self.page();
        let said: Vec<String> = ["h1", ".lede", ".field-error", ".conflict", ".notice"]
            .iter()
            .flat_map(|part| texts(page.root_element(), part))
            .collect();
        write!(f, "{} to {:?}: {}", self.status, self.headers.get(header::LOCATION), said.join(" | "))
    }
}

impl Reply {
    async fn read<B: MessageBody>(response: HttpResponse<B>) -> Self {
        let status = response.status();
        let headers = response.headers().clone();
        let cookies = response.cookies().map(Cookie::into_owned).collect();
        let body = to_bytes(response.into_body()).await.unwrap_or_else(|_| panic!("the body broke off"));
        let reply = Self { status, headers, cookies, body, page: OnceCell::new() };
        reply.assert_sound();
        reply
    }

    /// Checks what must hold for every answer: no internal error, the security headers, nothing active on a page except
    /// our files.
    fn assert_sound(&self) {
        assert_ne!(self.status, StatusCode::INTERNAL_SERVER_ERROR, "{self:?}");
        let policy = self.header("content-security-policy").unwrap_or_else(|| panic!("no policy: {self:?}"));
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(self.header(name).as_deref(), Some(value), "{name}: {self:?}");
        }
        if self.is_page() {
            let page = self.page();
            for element in page.root_element().descendent_elements() {
                let active = element.value().attrs().find(|(name, _)| *name == "style" || name.starts_with("on"));
                assert_eq!(active, None, "<{}> in {self:?}", element.value().name());
                let inline = matches!(element.value().name(), "script" | "style") && element.attr("src").is_none();
                assert!(!inline, "<{}> in {self:?}", element.value().name());
            }
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).map(|value| value.to_str().unwrap().to_owned())
    }

    pub(crate) fn kind(&self) -> String {
        self.header("content-type").unwrap_or_default()
    }

    fn is_page(&self) -> bool {
        self.kind().starts_with("text/html")
    }

    pub(crate) fn location(&self) -> String {
        self.header("location").unwrap_or_else(|| panic!("leads nowhere: {self:?}"))
    }

    pub(crate) fn body_text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn page(&self) -> &Html {
        self.page.get_or_init(|| Html::parse_document(&String::from_utf8_lossy(&self.body)))
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The texts of all elements that match a selector.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        texts(self.page().root_element(), selector)
    }

    /// The text of the first element that matches a selector.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        self.texts(selector).into_iter().next().unwrap_or_else(|| panic!("no {selector}: {self:?}"))
    }

    pub(crate) fn has(&self, selector: &str) -> bool {
        self.page().select(&parse(selector)).next().is_some()
    }

    /// The values of all buttons or fields that match a selector.
    pub(crate) fn values(&self, selector: &str) -> Vec<String> {
        let page = self.page();
        page.select(&parse(selector)).filter_map(|element| element.attr("value")).map(str::to_owned).collect()
    }

    /// An attribute of the first element that matches a selector.
    pub(crate) fn attr(&self, selector: &str, name: &str) -> Option<String> {
        self.page().select(&parse(selector)).next()?.attr(name).map(str::to_owned)
    }

    /// An attribute of all matching elements that have it.
    pub(crate) fn attrs(&self, selector: &str, name: &str) -> Vec<String> {
        self.page().select(&parse(selector)).filter_map(|element| element.attr(name).map(str::to_owned)).collect()
    }

    /// The form with this action, with or without a fragment, filled in as on the page.
    #[track_caller]
    pub(crate) fn form(&self, action: &str) -> Form {
        let page = self.page();
        let form = page.select(&parse(&format!("form[action='{action}'], form[action^='{action}#']"))).next();
        Form::read(form.unwrap_or_else(|| panic!("no form for {action}: {self:?}")))
    }

    #[track_caller]
    pub(crate) fn editor(&self) -> Form {
        let page = self.page();
        Form::read(page.select(&parse("form#editor")).next().unwrap_or_else(|| panic!("no editor: {self:?}")))
    }

    /// Asserts that it is one of our error pages.
    #[track_caller]
    pub(crate) fn assert_refused(&self, status: StatusCode) {
        assert_eq!(self.status, status, "{self:?}");
        assert!(self.is_page() && !self.text("h1").is_empty(), "{self:?}");
    }
}

fn parse(selector: &str) -> Selector {
    Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"))
}

fn texts(within: ElementRef<'_>, selector: &str) -> Vec<String> {
    let folded =
        |element: ElementRef<'_>| element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    within.select(&parse(selector)).map(folded).collect()
}

/// A work that was created, by its address.
#[derive(Clone, Debug)]
pub(crate) struct MadeWork {
    work_kind: &'static WorkKind,
    pub(crate) id: String,
}

impl MadeWork {
    /// The work of an editor's address.
    #[track_caller]
    pub(crate) fn of_editor(location: &str) -> Self {
        let mut parts = location.rsplitn(3, '/');
        let (Some("edit"), Some(id), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
            panic!("{location} is no editor")
        };
        let work_kind = [&ARMIES, &LAYOUTS, &LISTS].into_iter().find(|work_kind| *work_kind.own() == *path);
        Self { work_kind: work_kind.unwrap_or_else(|| panic!("{location} is no editor")), id: id.to_owned() }
    }

    /// An army with that id, if there is one.
    pub(crate) fn army(id: &str) -> Self {
        Self { work_kind: &ARMIES, id: id.to_owned() }
    }

    /// The same id among works of the other kind.
    pub(crate) fn elsewhere(&self) -> Self {
        let work_kind = if self.work_kind.kind == WorkType::Army { &LAYOUTS } else { &ARMIES };
        Self { work_kind, id: self.id.clone() }
    }

    /// An address below the work's.
    pub(crate) fn at(&self, rest: &str) -> String {
        format!("{}{rest}", self.work_kind.page(&self.id))
    }
}

/// A layout with a first revision of that content, created for a visitor directly in the store.
pub(crate) async fn layout(db: &TestDb, owner: &Visitor<'_>, content: &str) -> MadeWork {
    let made = db.work_of(WorkType::Layout, &owner.digest().await, content).await;
    MadeWork { work_kind: &LAYOUTS, id: made.id.to_string() }
}

/// A table of this address, saved by its button.
pub(crate) async fn kept_table(owner: &Visitor<'_>, query: &str) -> MadeWork {
    let form = owner.get(&format!("/terrain/new?{query}")).await.form("/terrain");
    MadeWork::of_editor(&owner.submit(&form).await.location())
}

/// A list of the visitor's own for DBA 3.0, read and kept by the buttons.
pub(crate) async fn kept_list(owner: &Visitor<'_>, text: &str) -> MadeWork {
    let form = owner.get("/lists/new?ruleset=dba3").await.form("/lists/own").with("text", text);
    let read = owner.press(&form, "read").await.form("/lists/own");
    MadeWork::of_editor(&owner.press(&read, "keep").await.location())
}

/// Saves a layout for a visitor directly in the store.
pub(crate) async fn keep_layout(store: &Store, owner: &SecretDigest, table: &Layout) -> MadeWork {
    MadeWork { work_kind: &LAYOUTS, id: stored_layout(store, owner, table).await.to_string() }
}

/// Describes an army to be created: legal unless something is changed.
pub(crate) struct ArmyBuilder {
    file: serde_json::Value,
}

/// The Host of the Long Barrow, legal for 24 AP.
pub(crate) fn army() -> ArmyBuilder {
    let file = serde_json::json!({
        "format": "musterfield-army/1", "ruleset": "d3h2", "name": "Host of the Long Barrow",
        "points": 24, "home_terrain": "forest", "aggression": 2,
        "elements": [
            {"type": "Hr", "general": true, "label": "Sigeward"},
            {"type": "Bd", "count": 4, "fast": true},
            {"type": "Wb", "count": 3}, {"type": "IHd", "count": 3},
            {"type": "Lk"}, {"type": "Lk", "water": true},
        ],
    });
    ArmyBuilder { file }
}

impl ArmyBuilder {
    /// Sets a field of the army file.
    #[must_use]
    pub(crate) fn with(mut self, field: &str, value: impl Into<serde_json::Value>) -> Self {
        self.file[field] = value.into();
        self
    }

    #[must_use]
    pub(crate) fn named(self, name: &str) -> Self {
        self.with("name", name)
    }

    /// The army file.
    pub(crate) fn file(&self) -> String {
        self.file.to_string()
    }

    /// Creates it by pasting the file.
    pub(crate) async fn made_by(&self, owner: &Visitor<'_>) -> MadeWork {
        let form = owner.get("/armies/paste").await.form("/armies/paste").with("text", &self.file());
        let form = form.with("request", &unique_name("request"));
        MadeWork::of_editor(&owner.press(&form, "keep").await.location())
    }
}

/// A request with any method.
pub(crate) fn request(method: &str, path: &str) -> TestRequest {
    TestRequest::with_uri(path).method(Method::from_bytes(method.as_bytes()).unwrap())
}
