//! Writers of SQLite one after the other, in the order in which they came.
//!
//! SQLite has one writer at a time. One that meets another sleeps and looks again, and sleeps longer each time: when many
//! come at once, the database is idle while they sleep, who came first may be let in last, and each of them keeps a thread
//! and a connection from those who only read. Here their jobs wait in a queue, and one thread does all that are in it:
//! nobody has to be woken before the next can begin.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::error::StoreError;

/// Who has waited longer for his turn is told that the database is not available, as is who waits as long for a lock.
/// Else all who stand behind somebody waiting for another process would wait as long as he did, one after the other.
const PATIENCE: Duration = Duration::from_secs(5);

type Job = Box<dyn FnOnce() + Send>;

/// The queue of those who want to write, and the thread that serves it, which ends with the last handle.
#[derive(Clone)]
pub(super) struct Turns(mpsc::Sender<Job>);

impl Turns {
    /// An empty queue.
    pub(super) fn new() -> io::Result<Self> {
        let (queue, jobs) = mpsc::channel::<Job>();
        let serve = move || {
            for job in jobs {
                // Whatever becomes of one, the others have their turn.
                _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        thread::Builder::new().name("writer".to_owned()).spawn(serve)?;
        Ok(Self(queue))
    }

    /// Does a job after all that came before it, also if whoever asked has gone meanwhile.
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
            let late = || Err(StoreError::Unavailable("too many are waiting to write".into()));
            // Nobody need be there to hear it.
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
        let turns = Turns::new().unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        // The first is done when the others have come.
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
        let turns = Turns::new().unwrap();
        let broken = turns.take::<()>(|| panic!("of its own accord"));
        let (broken, next) = tokio::join!(broken, turns.take(|| Ok("next")));
        assert!(matches!(broken, Err(StoreError::Database(_))));
        assert_eq!(next.unwrap(), "next");
    }
}
