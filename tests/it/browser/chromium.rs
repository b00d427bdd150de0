//! Chromium and its driver. Browsers are handed on from test to test, because starting one takes longer than most tests.
//!
//! Tests stay independent all the same: before a browser is handed on it gets a new window, and loses its cookies and
//! its cache. Whatever else it stored belongs to the site of that test, whose address no other test has.
#![expect(clippy::expect_used, reason = "a broken test bed is a failed test")]

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::http::http;

/// The time between two checks whether the driver has ended.
const GLANCE: Duration = Duration::from_millis(15);

/// Whether a browser runs the scripts of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scripts {
    Run,
    Blocked,
}

/// One driver, and the browsers that no test uses at the moment.
pub(crate) struct Chromium {
    driver: Driver,
    binary: PathBuf,
    idle: Mutex<Vec<(Scripts, String)>>,
    /// The profiles of all browsers.
    folder: TempDir,
}

impl Chromium {
    /// The one that other tests are using at this moment, or a new one. It ends with the last test that uses it.
    pub(crate) fn shared() -> Arc<Self> {
        static SHARED: Mutex<Weak<Chromium>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let new = Arc::new(Self::start());
            *shared = Arc::downgrade(&new);
            new
        })
    }

    fn start() -> Self {
        let binary = installed(&["chromium", "chromium-browser", "google-chrome"]);
        let folder = TempDir::new().expect("a folder for the browsers");
        let driver = Driver::start(&installed(&["chromedriver"]), folder.path());
        Self { driver, binary, idle: Mutex::default(), folder }
    }

    /// The driver's address.
    pub(crate) fn address(&self) -> SocketAddr {
        self.driver.address
    }

    /// The session of a browser that is as good as new.
    pub(crate) fn session(&self, scripts: Scripts) -> String {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle.iter().position(|(kind, _)| *kind == scripts).map(|at| idle.swap_remove(at).1);
        drop(idle);
        found.unwrap_or_else(|| self.new_session(scripts))
    }

    fn new_session(&self, scripts: Scripts) -> String {
        let profile = TempDir::new_in(self.folder.path()).expect("a folder for the profile").keep();
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--disable-gpu",
            // A page that is still fading in ignores clicks.
            "--force-prefers-reduced-motion",
            "--window-size=1280,900",
            &format!("--user-data-dir={}", profile.display()),
        ];
        let prefs = match scripts {
            Scripts::Run => json!({}),
            Scripts::Blocked => json!({ "profile.managed_default_content_settings.javascript": 2 }),
        };
        let options = json!({ "binary": self.binary, "args": args, "prefs": prefs });
        let wanted = json!({ "browserName": "chrome", "goog:chromeOptions": options });
        let answer = self.ask("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        let answer = answer.expect("the browser starts");
        answer.get("sessionId").and_then(Value::as_str).expect("a session").to_owned()
    }

    /// Takes back the browser of a test, for another one. It is ended instead if the test failed or it cannot be
    /// cleaned.
    pub(crate) fn give_back(&self, scripts: Scripts, session: String) {
        if !std::thread::panicking() && self.clean(&session).is_some() {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push((scripts, session));
        } else {
            // The answer arrives when the browser has ended and writes no more into its folder.
            drop(self.ask("DELETE", &format!("/session/{session}"), &Value::Null));
        }
    }

    /// Leaves a browser with one new window, without cookies and cache. What a test emulates belongs to a window, and so
    /// does the state of its pages.
    fn clean(&self, session: &str) -> Option<()> {
        let at = |path: &str| format!("/session/{session}{path}");
        let old = self.ask("GET", &at("/window/handles"), &Value::Null)?;
        let new = self.ask("POST", &at("/window/new"), &json!({ "type": "tab" }))?;
        for handle in old.as_array()? {
            self.ask("POST", &at("/window"), &json!({ "handle": handle }))?;
            self.ask("DELETE", &at("/window"), &Value::Null)?;
        }
        self.ask("POST", &at("/window"), &json!({ "handle": new.get("handle")? }))?;
        for command in ["Page.bringToFront", "Network.clearBrowserCookies", "Network.clearBrowserCache"] {
            self.ask("POST", &at("/goog/cdp/execute"), &json!({ "cmd": command, "params": {} }))?;
        }
        Some(())
    }

    /// The value that the driver answers, if it does what is asked.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = http(self.driver.address, method, path, &body).ok()?;
        let mut answer: Value = serde_json::from_slice(&answer.body).ok().filter(|_| answer.status == 200)?;
        answer.get_mut("value").map(Value::take)
    }
}

/// A program that can be started by one of these names.
fn installed(names: &[&str]) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let found =
        names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()));
    found.unwrap_or_else(|| panic!("{names:?} is not installed; tests/install brings it"))
}

/// The program that controls browsers.
struct Driver {
    address: SocketAddr,
    child: Child,
    /// Kept open: the driver would end if it could not write.
    _says: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts it on a port of its own choice. It takes an IPv6 port and ends if the same IPv4 port is taken: then it is
    /// started again.
    fn start(program: &Path, folder: &Path) -> Self {
        let mut said = String::new();
        (0..5)
            .find_map(|_| Self::try_start(program, folder, &mut said))
            .unwrap_or_else(|| panic!("chromedriver: {said}"))
    }

    fn try_start(program: &Path, folder: &Path, said: &mut String) -> Option<Self> {
        let mut child = Command::new(program)
            .arg("--port=0")
            .env("TMPDIR", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut says = BufReader::new(child.stdout.take().unwrap());
        let port: u16 = loop {
            let before = said.len();
            if says.read_line(said).unwrap() == 0 {
                child.wait().unwrap();
                return None;
            }
            let line = said.get(before..).unwrap_or_default();
            if let Some((_, port)) = line.trim_end().trim_end_matches('.').split_once("started successfully on port ") {
                break port.parse().unwrap();
            }
        };
        Some(Self { address: SocketAddr::from(([127, 0, 0, 1], port)), child, _says: says })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // A driver that is asked to end first closes its browsers; killed, it would leave them behind.
        drop(http(self.address, "GET", "/shutdown", ""));
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(GLANCE);
        }
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
