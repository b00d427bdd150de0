//! Trusted proxies, and the households and networks that addresses belong to.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use actix_web::http::header::HeaderMap;

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
    pub(in crate::web) fn household_of(&self, peer: IpAddr) -> Option<IpAddr> {
        (!self.covers(peer)).then(|| household(peer))
    }

    /// The visitor's own address: that of the connection, or, if a trusted proxy has opened it, the last one in
    /// `X-Forwarded-For` that does not belong to a trusted proxy. Anything before that was written by the visitor.
    pub(super) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
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
