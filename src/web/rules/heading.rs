//! The rulesets that have rules here, as headings above them.

use musterfield_rules::Book;

use crate::web::error::WebError;

/// The heading above the rules of a ruleset.
#[derive(Clone, Copy)]
pub(super) struct Heading<'a> {
    pub id: &'a str,
    pub prefix: &'a str,
    pub name: &'a str,
    pub title: &'a str,
    pub summary: &'a str,
    /// Whether the site has only its battlefields so far.
    pub only: bool,
}

/// Every ruleset that has rules here: those with armies first, then those with battlefields only.
pub(super) fn headings(book: &Book) -> impl Iterator<Item = Heading<'_>> {
    let whole = book.rulesets().iter().map(|ruleset| Heading {
        id: &ruleset.id,
        prefix: &ruleset.rule_prefix,
        name: &ruleset.name,
        title: &ruleset.title,
        summary: &ruleset.summary,
        only: false,
    });
    let others = book.terrains().filter(|terrain| book.ruleset(&terrain.ruleset).is_none());
    whole.chain(others.map(|terrain| Heading {
        id: &terrain.ruleset,
        prefix: &terrain.prefix,
        name: &terrain.name,
        title: &terrain.title,
        summary: &terrain.summary,
        only: true,
    }))
}

/// The heading of one of them.
pub(super) fn heading(book: &'static Book, id: &str) -> Result<Heading<'static>, WebError> {
    headings(book).find(|heading| heading.id == id).ok_or(WebError::NotFound)
}
