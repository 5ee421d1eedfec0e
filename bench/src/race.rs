//! Compares contenders: they take turns on the same tasks, several times, and the best run of each
//! task counts. So load on the machine disturbs all contenders alike, and no single run decides.

use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// One contender's run on some tasks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lap {
    pub(crate) time: Duration,
    /// The time after the model was built, if it is measured separately; else all of it.
    pub(crate) solving: Duration,
    /// Whether it finished within its limit.
    pub(crate) is_over: bool,
}

impl Lap {
    pub(crate) fn whole(time: Duration) -> Self {
        Self { time, solving: time, is_over: true }
    }
}

/// Runs tasks, and returns how long they took.
pub(crate) type Contender<'a, T> = Box<dyn FnMut(&[T]) -> Lap + 'a>;

/// A contender within this process. Its results are checked after the time is taken.
pub(crate) fn contender<'a, T, R: 'a>(
    mut solve: impl FnMut(&T) -> R + 'a,
    check: impl Fn(&T, R) + 'a,
) -> Contender<'a, T> {
    let mut results = Vec::new();
    Box::new(move |tasks| {
        let ((), time) = timed(|| results.extend(tasks.iter().map(&mut solve)));
        tasks.iter().zip(results.drain(..)).for_each(|(task, result)| check(task, result));
        Lap::whole(time)
    })
}

/// Longer laps are not repeated.
const MAX_REPEATED: Duration = Duration::from_secs(2);

/// A contender repeats shorter laps within its turn: the first one finds caches cold.
const TURN: Duration = Duration::from_millis(1);

/// The best lap of a turn.
fn turn<T>(contender: &mut Contender<'_, T>, tasks: &[T]) -> Lap {
    let mut best = contender(tasks);
    let mut spent = best.time;
    while best.is_over && spent < TURN {
        let lap = contender(tasks);
        spent += lap.time.max(TURN / 100);
        best = if lap.time < best.time { lap } else { best };
    }
    best
}

/// Each contender's best laps, one for every `together` tasks.
pub(crate) fn race<T>(
    tasks: &[T],
    together: usize,
    runs: usize,
    contenders: &mut [Contender<'_, T>],
) -> Vec<Vec<Lap>> {
    let mut best: Vec<Vec<Lap>> = contenders.iter().map(|_| Vec::new()).collect();
    for tasks in tasks.chunks(together) {
        for run in 0..runs {
            for (contender, laps) in contenders.iter_mut().zip(&mut best) {
                if run == 0 {
                    laps.push(turn(contender, tasks));
                } else if let Some(known) = laps.last_mut().filter(|lap| lap.time < MAX_REPEATED) {
                    let lap = turn(contender, tasks);
                    *known = if lap.time < known.time { lap } else { *known };
                }
            }
        }
    }
    best
}

/// The mean time of a task.
pub(crate) fn mean(laps: &[Lap], tasks: usize) -> Duration {
    laps.iter().map(|lap| lap.time).sum::<Duration>() / tasks.max(1) as u32
}

pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed())
}

/// The result, and the processor time of this process: the same on a busy machine.
pub(crate) fn processor_timed<R>(run: impl FnOnce() -> R) -> (R, Duration) {
    let started = processor_time();
    let result = run();
    (result, processor_time().saturating_sub(started))
}

fn processor_time() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system keeps account");
    let times = [usage.user_time(), usage.system_time()];
    times.iter().map(|time| Duration::from_micros(time.num_microseconds() as u64)).sum()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn contenders_take_turns_and_the_best_of_each_task_counts() {
        let order = RefCell::new(Vec::new());
        let clock = RefCell::new(10);
        let named = |name: char| -> Contender<'_, u32> {
            let (order, clock) = (&order, &clock);
            Box::new(move |tasks| {
                order.borrow_mut().push(format!("{name}{}", tasks[0]));
                *clock.borrow_mut() -= 1;
                Lap::whole(Duration::from_millis(*clock.borrow()))
            })
        };
        let laps = race(&[1, 2, 3], 2, 2, &mut [named('a'), named('b')]);
        assert_eq!(order.borrow().join(" "), "a1 b1 a1 b1 a3 b3 a3 b3");
        let times: Vec<Vec<_>> =
            laps.iter().map(|laps| laps.iter().map(|lap| lap.time.as_millis()).collect()).collect();
        assert_eq!(times, [[7, 3], [6, 2]]);
        assert_eq!(mean(&laps[0], 3), Duration::from_micros(3333) + Duration::from_nanos(333));
    }

    #[test]
    fn short_laps_are_repeated_within_a_turn() {
        let mut runs = 0;
        let short: Contender<'_, ()> = Box::new(|_| {
            runs += 1;
            Lap::whole(TURN / if runs == 2 { 5 } else { 3 })
        });
        let laps = race(&[()], 1, 1, &mut [short]);
        assert_eq!((runs, laps[0][0].time), (4, TURN / 5));
    }

    #[test]
    fn long_laps_are_not_repeated() {
        let mut runs = 0;
        let slow: Contender<'_, ()> = Box::new(|_| {
            runs += 1;
            Lap::whole(MAX_REPEATED)
        });
        race(&[()], 1, 5, &mut [slow]);
        assert_eq!(runs, 1);
    }

    #[test]
    #[should_panic(expected = "wrong answer")]
    fn a_wrong_answer_ends_the_run() {
        let check = |task: &u32, result: u32| assert_eq!(result, 2 * task, "wrong answer");
        race(&[1, 2], 1, 1, &mut [contender(|task: &u32| task * task, check)]);
    }
}
