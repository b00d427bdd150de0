//! The origin of a request, and the site it asks for: the one place that reads `Host` and forwarded headers.
//!
//! Forwarded headers count only when a proxy that the operator trusts has written them: anybody can send one.
//! `Forwarded` is never read: proxies pass it on as visitors wrote it.

pub(super) mod proxies;

pub use self::proxies::{ParseProxyError, TrustedProxies, TrustedProxy, household, network};

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;
use actix_web::http::header;
use actix_web::web::Data;

use super::public_url::{Host, Origin};
use super::state::AppState;
use crate::store::{Household, Store};

/// The address of a visitor behind a socket that has no address.
const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

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

impl AppState {
    /// The database on behalf of the household of a request: visitors save their works through this handle.
    #[must_use]
    pub fn store_for(&self, request: &HttpRequest) -> Store {
        let address = address(request);
        let household = Household::new(&household(address).to_string());
        self.store.for_household(match network(address) {
            Some(network) => household.within(&network.to_string()),
            None => household,
        })
    }

    /// A full address below the site, for addresses that leave it and contain no secret (QR codes, permanent
    /// addresses). If the site does not know its address, this uses the host that the request names, which a visitor
    /// can invent.
    #[must_use]
    pub fn url(&self, request: &HttpRequest, path: &str) -> String {
        let asked = || site(request).map(|site| format!("{site}{path}"));
        match &self.public_url {
            Some(site) => site.url(path),
            None => asked().unwrap_or_else(|| path.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

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
