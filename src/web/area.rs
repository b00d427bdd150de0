//! The areas of the site, for the navigation: each has a page to begin with, and some have further ones beside it.

use super::link::{self, Address};

/// The area of the site a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The home page.
    Home,
    /// Armies, and the lists they are picked from.
    Armies,
    /// Tables: layouts of battlefields.
    Tables,
    /// The odds of combats.
    Odds,
    /// Rules.
    Rules,
    /// Events.
    Events,
    /// The account that is signed in, and how to sign in.
    Account,
}

/// A function of the route table that writes the address of a page without parameters.
type Page = fn() -> Address;

impl Area {
    /// The areas in the head of every page, in this order: the name of each and the page it begins with.
    pub(super) const IN_HEAD: [(Self, &'static str, Page); 6] = [
        (Self::Armies, "Armies", link::my_armies),
        (Self::Tables, "Tables", link::new_table),
        (Self::Odds, "Odds", link::odds),
        (Self::Rules, "Rules", link::rulesets),
        (Self::Events, "Events", link::events),
        (Self::Account, "Account", link::account),
    ];

    /// The pages where one begins in this area: a row of links at the top of each of them.
    pub(super) const fn beginnings(self) -> &'static [(Page, &'static str)] {
        match self {
            Self::Armies => &[
                (link::my_armies, "Mine"),
                (link::new_army, "New"),
                (link::lists, "Lists"),
                (link::new_list, "Type a list"),
                (link::paste_army, "Paste"),
            ],
            Self::Tables => &[
                (link::new_table, "Generate"),
                (link::set_up_table, "Set up"),
                (link::event_tables, "For an event"),
                (link::open_layout, "Open a file"),
                (link::my_layouts, "Mine"),
            ],
            Self::Rules => &[(link::rulesets, "Rulesets"), (link::compare_rulesets, "Compare")],
            Self::Home | Self::Odds | Self::Events | Self::Account => &[],
        }
    }
}
