//! The windows with which the drivers search the root: aspiration windows around the expected value in alpha-beta and
//! PVS, null windows in MTD(f). A narrow window cuts more, but a value outside it costs another search.

use super::root::RootSearch;
use super::worker::Driver;
use crate::rules::{Depth, Score};
use crate::search::algorithm::SearchGame;
use crate::search::eval::Eval;
use crate::search::line::Window;
use crate::search::report::Bound;

/// Minimum depth of an aspiration window. Values of shallower searches change too much.
const ASPIRATION_DEPTH: i32 = 4;
/// Factor by which the half width of the aspiration window grows after a failure.
const WIDENING: i32 = 4;
/// Number of failures after which the aspiration window opens fully on the failing side.
const LAST_FAILURE: u32 = 3;

impl<G: SearchGame, E: Eval<G>> RootSearch<'_, '_, G, E> {
    /// Searches to `depth`: with aspiration windows in alpha-beta and PVS, with null windows in MTD(f). `guess` is the
    /// expected value.
    pub(super) fn search_depth(&mut self, depth: i32, guess: Score) {
        match self.worker.driver {
            Driver::AlphaBeta | Driver::Pvs => self.aspiration(depth, guess),
            Driver::MtdF => self.mtd_f(depth, guess),
        }
    }

    /// Searches to the end of the game, at most `left` moves deep (not counting passes), without pruning and
    /// reductions. `guess` is the expected value. With a mate limit, first searches for a win within the limit, and
    /// ends if there is one.
    pub(super) fn search_to_the_end(&mut self, left: u32, guess: Score) {
        let params = self.worker.params;
        self.worker.params = params.full_width();
        // `left` does not count passes, and a pass may follow every move.
        let depth = 2 * left as i32;
        self.worker.root_depth = depth;
        if !self.wins_within_limit(depth) && !self.worker.stopped {
            self.search_depth(depth, guess);
        }
        self.worker.params = params;
    }

    /// Searches to `depth` for a win within the mate limit. Returns whether there is one; without a limit, returns
    /// false and searches nothing.
    fn wins_within_limit(&mut self, depth: i32) -> bool {
        let Some(moves) = self.worker.limits.mate else { return false };
        let plies = moves.max(1).saturating_mul(2) - 1;
        let mate = Score::win_in(plies.min(Depth::MAX.0.into()));
        self.search_moves(Window::above(mate - 1), depth) >= mate
    }

    /// Searches in a window around `guess`, or in the open window if the depth is low, `guess` is a win or loss, or
    /// aspiration windows are off. Searches again in a wider window as long as the value lies outside. Accepts a win
    /// above the window if the mate solver will find its length.
    fn aspiration(&mut self, depth: i32, guess: Score) {
        let mut width = self.worker.params.aspiration;
        let mut window = if width > 0 && depth >= ASPIRATION_DEPTH && !guess.is_mate() {
            Window { alpha: guess - width, beta: guess + width }
        } else {
            Window::OPEN
        };
        let mut failures = 0;
        while !self.worker.stopped {
            let value = self.search_moves(window, depth);
            width = width.saturating_mul(WIDENING);
            failures += 1;
            let opens_fully = failures == LAST_FAILURE;
            if value <= window.alpha && window.alpha > -Score::INFINITY {
                window.alpha = if opens_fully { -Score::INFINITY } else { value - width };
            } else if value >= window.beta && window.beta < Score::INFINITY && !self.is_left_to_solver(value)
            {
                window.beta = if opens_fully { Score::INFINITY } else { value + width };
            } else {
                break;
            }
        }
    }

    /// Whether `value`, a lower bound, is a win whose exact length the main search leaves to the mate solver.
    fn is_left_to_solver(&self, value: Score) -> bool {
        value.is_win() && self.worker.mates.as_ref().is_some_and(|mates| mates.takes_wins)
    }

    /// MTD(f): narrows the bounds of the value by null-window searches, beginning at `guess`, until the bounds meet.
    /// For a win or loss, the last search has an open window. Marks the best move's value as exact, unless the search
    /// was stopped or the mate solver will find the length of a win.
    fn mtd_f(&mut self, depth: i32, guess: Score) {
        let (mut lower, mut upper) = (-Score::INFINITY, Score::INFINITY);
        let mut value = guess;
        while lower < upper && !self.worker.stopped {
            let beta = if value == lower { value + 1 } else { value };
            value = self.search_moves(Window::above(beta - 1), depth);
            if value < beta {
                upper = value;
            } else {
                lower = value;
                if lower < upper && self.is_left_to_solver(value) {
                    return;
                }
            }
            if value.is_mate() && lower < upper {
                // Null windows would approach a mate score in tiny steps, so the search uses an open window.
                let alpha = (lower - 1).max(-Score::INFINITY);
                let beta = (upper + 1).min(Score::INFINITY);
                value = self.search_moves(Window { alpha, beta }, depth);
                break;
            }
        }
        if !self.worker.stopped {
            let best = &mut self.moves[self.found];
            (best.score, best.bound) = (value, Bound::Exact);
        }
    }
}
