//! QR codes on pages. Making one takes longer than making many a page, and the same addresses are shown again and
//! again.

use std::fmt;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;
use musterfield_sheets::roster::qr;

/// The largest number of cached codes.
const MOST: NonZero<usize> = NonZero::new(512).unwrap();
/// The longest cached code, in bytes. Addresses of works make codes of some 10 KiB.
const LONGEST: usize = 32 * 1024;

/// The codes of recently used addresses, latest first: 16 MiB of them at most.
pub struct QrCache(Mutex<LruCache<String, Arc<str>>>);

impl Default for QrCache {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl fmt::Debug for QrCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Codes")
    }
}

impl QrCache {
    /// The QR code of this address as SVG; empty if the address is too long for one.
    #[must_use]
    pub fn of(&self, address: &str) -> Arc<str> {
        if let Some(code) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(address) {
            return Arc::clone(code);
        }
        let code: Arc<str> = qr::svg(address).unwrap_or_default().into();
        if code.len() <= LONGEST {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).put(address.to_owned(), Arc::clone(&code));
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_remembered_unless_it_is_very_long() {
        let codes = QrCache::default();
        let address = "https://example.org/armies/k7";
        assert_eq!(*codes.of(address), *qr::svg(address).unwrap());
        assert!(Arc::ptr_eq(&codes.of(address), &codes.of(address)));
        let long = format!("{address}?{}", "x".repeat(2_000));
        assert!(codes.of(&long).len() > LONGEST && !Arc::ptr_eq(&codes.of(&long), &codes.of(&long)));
        // No QR code holds that much.
        assert_eq!(*codes.of(&"x".repeat(5_000)), *"");
    }
}
