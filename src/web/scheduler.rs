//! The scheduler of heavy work: everything that may use a processor for more than a few milliseconds goes through here,
//! off the threads that answer requests.
//!
//! A [`Permit`] is taken before anything is made. Their number is limited; requests that wait for one are admitted in
//! turns, one household after the other, so that a crowd behind one address holds up nobody behind another. When too
//! many wait, the next request is told to try again, and costs nothing but that answer. The work itself is done on a
//! few threads of low priority: ordinary pages go first.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::sync::oneshot;

use super::error::WebError;

/// The kinds of heavy work. Of some kinds, fewer jobs run at once than there are threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JobKind {
    /// Battlefields: generated, checked, drawn as SVG.
    Table,
    /// Pictures as PNG.
    Picture,
    /// Documents as PDF.
    Print,
    /// Armies: large checks, matchups, many combats.
    Army,
    /// Events: pairings, exports.
    Event,
    /// Long texts.
    Text,
    /// Orders in battles, and those with which the computer answers at once.
    Battle,
    /// The computer's thinking in battles.
    Thinking,
    /// Battles that are played again from their orders.
    Replay,
    /// Hashes of passwords.
    Password,
}

impl JobKind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Table,
        Self::Picture,
        Self::Print,
        Self::Army,
        Self::Event,
        Self::Text,
        Self::Battle,
        Self::Thinking,
        Self::Replay,
        Self::Password,
    ];

    /// Its name in metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Picture => "picture",
            Self::Print => "print",
            Self::Army => "army",
            Self::Event => "event",
            Self::Text => "text",
            Self::Battle => "battle",
            Self::Thinking => "thinking",
            Self::Replay => "replay",
            Self::Password => "password",
        }
    }

    /// The largest number of jobs of this kind at once. With the largest document the printer uses 220 MB; a large
    /// picture takes 64 MiB.
    const fn at_once(self) -> usize {
        match self {
            // The computer's thinking takes at most one core.
            Self::Print | Self::Picture | Self::Battle | Self::Thinking => 1,
            Self::Table | Self::Army | Self::Event | Self::Text | Self::Replay | Self::Password => usize::MAX,
        }
    }

    /// The largest number of waiting requests of this kind. A thought takes seconds, so those who wait for one must not
    /// take the places of everybody else.
    const fn most_waiting(self) -> usize {
        if matches!(self, Self::Thinking) { 32 } else { usize::MAX }
    }
}

/// The time for which a request waits for heavy work before it is told to try again.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// The limits of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of jobs at once; there are as many threads.
    pub at_once: usize,
    /// The largest number of waiting requests in all.
    pub waiting: usize,
    /// The largest number of waiting requests of one household: a whole hall may be behind one address.
    pub waiting_of_household: usize,
    /// The time for which a request waits before it is told to try again.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            at_once: std::thread::available_parallelism().map_or(1, NonZero::get),
            waiting: 256,
            waiting_of_household: 64,
            patience: PATIENCE,
        }
    }
}

/// The visitor who asks for heavy work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requester {
    household: IpAddr,
    /// The account or browser, where known: it has one job of a kind at a time.
    person: Option<[u8; 32]>,
}

impl Requester {
    /// A visitor behind this address, by a name that nobody else has, where one is known.
    #[must_use]
    pub fn new(household: IpAddr, person: Option<&str>) -> Self {
        Self { household, person: person.map(|name| Sha256::digest(name).into()) }
    }

    /// The program itself, in tests and tools.
    #[must_use]
    pub const fn from_household(household: IpAddr) -> Self {
        Self { household, person: None }
    }
}

/// A request that waits for a permit.
struct Waiter {
    number: u64,
    person: Option<[u8; 32]>,
    kind: JobKind,
    admit: oneshot::Sender<()>,
}

/// The running and waiting jobs.
#[derive(Default)]
struct Ledger {
    running: Vec<(u64, Option<[u8; 32]>, JobKind)>,
    /// Households with waiting requests, the next one first.
    turns: VecDeque<IpAddr>,
    waiting: BTreeMap<IpAddr, VecDeque<Waiter>>,
    /// The number of the next request.
    next: u64,
    admitted: [u64; JobKind::ALL.len()],
    refused: u64,
}

impl Ledger {
    fn waiting(&self) -> usize {
        self.waiting.values().map(VecDeque::len).sum()
    }

    fn waiting_for(&self, kind: JobKind) -> usize {
        self.waiting.values().flatten().filter(|waiter| waiter.kind == kind).count()
    }

    /// Whether another job of this kind may begin for this person now.
    fn is_free(&self, limits: &Limits, person: Option<[u8; 32]>, kind: JobKind) -> bool {
        self.running.len() < limits.at_once
            && self.running.iter().filter(|(.., running)| *running == kind).count() < kind.at_once()
            && !self.running.iter().any(|(_, who, running)| *running == kind && person.is_some() && *who == person)
    }

    fn begin(&mut self, number: u64, person: Option<[u8; 32]>, kind: JobKind) {
        self.running.push((number, person, kind));
        if let Some(count) =
            JobKind::ALL.iter().position(|known| *known == kind).and_then(|at| self.admitted.get_mut(at))
        {
            *count += 1;
        }
    }

    /// Admits all requests that may begin now, a household at a time.
    fn admit(&mut self, limits: &Limits) {
        let mut passed = 0;
        while passed < self.turns.len() && self.running.len() < limits.at_once {
            let Some(household) = self.turns.pop_front() else { break };
            let queue = self.waiting.remove(&household).unwrap_or_default();
            let mut queue: VecDeque<Waiter> = queue.into_iter().filter(|waiter| !waiter.admit.is_closed()).collect();
            let free = queue.iter().position(|waiter| self.is_free(limits, waiter.person, waiter.kind));
            let chosen = free.and_then(|at| queue.remove(at));
            if !queue.is_empty() {
                self.waiting.insert(household, queue);
                self.turns.push_back(household);
            }
            match chosen {
                Some(Waiter { number, person, kind, admit }) => {
                    passed = 0;
                    if admit.send(()).is_ok() {
                        self.begin(number, person, kind);
                    }
                }
                None if self.waiting.contains_key(&household) => passed += 1,
                None => {}
            }
        }
    }

    /// Removes a waiting request. Returns whether it was still waiting.
    fn leave(&mut self, household: IpAddr, number: u64) -> bool {
        let Some(queue) = self.waiting.get_mut(&household) else { return false };
        let before = queue.len();
        queue.retain(|waiter| waiter.number != number);
        let found = queue.len() < before;
        if queue.is_empty() {
            self.waiting.remove(&household);
            self.turns.retain(|known| *known != household);
        }
        found
    }
}

struct Shared {
    limits: Limits,
    ledger: Mutex<Ledger>,
}

impl Shared {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        // The data are consistent after each change, whatever panicked meanwhile.
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// The scheduler of heavy work. Clones share it.
#[derive(Clone)]
pub struct Scheduler {
    shared: Arc<Shared>,
    /// Started with the first job; the threads end with the last handle.
    threads: Arc<OnceLock<mpsc::Sender<Job>>>,
}

impl Default for Scheduler {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl fmt::Debug for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scheduler({:?})", self.load())
    }
}

/// The present load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// The permits in use.
    pub running: usize,
    /// The waiting requests.
    pub waiting: usize,
    /// Permits given since the start, by kind.
    pub admitted: Vec<(JobKind, u64)>,
    /// The requests that were told to try again.
    pub refused: u64,
}

impl Scheduler {
    /// A scheduler with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let limits = Limits { at_once: limits.at_once.max(1), ..limits };
        Self { shared: Arc::new(Shared { limits, ledger: Mutex::default() }), threads: Arc::default() }
    }

    /// The present load.
    #[must_use]
    pub fn load(&self) -> Load {
        let ledger = self.shared.ledger();
        Load {
            running: ledger.running.len(),
            waiting: ledger.waiting(),
            admitted: JobKind::ALL.into_iter().zip(ledger.admitted).collect(),
            refused: ledger.refused,
        }
    }

    /// Waits for a permit.
    ///
    /// # Errors
    /// [`WebError::Busy`] when too many wait, or it took too long.
    pub async fn admit(&self, requester: &Requester, kind: JobKind) -> Result<Permit, WebError> {
        let (number, mut admitted) = {
            let mut ledger = self.shared.ledger();
            let number = ledger.next;
            ledger.next += 1;
            let limits = &self.shared.limits;
            // No request waits that could begin, so a new one may begin at once if there is room.
            if ledger.is_free(limits, requester.person, kind) {
                ledger.begin(number, requester.person, kind);
                return Ok(self.permit(number));
            }
            let of_household = ledger.waiting.get(&requester.household).map_or(0, VecDeque::len);
            let is_full = ledger.waiting() >= limits.waiting || ledger.waiting_for(kind) >= kind.most_waiting();
            if is_full || of_household >= limits.waiting_of_household {
                ledger.refused += 1;
                return Err(WebError::Busy);
            }
            let (admit, admitted) = oneshot::channel();
            if of_household == 0 {
                ledger.turns.push_back(requester.household);
            }
            let waiter = Waiter { number, person: requester.person, kind, admit };
            ledger.waiting.entry(requester.household).or_default().push_back(waiter);
            (number, admitted)
        };
        let mut place = QueuePlace { shared: &self.shared, household: requester.household, number, left: false };
        let waited = tokio::time::timeout(self.shared.limits.patience, pin!(&mut admitted)).await;
        if waited.is_err() && place.leave() {
            self.shared.ledger().refused += 1;
            return Err(WebError::Busy);
        }
        place.left = true;
        Ok(self.permit(number))
    }

    fn permit(&self, number: u64) -> Permit {
        Permit { turn: Arc::new(Turn { shared: Arc::clone(&self.shared), number }), scheduler: self.clone() }
    }

    /// Waits for a permit and runs one job with it.
    ///
    /// # Errors
    /// The same as for [`Scheduler::admit`]; [`WebError::Internal`] if the job panics.
    pub async fn run<T: Send + 'static>(
        &self,
        requester: &Requester,
        kind: JobKind,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WebError> {
        self.admit(requester, kind).await?.run(job).await
    }

    fn threads(&self) -> &mpsc::Sender<Job> {
        self.threads.get_or_init(|| {
            let (jobs, queue) = mpsc::channel::<Job>();
            let queue = Arc::new(Mutex::new(queue));
            for number in 0..self.shared.limits.at_once {
                let queue = Arc::clone(&queue);
                let serve = move || {
                    yield_to_pages();
                    loop {
                        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(job) = job else { break };
                        job();
                    }
                };
                if let Err(error) = std::thread::Builder::new().name(format!("heavy-{number}")).spawn(serve) {
                    tracing::error!(%error, "a thread for heavy work could not be started");
                }
            }
            jobs
        })
    }
}

/// Gives this thread a lower priority than those that answer requests. Linux has one for each thread.
fn yield_to_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "heavy work keeps the usual priority");
    }
}

/// A place in the queue, given up if nobody waits for the answer any more.
struct QueuePlace<'a> {
    shared: &'a Shared,
    household: IpAddr,
    number: u64,
    left: bool,
}

impl QueuePlace<'_> {
    /// Whether it was still in the queue.
    fn leave(&mut self) -> bool {
        self.left = true;
        self.shared.ledger().leave(self.household, self.number)
    }
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        if !self.left && !self.leave() {
            // It was admitted at the very moment at which it left.
            end(self.shared, self.number);
        }
    }
}

/// Ends a job, and admits the requests that may begin now.
fn end(shared: &Shared, number: u64) {
    let mut ledger = shared.ledger();
    ledger.running.retain(|(running, ..)| *running != number);
    ledger.admit(&shared.limits);
}

struct Turn {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Turn {
    fn drop(&mut self) {
        end(&self.shared, self.number);
    }
}

/// Permission for heavy work. It ends when it is dropped and the last of its jobs is finished.
pub struct Permit {
    turn: Arc<Turn>,
    scheduler: Scheduler,
}

impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permit({})", self.turn.number)
    }
}

impl Permit {
    /// Runs a job on one of the scheduler's threads. Once begun, the job runs to its end, even if nobody waits for it
    /// any more.
    ///
    /// # Errors
    /// [`WebError::Internal`] if it panics.
    pub async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, WebError> {
        let (answer, answered) = oneshot::channel();
        let (turn, span) = (Arc::clone(&self.turn), tracing::Span::current());
        let work = move || {
            let done = span.in_scope(|| catch_unwind(AssertUnwindSafe(job)));
            // Released before the answer: its receiver may ask for the next permit at once.
            drop(turn);
            if let Ok(done) = done {
                // The receiver may have gone.
                _ = answer.send(done);
            }
        };
        _ = self.scheduler.threads().send(Box::new(work));
        answered.await.map_err(|_| WebError::internal("heavy work has panicked"))
    }
}

#[cfg(test)]
mod tests;
