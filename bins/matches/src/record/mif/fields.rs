//! Converts positions between MFEN, the position text of the Mill Interchange Format, and the position text
//! of Mill.

use plywright::{Side, shorten};

/// Points in the order of MFEN: three rings from the outside, each clockwise from the upper left.
pub(super) const POINTS: [&str; 24] = [
    "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c5",
    "d5", "e5", "e4", "e3", "d3", "c3", "c4",
];
/// Number of points of a ring.
const RING: usize = 8;
const MFEN: &str = "MFEN/1.0 mill24-state-v1 ";

/// The fields of a position in MFEN. `side`, `phase` and `action` have MFEN's letters.
pub(super) struct Fields {
    /// Three rings from the outside, in the order of [`POINTS`], with slashes between them.
    pub(super) board: String,
    pub(super) side: String,
    pub(super) phase: String,
    pub(super) action: String,
    /// Number of stones in the hand of each side.
    pub(super) hands: [u64; 2],
    /// Number of stones that the side to move still has to remove.
    pub(super) removals: u64,
    /// Number of moves since the last irreversible one.
    no_progress: u64,
}

impl Fields {
    /// Parses the position text of Mill. Its first word lists the rings from the inside, each from the upper middle on.
    /// Counted from 0, words 1 to 3 are the side to move, the phase and the action, words 5 and 7 the stones in hand,
    /// words 8 and 9 the stones to remove, and word 15 the moves without progress.
    pub(super) fn of_text(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let word = |index: usize| words.get(index).copied().unwrap_or_default();
        let number = |index: usize| word(index).parse().unwrap_or(0);
        let action = match word(3) {
            "s" => "m",
            "?" => "o",
            other => other,
        };
        Self {
            board: rings(word(0), RING - 1, mfen_sign),
            side: word(1).to_owned(),
            phase: word(2).to_owned(),
            action: action.to_owned(),
            hands: [number(5), number(7)],
            removals: if word(1) == "w" { number(8) } else { number(9) },
            no_progress: number(15),
        }
    }

    /// Parses an MFEN text. Refuses several obligations, which are duties to remove stones.
    pub(super) fn of_mfen(text: &str) -> Result<Self, String> {
        let wrong = |what: &str, found: &str, expected: &str| {
            format!("the {what} of the position is '{}', expected {expected}", shorten(found))
        };
        let rest = text.strip_prefix(MFEN).ok_or_else(|| wrong("start", text, MFEN.trim_end()))?;
        let words: Vec<&str> = rest.split(' ').collect();
        let &[board, side, phase, action, hands, obligations, no_progress, primary, outcome] = &words[..]
        else {
            return Err(wrong("text", rest, "nine fields"));
        };
        let is_board =
            board.split('/').map(str::len).eq([RING; 3]) && board.chars().all(|sign| "WB./".contains(sign));
        if !is_board {
            return Err(wrong("board", board, "three rings of W, B and ."));
        }
        let numbers: Option<Vec<u64>> = hands.split(',').map(|hand| hand.parse().ok()).collect();
        let Some(&[white, black]) = numbers.as_deref() else {
            return Err(wrong("hands", hands, "two numbers"));
        };
        let removals =
            removals_of(obligations).ok_or_else(|| wrong("obligations", obligations, "- or one removal"))?;
        let count = |text: &str, what: &str| text.parse().map_err(|_| wrong(what, text, "a number"));
        count(primary, "number of plies")?;
        let no_progress = count(no_progress, "counter")?;
        if outcome != "-" && !outcome.contains(':') {
            return Err(wrong("outcome", outcome, "- or a result and a reason"));
        }
        let [board, side, phase, action] = [board, side, phase, action].map(str::to_owned);
        Ok(Self { board, side, phase, action, hands: [white, black], removals, no_progress })
    }

    pub(super) fn mfen(&self, obligations: &str, plies: u64, outcome: &str) -> String {
        let Self { board, side, phase, action, hands: [white, black], no_progress, .. } = self;
        let [side, phase, action] =
            if outcome == "-" { [side.as_str(), phase, action] } else { ["-", "o", "o"] };
        format!(
            "{MFEN}{board} {side} {phase} {action} {white},{black} {obligations} {no_progress} {plies} {outcome}"
        )
    }

    /// Returns the position text of Mill. Counters that MFEN does not have are 0, and the move number is 1.
    pub(super) fn text(&self) -> String {
        let board = rings(&self.board, 1, mill_sign);
        let Self { side, phase, hands: [white, black], removals, no_progress, .. } = self;
        let action = match self.action.as_str() {
            "m" => "s",
            "o" => "?",
            other => other,
        };
        let [white_removals, black_removals] = if side == "w" { [*removals, 0] } else { [0, *removals] };
        format!(
            "{board} {side} {phase} {action} {} {white} {} {black} {white_removals} {black_removals} \
             0 0 0 0 0 {no_progress} 1",
            self.board.matches('W').count(),
            self.board.matches('B').count()
        )
    }

    /// Updates the board and the hands by a move of `side`. Leaves the side to move and the phase unchanged, and does
    /// not check the rules.
    pub(super) fn play(&mut self, text: &str, side: Side) {
        let stone = ["W", "B"][side.index()];
        let mut put = |point: &str, sign: &str| {
            if let Some(index) = POINTS.iter().position(|known| *known == point) {
                // A slash follows each of the first two rings.
                let at = index + index / RING;
                self.board.replace_range(at..=at, sign);
            }
        };
        if let Some(at) = text.strip_prefix('x') {
            put(at, ".");
        } else if let Some((from, to)) = text.split_once('-') {
            put(from, ".");
            put(to, stone);
        } else {
            put(text, stone);
            let hand = &mut self.hands[side.index()];
            *hand = hand.saturating_sub(1);
        }
    }
}

/// Converts a board between MFEN and the position text of Mill: reverses the order of the rings, begins each ring
/// `turn` points later, and converts each sign by `sign`.
fn rings(board: &str, turn: usize, sign: fn(char) -> char) -> String {
    let mut rings = Vec::new();
    for ring in board.split('/').rev() {
        let mut signs: Vec<char> = ring.chars().map(sign).collect();
        let turn = turn.min(signs.len());
        signs.rotate_left(turn);
        rings.push(String::from_iter(signs));
    }
    rings.join("/")
}

fn mfen_sign(sign: char) -> char {
    match sign {
        'O' => 'W',
        '@' => 'B',
        _ => '.',
    }
}

fn mill_sign(sign: char) -> char {
    match sign {
        'W' => 'O',
        'B' => '@',
        _ => '*',
    }
}

/// Returns the number of removals in the obligations of an MFEN text; `None` if there are several obligations or the
/// number cannot be read.
fn removals_of(obligations: &str) -> Option<u64> {
    if obligations == "-" {
        return Some(0);
    }
    if obligations.contains(['|', ';']) {
        return None;
    }
    obligations.split(':').nth(4)?.parse().ok()
}
