//! Names of things in the store: work kinds, public ids, secrets and hashes, each a type with a single `parse`.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A text is not an id, secret or hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not {0}")]
pub struct ParseIdError(&'static str);

impl ParseIdError {
    /// The error for a text that is not `what`.
    pub(super) const fn new(what: &'static str) -> Self {
        Self(what)
    }
}

/// The kind of a work. All kinds are stored in the same way.
///
/// ```
/// use musterfield::store::WorkType;
/// assert_eq!(WorkType::parse("layout"), Ok(WorkType::Layout));
/// assert!(WorkType::parse("Layout").is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub enum WorkType {
    /// An army.
    Army,
    /// A battlefield with its terrain.
    Layout,
    /// An army list that a visitor has typed.
    List,
}

impl WorkType {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Army, Self::Layout, Self::List];

    /// Parses a kind as the database spells it.
    ///
    /// # Errors
    /// If the text names no kind.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(ParseIdError("a kind of work"))
    }

    /// The kind as the database spells it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Army => "army",
            Self::Layout => "layout",
            Self::List => "list",
        }
    }
}

/// The public id of a work: 60 random bits as 12 characters.
///
/// ```
/// use musterfield::store::WorkId;
/// assert!(WorkId::parse("0123456789ab").is_ok());
/// assert!(WorkId::parse("0123456789AB").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct WorkId(pub(super) String);

impl WorkId {
    /// Parses an id: exactly 12 characters of the alphabet.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        if text.len() == 12 && is_base32(text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseIdError("the id of a work"))
        }
    }

    /// The text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The public id of a battle: 60 random bits as 12 characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct BattleId(pub(super) String);

impl BattleId {
    /// Parses an id: exactly 12 characters of the alphabet.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        if text.len() == 12 && is_base32(text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseIdError("the id of a battle"))
        }
    }

    /// The text of the id.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A secret that gives access to something: 160 random bits as 32 characters, for a link or a cookie.
///
/// Only its [`SecretDigest`] is ever stored, and its `Debug` output hides it.
#[derive(Clone)]
pub struct Secret(pub(super) String);

impl Secret {
    /// Parses a secret: exactly 32 characters of the alphabet.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        if text.len() == 32 && is_base32(text) { Ok(Self(text.to_owned())) } else { Err(ParseIdError("a secret")) }
    }

    /// The text for the link or the cookie, and for nothing else.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Derives a further secret that only the owner of this one can find; the same words give the same secret.
    #[must_use]
    pub fn derive(&self, words: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for word in words {
            hash.update(word.as_bytes());
            hash.update("\n");
        }
        Self(base32(&hash.chain_update(&self.0).finalize()))
    }

    /// The digest of the secret, which may be stored.
    #[must_use]
    pub fn digest(&self) -> SecretDigest {
        SecretDigest(sha256_hex(&[&self.0]))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl FromStr for Secret {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        Self::parse(text)
    }
}

/// The SHA-256 of a [`Secret`] as 64 lower-case hexadecimal digits. Comparison takes constant time.
#[derive(Clone, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct SecretDigest(String);

impl SecretDigest {
    /// Only the database contains digests as text.
    fn parse(text: &str) -> Result<Self, ParseIdError> {
        if text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseIdError("the digest of a secret"))
        }
    }

    /// The text, for the database.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for SecretDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for SecretDigest {}

impl fmt::Debug for SecretDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretDigest")
    }
}

/// The hash of a revision of a work, computed by the caller: 16 to 40 characters of `0-9a-z`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct RevisionHash(String);

impl RevisionHash {
    /// Parses a hash.
    ///
    /// # Errors
    /// If the text has another length or other characters.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        if (16..=40).contains(&text.len()) && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'z')) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseIdError("the hash of a state"))
        }
    }

    /// The text of the hash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name under which a request is remembered: a digest, so that a request key may have any length and content, and
/// holds only within its scope (one work, or the creation of works of one kind).
#[derive(Debug, Clone, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(super) struct RequestKey(String);

impl RequestKey {
    /// A request that creates a work.
    pub(super) fn to_create(kind: WorkType, key: &str) -> Self {
        // The scope of armies dates from when there was no other kind.
        let scope = match kind {
            WorkType::Army => "create",
            WorkType::Layout => "create layout",
            WorkType::List => "create list",
        };
        Self(sha256_hex(&[scope, "\n", key]))
    }

    /// A request that changes this work.
    pub(super) fn to_change(id: &WorkId, key: &str) -> Self {
        Self(sha256_hex(&[id.as_str(), "\n", key]))
    }

    /// A request that enters an army in this event.
    pub(super) fn to_enter(event: i64, key: &str) -> Self {
        Self(sha256_hex(&["enter ", &event.to_string(), "\n", key]))
    }

    /// A request that clears entries of this event.
    pub(super) fn to_clear(event: i64, key: &str) -> Self {
        Self(sha256_hex(&["clear ", &event.to_string(), "\n", key]))
    }

    /// A request that creates a battle.
    pub(super) fn to_battle(key: &str) -> Self {
        Self(sha256_hex(&["create battle", "\n", key]))
    }

    /// A request that gives orders in this battle.
    pub(super) fn to_order(battle: &BattleId, key: &str) -> Self {
        Self(sha256_hex(&["order ", battle.as_str(), "\n", key]))
    }

    fn parse(text: &str) -> Result<Self, ParseIdError> {
        SecretDigest::parse(text).map(|digest| Self(digest.0))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The key under which attempts are counted: a digest, so that neither a mistyped name nor an address is stored.
#[derive(Debug, Clone, PartialEq, Eq, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub(super) struct SubjectKey(String);

impl SubjectKey {
    /// The key for attempts of `whom` at `what`.
    pub(super) fn new(what: &str, whom: &str) -> Self {
        Self(sha256_hex(&[what, "\n", whom]))
    }

    fn parse(text: &str) -> Result<Self, ParseIdError> {
        SecretDigest::parse(text).map(|digest| Self(digest.0))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The visitor who asks: a browser by the digest of its secret, an account by its own, or a browser in which an account
/// is signed in by both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    first: SecretDigest,
    second: Option<SecretDigest>,
}

impl Holder {
    /// An account in a browser that may hold works of its own.
    #[must_use]
    pub fn account(account: SecretDigest, browser: Option<SecretDigest>) -> Self {
        Self { first: account, second: browser }
    }

    /// The digest that will hold anything created now: the account's, if one is signed in.
    #[must_use]
    pub fn keeper(&self) -> &SecretDigest {
        &self.first
    }

    /// Whether one of them equals this digest.
    pub(super) fn is(&self, digest: &str) -> bool {
        !digest.is_empty() && self.digests().iter().any(|own| own.as_bytes().ct_eq(digest.as_bytes()).into())
    }

    /// Both as the database has them. No digest is empty, so a query stays the same if there is only one.
    pub(super) fn digests(&self) -> [&str; 2] {
        [self.first.as_str(), self.second.as_ref().map_or("", SecretDigest::as_str)]
    }
}

impl From<SecretDigest> for Holder {
    fn from(browser: SecretDigest) -> Self {
        Self { first: browser, second: None }
    }
}

impl From<&SecretDigest> for Holder {
    fn from(browser: &SecretDigest) -> Self {
        browser.clone().into()
    }
}

impl From<&Self> for Holder {
    fn from(holder: &Self) -> Self {
        holder.clone()
    }
}

/// Implements the database traits for types that are text in both databases and are read through their own `parse`.
macro_rules! text_column {
    ($($id:ident)*) => { $(
        impl<DB: diesel::backend::Backend> diesel::serialize::ToSql<diesel::sql_types::Text, DB> for $id
        where
            str: diesel::serialize::ToSql<diesel::sql_types::Text, DB>,
        {
            fn to_sql<'b>(&'b self, out: &mut diesel::serialize::Output<'b, '_, DB>) -> diesel::serialize::Result {
                diesel::serialize::ToSql::to_sql(self.as_str(), out)
            }
        }

        impl<DB: diesel::backend::Backend> diesel::deserialize::FromSql<diesel::sql_types::Text, DB> for $id
        where
            String: diesel::deserialize::FromSql<diesel::sql_types::Text, DB>,
        {
            fn from_sql(value: DB::RawValue<'_>) -> diesel::deserialize::Result<Self> {
                Ok(Self::parse(&<String as diesel::deserialize::FromSql<diesel::sql_types::Text, DB>>::from_sql(value)?)?)
            }
        }
    )* };
}
pub(super) use text_column;

text_column!(WorkType WorkId BattleId SecretDigest RevisionHash RequestKey SubjectKey);

/// Implements `Display` and `FromStr` for texts that may be shown.
macro_rules! shown_as_text {
    ($($id:ident)*) => { $(
        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $id {
            type Err = $crate::store::ParseIdError;

            fn from_str(text: &str) -> Result<Self, $crate::store::ParseIdError> {
                Self::parse(text)
            }
        }
    )* };
}
pub(super) use shown_as_text;

shown_as_text!(WorkId BattleId RevisionHash);

fn is_base32(text: &str) -> bool {
    text.bytes().all(|b| ALPHABET.contains(&b))
}

/// One character for five bits of each byte.
pub(super) fn base32(bytes: &[u8]) -> String {
    bytes.iter().filter_map(|b| ALPHABET.get(usize::from(b & 31))).map(|&b| char::from(b)).collect()
}

fn sha256_hex(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.as_bytes());
    }
    HEXLOWER.encode(&hash.finalize())
}
