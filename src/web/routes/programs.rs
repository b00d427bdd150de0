//! The addresses of programs.

/// Whether programs use this path, and not visitors: errors are problem documents there.
#[must_use]
pub fn is_for_programs(path: &str) -> bool {
    path.starts_with("/api/")
}
