//! The parts of the site.

/// The part of the site a page belongs to, for the navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The home page.
    Home,
    /// Armies.
    Armies,
    /// The visitor's own armies.
    Mine,
    /// Army lists.
    Lists,
    /// Rules.
    Rules,
    /// Layouts of battlefields.
    Terrain,
    /// The odds of combats.
    Odds,
    /// The account that is signed in, and how to sign in.
    Account,
    /// Events.
    Events,
}
