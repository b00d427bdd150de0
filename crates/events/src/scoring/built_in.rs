//! The schemes that are built in.

use std::sync::LazyLock;

use super::file::SchemeErrors;
use super::scheme::Scheme;

const FILES: [&str; 4] = [
    include_str!("../../schemes/win5-lost.toml"),
    include_str!("../../schemes/win3-destroyed.toml"),
    include_str!("../../schemes/win3-difference.toml"),
    include_str!("../../schemes/everyone.toml"),
];

/// The schemes of `schemes`, in the order in which they are offered.
///
/// # Errors
/// The mistakes of the first file that has any.
pub fn built_in() -> Result<&'static [Scheme], &'static SchemeErrors> {
    static SCHEMES: LazyLock<Result<Vec<Scheme>, SchemeErrors>> =
        LazyLock::new(|| FILES.into_iter().map(Scheme::parse).collect());
    SCHEMES.as_deref()
}

/// The built-in scheme with this id.
#[must_use]
pub fn scheme(id: &str) -> Option<&'static Scheme> {
    built_in().ok()?.iter().find(|scheme| scheme.id() == id)
}
