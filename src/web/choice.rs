//! Options of select boxes.

use std::borrow::Cow;

/// An option of a select box.
#[derive(Clone, Debug)]
pub(in crate::web) struct Choice {
    pub value: Cow<'static, str>,
    pub name: Cow<'static, str>,
    pub chosen: bool,
}

impl Choice {
    /// An option that may be chosen.
    pub(in crate::web) fn new(
        value: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        chosen: bool,
    ) -> Self {
        Self { value: value.into(), name: name.into(), chosen }
    }

    /// An option that is chosen if it has this value.
    pub(in crate::web) fn among(
        value: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        chosen: &str,
    ) -> Self {
        let value = value.into();
        Self { chosen: value == chosen, value, name: name.into() }
    }
}
