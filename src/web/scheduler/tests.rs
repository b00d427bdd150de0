//! Turns, limits and patience of the scheduler.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

const ONE: Limits = Limits { at_once: 1, waiting: 6, waiting_of_household: 4, patience: Duration::from_secs(15) };

fn household(number: u8) -> IpAddr {
    IpAddr::from([192, 0, 2, number])
}

fn of_household(number: u8) -> Requester {
    Requester::from_household(household(number))
}

fn person(number: u8) -> Requester {
    Requester { household: household(1), person: Some([number; 32]) }
}

/// Lets a request wait for a permit, and records when it was given.
fn waits(
    scheduler: &Scheduler,
    requester: Requester,
    kind: JobKind,
    name: u8,
    order: &Arc<Mutex<Vec<u8>>>,
) -> tokio::task::JoinHandle<Result<(), WebError>> {
    let (scheduler, order) = (scheduler.clone(), Arc::clone(order));
    tokio::spawn(async move {
        let permit = scheduler.admit(&requester, kind).await?;
        order.lock().unwrap().push(name);
        // All other requests have arrived before it ends.
        tokio::task::yield_now().await;
        drop(permit);
        Ok(())
    })
}

#[tokio::test]
async fn a_crowd_behind_one_address_holds_up_nobody_behind_another() {
    let (scheduler, order) = (Scheduler::new(ONE), Arc::default());
    let first = scheduler.admit(&of_household(9), JobKind::Table).await.unwrap();
    let all = [1, 1, 1, 1, 2, 3].map(|number| waits(&scheduler, of_household(number), JobKind::Table, number, &order));
    tokio::task::yield_now().await;
    assert_eq!(scheduler.load().waiting, 6);
    drop(first);
    for one in all {
        one.await.unwrap().unwrap();
    }
    assert_eq!(*order.lock().unwrap(), [1, 2, 3, 1, 1, 1]);
    let load = scheduler.load();
    assert_eq!((load.running, load.waiting, load.refused), (0, 0, 0));
    assert!(load.admitted.contains(&(JobKind::Table, 7)));
}

#[tokio::test]
async fn when_too_many_wait_the_next_is_told_to_come_again() {
    let (scheduler, order) = (Scheduler::new(ONE), Arc::default());
    let first = scheduler.admit(&of_household(9), JobKind::Table).await.unwrap();
    let crowd: Vec<_> = (0..4).map(|_| waits(&scheduler, of_household(1), JobKind::Table, 1, &order)).collect();
    tokio::task::yield_now().await;
    // The household has its share; others still find room, until there is none.
    assert!(matches!(scheduler.admit(&of_household(1), JobKind::Table).await, Err(WebError::Busy)));
    let others: Vec<_> =
        (2..4).map(|number| waits(&scheduler, of_household(number), JobKind::Table, 2, &order)).collect();
    tokio::task::yield_now().await;
    assert!(matches!(scheduler.admit(&of_household(5), JobKind::Table).await, Err(WebError::Busy)));
    assert_eq!(scheduler.load().refused, 2);
    drop(first);
    for one in crowd.into_iter().chain(others) {
        one.await.unwrap().unwrap();
    }
}

#[tokio::test]
async fn those_who_wait_for_a_thought_leave_room_for_others() {
    let limits = Limits { at_once: 2, waiting: 256, waiting_of_household: 64, ..ONE };
    let (scheduler, order) = (Scheduler::new(limits), Arc::default());
    let first = scheduler.admit(&of_household(1), JobKind::Thinking).await.unwrap();
    let crowd: Vec<_> =
        (2..34).map(|number| waits(&scheduler, of_household(number), JobKind::Thinking, number, &order)).collect();
    tokio::task::yield_now().await;
    assert_eq!(scheduler.load().waiting, 32);
    assert!(matches!(scheduler.admit(&of_household(40), JobKind::Thinking).await, Err(WebError::Busy)));
    // An order does not wait for them.
    drop(scheduler.admit(&of_household(41), JobKind::Battle).await.unwrap());
    drop(first);
    for one in crowd {
        one.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_ever() {
    let scheduler = Scheduler::new(ONE);
    let first = scheduler.admit(&of_household(1), JobKind::Print).await.unwrap();
    assert!(matches!(scheduler.admit(&of_household(2), JobKind::Print).await, Err(WebError::Busy)));
    assert_eq!(scheduler.load().waiting, 0);
    drop(first);
    scheduler.admit(&of_household(2), JobKind::Print).await.unwrap();
}

#[tokio::test]
async fn a_person_has_one_job_of_a_kind_at_a_time_and_a_kind_no_more_than_its_share() {
    let scheduler = Scheduler::new(Limits { at_once: 8, ..ONE });
    let order = Arc::default();
    let table = scheduler.admit(&person(1), JobKind::Table).await.unwrap();
    let again = waits(&scheduler, person(1), JobKind::Table, 1, &order);
    tokio::task::yield_now().await;
    assert_eq!(scheduler.load().waiting, 1);
    // Another kind, and another person, need not wait; of documents there is one at a time.
    let print = scheduler.admit(&person(1), JobKind::Print).await.unwrap();
    drop(scheduler.admit(&person(2), JobKind::Table).await.unwrap());
    let printing = waits(&scheduler, person(3), JobKind::Print, 3, &order);
    tokio::task::yield_now().await;
    drop(print);
    printing.await.unwrap().unwrap();
    assert_eq!(*order.lock().unwrap(), [3]);
    drop(table);
    again.await.unwrap().unwrap();
}

#[tokio::test]
async fn whoever_gives_up_waiting_leaves_the_line_and_the_work_begun_is_done() {
    let scheduler = Scheduler::new(ONE);
    let (go, gone) = mpsc::channel::<()>();
    let done = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&done);
    let begun = scheduler.admit(&of_household(1), JobKind::Army).await.unwrap();
    let working = tokio::spawn(async move {
        let job = move || {
            gone.recv().unwrap();
            counted.fetch_add(1, Ordering::SeqCst);
        };
        begun.run(job).await
    });
    tokio::task::yield_now().await;
    let order = Arc::default();
    let impatient = waits(&scheduler, of_household(2), JobKind::Army, 2, &order);
    tokio::task::yield_now().await;
    impatient.abort();
    assert!(impatient.await.unwrap_err().is_cancelled());
    working.abort();
    assert!(working.await.unwrap_err().is_cancelled());
    // It is still running, although nobody waits for it.
    assert_eq!((scheduler.load().running, scheduler.load().waiting), (1, 0));
    go.send(()).unwrap();
    scheduler.run(&of_household(3), JobKind::Army, || ()).await.unwrap();
    assert_eq!(done.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_job_that_panics_harms_no_other() {
    let scheduler = Scheduler::new(ONE);
    let broken = scheduler.run(&of_household(1), JobKind::Army, || panic!("of its own accord")).await;
    assert!(matches!(broken, Err::<(), _>(WebError::Internal)));
    assert_eq!(scheduler.run(&of_household(1), JobKind::Army, || 7).await.unwrap(), 7);
}
