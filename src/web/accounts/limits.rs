//! How often something may be tried, by a name and from an address.

use actix_web::HttpRequest;
use time::Duration;

use crate::store::{Attempt, Quota};
use crate::web::error::WebError;
use crate::web::state::State;

/// Wrong passwords for one name.
const WRONG_BY_NAME: (i64, Duration) = (10, Duration::minutes(15));
/// Wrong passwords from one address: a club may stand behind it.
const WRONG_FROM: (i64, Duration) = (60, Duration::minutes(15));
/// Accounts made from one address.
const MADE_FROM: (i64, Duration) = (30, Duration::hours(1));
/// Links asked for by one name, each of which may be a mail.
const LINKS_BY_NAME: (i64, Duration) = (3, Duration::hours(1));
/// Links asked for from one address.
const LINKS_FROM: (i64, Duration) = (20, Duration::hours(1));

/// What is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// A password.
    Password,
    /// To make an account.
    Register,
    /// To get a link by mail.
    Link,
}

impl Tried {
    fn by_name(self, name: &str) -> Option<Quota> {
        let (what, (most, within)) = match self {
            Self::Password => ("password by name", WRONG_BY_NAME),
            Self::Link => ("link by name", LINKS_BY_NAME),
            Self::Register => return None,
        };
        Some(Quota::new(what, name, most, within))
    }

    fn from(self, address: &str) -> Quota {
        let (what, (most, within)) = match self {
            Self::Password => ("password from", WRONG_FROM),
            Self::Link => ("link from", LINKS_FROM),
            Self::Register => ("account from", MADE_FROM),
        };
        Quota::new(what, address, most, within)
    }

    /// Counts that this is tried with a name from the address of the request.
    ///
    /// # Errors
    /// [`WebError::TooOften`] when it was tried too often.
    pub async fn now(self, state: &State, request: &HttpRequest, name: &str) -> Result<(), WebError> {
        let quotas = self.by_name(name).into_iter().chain([self.from(&address(request, state))]).collect();
        match state.store.may_try(quotas).await? {
            Attempt::Allowed => Ok(()),
            Attempt::Wait(time) => Err(WebError::TooOften(time)),
        }
    }

    /// It went well: what was tried with the name before does not count any more.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn went_well(self, state: &State, name: &str) -> Result<(), WebError> {
        match self.by_name(name) {
            Some(quota) => Ok(state.store.succeeded(quota).await?),
            None => Ok(()),
        }
    }
}

/// The address a request comes from. Behind a proxy it is the last one that was handed on: the proxy wrote that one itself,
/// whatever stood before it.
fn address(request: &HttpRequest, state: &State) -> String {
    let forwarded = request.headers().get_all("x-forwarded-for").last().and_then(|header| header.to_str().ok());
    let last = forwarded.and_then(|list| list.rsplit(',').next()).map(str::trim);
    let behind_proxy = state.public_url.is_some();
    match last.filter(|address| behind_proxy && !address.is_empty()) {
        Some(address) => address.to_owned(),
        None => request.peer_addr().map(|peer| peer.ip().to_string()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_is_tried_less_often_than_an_address_may() {
        for (by_name, from) in [(super::WRONG_BY_NAME, super::WRONG_FROM), (super::LINKS_BY_NAME, super::LINKS_FROM)] {
            assert!(by_name.0 < from.0);
        }
    }
}
