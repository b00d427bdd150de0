//! Names of sites: hosts as they appear in requests and origins, and the public address of this site.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

/// The largest number of letters of a host name.
const LONGEST_NAME: usize = 253;

/// A host, with a port if one is given. Names are in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    name: String,
    port: Option<u16>,
}

/// The error for a text that is not a plain host and port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a host, with or without a port")]
pub struct ParseHostError;

impl FromStr for Host {
    type Err = ParseHostError;

    /// Accepts `example.org`, `192.0.2.7:8080`, `[2001:db8::7]`; nothing with a user, a path or an empty part.
    fn from_str(text: &str) -> Result<Self, ParseHostError> {
        let after_brackets = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        let (name, port) = match after_brackets {
            Some((address, rest)) => {
                let address: Ipv6Addr = address.parse().map_err(|_| ParseHostError)?;
                let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':').ok_or(ParseHostError)?) };
                (format!("[{address}]"), port)
            }
            None => {
                let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
                (checked_name(name)?, port)
            }
        };
        Ok(Self { name, port: port.map(checked_port).transpose()? })
    }
}

fn checked_name(name: &str) -> Result<String, ParseHostError> {
    let part_is_good = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    // The dot at the end of a fully qualified name.
    let parts = name.strip_suffix('.').unwrap_or(name);
    if name.len() <= LONGEST_NAME && parts.split('.').all(part_is_good) {
        Ok(name.to_ascii_lowercase())
    } else {
        Err(ParseHostError)
    }
}

fn checked_port(port: &str) -> Result<u16, ParseHostError> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    port.parse().ok().filter(|number| digits && *number > 0).ok_or(ParseHostError)
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

/// The origin of a page: a scheme and a host. The default port of the scheme is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    tls: bool,
    host: Host,
}

impl Origin {
    /// The origin of a host, reached with TLS or without.
    #[must_use]
    pub fn new(tls: bool, host: Host) -> Self {
        let usual = if tls { 443 } else { 80 };
        Self { tls, host: Host { port: host.port.filter(|port| *port != usual), ..host } }
    }

    /// Parses an origin as browsers write it: `https://example.org`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (scheme, host) = text.split_once("://")?;
        let tls = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        Some(Self::new(tls, host.parse().ok()?))
    }

    /// Whether it is reached with TLS.
    #[must_use]
    pub fn is_tls(&self) -> bool {
        self.tls
    }

    /// Whether both have the same host, with TLS or without.
    #[must_use]
    pub fn has_host_of(&self, other: &Self) -> bool {
        self.host == other.host
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls { "https" } else { "http" }, self.host)
    }
}

/// The public address of the site, from `--public-url`. It precedes the path of every address that leaves the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(Origin);

/// The error for a text that is not the address of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "give https:// or http:// and the host, with a port if need be and nothing after it, as in https://armies.example.org"
)]
pub struct ParsePublicUrlError;

impl FromStr for PublicUrl {
    type Err = ParsePublicUrlError;

    fn from_str(text: &str) -> Result<Self, ParsePublicUrlError> {
        Origin::parse(text.strip_suffix('/').unwrap_or(text)).map(Self).ok_or(ParsePublicUrlError)
    }
}

impl PublicUrl {
    /// Whether visitors reach the site with TLS.
    #[must_use]
    pub fn is_tls(&self) -> bool {
        self.0.is_tls()
    }

    /// The origin of the pages of the site.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.0
    }

    /// The full address of a path, which begins with `/`.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_and_refused() {
        for (text, host) in [
            ("example.org", "example.org"),
            ("Example.ORG:8080", "example.org:8080"),
            ("localhost", "localhost"),
            ("club_pc.local.", "club_pc.local."),
            ("192.0.2.7:80", "192.0.2.7:80"),
            ("[2001:DB8:0::7]:8080", "[2001:db8::7]:8080"),
        ] {
            assert_eq!(text.parse::<Host>().unwrap().to_string(), host);
        }
        for text in [
            "",
            ":80",
            ".",
            "a..b",
            ".a",
            "a b",
            "a/b",
            "a?b",
            "a#b",
            "user@a",
            "a:",
            "a:0",
            "a:65536",
            "a:+80",
            "a:80:80",
            "a\\b",
            "ä.example",
            "%61.example",
            "2001:db8::7",
            "[2001:db8::7",
            "[2001:db8::7]x",
            "[::1]:",
            "<b>",
            "a\"b",
            &"a".repeat(254),
        ] {
            assert_eq!(text.parse::<Host>(), Err(ParseHostError), "{text}");
        }
    }

    #[test]
    fn public_addresses_are_a_scheme_and_a_host() {
        for (text, url) in [
            ("https://Example.org", "https://example.org"),
            ("HTTPS://example.org/", "https://example.org"),
            ("https://example.org:443/", "https://example.org"),
            ("http://example.org:443", "http://example.org:443"),
            ("http://192.168.0.9:8080", "http://192.168.0.9:8080"),
        ] {
            let public: PublicUrl = text.parse().unwrap();
            assert_eq!(public.to_string(), url);
            assert_eq!(public.url("/lists"), format!("{url}/lists"));
            assert_eq!(public.is_tls(), url.starts_with("https:"));
        }
        for text in [
            "",
            "example.org",
            "https://",
            "https:///",
            "ftp://example.org",
            "https://example.org//",
            "https://example.org/armies",
            "https://example.org?x",
            "https://example.org/?x",
            "https://example.org#x",
            "https://user@example.org",
            "https://user:pass@example.org",
            "https://example.org@evil.example",
            " https://example.org",
            "https://example.org ",
            "https://example.org\n",
            "https:\\\\example.org",
            "javascript://example.org",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(ParsePublicUrlError), "{text:?}");
        }
    }
}
