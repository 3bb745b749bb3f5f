//! Connect four: stones fall into seven columns of six squares, and four in a row win. A solved game: with the centre
//! column the side that begins wins.
//!
//! A set of squares is a number: the columns from the left, seven bits each, the lowest square first. The seventh bit
//! of a column is never a square, so that no row of four runs out of one column's top into the next column.

use plywright::{
    Ending, Game, Move, Moves, Notation, ParsePositionError, Playable, Scene, Score, SearchParams, Shape,
    Side, Spot, Surface,
};

const TOP: u64 = 0x0408_1020_4081 << 5;
const BOARD: u64 = 0x0408_1020_4081 * 0b11_1111;

/// A position: the stones of the side to move, those of both sides, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board(u64, u64, Side);

impl plywright::State for Board {
    fn side(&self) -> Side {
        self.2
    }

    /// No two positions have the same sum: a column's bits tell how high it is filled and whose the stones are.
    fn key(&self) -> plywright::Key {
        plywright::Key::mix(self.0 + self.1)
    }
}

/// A move: the column, from 0 on the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Column(u8);

impl Move for Column {
    fn code(self) -> u32 {
        self.0.into()
    }

    fn decode(code: u32) -> Option<Self> {
        (code < 7).then_some(Self(code as u8))
    }
}

/// The first squares of the fours within a set, each square a step from the one before.
fn fours(set: u64, step: u32) -> u64 {
    set & set >> step & set >> (2 * step) & set >> (3 * step)
}

#[inline]
fn four_in_a_row(set: u64) -> bool {
    fours(set, 1) | fours(set, 6) | fours(set, 7) | fours(set, 8) != 0
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type State = Board;
    type Move = Column;

    fn start(&self) -> Board {
        Board(0, 0, Side::First)
    }

    /// Lists the moves from the centre outwards: there they decide most, and a search that tries them first cuts early.
    fn moves(&self, board: &Board, out: &mut Moves<Column>) -> Option<Ending> {
        let ending = self.ending(board);
        let open = |column: &u8| ending.is_none() && board.1 >> (7 * column + 5) & 1 == 0;
        out.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(open).map(Column));
        ending
    }

    fn play(&self, board: &mut Board, Column(column): Column) {
        *board = Board(board.0 ^ board.1, board.1 | (board.1 + (1 << (7 * column))), !board.2);
    }

    #[inline]
    fn ending(&self, &Board(mine, taken, side): &Board) -> Option<Ending> {
        let full = (taken & TOP == TOP).then_some(Ending::Draw);
        if four_in_a_row(mine ^ taken) { Some(Ending::Win(!side)) } else { full }
    }

    fn count(&self, board: &Board) -> u64 {
        self.ending(board).map_or(u64::from((!board.1 & TOP).count_ones()), |_| 0)
    }

    fn is_legal(&self, board: &Board, Column(column): Column) -> bool {
        board.1 >> (7 * column + 5) & 1 == 0 && self.ending(board).is_none()
    }
}

/// The evaluation: how many more rows and diagonals of four are still open to the side to move than to the other.
///
/// Rising ones begin in the lower half of the four left columns, falling ones in the upper half, level ones in either:
/// shifted beside the others, they are counted in one go.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenFours;

impl plywright::Eval<ConnectFour> for OpenFours {
    const POLICY: SearchParams =
        SearchParams { aspiration: 4, order_by_child_eval: 1500, ..SearchParams::FULL_WIDTH };

    #[inline]
    fn evaluate(&mut self, _: &ConnectFour, &Board(mine, taken, _): &Board) -> Score {
        let open = |set| (fours(set, 6) | fours(set, 8) | fours(set, 7) << 28).count_ones() as i32;
        Score(open(BOARD & !(mine ^ taken)) - open(BOARD & !mine))
    }
}

impl Notation for ConnectFour {
    const ACTION: &'static str = "drop";

    /// Reads the rows from the top, then the side to move: `......./......./......./......./...o.../..xx... o`.
    fn parse_position(&self, text: &str) -> Result<Board, ParsePositionError> {
        let wrong = |expected| Err(ParsePositionError::new("board", text, expected));
        let square = |at: usize| 1 << (7 * (at % 8) + 5 - at / 8);
        let set = |piece| (0..47).filter(|at| text.as_bytes().get(*at) == Some(&piece)).map(square).sum();
        let [x, o]: [u64; 2] = [set(b'x'), set(b'o')];
        let side = if x.count_ones() == o.count_ones() { Side::First } else { Side::Second };
        let board = Board([x, o][side.index()], x | o, side);
        match x.count_ones().wrapping_sub(o.count_ones()) {
            _ if self.position_text(&board) != text => wrong("six rows of x, o or . and the side to move"),
            0 | 1 if (x | o) >> 1 & BOARD & !(x | o) == 0 && !four_in_a_row(board.0) => Ok(board),
            _ => wrong("no gap below a stone, as many x as o or one more, no move after four in a row"),
        }
    }

    fn position_text(&self, &Board(mine, taken, side): &Board) -> String {
        let [x, o] = if side == Side::First { [mine, mine ^ taken] } else { [mine ^ taken, mine] };
        let piece = |square| ['.', 'x', 'o'][(x >> square & 1 | (o >> square & 1) << 1) as usize];
        let row = |row: usize| (0..7).map(|column| piece(7 * column + row)).collect::<String>();
        format!("{} {}", [5, 4, 3, 2, 1, 0].map(row).join("/"), ["x", "o"][side.index()])
    }

    fn scene(&self, board: &Board) -> Scene {
        let disc = |letter| match letter {
            'x' => Some((Some(Side::First), Shape::Disc)),
            'o' => Some((Some(Side::Second), Shape::Disc)),
            _ => None,
        };
        let column = |square: usize| (square % 7 + 1).to_string();
        let rack = Scene::grid(7, 6).on(Surface::Rack).named(column);
        let captions = (1..8_u8).map(|number| (Spot::new(f32::from(number) - 1.0, 6.0), number.to_string()));
        Scene { falls: true, captions: captions.collect(), ..rack.rows(&self.position_text(board), disc) }
    }

    fn move_text(&self, _: &Board, Column(column): Column) -> String {
        (column + 1).to_string()
    }
}

impl Playable for ConnectFour {
    type Eval = OpenFours;
    const NAME: &'static str = "connect-four";

    fn variants() -> Vec<plywright::Variant> {
        vec![plywright::Variant { name: Self::NAME, summary: "Four in a row on seven columns of six." }]
    }

    fn variant(name: &str) -> Option<Self> {
        (name == Self::NAME).then_some(Self)
    }

    fn eval(&self) -> OpenFours {
        OpenFours
    }

    fn bench_positions(&self) -> Vec<(String, u16)> {
        vec![(self.position_text(&self.start()), 14)]
    }
}
