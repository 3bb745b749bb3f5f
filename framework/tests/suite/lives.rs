//! An engine keeps its helper threads from search to search. The threads end with the engine.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use plywright::engine::{DynEngine, Engine, Go, lock};
use plywright::network::Learnable;
use plywright::search::Algorithm;
use plywright::{Eval, GameInfo, Playable, Score};

use super::take_away::{Heap, TakeAway};

/// Ids of the threads that have evaluated a position.
static SEEN: Mutex<Option<HashSet<ThreadId>>> = Mutex::new(None);
/// Number of threads that have evaluated a position and have not ended.
static ALIVE: AtomicUsize = AtomicUsize::new(0);

/// A value local to each thread that has evaluated a position. The end of the thread drops the value, which lowers
/// [`ALIVE`] by one.
struct Presence;

impl Drop for Presence {
    fn drop(&mut self) {
        ALIVE.fetch_sub(1, Ordering::SeqCst);
    }
}

thread_local! {
    static PRESENCE: Presence = {
        ALIVE.fetch_add(1, Ordering::SeqCst);
        Presence
    };
}

/// Evaluation that records the threads in which it is called.
#[derive(Clone, Default)]
pub struct Census;

impl Eval<TakeAway> for Census {
    fn evaluate(&mut self, _: &TakeAway, _: &Heap) -> Score {
        PRESENCE.with(|_| ());
        lock(&SEEN).get_or_insert_default().insert(thread::current().id());
        Score::DRAW
    }
}

impl Learnable<TakeAway> for Census {}

impl Playable for TakeAway {
    type Eval = Census;
    const INFO: GameInfo = GameInfo::new("take-away", "Take the last from a heap.");
}

#[test]
fn a_hundred_searches_use_the_same_threads_and_they_end_with_the_engine() {
    let mut engine = Engine::<TakeAway>::new(None).expect("memory");
    engine.change(&|settings| settings.threads = 3).expect("three threads");
    for algorithm in [Algorithm::Pvs, Algorithm::Mcts] {
        engine.change(&|settings| settings.algorithm = algorithm).expect("an algorithm");
        for number in 0..100 {
            if number % 10 == 0 {
                engine.new_game().expect("memory");
            }
            let line = engine.dyn_game().start();
            engine.search(&*line, &Go { nodes: Some(1), ..Go::default() }).answer().expect("an answer");
        }
    }
    let seen = lock(&SEEN).take().unwrap_or_default();
    assert!((2..=3).contains(&seen.len()), "{} threads", seen.len());
    drop(engine);
    let patience = Instant::now() + Duration::from_secs(60);
    while ALIVE.load(Ordering::SeqCst) > 1 && Instant::now() < patience {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(ALIVE.load(Ordering::SeqCst), 1, "this thread");
}
