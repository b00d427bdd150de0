//! Passwords: which are taken, and their hashes.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

use crate::web::error::WebError;

/// Fewest letters of a password.
pub const SHORTEST: usize = 10;

/// Most bytes of a password: more protects no better and only takes time.
const LONGEST: usize = 300;

/// So many hashes are made at a time: each takes 19 MiB and a twentieth of a second of a processor.
const AT_ONCE: usize = 2;

/// Why a password is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too few letters.
    #[error("Take at least {SHORTEST} letters: three or four words are easy to remember.")]
    Short,
    /// Too many.
    #[error("This is longer than {LONGEST} bytes.")]
    Long,
    /// Guessed at once.
    #[error("This would be guessed at once: take words that nobody connects with you.")]
    Guessed,
}

/// Says whether a password may be taken by somebody of these names.
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

/// Makes and checks hashes (argon2id), a few at a time, away from the threads that answer requests.
#[derive(Debug)]
pub struct Hasher {
    permits: Arc<Semaphore>,
}

impl Default for Hasher {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

/// The hash of a password that nobody has: to check against it takes as long as against another.
static NOBODYS: LazyLock<Option<String>> = LazyLock::new(|| hashed(b"nobody has this password").ok());

fn hashed(password: &[u8]) -> Result<String, argon2::password_hash::Error> {
    Argon2::default().hash_password(password).map(|hash| hash.to_string())
}

fn fits(password: &[u8], hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| Argon2::default().verify_password(password, &hash).is_ok())
}

impl Hasher {
    /// The hash of a password, in PHC format.
    ///
    /// # Errors
    /// When the system has no randomness.
    pub async fn hash(&self, password: String) -> Result<String, WebError> {
        self.work(move || hashed(password.as_bytes())).await?.map_err(WebError::internal)
    }

    /// Whether a password has this hash. Without a hash none has, which takes as long to find.
    ///
    /// # Errors
    /// None but ours.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, WebError> {
        self.work(move || {
            let known = hash.is_some();
            let against = hash.as_deref().or(NOBODYS.as_deref()).unwrap_or_default();
            fits(password.as_bytes(), against) && known
        })
        .await
    }

    async fn work<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, WebError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(WebError::internal)?;
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

    #[tokio::test]
    async fn a_hash_fits_its_password_alone_and_is_never_the_same_twice() {
        let hasher = Hasher::default();
        let hash = hasher.hash("four words are easy".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hash, hasher.hash("four words are easy".to_owned()).await.unwrap());
        assert!(hasher.verify("four words are easy".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!hasher.verify("four words are easier".to_owned(), Some(hash)).await.unwrap());
        assert!(!hasher.verify("four words are easy".to_owned(), Some("no hash".to_owned())).await.unwrap());
        assert!(!hasher.verify("nobody has this password".to_owned(), None).await.unwrap());
    }
}
