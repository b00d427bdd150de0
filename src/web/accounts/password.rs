//! Passwords: which are accepted, and their hashes.

use std::sync::LazyLock;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};

use crate::web::error::WebError;
use crate::web::scheduler::{JobKind, Limits, Requester, Scheduler};

/// The smallest number of letters of a password.
pub const SHORTEST: usize = 10;

/// The largest number of bytes of a password: more protects no better and only takes time.
const LONGEST: usize = 300;

/// Hashes are made one household after the other, so that a flood from one address holds up nobody behind another: each
/// takes 19 MiB and a twentieth of a second of processor time.
const LIMITS: Limits =
    Limits { at_once: 2, waiting: 2_048, waiting_of_household: 128, patience: Duration::from_secs(10) };

/// The reason a password is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too few letters.
    #[error("Use at least {SHORTEST} characters. Three or four words are easy to remember.")]
    Short,
    /// Too many bytes.
    #[error("This password is longer than {LONGEST} bytes.")]
    Long,
    /// Too easy to guess.
    #[error("This password is too easy to guess. Use words that nobody connects with you.")]
    Guessed,
}

/// Checks whether a password is acceptable for somebody with these names.
///
/// # Errors
/// [`PasswordError`].
pub fn check(password: &str, names: &[&str]) -> Result<(), PasswordError> {
    if password.chars().count() < SHORTEST {
        return Err(PasswordError::Short);
    }
    if password.len() > LONGEST {
        return Err(PasswordError::Long);
    }
    let plain = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    let (word, mut letters) = (plain(password), password.chars());
    let first = letters.next();
    let one_letter = letters.all(|letter| Some(letter) == first);
    let known = ["password", "passwort", "musterfield", "qwertzuiop", "qwertyuiop", "1234567890", "0123456789"];
    let trimmed = word.trim_matches(|letter: char| letter.is_ascii_digit());
    let is_name =
        names.iter().map(|name| plain(name)).any(|name| !name.is_empty() && (name == word || name == trimmed));
    if one_letter || is_name || known.contains(&word.as_str()) || known.contains(&trimmed) {
        return Err(PasswordError::Guessed);
    }
    Ok(())
}

/// Creates and verifies hashes (argon2id), a few at a time, off the threads that answer requests.
#[derive(Debug)]
pub struct Hasher {
    door: Scheduler,
}

impl Default for Hasher {
    fn default() -> Self {
        Self { door: Scheduler::new(LIMITS) }
    }
}

/// The hash of a password that nobody has: checking against it takes as long as against a real one.
static NOBODYS: LazyLock<Option<String>> = LazyLock::new(|| hash_now("nobody has this password").ok());

/// The hash of a password, in PHC format. Uses the thread for a twentieth of a second.
///
/// # Errors
/// When the system supplies no randomness.
pub fn hash_now(password: &str) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())
}

fn fits(password: &[u8], hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password, &hash).is_ok())
}

impl Hasher {
    /// The hash of a password, in PHC format.
    ///
    /// # Errors
    /// [`WebError::Busy`] when too many wait; when the system supplies no randomness.
    pub async fn hash(&self, requester: &Requester, password: String) -> Result<String, WebError> {
        self.work(requester, move || hash_now(&password)).await?.map_err(WebError::internal)
    }

    /// Whether a password matches a hash. Without a hash it matches nothing, and takes as long to find out.
    ///
    /// # Errors
    /// [`WebError::Busy`] when too many wait.
    pub async fn verify(
        &self,
        requester: &Requester,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, WebError> {
        self.work(requester, move || {
            let known = hash.is_some();
            let against = hash.as_deref().or(NOBODYS.as_deref()).unwrap_or_default();
            fits(password.as_bytes(), against) && known
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        requester: &Requester,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        let permit = self.door.admit(requester, JobKind::Password).await?;
        // Not on the threads for heavy work, which give way to pages.
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(permit);
            done
        });
        done.await.map_err(WebError::internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_taken_and_refused() {
        let names = ["tom-of-kent-4711", "Tom of Kent"];
        for good in ["four words are easy", "Tr0ub4dor&3x", "ÄÖÜäöüßéàç", "tom of kent rides"] {
            assert_eq!(check(good, &names), Ok(()), "{good}");
        }
        for (bad, error) in [
            ("", PasswordError::Short),
            ("nineteen", PasswordError::Short),
            (&*"long".repeat(100), PasswordError::Long),
            ("aaaaaaaaaaaa", PasswordError::Guessed),
            ("Tom of Kent", PasswordError::Guessed),
            ("tom-of-kent-1999", PasswordError::Guessed),
            ("Password123", PasswordError::Guessed),
            ("1234567890", PasswordError::Guessed),
        ] {
            assert_eq!(check(bad, &names), Err(error), "{bad}");
        }
    }

    fn from(household: u32) -> Requester {
        Requester::from_household(std::net::Ipv4Addr::from(household).into())
    }

    #[tokio::test]
    async fn a_hash_fits_its_password_alone_and_is_never_the_same_twice() {
        let (hasher, here) = (Hasher::default(), from(1));
        let hash = hasher.hash(&here, "four words are easy".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, hasher.hash(&here, "four words are easy".to_owned()).await.unwrap());
        let fits = async |password: &str, hash: Option<&str>| {
            hasher.verify(&here, password.to_owned(), hash.map(str::to_owned)).await.unwrap()
        };
        assert!(fits("four words are easy", Some(&hash)).await);
        assert!(!fits("four words are easier", Some(&hash)).await);
        assert!(!fits("four words are easy", Some("no hash")).await);
        assert!(!fits("nobody has this password", None).await);
    }

    #[tokio::test]
    async fn a_flood_from_one_household_holds_up_nobody_behind_another() {
        use std::sync::Arc;
        use std::task::{Context, Waker};

        let (hasher, here) = (Hasher::default(), tokio::runtime::Handle::current());
        let gate = Arc::new(tokio::sync::Semaphore::new(0));
        let (done, mut order) = tokio::sync::mpsc::unbounded_channel();
        let job = |whose: u32| {
            let (gate, done, here) = (Arc::clone(&gate), done.clone(), here.clone());
            move || {
                here.block_on(gate.acquire()).unwrap().forget();
                done.send(whose).unwrap();
            }
        };
        let (flooding, other) = (from(1), from(2));
        let mut flood: Vec<_> = (0..200).map(|_| Box::pin(hasher.work(&flooding, job(1)))).collect();
        let mut context = Context::from_waker(Waker::noop());
        // Two run, as many as may wait do so, and the rest are told to try again.
        let refused =
            flood.iter_mut().filter_map(|one| one.as_mut().poll(&mut context).is_ready().then_some(())).count();
        assert_eq!(refused, 200 - LIMITS.at_once - LIMITS.waiting_of_household);
        let mut second = Box::pin(hasher.work(&other, job(2)));
        assert!(second.as_mut().poll(&mut context).is_pending());
        gate.add_permits(200);
        second.await.unwrap();
        let before = std::iter::from_fn(|| order.try_recv().ok()).take_while(|whose| *whose == 1).count();
        assert!(before <= LIMITS.at_once + 1, "{before} were done first");
    }
}
