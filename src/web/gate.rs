//! Who is answered next on a thread that answers requests.
//!
//! A thread does one thing at a time, and those who have asked first would be answered first: three hundred connections of
//! one stranger would stand before everybody else. Under load, requests therefore wait in a line for each household, and
//! the lines take turns. While what is asked costs little, nobody waits in any line.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::oneshot;

/// As long as a newcomer would wait no longer than this behind everybody who is connected, there are no lines.
const UNNOTICED: Duration = Duration::from_millis(8);
/// Requests are let in together if they take no longer than this in all. Whoever comes next waits for several such steps:
/// until his connection is taken, read, let in and answered.
const STEP: Duration = Duration::from_micros(200);
/// What a request is taken to cost at least. After cheap requests the mean is low, and costly ones may come all at once.
const LEAST: Duration = Duration::from_micros(50);
/// How much a single request moves the mean: a sixteenth.
const WEIGHT: u32 = 16;

thread_local! {
    static GATE: RefCell<Gate> = RefCell::new(Gate::default());
}

/// The lines of this thread.
#[derive(Default)]
struct Gate {
    connections: u32,
    /// How long a request keeps the thread on average.
    mean: Duration,
    lines: BTreeMap<IpAddr, VecDeque<oneshot::Sender<()>>>,
    /// Households with a line, the next one first.
    turns: VecDeque<IpAddr>,
    /// Whether somebody is letting them in.
    served: bool,
}

impl Gate {
    fn is_loaded(&self) -> bool {
        self.served || self.mean.saturating_mul(self.connections) > UNNOTICED
    }

    /// The next one of the next line.
    fn next(&mut self) -> Option<oneshot::Sender<()>> {
        let household = self.turns.pop_front()?;
        let line = self.lines.get_mut(&household)?;
        let next = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&household);
        } else {
            self.turns.push_back(household);
        }
        next
    }

    fn stand_in_line(&mut self, household: IpAddr) -> oneshot::Receiver<()> {
        let (admit, admitted) = oneshot::channel();
        let line = self.lines.entry(household).or_default();
        if line.is_empty() {
            self.turns.push_back(household);
        }
        line.push_back(admit);
        admitted
    }

    /// Lets in as many as take a step together. Whether there is anybody left.
    fn step(&mut self) -> bool {
        let mut taken = Duration::ZERO;
        while taken < STEP {
            let Some(next) = self.next() else { break };
            // Some have gone meanwhile.
            if next.send(()).is_ok() {
                taken += self.mean.max(LEAST);
            }
        }
        self.served = !self.turns.is_empty();
        self.served
    }
}

/// Waits until it is this household's turn on this thread.
pub(super) async fn pass(household: IpAddr) {
    let admitted = GATE.with_borrow_mut(|gate| {
        gate.is_loaded().then(|| {
            if !gate.served {
                gate.served = true;
                tokio::spawn(serve());
            }
            gate.stand_in_line(household)
        })
    });
    if let Some(admitted) = admitted {
        // It is never dropped unserved; if it were, the request would go on as it does without lines.
        _ = admitted.await;
    }
}

/// Lets those in who stand in line, until nobody does.
async fn serve() {
    loop {
        // Everybody who has something to do does it first: whoever came meanwhile stands in line then.
        tokio::task::yield_now().await;
        if !GATE.with_borrow_mut(Gate::step) {
            break;
        }
    }
}

/// Takes note of how long a request has kept the thread.
pub(super) fn kept_busy(time: Duration) {
    GATE.with_borrow_mut(|gate| {
        let mean = gate.mean;
        gate.mean = if time > mean { mean + (time - mean) / WEIGHT } else { mean - (mean - time) / WEIGHT };
    });
}

/// A connection that is served by this thread, as long as this lives.
#[derive(Debug)]
pub(super) struct Connected;

impl Connected {
    pub(super) fn new() -> Self {
        GATE.with_borrow_mut(|gate| gate.connections = gate.connections.saturating_add(1));
        Self
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        GATE.with_borrow_mut(|gate| gate.connections = gate.connections.saturating_sub(1));
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn household(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[actix_web::test]
    async fn under_load_households_take_turns_and_nobody_is_forgotten() {
        let connections: Vec<Connected> = (0..100).map(|_| Connected::new()).collect();
        for _ in 0..100 {
            kept_busy(Duration::from_millis(5));
        }
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
        kept_busy(Duration::from_millis(5));
        let _one = Connected::new();
        let mut passed = std::pin::pin!(pass(household(1)));
        assert!(futures_poll(passed.as_mut()).await);
    }

    /// Whether a future is ready when it is looked at once.
    async fn futures_poll(mut future: std::pin::Pin<&mut impl Future<Output = ()>>) -> bool {
        std::future::poll_fn(|context| std::task::Poll::Ready(future.as_mut().poll(context).is_ready())).await
    }

    #[actix_web::test]
    async fn whoever_gives_up_makes_room_for_the_next() {
        let mut gate = Gate { mean: Duration::from_millis(5), ..Gate::default() };
        drop(gate.stand_in_line(household(1)));
        let mut second = gate.stand_in_line(household(1));
        assert!(!gate.step());
        assert_eq!(second.try_recv(), Ok(()));
    }
}
