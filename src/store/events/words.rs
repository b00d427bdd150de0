//! The words of events, each with one way in: addresses, states, roles.

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::Text;

use super::super::ids::ParseIdError;

/// Addresses that pages of their own have.
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
    /// Reads an address.
    ///
    /// # Errors
    /// Anything else is none.
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

/// Words of which there are a few, each written in one way.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $what:literal, $($(#[$each:meta])* $variant:ident = $text:literal,)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
        #[diesel(sql_type = Text)]
        pub enum $name { $($(#[$each])* $variant,)* }

        impl $name {
            /// Every one there is.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Reads one as the database has it.
            ///
            /// # Errors
            /// Anything else is none.
            pub fn parse(text: &str) -> Result<Self, ParseIdError> {
                Self::ALL.iter().copied().find(|known| known.as_str() == text).ok_or(ParseIdError::new($what))
            }

            /// As the database has it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

words! {
    /// How far an event is.
    EventState, "a state of an event",
    /// It is being prepared; only its staff sees it.
    Draft = "draft",
    /// Players can enter.
    Open = "open",
    /// Nobody enters any more.
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

words! {
    /// What somebody may do in an event. Each may do what those after may.
    Role, "a role",
    /// Everything, its end and its staff too.
    Owner = "owner",
    /// Settings, entries, rounds.
    Organiser = "organiser",
    /// Look at the desk, check in, write down results.
    Helper = "helper",
}

impl Role {
    /// As a sentence has it.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            Self::Owner => "an owner",
            Self::Organiser => "an organiser",
            Self::Helper => "a helper",
        }
    }

    /// Whether whoever has it may do what this one may.
    #[must_use]
    pub fn is_at_least(self, other: Self) -> bool {
        self <= other
    }
}

words! {
    /// How far the entry of a player is.
    EntryState, "a state of an entry",
    /// The player is there and has no army.
    Nothing = "nothing",
    /// Something is put down for later.
    Draft = "draft",
    /// It waits to be looked at.
    Entered = "entered",
    /// It went back to the player.
    Returned = "returned",
    /// It counts.
    Accepted = "accepted",
    /// The player does not take part.
    Withdrawn = "withdrawn",
}

impl EntryState {
    /// Whether an army is entered.
    #[must_use]
    pub fn is_in(self) -> bool {
        matches!(self, Self::Entered | Self::Returned | Self::Accepted)
    }
}
