//! The address of a database: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`.
//!
//! A password is never shown: neither in an error about the address nor in a message of the database.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// The reason a text is not the address of a database. The messages repeat nothing of the text except the scheme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// Nothing before a colon says which database is meant.
    #[error("the database address has no scheme; write sqlite:PATH or postgres://USER@HOST/DATABASE")]
    NoScheme,
    /// The scheme of another database.
    #[error("{0} databases are not supported; write sqlite:PATH or postgres://USER@HOST/DATABASE")]
    UnknownScheme(String),
    /// `sqlite:` alone.
    #[error("sqlite: needs a file path, as in sqlite:musterfield.sqlite")]
    NoPath,
    /// `sqlite://…`.
    #[error(
        "an SQLite address cannot have two slashes after the colon; write sqlite:PATH, or sqlite:/PATH from the root"
    )]
    SqliteSlashes,
    /// `sqlite:PATH?…`, or a folder.
    #[error("an SQLite address must be just a file path, without ? or #, and without a slash at the end")]
    SqlitePath,
    /// `postgres:` without `//`.
    #[error("a PostgreSQL address must begin with postgres://")]
    NoAuthority,
    /// No path after the host.
    #[error("the PostgreSQL address does not name a database; write postgres://USER@HOST/DATABASE")]
    NoDatabase,
    /// More than one `@`, a port that is not a number, or a stray `%`.
    #[error(
        "the PostgreSQL address cannot be read: after the host only a port number may follow, and in a user name \
         or password the characters / : @ ? # % must be percent-encoded (@ is %40)"
    )]
    Unreadable,
}

/// The address of a database. `Display` and `Debug` leave out the password.
#[derive(Clone)]
pub struct DatabaseUrl(Target);

#[derive(Clone)]
pub(super) enum Target {
    /// A database that lives as long as its one connection.
    Memory,
    /// The path of a file.
    Sqlite(PathBuf),
    /// The address of a server.
    Postgres(PostgresUrl),
}

#[derive(Clone)]
pub(super) struct PostgresUrl {
    /// The address for libpq.
    pub(super) full: String,
    /// The address for people.
    shown: String,
    /// The passwords as written and as decoded.
    passwords: Vec<String>,
}

impl DatabaseUrl {
    /// Parses the address of a database.
    ///
    /// ```
    /// use musterfield::store::DatabaseUrl;
    /// assert!(DatabaseUrl::parse("sqlite:musterfield.sqlite").is_ok());
    /// let error = DatabaseUrl::parse("musterfield.sqlite").unwrap_err();
    /// assert!(error.to_string().contains("write sqlite:PATH"));
    /// ```
    ///
    /// # Errors
    /// See [`UrlError`].
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let (scheme, rest) = text.trim().split_once(':').ok_or(UrlError::NoScheme)?;
        match scheme.to_ascii_lowercase().as_str() {
            "sqlite" => sqlite(rest).map(Self),
            "postgres" | "postgresql" => postgres(rest).map(|url| Self(Target::Postgres(url))),
            // A drive letter, a relative path, or a password that has lost its beginning.
            other if other.len() < 2 || !other.bytes().all(|b| b.is_ascii_lowercase()) => Err(UrlError::NoScheme),
            other => Err(UrlError::UnknownScheme(other.to_owned())),
        }
    }

    /// The address of a file by its path.
    pub(super) fn of_file(path: &Path) -> Self {
        Self(Target::Sqlite(path.to_path_buf()))
    }

    /// A database in memory that lives as long as its one connection.
    pub(super) fn in_memory() -> Self {
        Self(Target::Memory)
    }

    pub(super) fn target(&self) -> &Target {
        &self.0
    }

    /// The message without the password of this address, in case a database repeats it.
    pub(super) fn redact(&self, message: &str) -> String {
        let mut message = Cow::Borrowed(message);
        if let Target::Postgres(url) = &self.0 {
            for password in &url.passwords {
                message = message.replace(password.as_str(), "***").into();
            }
        }
        message.into_owned()
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Target::Memory => f.write_str("sqlite::memory:"),
            Target::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Target::Postgres(url) => f.write_str(&url.shown),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

fn sqlite(path: &str) -> Result<Target, UrlError> {
    match path {
        "" => Err(UrlError::NoPath),
        ":memory:" => Ok(Target::Memory),
        _ if path.starts_with("//") => Err(UrlError::SqliteSlashes),
        _ if path.contains(['?', '#', '\0']) || path.ends_with('/') => Err(UrlError::SqlitePath),
        _ => Ok(Target::Sqlite(Path::new(path).to_path_buf())),
    }
}

fn postgres(rest: &str) -> Result<PostgresUrl, UrlError> {
    let rest = rest.strip_prefix("//").ok_or(UrlError::NoAuthority)?;
    if rest.contains(['\0', '#']) || !percent_signs_are_sound(rest) {
        return Err(UrlError::Unreadable);
    }
    let (before, query) = rest.split_once('?').map_or((rest, ""), |(before, query)| (before, query));
    let (authority, database) = before.split_once('/').map_or((before, ""), |(authority, path)| (authority, path));
    let (userinfo, hosts) = match authority.split_once('@') {
        Some((_, hosts)) if hosts.contains('@') => return Err(UrlError::Unreadable),
        Some((userinfo, hosts)) => (Some(userinfo), hosts),
        None => (None, authority),
    };
    if database.contains(['/', '@']) || !hosts.split(',').all(has_sound_port) {
        return Err(UrlError::Unreadable);
    }
    if database.is_empty() && !query.split('&').any(|pair| pair.starts_with("dbname=")) {
        return Err(UrlError::NoDatabase);
    }

    let user = userinfo.map(|info| info.split_once(':').map_or((info, None), |(user, word)| (user, Some(word))));
    let mut passwords: Vec<String> = user.and_then(|(_, word)| word).into_iter().map(str::to_owned).collect();
    let mut shown = String::from("postgres://");
    if let Some((user, word)) = user {
        shown.push_str(user);
        shown.push_str(if word.is_some() { ":***@" } else { "@" });
    }
    shown.push_str(hosts);
    shown.push('/');
    shown.push_str(database);
    for (index, pair) in query.split('&').filter(|pair| !pair.is_empty()).enumerate() {
        shown.push(if index == 0 { '?' } else { '&' });
        match pair.split_once('=') {
            Some((key @ ("password" | "sslpassword"), word)) => {
                shown.push_str(key);
                shown.push_str("=***");
                passwords.push(word.to_owned());
            }
            _ => shown.push_str(pair),
        }
    }
    let meant: Vec<String> = passwords.iter().map(|word| percent_decode_str(word).decode_utf8_lossy().into()).collect();
    passwords.extend(meant);
    passwords.retain(|word| !word.is_empty());

    Ok(PostgresUrl { full: with_time_limits(rest, query), shown, passwords })
}

/// Without these limits, a server that does not answer at all would hold a connection for minutes.
fn with_time_limits(rest: &str, query: &str) -> String {
    let mut full = format!("postgres://{rest}");
    let mut joint = if rest.contains('?') { '&' } else { '?' };
    for (key, value) in [("connect_timeout", "3"), ("tcp_user_timeout", "10000"), ("application_name", "musterfield")] {
        if !query.split('&').any(|pair| pair.split('=').next() == Some(key)) {
            full.push(joint);
            full.push_str(key);
            full.push('=');
            full.push_str(value);
            joint = '&';
        }
    }
    full
}

fn has_sound_port(host: &str) -> bool {
    let after_address = host.rsplit_once(']').map_or(host, |(_, after)| after);
    match after_address.split_once(':') {
        None => true,
        Some((_, port)) => port.is_empty() || port.parse::<u16>().is_ok(),
    }
}

fn percent_signs_are_sound(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        let mut digits = after.bytes().take(2);
        digits.len() == 2 && digits.all(|b| b.is_ascii_hexdigit())
    })
}
