//! Chooses the next request on a thread that answers requests.
//!
//! A thread does one thing at a time, and in order of arrival three hundred connections of one stranger would be served
//! before everybody else. Under load, requests therefore wait in a queue for each household, and the queues take turns.
//! While requests cost little, nobody waits in any queue. A household with a crowd in its queue has a few requests
//! under way at a time and at most half of the thread, and when many of them return at once from the store or from
//! heavy work, they continue in turns too. Otherwise it could keep the processors busy as long as it likes, with all of
//! its requests ahead of a newcomer. The same applies to reading requests and sending answers ([`super::fair_stream`]).

use std::cell::RefCell;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, oneshot};

/// If a newcomer would wait no longer than this behind everybody who is connected, there are no queues.
const UNNOTICED: Duration = Duration::from_millis(8);
/// Requests are admitted together if they take no longer than this in all. A newcomer waits for several such steps:
/// until the connection is accepted, read, admitted and answered.
const STEP: Duration = Duration::from_micros(200);
/// The lowest estimated cost of a request. After cheap requests the mean is low, and costly ones may arrive all at
/// once.
const LEAST: Duration = Duration::from_micros(50);
/// The inverse weight of a single request in the mean: a sixteenth.
const WEIGHT: u32 = 16;
/// A household with this many requests on one thread, queued or under way, is a crowd: more than a hall full of
/// players. With this many connections it takes turns, which a hall does not notice.
const CROWD: usize = 64;
/// When a crowd has used the thread for this long, it rests for as long as it has used it.
const STRETCH: Duration = Duration::from_millis(2);
/// While this many requests of a crowd are under way on one thread, more of them are admitted only now and then.
const FEW: usize = 4;
/// The interval between those rests. A request under way may cost nothing: a body that trickles in, a wait for heavy
/// work.
const NOW_AND_THEN: Duration = Duration::from_millis(10);
/// The largest number of postponed tasks that are woken in one step: waking all of them could take longer than the step
/// itself.
const WOKEN: usize = 16;
/// The extra charge for each reading, for the parsing that follows it.
const READ: Duration = Duration::from_micros(20);

thread_local! {
    static GATE: RefCell<Gate> = RefCell::new(Gate::default());
}

/// The queues of this thread.
#[derive(Default)]
struct Gate {
    connections: u32,
    /// The number of connections of each household.
    connections_of: BTreeMap<IpAddr, usize>,
    /// The mean time for which a request uses the thread.
    mean: Duration,
    lines: BTreeMap<IpAddr, HouseholdQueue>,
    /// The number of requests of each household under way.
    under_way: BTreeMap<IpAddr, usize>,
    /// Households with a queue, the next one first.
    turns: VecDeque<IpAddr>,
    /// Postponed tasks of large households that could continue, the first one first. Each asks again in one of the next
    /// steps.
    put_off: VecDeque<Waker>,
    /// The time for which large households have used the thread since the last step.
    spent: Duration,
    /// Whether [`serve`] is running.
    served: bool,
    /// Notified when a request arrives or has been answered.
    changed: Rc<Notify>,
}

/// The waiting requests of a household.
#[derive(Default)]
struct HouseholdQueue {
    waiting: VecDeque<oneshot::Sender<()>>,
    /// The time for which its requests have used the thread since the queue became a crowd or last rested.
    taken: Duration,
    /// The time at which the last of them was admitted.
    last: Option<Instant>,
    rests_until: Option<Instant>,
}

impl HouseholdQueue {
    fn is_crowd(&self, under_way: usize) -> bool {
        self.waiting.len() + under_way >= CROWD
    }

    /// The time until which the queue rests, if it does.
    fn rests(&self, under_way: usize, now: Instant) -> Option<Instant> {
        let has_enough = self.is_crowd(under_way) && under_way >= FEW;
        let next = self.last.filter(|_| has_enough).map(|last| last + NOW_AND_THEN);
        self.rests_until.max(next).filter(|until| now < *until)
    }

    /// Records how long a request of a crowd has used the thread.
    fn record_use(&mut self, time: Duration, now: Instant) {
        self.taken += time;
        if self.taken >= STRETCH {
            self.rests_until = Some(now + self.taken);
            self.taken = Duration::ZERO;
        }
    }
}

/// The next action after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// The next step.
    GoOn,
    /// All that wait rest until this time.
    Rest(Instant),
    /// Nobody waits.
    Done,
}

impl Gate {
    fn is_loaded(&self) -> bool {
        self.served || self.mean.saturating_mul(self.connections) > UNNOTICED
    }

    /// Starts [`serve`] unless it is running, and wakes it if it rests.
    fn start_serving(&mut self) {
        if !self.served {
            self.served = true;
            actix_web::rt::spawn(serve());
        }
        self.changed.notify_one();
    }

    fn under_way(&self, household: IpAddr) -> usize {
        self.under_way.get(&household).copied().unwrap_or_default()
    }

    fn is_crowd(&self, household: IpAddr) -> bool {
        let waiting = self.lines.get(&household).map_or(0, |line| line.waiting.len());
        waiting + self.under_way(household) >= CROWD
    }

    /// Whether a household is large enough to take turns.
    fn is_large(&self, household: IpAddr) -> bool {
        self.connections_of.get(&household).is_some_and(|connections| *connections >= CROWD) || self.is_crowd(household)
    }

    /// The time until which the queue of a household rests, if it does.
    fn rests(&self, household: IpAddr, now: Instant) -> Option<Instant> {
        self.lines.get(&household).and_then(|line| line.rests(self.under_way(household), now))
    }

    /// The first request of the next queue that does not rest, and its household.
    fn next(&mut self, now: Instant) -> Option<(IpAddr, oneshot::Sender<()>)> {
        let at = self.turns.iter().position(|household| self.rests(*household, now).is_none())?;
        let household = self.turns.remove(at)?;
        let line = self.lines.get_mut(&household)?;
        let next = line.waiting.pop_front()?;
        if line.waiting.is_empty() {
            self.lines.remove(&household);
        } else {
            self.turns.push_back(household);
        }
        Some((household, next))
    }

    fn enqueue(&mut self, household: IpAddr) -> oneshot::Receiver<()> {
        let (admit, admitted) = oneshot::channel();
        let line = self.lines.entry(household).or_default();
        if line.waiting.is_empty() {
            self.turns.push_back(household);
        }
        line.waiting.push_back(admit);
        admitted
    }

    /// Admits as many requests as take a step together, or one of a crowd: those may all take far longer than earlier
    /// ones did.
    fn step(&mut self, now: Instant) -> After {
        self.spent = Duration::ZERO;
        self.put_off.drain(..self.put_off.len().min(WOKEN)).for_each(Waker::wake);
        let mut taken = Duration::ZERO;
        while taken < STEP {
            let Some((household, next)) = self.next(now) else { break };
            // Some visitors have gone in the meantime.
            if next.send(()).is_ok() {
                taken += self.mean.max(LEAST);
                let under_way = self.under_way(household);
                if let Some(line) = self.lines.get_mut(&household) {
                    line.last = Some(now);
                    if line.is_crowd(under_way) {
                        break;
                    }
                }
            }
        }
        let after = self.after(now);
        self.served = after != After::Done;
        after
    }

    /// Whether a task of a household may continue now. A task of a large household is postponed when such households
    /// have used up this step.
    fn goes_on(&mut self, household: IpAddr, waker: &Waker) -> bool {
        let goes_on = self.spent < STEP || !self.is_large(household);
        if !goes_on && !self.put_off.back().is_some_and(|last| last.will_wake(waker)) {
            self.put_off.push_back(waker.clone());
        }
        goes_on
    }

    /// Records how long a household has used the thread without a break.
    fn record_use(&mut self, household: IpAddr, time: Duration, now: Instant) {
        if self.is_large(household) {
            self.spent += time;
        }
        let is_crowd = self.is_crowd(household);
        if let Some(line) = self.lines.get_mut(&household).filter(|_| is_crowd) {
            line.record_use(time, now);
        }
    }

    /// Records how long a request has used the thread in all.
    fn answered(&mut self, time: Duration) {
        let mean = self.mean;
        self.mean = if time > mean { mean + (time - mean) / WEIGHT } else { mean - (mean - time) / WEIGHT };
    }

    fn after(&self, now: Instant) -> After {
        if !self.put_off.is_empty() {
            return After::GoOn;
        }
        let rests: Option<Vec<Instant>> = self.turns.iter().map(|household| self.rests(*household, now)).collect();
        match rests {
            None => After::GoOn,
            Some(rests) => rests.into_iter().min().map_or(After::Done, After::Rest),
        }
    }
}

/// A request that was admitted, as long as this lives.
#[derive(Debug)]
pub(super) struct Admission(IpAddr);

impl Admission {
    fn new(household: IpAddr) -> Self {
        GATE.with_borrow_mut(|gate| *gate.under_way.entry(household).or_default() += 1);
        Self(household)
    }

    /// Records how long the request has used the thread in all.
    pub(super) fn kept_busy(&self, time: Duration) {
        GATE.with_borrow_mut(|gate| gate.answered(time));
    }

    /// Runs the work of the request in turns if the household is large.
    pub(super) fn by_turns<F>(&self, future: F) -> ByTurns<'_, F> {
        ByTurns { passed: self, future }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        GATE.with_borrow_mut(|gate| {
            one_less(&mut gate.under_way, self.0);
            gate.changed.notify_one();
        });
    }
}

/// The work of a request, which runs in turns if the household is large.
#[derive(Debug)]
pub(super) struct ByTurns<'a, F> {
    passed: &'a Admission,
    future: F,
}

impl<F: Future + Unpin> Future for ByTurns<'_, F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        in_turn(self.passed.0, context, |context| Pin::new(&mut self.future).poll(context))
    }
}

/// Runs an operation for a household now, if it may continue; otherwise its task is woken when it may.
pub(super) fn in_turn<T>(
    household: IpAddr,
    context: &mut Context<'_>,
    act: impl FnOnce(&mut Context<'_>) -> Poll<T>,
) -> Poll<T> {
    let goes_on = GATE.with_borrow_mut(|gate| {
        let goes_on = gate.goes_on(household, context.waker());
        if !goes_on {
            gate.start_serving();
        }
        goes_on
    });
    if !goes_on {
        return Poll::Pending;
    }
    let begun = Instant::now();
    let done = act(context);
    let now = Instant::now();
    GATE.with_borrow_mut(|gate| gate.record_use(household, now - begun, now));
    done
}

/// Charges a household for parsing what was read from one of its connections.
pub(super) fn has_read(household: IpAddr) {
    GATE.with_borrow_mut(|gate| gate.record_use(household, READ, Instant::now()));
}

/// Waits until it is this household's turn on this thread.
pub(super) async fn pass(household: IpAddr) -> Admission {
    let admitted = GATE.with_borrow_mut(|gate| {
        gate.is_loaded().then(|| {
            gate.start_serving();
            gate.enqueue(household)
        })
    });
    if let Some(admitted) = admitted {
        // The sender is never dropped unserved; if it were, the request would continue as it does without queues.
        _ = admitted.await;
    }
    Admission::new(household)
}

/// Admits the queued requests until there are none.
async fn serve() {
    let changed = GATE.with_borrow(|gate| Rc::clone(&gate.changed));
    loop {
        // All other tasks run first: those that arrived meanwhile are then queued.
        tokio::task::yield_now().await;
        match GATE.with_borrow_mut(|gate| gate.step(Instant::now())) {
            After::GoOn => {}
            After::Rest(until) => _ = tokio::time::timeout_at(until.into(), changed.notified()).await,
            After::Done => break,
        }
    }
}

/// A connection served by this thread, as long as this lives.
#[derive(Debug)]
pub(super) struct Connected(Option<IpAddr>);

impl Connected {
    /// A connection of this household, or of no single household if a trusted proxy made it for many visitors.
    pub(super) fn new(household: Option<IpAddr>) -> Self {
        GATE.with_borrow_mut(|gate| {
            gate.connections = gate.connections.saturating_add(1);
            if let Some(household) = household {
                *gate.connections_of.entry(household).or_default() += 1;
            }
        });
        Self(household)
    }

    pub(super) fn household(&self) -> Option<IpAddr> {
        self.0
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        GATE.with_borrow_mut(|gate| {
            gate.connections = gate.connections.saturating_sub(1);
            if let Some(household) = self.0 {
                one_less(&mut gate.connections_of, household);
            }
        });
    }
}

/// Decrements the count of a household, and removes it at zero.
fn one_less(counts: &mut BTreeMap<IpAddr, usize>, household: IpAddr) {
    if let Entry::Occupied(mut count) = counts.entry(household) {
        *count.get_mut() = count.get().saturating_sub(1);
        if *count.get() == 0 {
            count.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn household(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[actix_web::test]
    async fn under_load_households_take_turns_and_nobody_is_forgotten() {
        let connections: Vec<Connected> = (0..100).map(|_| Connected::new(None)).collect();
        GATE.with_borrow_mut(|gate| gate.mean = Duration::from_millis(5));
        let order = Rc::new(RefCell::new(Vec::new()));
        let asked: Vec<_> = [1, 1, 1, 1, 1, 2, 3, 3]
            .into_iter()
            .map(|number| {
                let order = Rc::clone(&order);
                actix_web::rt::spawn(async move {
                    pass(household(number)).await;
                    order.borrow_mut().push(number);
                })
            })
            .collect();
        for request in asked {
            request.await.unwrap();
        }
        assert_eq!(*order.borrow(), [1, 2, 3, 1, 3, 1, 1, 1]);
        drop(connections);
    }

    #[actix_web::test]
    async fn without_load_nobody_stands_in_line() {
        pass(household(1)).await.kept_busy(Duration::from_millis(5));
        let _one = Connected::new(None);
        let mut passed = std::pin::pin!(pass(household(1)));
        assert!(futures_poll(passed.as_mut()).await);
    }

    /// Whether a future is ready when it is polled once.
    async fn futures_poll<T>(mut future: std::pin::Pin<&mut impl Future<Output = T>>) -> bool {
        std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context).is_ready())).await
    }

    #[actix_web::test]
    async fn whoever_gives_up_makes_room_for_the_next() {
        let mut gate = Gate { mean: Duration::from_millis(5), ..Gate::default() };
        drop(gate.enqueue(household(1)));
        let mut second = gate.enqueue(household(1));
        assert_eq!(gate.step(Instant::now()), After::Done);
        assert_eq!(second.try_recv(), Ok(()));
    }

    /// A gate with this many waiting requests of one household.
    fn crowded(many: usize) -> (Gate, Vec<oneshot::Receiver<()>>) {
        let mut gate = Gate::default();
        let crowd = (0..many).map(|_| gate.enqueue(household(1))).collect();
        (gate, crowd)
    }

    #[test]
    fn a_crowd_rests_as_long_as_it_has_kept_the_thread_and_others_come_meanwhile() {
        let (mut gate, mut crowd) = crowded(CROWD + 1);
        let (now, long) = (Instant::now(), STRETCH * 3);
        assert_eq!(gate.step(now), After::GoOn);
        assert_eq!(crowd[0].try_recv(), Ok(()));
        assert!(crowd[1].try_recv().is_err(), "one of a crowd at a time");
        gate.record_use(household(1), long, now);
        assert_eq!(gate.step(now + long / 2), After::Rest(now + long));
        assert!(crowd[1].try_recv().is_err());
        let mut other = gate.enqueue(household(2));
        assert_eq!(gate.step(now + long / 2), After::Rest(now + long));
        assert_eq!(other.try_recv(), Ok(()));
        gate.step(now + long);
        assert_eq!(crowd[1].try_recv(), Ok(()));
    }

    #[test]
    fn a_crowd_with_enough_under_way_is_let_in_now_and_then() {
        let (mut gate, mut crowd) = crowded(CROWD + 2);
        let now = Instant::now();
        gate.under_way.insert(household(1), FEW);
        assert_eq!(gate.step(now), After::Rest(now + NOW_AND_THEN));
        assert_eq!(gate.step(now + STRETCH), After::Rest(now + NOW_AND_THEN));
        assert!(crowd[1].try_recv().is_err());
        gate.step(now + NOW_AND_THEN);
        assert_eq!(crowd[1].try_recv(), Ok(()));
        gate.under_way.insert(household(1), FEW - 1);
        gate.step(now + NOW_AND_THEN);
        assert_eq!(crowd[2].try_recv(), Ok(()));
    }

    #[actix_web::test]
    async fn whoever_is_answered_or_goes_is_no_longer_under_way() {
        let passed = pass(household(1)).await;
        assert_eq!(GATE.with_borrow(|gate| gate.under_way.clone()), BTreeMap::from([(household(1), 1)]));
        drop(passed);
        assert!(GATE.with_borrow(|gate| gate.under_way.is_empty()));
    }

    #[test]
    fn requests_of_a_crowd_that_come_back_at_once_go_on_by_turns() {
        let (mut gate, _crowd) = crowded(CROWD);
        // Wakers are compared by addresses, which only clones are sure to share.
        let (now, waker) = (Instant::now(), &Waker::noop().clone());
        assert!(gate.goes_on(household(1), waker));
        gate.record_use(household(1), STEP, now);
        assert!(!gate.goes_on(household(1), waker), "the step is spent");
        assert!(gate.goes_on(household(2), waker), "others do not wait");
        assert!(!gate.goes_on(household(1), waker));
        assert_eq!(gate.put_off.len(), 1, "the same task is woken once");
        gate.step(now);
        assert!(gate.put_off.is_empty());
        assert!(gate.goes_on(household(1), waker));
    }

    #[actix_web::test]
    async fn a_household_with_many_connections_goes_by_turns_and_some_at_a_time_are_woken() {
        let connections: Vec<Connected> = (0..CROWD).map(|_| Connected::new(Some(household(1)))).collect();
        GATE.with_borrow_mut(|gate| {
            let now = Instant::now();
            gate.record_use(household(1), STEP, now);
            for _ in 0..3 * WOKEN {
                let other: Waker = Arc::new(Asleep).into();
                assert!(!gate.goes_on(household(1), &other));
            }
            assert!(gate.goes_on(household(2), Waker::noop()), "others do not wait");
            assert_eq!(gate.step(now), After::GoOn);
            assert_eq!(gate.put_off.len(), 2 * WOKEN);
            assert!(gate.goes_on(household(1), Waker::noop()));
        });
        drop(connections);
        assert!(GATE.with_borrow(|gate| gate.connections == 0 && gate.connections_of.is_empty()));
        GATE.with_borrow_mut(|gate| assert!(!gate.is_large(household(1))));
    }

    /// A task that does nothing when it is woken. No two of them are the same task.
    struct Asleep;

    impl std::task::Wake for Asleep {
        fn wake(self: Arc<Self>) {}
    }

    #[actix_web::test]
    async fn a_newcomer_waits_for_one_of_a_crowd_that_comes_back_at_once_and_all_of_it_goes_on() {
        let crowd = (0..2 * CROWD).map(|_| Admission::new(household(1)));
        let passed: Vec<Admission> = crowd.chain([Admission::new(household(2))]).collect();
        let order = Rc::new(RefCell::new(Vec::new()));
        let back: Vec<_> = passed
            .into_iter()
            .map(|passed| {
                let order = Rc::clone(&order);
                actix_web::rt::spawn(async move {
                    let works = Box::pin(async { std::thread::sleep(STEP) });
                    passed.by_turns(works).await;
                    order.borrow_mut().push(passed.0);
                })
            })
            .collect();
        for request in back {
            request.await.unwrap();
        }
        let order = order.borrow();
        assert_eq!(order.len(), 2 * CROWD + 1);
        assert_eq!(order[..2], [household(1), household(2)]);
    }

    #[test]
    fn a_hall_of_players_never_rests() {
        let (mut gate, mut hall) = crowded(CROWD - 1);
        let now = Instant::now();
        while gate.step(now) == After::GoOn {
            gate.record_use(household(1), STRETCH, now);
        }
        assert!(hall.iter_mut().all(|player| player.try_recv().is_ok()));
        assert!(!gate.served);
    }
}
