//! Links: the addresses of the site, written from the route table. There is one function for each address, named as its
//! row is, so a path is written nowhere else. Templates reach them as `crate::link`.

use std::fmt::{self, Display, Write as _};
use std::ops::Deref;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

pub use super::routes::links::*;

/// An address of the site, below its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    pub(super) fn new(path: String) -> Self {
        Self(path)
    }

    /// The address with a field in its query.
    #[must_use]
    pub fn with(self, name: &str, value: impl Display) -> Self {
        self.asking(&format!("{name}={}", Escaped(value, IN_QUERIES)))
    }

    /// The address with a query that is escaped already, after what it asks so far.
    #[must_use]
    pub fn asking(mut self, query: &str) -> Self {
        self.0.push(if self.0.contains('?') { '&' } else { '?' });
        self.0.push_str(query);
        self
    }

    /// The address of a place on the page. Nothing can be asked after it.
    #[must_use]
    pub fn at(mut self, id: impl Display) -> String {
        // Writing to a string never fails.
        _ = write!(self.0, "#{id}");
        self.0
    }
}

impl Deref for Address {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Address> for String {
    fn from(address: Address) -> Self {
        address.0
    }
}

/// The parts of the id of an army list: the id of its ruleset and its own name, with a slash between them.
fn parts_of_list(id: &str) -> (&str, &str) {
    id.split_once('/').unwrap_or((id, ""))
}

/// The page of an army list, by its id.
#[must_use]
pub fn list_of(id: &str) -> Address {
    let (ruleset, slug) = parts_of_list(id);
    list(ruleset, slug)
}

/// The address that makes an army from a list, by the id of the list.
#[must_use]
pub fn army_from_list_of(id: &str) -> Address {
    let (ruleset, slug) = parts_of_list(id);
    army_from_list(ruleset, slug)
}

/// A parameter as it stands in a path.
pub(super) struct Part<T>(pub(super) T);

impl<T: Display> Display for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Escaped(&self.0, IN_PATHS).fmt(f)
    }
}

/// The characters that are escaped in a parameter: all that could end it or mean something else.
const IN_PATHS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The characters that are escaped in the value of a query. Addresses in queries stay readable.
const IN_QUERIES: &AsciiSet = &IN_PATHS.remove(b'/').remove(b':').remove(b',');

/// A value with its special characters escaped.
struct Escaped<T>(T, &'static AsciiSet);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(Escaping(f, self.1), "{}", self.0)
    }
}

/// A formatter that escapes everything written to it.
struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>, &'static AsciiSet);

impl fmt::Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        utf8_percent_encode(text, self.1).fmt(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{army, army_revision_sheet, home, list_of, new_table, rule};

    #[test]
    fn addresses_are_those_of_the_table() {
        assert_eq!(&*home(), "/");
        assert_eq!(army_revision_sheet("a1", "0f", "roster.pdf").to_string(), "/armies/a1/v/0f/roster.pdf");
        assert_eq!(list_of("d3h2/barrow-kings").to_string(), "/lists/d3h2/barrow-kings");
    }

    #[test]
    fn nothing_in_a_parameter_or_in_a_query_means_anything() {
        assert_eq!(rule("a/b?c#d", "é %").to_string(), "/rules/a%2Fb%3Fc%23d/%C3%A9%20%25");
        let asked = new_table().with("home", "a&b=c d").with("other", army("x")).asking("seed=1").at("table");
        assert_eq!(asked, "/terrain/new?home=a%26b%3Dc%20d&other=/armies/x&seed=1#table");
    }
}
