//! The words of events, each type with a single `parse`: addresses, states, roles.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::super::ids::{ParseIdError, shown_as_text, text_column};

/// Addresses reserved for pages.
const KEPT_BACK: [&str; 1] = ["new"];

/// The address of an event below `/events/`: 3 to 60 of `a–z 0–9 -`, with a letter or digit at either end.
///
/// ```
/// use musterfield::store::Slug;
/// assert!(Slug::parse("spring-open-2027").is_ok());
/// assert!(Slug::parse("Spring").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
pub struct Slug(String);

impl Slug {
    /// Parses an address.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn parse(text: &str) -> Result<Self, ParseIdError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let ends = text.bytes().next().is_some_and(plain) && text.bytes().last().is_some_and(plain);
        let fits = (3..=60).contains(&text.len()) && text.bytes().all(|byte| plain(byte) || byte == b'-') && ends;
        if fits && !KEPT_BACK.contains(&text) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseIdError::new("the address of an event"))
        }
    }

    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

text_column!(Slug);
shown_as_text!(Slug);

/// Defines an enum of a few words, each spelled in one way.
macro_rules! text_enum {
    ($(#[$doc:meta])* $name:ident, $what:literal, $($(#[$each:meta])* $variant:ident = $text:literal,)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
        #[diesel(sql_type = Text)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Parses one as the database spells it.
            ///
            /// # Errors
            /// If the text is anything else.
            pub fn parse(text: &str) -> Result<Self, ParseIdError> {
                Self::ALL.iter().copied().find(|known| known.as_str() == text).ok_or(ParseIdError::new($what))
            }

            /// The word as the database spells it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        text_column!($name);
    };
}

text_enum! {
    /// The stage of an event.
    EventState, "a state of an event",
    /// It is being prepared; only its staff sees it.
    Draft = "draft",
    /// Players can enter.
    Open = "open",
    /// Entries are closed.
    Closed = "closed",
    /// It is being played.
    Running = "running",
    /// It is over.
    Done = "done",
    /// Only its staff sees it.
    Hidden = "hidden",
}

impl EventState {
    /// Whether everybody may see the event.
    #[must_use]
    pub fn is_public(self) -> bool {
        !matches!(self, Self::Draft | Self::Hidden)
    }
}

text_enum! {
    /// The role of a member of the staff. Each includes those after it.
    Role, "a role",
    /// Everything, including deleting the event and changing its staff.
    Owner = "owner",
    /// Settings, entries, rounds.
    Organiser = "organiser",
    /// See the desk, check in players, record results.
    Helper = "helper",
}

impl Role {
    /// The role as it appears in a sentence.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            Self::Owner => "an owner",
            Self::Organiser => "an organiser",
            Self::Helper => "a helper",
        }
    }

    /// Whether this role includes the other one.
    #[must_use]
    pub fn is_at_least(self, other: Self) -> bool {
        self <= other
    }
}

text_enum! {
    /// The stage of a player's entry.
    EntryState, "a state of an entry",
    /// The player has entered without an army.
    Nothing = "nothing",
    /// A draft is saved.
    Draft = "draft",
    /// It awaits review.
    Entered = "entered",
    /// It was returned to the player.
    Returned = "returned",
    /// It counts.
    Accepted = "accepted",
    /// The player has withdrawn.
    Withdrawn = "withdrawn",
}

impl EntryState {
    /// Whether an army is submitted.
    #[must_use]
    pub fn is_in(self) -> bool {
        matches!(self, Self::Entered | Self::Returned | Self::Accepted)
    }
}
