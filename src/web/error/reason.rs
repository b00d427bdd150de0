//! The reasons a request is refused, as they are counted.

use prometheus_client::encoding::EncodeLabelValue;

/// The reason a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum RefusalReason {
    /// Too much heavy work is waiting.
    Busy,
    /// A post from another site.
    CrossSite,
    /// Larger than allowed.
    TooLarge,
    /// The body arrived too slowly.
    TooSlow,
    /// It was tried too often.
    TooOften,
    /// A work or a visitor has reached a limit.
    Full,
    /// The disk has no space for more.
    NoRoom,
    /// The database does not answer.
    Unavailable,
    /// A fault of the program.
    Internal,
}
