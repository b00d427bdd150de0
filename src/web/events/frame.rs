//! The frame of the pages of an event, with a row of links to all of them.

use crate::store::{Event, EventState, Role};
use crate::web::area::NavigationLink;
use crate::web::link;
use crate::web::page::{Area, Layout, LinkRow};
use crate::web::state::AppState;

/// The pages of an event in its row of links. A page that is none of them stands under one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventTab {
    Event,
    Enter,
    Rounds,
    Standings,
    Desk,
    Settings,
    Log,
    Staff,
}

impl EventTab {
    const ALL: [Self; 8] =
        [Self::Event, Self::Enter, Self::Rounds, Self::Standings, Self::Desk, Self::Settings, Self::Log, Self::Staff];

    /// Whether the visitor sees the link.
    fn is_for(self, event: &Event) -> bool {
        match self {
            Self::Event | Self::Rounds | Self::Standings => true,
            Self::Enter => event.state == EventState::Open,
            Self::Desk => event.may(Role::Helper),
            Self::Settings | Self::Log => event.may(Role::Organiser),
            Self::Staff => event.may(Role::Owner),
        }
    }

    fn link(self, event: &Event, current: Self) -> NavigationLink {
        let slug = &event.slug;
        let (path, name) = match self {
            Self::Event => (link::event(slug), "Event"),
            Self::Enter => (link::enter_event(slug), "Enter"),
            Self::Rounds => (link::rounds(slug), "Rounds"),
            Self::Standings => (link::standings(slug), "Standings"),
            Self::Desk => (link::desk(slug), "Desk"),
            Self::Settings => (link::event_settings(slug), "Settings"),
            Self::Log => (link::event_log(slug), "Log"),
            Self::Staff => (link::event_staff(slug), "Staff"),
        };
        NavigationLink { path, name, current: self == current }
    }
}

/// The frame of a page of an event, which stands under this tab.
pub(super) fn event_layout(state: &AppState, event: &Event, title: impl Into<String>, tab: EventTab) -> Layout {
    let links = EventTab::ALL.into_iter().filter(|shown| shown.is_for(event)).map(|shown| shown.link(event, tab));
    let row = LinkRow { label: "This event".to_owned(), links: links.collect() };
    Layout::new(state, title, Some(Area::Events)).beside(row)
}
