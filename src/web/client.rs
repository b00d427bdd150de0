//! The origin of a request, and the site it asks for: the one place that reads `Host` and forwarded headers.
//!
//! Forwarded headers count only when a proxy that the operator trusts has written them: anybody can send one.
//! `Forwarded` is never read: proxies pass it on as visitors wrote it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderMap};
use actix_web::web::Data;

use super::public_url::{Host, Origin};
use super::state::AppState;

/// The address of a visitor behind a socket that has no address.
const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A proxy, or a network of proxies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustedProxy {
    network: IpAddr,
    /// The leading bits of the address that count.
    prefix: u8,
}

/// A text that is neither an address nor a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give an address such as 127.0.0.1 or ::1, or a network such as 10.0.0.0/8")]
pub struct ParseProxyError;

impl FromStr for TrustedProxy {
    type Err = ParseProxyError;

    fn from_str(text: &str) -> Result<Self, ParseProxyError> {
        let (address, prefix) = text.trim().split_once('/').map_or((text.trim(), None), |(a, p)| (a, Some(p)));
        let network: IpAddr = address.parse().map_err(|_| ParseProxyError)?;
        let longest = if network.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(longest), |text| text.parse().map_err(|_| ParseProxyError))?;
        if prefix > longest { Err(ParseProxyError) } else { Ok(Self { network, prefix }) }
    }
}

impl TrustedProxy {
    /// Whether the address belongs to the network.
    #[must_use]
    pub fn covers(&self, address: IpAddr) -> bool {
        let bits = u32::from(self.prefix);
        match (self.network, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(address)) => {
                let differs = network.to_bits() ^ address.to_bits();
                differs.checked_shr(32 - bits).unwrap_or(0) == 0
            }
            (IpAddr::V6(network), IpAddr::V6(address)) => {
                let differs = network.to_bits() ^ address.to_bits();
                differs.checked_shr(128 - bits).unwrap_or(0) == 0
            }
            _ => false,
        }
    }
}

/// The trusted proxies; without any, forwarded headers are ignored.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Vec<TrustedProxy>);

impl FromIterator<TrustedProxy> for TrustedProxies {
    fn from_iter<I: IntoIterator<Item = TrustedProxy>>(proxies: I) -> Self {
        Self(proxies.into_iter().collect())
    }
}

impl TrustedProxies {
    /// Whether one of them covers this address.
    #[must_use]
    pub fn covers(&self, address: IpAddr) -> bool {
        self.0.iter().any(|proxy| proxy.covers(address))
    }

    /// The household of a connection from this address; `None` if the address is that of a trusted proxy, which
    /// connects on behalf of many.
    pub(super) fn household_of(&self, peer: IpAddr) -> Option<IpAddr> {
        (!self.covers(peer)).then(|| household(peer))
    }

    /// The visitor's own address: that of the connection, or, if a trusted proxy has opened it, the last one in
    /// `X-Forwarded-For` that does not belong to a trusted proxy. Anything before that was written by the visitor.
    fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.covers(peer) {
            return peer.to_canonical();
        }
        let lists: Vec<&[u8]> = headers.get_all("x-forwarded-for").map(|list| list.as_bytes()).collect();
        let mut nearest = peer;
        // Anything that the visitor wrote before may not even be text.
        for written in lists.iter().rev().flat_map(|list| list.rsplit(|byte| *byte == b',')) {
            let address = std::str::from_utf8(written).ok().and_then(|text| text.trim().parse::<IpAddr>().ok());
            let Some(address) = address else { break };
            nearest = address;
            if !self.covers(address) {
                break;
            }
        }
        nearest.to_canonical()
    }
}

/// The address a request comes from, as far as it can be trusted.
#[must_use]
pub fn address(request: &HttpRequest) -> IpAddr {
    let peer = request.peer_addr().map_or(UNKNOWN, |peer| peer.ip());
    match request.app_data::<Data<AppState>>() {
        Some(state) => state.proxies.address(peer, request.headers()),
        None => peer,
    }
}

/// Whether a trusted proxy has forwarded this request, so that its other forwarded headers count too.
#[must_use]
pub fn is_forwarded(request: &HttpRequest) -> bool {
    let state = request.app_data::<Data<AppState>>();
    let peer = request.peer_addr().map_or(UNKNOWN, |peer| peer.ip());
    state.is_some_and(|state| state.proxies.covers(peer))
}

/// The last entry of a forwarded header: the one written by the nearest proxy.
fn last_forwarded<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let list = request.headers().get_all(name).last().filter(|_| is_forwarded(request))?;
    list.to_str().ok()?.rsplit(',').next().map(str::trim)
}

/// The site that a request asks for, as far as the request tells; `None` if it names no plain host, or several.
///
/// A visitor can name any site. Nothing derived from it may contain a secret or decide anything.
#[must_use]
pub fn site(request: &HttpRequest) -> Option<Origin> {
    let mut hosts = request.headers().get_all(header::HOST);
    let (host, others) = (hosts.next()?.to_str().ok()?, hosts.next());
    // The visitor's own `Host` must be valid too, even where the proxy names another.
    let named: Host = host.parse().ok().filter(|_| others.is_none())?;
    let host = last_forwarded(request, "x-forwarded-host").map_or(Some(named), |host| host.parse().ok())?;
    let tls = last_forwarded(request, "x-forwarded-proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    Some(Origin::new(tls, host))
}

/// The household a request comes from, as text.
#[must_use]
pub fn household_of(request: &HttpRequest) -> String {
    household(address(request)).to_string()
}

/// The part of an address that belongs to one household: for IPv6 the network, since each has countless addresses.
#[must_use]
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => leading(address, 64),
    }
}

/// The network that a single customer may have and many households may share; `None` for IPv4.
#[must_use]
pub fn network(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => Some(leading(address, 48)),
    }
}

/// The network with this many leading bits.
fn leading(address: Ipv6Addr, bits: u32) -> IpAddr {
    let rest = 128 - bits;
    IpAddr::V6((address.to_bits() >> rest << rest).into())
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn proxies(list: &[&str]) -> TrustedProxies {
        list.iter().map(|text| text.parse::<TrustedProxy>().unwrap()).collect()
    }

    fn seen(trusted: &[&str], peer: &str, forwarded: &[&'static str]) -> String {
        let mut headers = HeaderMap::new();
        for list in forwarded {
            headers.append(HeaderName::from_static("x-forwarded-for"), HeaderValue::from_static(list));
        }
        proxies(trusted).address(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn forwarded_addresses_count_only_behind_a_trusted_proxy() {
        assert_eq!(seen(&[], "127.0.0.1", &["203.0.113.9"]), "127.0.0.1");
        assert_eq!(seen(&["10.0.0.0/8"], "192.0.2.1", &["203.0.113.9"]), "192.0.2.1");
        assert_eq!(seen(&["127.0.0.1"], "127.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&["::1"], "::1", &["2001:db8::7"]), "2001:db8::7");
        assert_eq!(seen(&["127.0.0.1"], "::ffff:127.0.0.1", &["203.0.113.9"]), "203.0.113.9");
    }

    #[test]
    fn what_the_visitor_wrote_himself_is_passed_over() {
        let two = ["127.0.0.1", "10.0.0.0/8"];
        assert_eq!(seen(&two, "127.0.0.1", &["1.1.1.1, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(seen(&two, "127.0.0.1", &["1.1.1.1", "203.0.113.9, 10.1.2.3"]), "203.0.113.9");
        assert_eq!(seen(&two, "127.0.0.1", &["10.1.2.3"]), "10.1.2.3");
        assert_eq!(seen(&two, "127.0.0.1", &["1.1.1.1, rubbish"]), "127.0.0.1");
        assert_eq!(seen(&two, "127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn networks_are_read_and_refused() {
        let covers =
            |network: &str, address: &str| network.parse::<TrustedProxy>().unwrap().covers(address.parse().unwrap());
        assert!(covers("0.0.0.0/0", "203.0.113.9") && covers("::/0", "2001:db8::1"));
        assert!(covers("192.168.4.0/22", "192.168.7.255") && !covers("192.168.4.0/22", "192.168.8.0"));
        assert!(covers("2001:db8::/32", "2001:db8:ffff::1") && !covers("2001:db8::/32", "2001:db9::"));
        assert!(!covers("0.0.0.0/0", "2001:db8::1"));
        for text in ["", "localhost", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8"] {
            assert_eq!(text.parse::<TrustedProxy>(), Err(ParseProxyError), "{text}");
        }
    }

    #[test]
    fn an_ipv6_household_is_its_network() {
        let of = |text: &str| household(text.parse().unwrap()).to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn many_ipv6_households_are_of_one_network() {
        let of = |text: &str| network(text.parse().unwrap()).map(|network| network.to_string());
        assert_eq!(of("2001:db8:1:2:3:4:5:6").as_deref(), Some("2001:db8:1::"));
        assert_eq!(of("2001:db8:1:ffff::"), of("2001:db8:1::9"));
        assert_eq!((of("::ffff:192.0.2.7"), of("192.0.2.7")), (None, None));
    }
}
