//! Queues the writers of SQLite in the order in which they arrive.
//!
//! SQLite has one writer at a time. A writer that meets another sleeps and looks again, and sleeps longer each time:
//! when many arrive at once, the database is idle while they sleep, the first to arrive may be the last to get in, and
//! each of them takes a thread and a connection away from readers. Here their jobs wait in a queue, and one thread does
//! them all: nobody has to be woken before the next can begin.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::error::StoreError;

/// A writer that has waited longer for its turn gets the answer that the database is not available, as does one that
/// waits that long for a lock. Otherwise all writers behind one that waits for another process would wait as long as it
/// did, one after the other.
const PATIENCE: Duration = Duration::from_secs(5);

type Job = Box<dyn FnOnce() + Send>;

/// The queue of the writers, and the thread that serves it, which ends with the last handle.
#[derive(Clone)]
pub(super) struct WriteQueue(mpsc::Sender<Job>);

impl WriteQueue {
    /// An empty queue.
    pub(super) fn new() -> io::Result<Self> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let serve = move || {
            for job in jobs {
                // A panic of one job must not keep the others from their turn.
                _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        thread::Builder::new().name("writer".to_owned()).spawn(serve)?;
        Ok(Self(queue))
    }

    /// Runs a job after all earlier ones, even if its caller has gone in the meantime.
    pub(super) async fn take<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.take_within(PATIENCE, job).await
    }

    async fn take_within<T: Send + 'static>(
        &self,
        patience: Duration,
        job: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let came = Instant::now();
        let turn = move || {
            let in_time = came.elapsed() <= patience;
            let late = || Err(StoreError::Unavailable("too many requests are waiting to write".into()));
            // The caller may have gone.
            _ = answer.send(if in_time { job() } else { late() });
        };
        // Without the thread, or after a panic, there is no answer.
        _ = self.0.send(Box::new(turn));
        answered.await.map_err(|error| StoreError::Database(error.into()))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_has_waited_too_long_gives_up_and_the_next_has_his_turn() {
        let turns = WriteQueue::new().unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        // The first is finished once the others have arrived.
        let (first, late, next, ()) = tokio::join!(
            turns.take(move || Ok(ended.recv().is_ok())),
            turns.take_within(Duration::ZERO, || Ok(())),
            turns.take(|| Ok("next")),
            async { end.send(()).unwrap() },
        );
        assert!(first.unwrap());
        assert!(matches!(late, Err(StoreError::Unavailable(_))));
        assert_eq!(next.unwrap(), "next");
    }

    #[tokio::test]
    async fn a_job_that_panics_keeps_nobody_from_his_turn() {
        let turns = WriteQueue::new().unwrap();
        let broken = turns.take::<()>(|| panic!("of its own accord"));
        let (broken, next) = tokio::join!(broken, turns.take(|| Ok("next")));
        assert!(matches!(broken, Err(StoreError::Database(_))));
        assert_eq!(next.unwrap(), "next");
    }
}
