//! What was made of battles to be looked at again: pictures of steps and reviews. Neither ever changes, so each is made
//! once, however many ask for it at the same time, and cached as long as there is room.

use std::fmt;
use std::hash::Hash;
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use lru::LruCache;
use tokio::sync::OnceCell;

use super::told::ToldReview;
use crate::store::BattleId;
use crate::web::error::WebError;

/// The largest number of pictures; one takes up to some hundred KiB.
const MOST_PICTURES: NonZero<usize> = NonZero::new(48).unwrap();
/// The largest number of reviews; that of a long battle takes some hundred KiB.
const MOST_REVIEWS: NonZero<usize> = NonZero::new(64).unwrap();

/// A picture of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct PictureKey {
    pub battle: BattleId,
    pub step: usize,
    /// Its width in pixels; `None` for a drawing.
    pub width: Option<u32>,
}

/// A battle after this many orders.
pub(super) type ReviewKey = (BattleId, i64);

/// Values that are made once, last used first.
struct Once<K: Hash + Eq, V>(Mutex<LruCache<K, Arc<OnceCell<V>>>>);

impl<K: Hash + Eq, V: Clone> Once<K, V> {
    fn new(most: NonZero<usize>) -> Self {
        Self(Mutex::new(LruCache::new(most)))
    }

    /// The value; whoever asks while it is made waits for it. After a failure, the next one tries again.
    async fn get(&self, key: K, make: impl AsyncFnOnce() -> Result<V, WebError>) -> Result<V, WebError> {
        let cell = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.get_or_insert(key, Arc::default))
        };
        cell.get_or_try_init(|| make()).await.cloned()
    }
}

/// The cached pictures and reviews.
pub struct Album {
    pictures: Once<PictureKey, Bytes>,
    reviews: Once<ReviewKey, Arc<ToldReview>>,
}

impl Default for Album {
    fn default() -> Self {
        Self { pictures: Once::new(MOST_PICTURES), reviews: Once::new(MOST_REVIEWS) }
    }
}

impl fmt::Debug for Album {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Album")
    }
}

impl Album {
    /// A picture, made unless it is cached.
    pub(super) async fn picture(
        &self,
        key: PictureKey,
        make: impl AsyncFnOnce() -> Result<Bytes, WebError>,
    ) -> Result<Bytes, WebError> {
        self.pictures.get(key, make).await
    }

    /// A review, made unless it is cached.
    pub(super) async fn review(
        &self,
        key: ReviewKey,
        make: impl AsyncFnOnce() -> Result<Arc<ToldReview>, WebError>,
    ) -> Result<Arc<ToldReview>, WebError> {
        self.reviews.get(key, make).await
    }
}
