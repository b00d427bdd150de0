//! The limits on the size of a request.

use musterfield_sheets::carrier::LONGEST_UPLOAD;

/// The largest number of bytes of a request. For a form this counts the decoded text: encoded, each byte of a non-Latin
/// letter takes three.
pub const LARGEST_REQUEST: usize = 64 * 1024;

/// The largest number of bytes of a layout that a program sends.
pub const LARGEST_LAYOUT: usize = 1024 * 1024;

/// The largest number of bytes of the combat cases that a program sends.
pub const LARGEST_CASES: usize = 2 * 1024 * 1024;

/// The largest number of bytes of an encoded form.
pub const LARGEST_FORM: usize = 3 * LARGEST_REQUEST;

/// The largest number of bytes of a form with an uploaded file.
pub const LARGEST_UPLOAD: usize = LONGEST_UPLOAD + LARGEST_REQUEST;
