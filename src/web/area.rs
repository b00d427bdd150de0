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
    /// Battles played here.
    Play,
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

/// A link of the navigation.
#[derive(Clone, Debug)]
pub(super) struct NavigationLink {
    pub path: Address,
    pub name: &'static str,
    /// Whether it leads to this page, or to what this page is part of.
    pub current: bool,
}

/// A page where one begins in an area.
pub(super) struct Beginning {
    pub page: Page,
    pub name: &'static str,
    /// What a link to it says, in a sentence; nothing for pages that each visitor has for himself.
    pub description: &'static str,
}

impl Beginning {
    const fn new(page: Page, name: &'static str, description: &'static str) -> Self {
        Self { page, name, description }
    }
}

impl Area {
    /// The areas in the head of every page, in this order: the name of each and the page it begins with.
    pub(super) const IN_HEAD: [(Self, &'static str, Page); 7] = [
        (Self::Armies, "Armies", link::my_armies),
        (Self::Tables, "Tables", link::new_table),
        (Self::Play, "Play", link::play),
        (Self::Odds, "Odds", link::odds),
        (Self::Rules, "Rules", link::rulesets),
        (Self::Events, "Events", link::events),
        (Self::Account, "Account", link::account),
    ];

    /// The links in the head of a page in this area, or in none.
    pub(super) fn navigation(current: Option<Self>) -> impl Iterator<Item = NavigationLink> {
        Self::IN_HEAD.into_iter().map(move |(area, name, page)| NavigationLink {
            path: page(),
            name,
            current: current == Some(area),
        })
    }

    /// The pages where one begins in this area: a row of links at the top of each of them.
    pub(super) const fn beginnings(self) -> &'static [Beginning] {
        match self {
            Self::Armies => {
                const {
                    &[
                        Beginning::new(link::my_armies, "Mine", ""),
                        Beginning::new(
                            link::new_army,
                            "New",
                            "Build an army for D3H2, DBA 3.0, DBA 2.2, HOTT 2.5 or DBMF: rules and points are checked at every tap.",
                        ),
                        Beginning::new(
                            link::lists,
                            "Lists",
                            "Army lists from myth, epic, old books and history, each with a ready-made army to copy.",
                        ),
                        Beginning::new(
                            link::new_list,
                            "Type a list",
                            "Type the list of your own book once, keep it private or share it, and build every army from it.",
                        ),
                        Beginning::new(
                            link::paste_army,
                            "Paste",
                            "Paste an army from a forum, an email or a spreadsheet and see whether it is legal.",
                        ),
                    ]
                }
            }
            Self::Tables => {
                const {
                    &[
                        Beginning::new(
                            link::new_table,
                            "Generate",
                            "Generate a legal battlefield for a home terrain, edit it, and print the map or its pieces at true size.",
                        ),
                        Beginning::new(
                            link::set_up_table,
                            "Set up",
                            "Roll for invader and defender, see the base edges to choose from, and where both sides deploy.",
                        ),
                        Beginning::new(
                            link::event_tables,
                            "For an event",
                            "Generate the battlefields of a whole event from one seed and print them in one PDF.",
                        ),
                        Beginning::new(
                            link::open_layout,
                            "Open a file",
                            "Open a saved map, as SVG, PNG, PDF or file, and get its battlefield back.",
                        ),
                        Beginning::new(link::my_layouts, "Mine", ""),
                    ]
                }
            }
            Self::Play => {
                const {
                    &[
                        Beginning::new(
                            link::play,
                            "Begin",
                            "Play a battle of D3H2 in the browser, against the computer or with somebody beside you, by the rules.",
                        ),
                        Beginning::new(
                            link::lesson,
                            "Lesson",
                            "Learn to play: a first battle in six small steps, for people who have never played.",
                        ),
                        Beginning::new(link::open_battle, "Open a record", ""),
                        Beginning::new(link::my_battles, "Mine", ""),
                    ]
                }
            }
            Self::Rules => {
                const {
                    &[
                        Beginning::new(
                            link::rulesets,
                            "Rulesets",
                            "The rules of D3H2, DBA 3.0, DBA 2.2, HOTT 2.5 and DBMF, explained in our own words, with rulings.",
                        ),
                        Beginning::new(
                            link::compare_rulesets,
                            "Compare",
                            "Compare rulesets side by side: armies, troop types, combat factors, outcomes and battlefields.",
                        ),
                    ]
                }
            }
            Self::Home | Self::Odds | Self::Events | Self::Account => &[],
        }
    }
}
