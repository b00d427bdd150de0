//! How often something may be tried, and by whom it is counted.
//!
//! Wrong passwords are counted three times: for the name from this household, for this household whatever the name, and
//! for the name from everywhere the account was never signed in. Whoever comes from where the account was signed in before
//! is not held up by the last, and in a browser that has its mark by none of them but that browser's own count. So an owner
//! gets in however many others try his name, and a hall behind one address is not shut out by one of its people.

use actix_web::HttpRequest;
use time::Duration;

use crate::store::{Attempt, Familiar, Pace, Secret, StoreError, Subject, User, UserId};
use crate::web::client;
use crate::web::state::State;

/// Wrong passwords for one name from one household, and in one browser that has the mark of the account.
const WRONG_BY_ONE: Pace = Pace { free: 5, first: Duration::SECOND, longest: Duration::minutes(15) };
/// Wrong passwords from one household: sixty people may each mistype twice.
const WRONG_FROM_HOUSEHOLD: Pace = Pace { free: 150, first: Duration::SECOND, longest: Duration::MINUTE };
/// Wrong passwords for one name from where its account was never signed in, however many try.
const WRONG_FROM_ELSEWHERE: Pace = Pace { free: 20, first: Duration::SECOND, longest: Duration::minutes(10) };
/// How often one account lets the wrong passwords of its household be forgotten: somebody who has an account shall not try
/// those of others without end.
const FORGETTING: Pace = Pace { free: 5, first: Duration::HOUR, longest: Duration::HOUR };
/// Accounts made from one household.
const MADE: Pace = Pace { free: 100, first: Duration::seconds(10), longest: Duration::minutes(15) };
/// Links asked for by one name, each of which may be a mail.
const LINKS_BY_NAME: Pace = Pace { free: 3, first: Duration::MINUTE, longest: Duration::HOUR };
/// Links asked for from one household.
const LINKS_FROM_HOUSEHOLD: Pace = Pace { free: 100, first: Duration::SECOND, longest: Duration::minutes(5) };
/// Takeovers of what a browser holds, from one household.
const CLAIMS: Pace = Pace { free: 100, first: Duration::SECOND, longest: Duration::MINUTE };

/// Something that is tried, with all that it counts for.
#[derive(Debug)]
pub struct Trial {
    counted: Vec<Subject>,
    /// Of those counted: forgotten when it is right.
    forgotten: Vec<Subject>,
    /// Of those counted: that of the household, forgotten as often as [`FORGETTING`] lets it be.
    household: Option<(String, Subject)>,
}

impl Trial {
    /// A password for a name, from somewhere that its account knows or not.
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

    /// The password of somebody who is signed in, asked for again.
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

    /// A link by mail to the owner of a name or mail address.
    #[must_use]
    pub fn link(request: &HttpRequest, name: &str) -> Self {
        let by_name = Subject::new("link by name", name, LINKS_BY_NAME);
        Self::of(vec![by_name, Subject::new("link from", &client::household_of(request), LINKS_FROM_HOUSEHOLD)])
    }

    /// That an account takes over what a browser holds.
    #[must_use]
    pub fn claim(request: &HttpRequest) -> Self {
        Self::of(vec![Subject::new("claim from", &client::household_of(request), CLAIMS)])
    }

    fn of(counted: Vec<Subject>) -> Self {
        Self { counted, forgotten: Vec::new(), household: None }
    }

    /// Counts it, unless it has to wait.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn begin(&self, state: &State) -> Result<Attempt, StoreError> {
        state.store.may_try(self.counted.clone()).await
    }

    /// It was not looked at after all, and costs nothing.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn take_back(self, state: &State) -> Result<(), StoreError> {
        state.store.succeeded(Vec::new(), self.counted).await
    }

    /// It was right, for this account: it costs nothing, and what was wrong before is forgotten.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn succeed(self, state: &State, user: UserId) -> Result<(), StoreError> {
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
        let a_day = |pace: Pace| pace.most_within(Duration::DAY);
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
