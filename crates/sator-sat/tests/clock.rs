//! A host can replace the clock. The clock belongs to the whole process, so this test is alone in
//! its file.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sator_sat::backend::{Budget, StopReason};
use sator_sat::clock::{self, ClockInUse, Instant};

static SECONDS: AtomicU64 = AtomicU64::new(100);

fn host() -> Duration {
    Duration::from_secs(SECONDS.load(Ordering::Relaxed))
}

#[test]
fn budgets_follow_the_clock_of_the_host() {
    assert_eq!(clock::set_source(host), Ok(()));
    let start = clock::now();
    let deadline = Some(start + Duration::from_secs(5));
    let budget = Budget { deadline, ..Budget::default() };
    assert_eq!(budget.exhausted(), None);
    SECONDS.store(105, Ordering::Relaxed);
    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!(budget.exhausted(), Some(StopReason::Time));
    assert_eq!(clock::set_source(host), Err(ClockInUse));

    let far = start + Duration::MAX;
    assert_eq!(start.checked_add(Duration::MAX), None);
    assert!(far > Instant::now() && start - far == Duration::ZERO);
    assert_eq!(far - Duration::MAX + Duration::from_secs(105), Instant::now());
}
