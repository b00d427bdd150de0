//! Measures how long a request uses the thread that answers it.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// A future that measures the time for which it uses its thread; waiting does not count.
pub(super) struct Metered<F> {
    future: Pin<Box<F>>,
    busy: Duration,
    longest: Duration,
}

/// The time for which a thread was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Busy {
    /// The total time.
    pub all: Duration,
    /// Without a break.
    pub longest: Duration,
}

impl<F> Metered<F> {
    pub(super) fn new(future: F) -> Self {
        Self { future: Box::pin(future), busy: Duration::ZERO, longest: Duration::ZERO }
    }
}

impl<F: Future> Future for Metered<F> {
    type Output = (F::Output, Busy);

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let begun = Instant::now();
        let polled = self.future.as_mut().poll(context);
        let taken = begun.elapsed();
        self.busy += taken;
        self.longest = self.longest.max(taken);
        polled.map(|output| (output, Busy { all: self.busy, longest: self.longest }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_time_on_the_thread_counts() {
        let begun = Instant::now();
        let (tell, told) = tokio::sync::oneshot::channel();
        let waits = Metered::new(async { told.await.unwrap() });
        let works = async {
            // Another task has the thread meanwhile.
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(20) {
                std::hint::spin_loop();
            }
            tell.send(7).unwrap();
        };
        let ((number, busy), ()) = tokio::join!(waits, works);
        assert_eq!(number, 7);
        assert!(busy.longest <= busy.all && busy.all + Duration::from_millis(20) <= begun.elapsed(), "{busy:?}");
    }
}
