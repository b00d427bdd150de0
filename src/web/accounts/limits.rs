//! The limits on attempts, and the subjects under which they are counted.
//!
//! Wrong passwords are counted three times: for the name from this household, for this household whatever the name, and
//! for the name from everywhere the account was never signed in. The last count does not apply in a place where the
//! account was signed in before, and in a browser with its mark only that browser's own count applies. So an owner gets
//! in however many others try the account's name, and a hall behind one address is not locked out by one of its people.

use actix_web::HttpRequest;
use time::Duration;

use crate::store::{Attempt, Familiar, RateLimit, Secret, StoreError, Subject, User, UserId};
use crate::web::client;
use crate::web::state::AppState;

/// Wrong passwords for one name from one household, and in one browser with the mark of the account.
const WRONG_BY_ONE: RateLimit = RateLimit { free: 5, first: Duration::SECOND, longest: Duration::minutes(15) };
/// Wrong passwords from one household: sixty people may each mistype twice.
const WRONG_FROM_HOUSEHOLD: RateLimit = RateLimit { free: 150, first: Duration::SECOND, longest: Duration::MINUTE };
/// Wrong passwords for one name from places where its account was never signed in, however many people try.
const WRONG_FROM_ELSEWHERE: RateLimit = RateLimit { free: 20, first: Duration::SECOND, longest: Duration::minutes(10) };
/// The pace at which one account may clear the wrong passwords of its household: the owner of an account must not be
/// able to try those of others without end.
const FORGETTING: RateLimit = RateLimit { free: 5, first: Duration::HOUR, longest: Duration::HOUR };
/// Accounts created from one household.
const MADE: RateLimit = RateLimit { free: 100, first: Duration::seconds(10), longest: Duration::minutes(15) };
/// Links requested for one name, each of which may cause a mail.
const LINKS_BY_NAME: RateLimit = RateLimit { free: 3, first: Duration::MINUTE, longest: Duration::HOUR };
/// Links requested from one household.
const LINKS_FROM_HOUSEHOLD: RateLimit = RateLimit { free: 100, first: Duration::SECOND, longest: Duration::minutes(5) };
/// Takeovers of a browser's works, from one household.
const CLAIMS: RateLimit = RateLimit { free: 100, first: Duration::SECOND, longest: Duration::MINUTE };

/// Addresses of web hooks tried by one account, each of which is called.
const HOOKS: RateLimit = RateLimit { free: 20, first: Duration::seconds(10), longest: Duration::minutes(15) };

/// An attempt, with all the subjects under which it counts.
#[derive(Debug)]
pub struct Trial {
    counted: Vec<Subject>,
    /// The counted subjects that a success clears.
    forgotten: Vec<Subject>,
    /// The counted subject of the household, cleared as often as [`FORGETTING`] allows.
    household: Option<(String, Subject)>,
}

impl Trial {
    /// A password for a name, from a place that is familiar to its account or not.
    #[must_use]
    pub fn password(request: &HttpRequest, name: &str, familiar: Familiar, mark: Option<&Secret>) -> Self {
        if let (Familiar::Device, Some(mark)) = (familiar, mark) {
            let own = Subject::new("password in browser", &format!("{}\n{name}", mark.expose()), WRONG_BY_ONE);
            return Self { counted: vec![own.clone()], forgotten: vec![own], household: None };
        }
        let household = client::household_of(request);
        let by_name = Subject::new("password by name from", &format!("{household}\n{name}"), WRONG_BY_ONE);
        let from = Subject::new("password from", &household, WRONG_FROM_HOUSEHOLD);
        let mut counted = vec![by_name.clone(), from.clone()];
        if familiar == Familiar::No {
            counted.push(Subject::new("password from elsewhere", name, WRONG_FROM_ELSEWHERE));
        }
        Self { counted, forgotten: vec![by_name], household: Some((household, from)) }
    }

    /// The password of an account that is signed in, asked for again.
    #[must_use]
    pub fn password_again(user: &User) -> Self {
        let own = Subject::new("password again", &user.id.to_string(), WRONG_BY_ONE);
        Self { counted: vec![own.clone()], forgotten: vec![own], household: None }
    }

    /// A new account.
    #[must_use]
    pub fn registration(request: &HttpRequest) -> Self {
        Self::of(vec![Subject::new("account from", &client::household_of(request), MADE)])
    }

    /// A link by mail to the owner of a sign-in name or mail address.
    #[must_use]
    pub fn link(request: &HttpRequest, name: &str) -> Self {
        let by_name = Subject::new("link by name", name, LINKS_BY_NAME);
        Self::of(vec![by_name, Subject::new("link from", &client::household_of(request), LINKS_FROM_HOUSEHOLD)])
    }

    /// The takeover of a browser's works by an account.
    #[must_use]
    pub fn claim(request: &HttpRequest) -> Self {
        Self::of(vec![Subject::new("claim from", &client::household_of(request), CLAIMS)])
    }

    /// The address of a web hook, which is called to try it.
    #[must_use]
    pub fn hook(user: &User) -> Self {
        Self::of(vec![Subject::new("web hook of", &user.id.to_string(), HOOKS)])
    }

    fn of(counted: Vec<Subject>) -> Self {
        Self { counted, forgotten: Vec::new(), household: None }
    }

    /// Counts the attempt, unless it has to wait.
    ///
    /// # Errors
    /// Any database error.
    pub async fn begin(&self, state: &AppState) -> Result<Attempt, StoreError> {
        state.store.may_try(self.counted.clone()).await
    }

    /// Takes the attempt back: it was not examined after all.
    ///
    /// # Errors
    /// Any database error.
    pub async fn take_back(self, state: &AppState) -> Result<(), StoreError> {
        state.store.succeeded(Vec::new(), self.counted).await
    }

    /// Records success for this account: the attempt does not count, and earlier failures are cleared.
    ///
    /// # Errors
    /// Any database error.
    pub async fn succeed(self, state: &AppState, user: UserId) -> Result<(), StoreError> {
        let mut forgotten = self.forgotten;
        if let Some((household, from)) = self.household {
            let forgetting = Subject::new("password from, forgotten", &format!("{household}\n{user}"), FORGETTING);
            if state.store.may_try(vec![forgetting]).await? == Attempt::Allowed {
                forgotten.push(from);
            }
        }
        let taken_back = self.counted.into_iter().filter(|subject| !forgotten.contains(subject)).collect();
        state.store.succeeded(forgotten, taken_back).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_tried_in_a_day_is_bounded() {
        let a_day = |pace: RateLimit| pace.most_within(Duration::DAY);
        assert_eq!(a_day(WRONG_BY_ONE), 110);
        assert_eq!(a_day(WRONG_FROM_ELSEWHERE), 173);
        assert_eq!(a_day(WRONG_FROM_HOUSEHOLD), 1_595);
        assert_eq!(a_day(MADE), 202);
        assert_eq!(a_day(LINKS_BY_NAME), 32);
        assert_eq!(a_day(LINKS_FROM_HOUSEHOLD), 396);
    }

    #[test]
    fn a_hall_may_mistype_more_often_than_one_of_its_people() {
        const { assert!(2 * 60 < WRONG_FROM_HOUSEHOLD.free && WRONG_BY_ONE.free < WRONG_FROM_HOUSEHOLD.free) };
        const { assert!(60 <= MADE.free && 60 <= LINKS_FROM_HOUSEHOLD.free && 60 <= CLAIMS.free) };
    }
}
