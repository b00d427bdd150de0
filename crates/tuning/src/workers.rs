//! Work that is shared by several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The results of some work for each of these numbers, in their order, whichever of so many threads does it.
pub(crate) fn shared<T: Send>(
    numbers: Range<u64>,
    threads: usize,
    work: impl Fn(u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicU64::new(numbers.start);
    let some = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return Ok(found);
            }
            found.push((number, work(number)?));
        }
    };
    let parts: Vec<Result<Vec<(u64, T)>, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(some)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a thread failed".into()))).collect()
    });
    let mut all = Vec::new();
    for part in parts {
        all.extend(part?);
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
