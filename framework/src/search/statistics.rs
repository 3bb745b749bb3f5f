//! Statistics of an alpha-beta iteration: quality of move ordering and use of time.

use std::fmt;
use std::time::Duration;

/// Counts and times of one iteration of one thread. All but `time` and the numbers of nodes leave out parts of
/// quiescence search and of searches to the end of the game.
///
/// ```
/// use std::time::Duration;
/// use plywright::search::Statistics;
/// let statistics = Statistics {
///     fail_highs: 200,
///     first_move_fail_highs: 150,
///     probes: 1000,
///     hits: 250,
///     researches: 7,
///     nodes: 900,
///     nodes_before: 300,
///     evaluating: Duration::from_millis(5),
///     ranking: Duration::from_millis(10),
///     probing: Duration::from_millis(1),
///     time: Duration::from_millis(20),
///     timed: true,
/// };
/// assert_eq!(
///     statistics.to_string(),
///     "first-move cuts 75.0% of 200, table hits 25.0% of 1000, re-searches 7, branching 3.00, \
///      time 20.0 ms: evaluation 25%, moves 50%, table 5%"
/// );
/// assert!(Statistics::default().to_string().starts_with("first-move cuts 0.0% of 0,"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of nodes in which a searched move failed high: its value reached beta.
    pub fail_highs: u64,
    /// Number of nodes in which the first move failed high. A high share of `fail_highs` means good move ordering.
    pub first_move_fail_highs: u64,
    /// Number of transposition table probes.
    pub probes: u64,
    /// Number of transposition table probes that found an entry.
    pub hits: u64,
    /// Number of times that a move was searched again, deeper or with a wider window.
    pub researches: u64,
    /// Number of nodes of this iteration.
    pub nodes: u64,
    /// Number of nodes of the previous iteration.
    pub nodes_before: u64,
    /// Time spent on static evaluation; 0 if not `timed`.
    pub evaluating: Duration,
    /// Time spent on listing and ordering moves; 0 if not `timed`.
    pub ranking: Duration,
    /// Time spent on transposition table probes; 0 if not `timed`.
    pub probing: Duration,
    /// Total time of the iteration.
    pub time: Duration,
    /// Whether times other than the total are measured, which slows the search down.
    pub timed: bool,
}

impl Statistics {
    /// Creates the statistics of the next iteration, in which only `timed` and `nodes_before` are set.
    pub(super) fn of_next_iteration(&self) -> Self {
        Self { timed: self.timed, nodes_before: self.nodes, ..Self::default() }
    }
}

/// Returns a share in percent; 0 if `whole` is 0.
fn percent(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { 100.0 * part / whole } else { 0.0 }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: Duration| percent(part.as_secs_f64(), self.time.as_secs_f64());
        write!(
            f,
            "first-move cuts {:.1}% of {}, table hits {:.1}% of {}, re-searches {}",
            percent(self.first_move_fail_highs as f64, self.fail_highs as f64),
            self.fail_highs,
            percent(self.hits as f64, self.probes as f64),
            self.probes,
            self.researches,
        )?;
        if self.nodes_before > 0 {
            write!(f, ", branching {:.2}", self.nodes as f64 / self.nodes_before as f64)?;
        }
        write!(
            f,
            ", time {:.1} ms: evaluation {:.0}%, moves {:.0}%, table {:.0}%",
            1000.0 * self.time.as_secs_f64(),
            share(self.evaluating),
            share(self.ranking),
            share(self.probing),
        )
    }
}
