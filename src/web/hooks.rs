//! Web hooks: messages that the site posts to addresses that its users name, such as those of chat servers.
//!
//! A user can name any address, so the site only calls hosts on the public internet, by https on its usual port, and
//! connects to the very addresses that were checked. It follows no redirect, reads no answer, takes a few seconds, and
//! calls a few hosts at a time.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Semaphore;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{RootCerts, TlsConfig, TlsProvider};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

/// The time that a call may take, from the name of the host to the head of the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time that a call waits for earlier ones before it is given up.
const WAIT: Duration = Duration::from_secs(20);
/// The number of hosts that are called at a time.
const AT_ONCE: usize = 4;

/// The hosts that may be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Hosts on the public internet, by https.
    Public,
    /// Any host, by http as well. The hosts of the operator's own network are open to users then, so it is for tests.
    Anywhere,
}

/// The address of a web hook, as far as its text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookAddress(Uri);

/// The error for a text that is no address of a web hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// It is none.
    #[error("That is no address: type one like https://chat.example.org/hooks/4711.")]
    Unreadable,
    /// It is not https, or names a port.
    #[error("The address has to begin with https:// and a host, without a user or a port.")]
    Unsafe,
}

/// The reason that a message was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// The host is inside some network, and not on the public internet.
    #[error("That host is not on the public internet, so nothing is sent to it.")]
    Inside,
    /// Nobody answers there.
    #[error("Nobody answers at that address. Is it typed as the other program shows it?")]
    Unreachable,
    /// It was answered with an error, or leads elsewhere.
    #[error("That address takes no messages: it answers {0}.")]
    Refused(u16),
    /// Too many calls are waiting.
    #[error("Too many messages are on their way just now. Try again in a minute.")]
    Busy,
}

/// A message about a battle. The programs that take it read `content` or `text`; others read the rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// The message in words.
    pub content: String,
    /// The same.
    pub text: String,
    /// Nobody is called by name, whatever the names of armies look like.
    pub allowed_mentions: NoMentions,
    /// The address of the battle.
    pub battle: String,
    /// The names of both sides.
    pub sides: [String; 2],
}

/// Mentions that a chat server may resolve: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoMentions {
    parse: [(); 0],
}

impl Message {
    /// The message that somebody has to decide in a battle, or will be told here when they have to.
    #[must_use]
    pub fn new(words: &str, battle: String, sides: [String; 2]) -> Self {
        let [a, b] = &sides;
        let content = format!("{a} against {b}: {words} {battle}");
        Self { text: content.clone(), content, allowed_mentions: NoMentions::default(), battle, sides }
    }
}

/// Posts messages.
pub struct Hooks {
    agent: Agent,
    reach: Reach,
    turns: Arc<Semaphore>,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({:?})", self.reach)
    }
}

impl Default for Hooks {
    fn default() -> Self {
        Self::new(Reach::Public)
    }
}

impl Hooks {
    /// Posts messages to these hosts.
    #[must_use]
    pub fn new(reach: Reach) -> Self {
        let tls = TlsConfig::builder().provider(TlsProvider::NativeTls).root_certs(RootCerts::PlatformVerifier).build();
        let config = Config::builder()
            .tls_config(tls)
            .https_only(reach == Reach::Public)
            // A proxy would look the host up by itself.
            .proxy(None)
            .max_redirects(0)
            .http_status_as_error(false)
            .max_idle_connections(0)
            .max_response_header_size(16 * 1024)
            .timeout_global(Some(PATIENCE))
            .user_agent("musterfield")
            .build();
        let resolver = Checked { inner: DefaultResolver::default(), reach };
        let agent = Agent::with_parts(config, DefaultConnector::new(), resolver);
        Self { agent, reach, turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    /// Reads the address of a web hook.
    ///
    /// # Errors
    /// [`AddressError`].
    pub fn address(&self, text: &str) -> Result<HookAddress, AddressError> {
        let address: HookAddress = text.parse()?;
        let Some(authority) = address.0.authority() else { return Err(AddressError::Unsafe) };
        let is_plain = address.0.scheme_str() == Some("https") && authority.port().is_none();
        if authority.as_str().contains('@') || (self.reach == Reach::Public && !is_plain) {
            return Err(AddressError::Unsafe);
        }
        Ok(address)
    }

    /// Posts a message.
    ///
    /// # Errors
    /// [`HookError`] when it was not taken.
    pub async fn post(&self, HookAddress(uri): HookAddress, message: &Message) -> Result<(), HookError> {
        let Ok(body) = serde_json::to_vec(message) else { return Err(HookError::Unreachable) };
        let turn = tokio::time::timeout(WAIT, Arc::clone(&self.turns).acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(HookError::Busy) };
        let agent = self.agent.clone();
        let call = move || {
            // Kept until the call has ended, even if nobody waits for it any more.
            let _turn = turn;
            agent
                .post(uri)
                .content_type("application/json")
                .send(body.as_slice())
                .map(|answer| answer.status().as_u16())
        };
        match tokio::task::spawn_blocking(call).await {
            Ok(Ok(200..=299)) => Ok(()),
            Ok(Ok(status)) => Err(HookError::Refused(status)),
            Ok(Err(Error::Other(error))) if error.is::<Inside>() => Err(HookError::Inside),
            Ok(Err(_)) | Err(_) => Err(HookError::Unreachable),
        }
    }
}

impl FromStr for HookAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let uri: Uri = text.trim().parse().map_err(|_| AddressError::Unreadable)?;
        if uri.scheme().is_none() || uri.host().is_none_or(str::is_empty) {
            return Err(AddressError::Unreadable);
        }
        Ok(Self(uri))
    }
}

impl fmt::Display for HookAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// All addresses of a host are inside some network.
#[derive(Debug, thiserror::Error)]
#[error("the host is not on the public internet")]
struct Inside;

/// Looks hosts up and passes on only addresses that may be called, so that a name cannot lead to others later.
#[derive(Debug)]
struct Checked {
    inner: DefaultResolver,
    reach: Reach,
}

impl Resolver for Checked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let mut allowed = self.empty();
        for address in found.iter().filter(|address| self.reach == Reach::Anywhere || is_public(address.ip())) {
            allowed.push(*address);
        }
        if allowed.is_empty() { Err(Error::Other(Box::new(Inside))) } else { Ok(allowed) }
    }
}

/// Whether an address is one of the public internet.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => address.to_ipv4_mapped().map_or_else(|| is_public_v6(address), is_public_v4),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_reserved =
        matches!((a, b, c), (0 | 240.., ..) | (100, 64..=127, _) | (192, 0, 0) | (192, 88, 99) | (198, 18 | 19, _));
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Only what is given out to networks of the internet; not addresses that stand for one of IPv4 or for a tunnel.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_global = a & 0xe000 == 0x2000;
    let is_special = matches!((a, b), (0x2001, 0..=0x01ff | 0x0db8) | (0x2002, _) | (0x3fff, 0..=0x0fff));
    is_global && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_inside_a_network_are_told_from_public_ones() {
        for inside in [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.9.9",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.1",
            "198.51.100.1",
            "203.0.113.7",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "ff02::1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for public in [
            "1.1.1.1",
            "100.63.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "9.9.9.9",
            "223.255.255.1",
            "2606:4700::1",
            "2a00:1450::5",
            "2001:4860::8",
            "::ffff:1.1.1.1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }

    #[test]
    fn only_plain_https_addresses_are_taken() {
        let hooks = Hooks::default();
        for good in ["https://chat.example.org/hooks/4711", " https://chat.example.org/a?b=c ", "https://1.1.1.1/x"] {
            assert!(hooks.address(good).is_ok(), "{good}");
        }
        for bad in ["", "chat", "/hooks", "chat.example.org/x", "https://", "https:///x", "https://a b/"] {
            assert_eq!(hooks.address(bad), Err(AddressError::Unreadable), "{bad}");
        }
        for bad in [
            "http://chat.example.org/",
            "https://chat.example.org:8443/",
            "ftp://chat.example.org/",
            "https://user:word@chat.example.org/",
            "https://chat.example.org@127.0.0.1/",
        ] {
            assert_eq!(hooks.address(bad), Err(AddressError::Unsafe), "{bad}");
        }
    }

    #[tokio::test]
    async fn hosts_inside_are_not_called_by_number_or_name() {
        let hooks = Hooks::default();
        let message = Message::new(
            "your decision.",
            "https://site.example/battles/1".to_owned(),
            ["A".to_owned(), "B".to_owned()],
        );
        for inside in ["https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x", "https://2130706433/x"] {
            let address = hooks.address(inside).unwrap();
            assert_eq!(hooks.post(address, &message).await, Err(HookError::Inside), "{inside}");
        }
    }
}
