//! Tests of play with compact tables.

use std::path::Path;
use std::time::Duration;
use std::{fs, iter};

use plywright::engine::{Go, Reason, SetOptionError, Setup, TaskEvent};
use plywright::search::Rng;
use plywright::tablebase::{
    Contents, SliceIndex, SliceRow, Sliced, SolveControl, Stored, TablebaseError, Tables, Value, Wdl,
    compare, pack, value_of_move, value_of_position,
};
use plywright::testkit::Player;
use plywright::{Game, Moves, Notation, Side, State as _};
use plywright_mill::{Mill, Slice, State};
use tempfile::TempDir;

use crate::endgame::{folder, solved, tables};
use crate::exact_play::turn;
use crate::positions::variant as variant_called;

/// Returns limits under which a search probes compact tables. With fewer nodes, a search does not look values up at the
/// root.
fn shortest_probing_search() -> Go {
    Go { nodes: Some(10_000), ..Go::default() }
}

/// A solved variant. The first folder holds its full tables, the second one its compact tables.
pub struct Solved {
    variant: &'static str,
    pub full: Tables<Mill>,
    pub folders: [TempDir; 2],
    /// The counts of the packed slices.
    pub rows: Vec<SliceRow>,
}

impl Solved {
    pub fn new(variant: &'static str, max_pieces: Option<u32>, contents: Contents) -> Self {
        let game = variant_called(variant);
        let folders = [folder(), folder()];
        let [full, packed] = folders.each_ref().map(TempDir::path);
        solved(&game, full, max_pieces);
        let rows = pack(&game, full, packed, contents, SolveControl::new(2)).expect("packed").rows;
        Self { variant, full: tables(&game, full), folders, rows }
    }

    /// Creates an engine that probes the compact tables and not the built-in endgame tables.
    fn engine(&self) -> Result<Player, SetOptionError> {
        let game = plywright_mill::game().variant(self.variant)?;
        let mut engine = Player::new(&*game)?;
        engine.change(&|settings| settings.hash = 1)?;
        engine.set_option("EndgameTablesPath", &self.folders[1].path().display().to_string())?;
        if engine.options().iter().any(|option| option.is_called("EndgameTables")) {
            engine.set_option("EndgameTables", "false")?;
        }
        Ok(engine)
    }

    pub fn open_compact(&self) -> Result<Tables<Mill>, TablebaseError> {
        Tables::open(self.full.game().clone(), Stored::folder(self.folders[1].path()))
    }

    fn value(&self, state: &State) -> Value {
        let game = self.full.game();
        let Some(ending) = game.ending(state) else {
            return value_of_position(game, &self.full, state).expect("a position of the tables");
        };
        match ending.winner() {
            Some(winner) if winner == state.side() => Value::WIN,
            Some(_) => Value::LOST,
            None => Value::DRAW,
        }
    }

    /// Returns the position at a random index of the full tables; `None` if the index has no position or the game is
    /// over.
    fn random_position(&self, rng: &mut Rng) -> Option<State> {
        let game = self.full.game();
        let rows = self.full.solution().expect("sound files").rows;
        let (name, _) = &rows[rng.below(rows.len())];
        let slice = game.groups(None).into_iter().flatten().find(|slice| slice.to_string() == *name)?;
        let index = rng.below(game.size(slice) as usize) as u64;
        game.position(SliceIndex { slice, index }).filter(|state| game.ending(state).is_none())
    }

    /// Returns random positions of the full tables in which the game is not over, without end.
    fn random_positions(&self, seed: u64) -> impl Iterator<Item = State> {
        let mut rng = Rng::new(seed);
        iter::repeat_with(move || self.random_position(&mut rng)).flatten()
    }

    /// Plays a turn in each of `positions` random positions. Asserts that each turn keeps the win, draw or loss.
    fn assert_no_value_is_lost(&self, positions: usize, go: &Go) {
        let mut engine = self.engine().expect("compact tables");
        for state in self.random_positions(5).take(positions) {
            let text = self.full.game().position_text(&state);
            engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
            let before = Wdl::from(self.value(&state));
            let (played, _) = turn(&mut engine, go);
            let after = Wdl::from(self.value(engine.state::<Mill>()));
            assert_eq!(after.reversed(), before, "{played} in {text}");
        }
    }

    /// Asserts that the engine's values of the positions are right. Stops at the first position without a value,
    /// because the engine gives no values after it has found damage.
    fn assert_no_value_is_wrong(&self, engine: &mut Player, states: &[State]) {
        for state in states {
            let text = self.full.game().position_text(state);
            engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
            let Some(value) = engine.exact_value(&*engine.line) else { return };
            assert_eq!(Wdl::from(value), Wdl::from(self.value(state)), "{text}");
        }
    }

    /// Opens an engine with the tables, in which `damaged` has a changed byte, number `at`. Asserts that the engine
    /// refuses the file or returns no wrong value, and that it names the file once if a lookup finds the damage.
    /// Returns whether it names the file.
    fn assert_named_at_most_once(&self, damaged: &Path, at: usize, states: &[State]) -> bool {
        let Ok(mut engine) = self.engine() else { return false };
        self.assert_no_value_is_wrong(&mut engine, states);
        let failure = engine.failure();
        assert_eq!(engine.warning(), failure, "byte {at}");
        assert_eq!(notices(&engine), Vec::from_iter(failure.clone()), "byte {at}");
        assert!(notices(&engine).is_empty(), "byte {at}");
        let Some(message) = failure else { return false };
        let name = damaged.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(message.contains(&name), "byte {at}: {message}");
        true
    }

    /// Lets the engine play out a won position against the longest defence. Returns whether the game ends by its last
    /// position and not by a draw rule.
    fn is_won(&self, state: &State, go: &Go) -> bool {
        let (game, winner) = (self.full.game(), state.side());
        let mut engine = self.engine().expect("compact tables");
        engine.set_position(&Setup::Text(game.position_text(state)), &[]).expect("a position");
        while engine.line.reason().is_none() {
            if engine.state::<Mill>().side() == winner {
                turn(&mut engine, go);
            } else {
                let mut moves = Moves::new();
                game.moves(engine.state::<Mill>(), &mut moves);
                let value = |mv: &_| value_of_move(game, &self.full, engine.state::<Mill>(), *mv);
                let longest = *moves.iter().max_by_key(|mv| value(mv)).expect("a move");
                let text = game.move_text(engine.state::<Mill>(), longest);
                engine.play(&[&text]).expect("a legal move");
            }
        }
        engine.line.reason() == Some(Reason::Position)
    }
}

#[test]
fn a_whole_game_is_played_without_losing_value() {
    let three = Solved::new("three-mens-morris", None, Contents::Values);
    three.assert_no_value_is_lost(300, &shortest_probing_search());
    assert!(three.is_won(&three.full.game().start(), &shortest_probing_search()), "the start is won");
}

#[test]
#[ignore = "takes minutes: cargo test --release -p plywright-mill compact_play -- --ignored"]
fn larger_games_are_played_without_losing_value() {
    let go = Go { move_time: Some(Duration::from_millis(10)), ..Go::default() };
    Solved::new("three-mens-morris", None, Contents::Values).assert_no_value_is_lost(3000, &go);
    Solved::new("six-mens-morris", None, Contents::Values).assert_no_value_is_lost(5000, &go);
}

#[test]
fn the_distances_of_long_wins_shorten_them() {
    let five = Solved::new("five-mens-morris", None, Contents::Distances);
    assert_distances_shorten_long_wins(&five);
    assert_packing_values_keeps_distances(&five);
    assert_a_full_table_adds_no_wrong_distance(&five);
    assert_damaged_distances_are_found(&five);
}

/// Asserts that the compact tables know the distances of long wins, and that the engine's turn shortens such a win.
fn assert_distances_shorten_long_wins(solved: &Solved) {
    let tables = solved.open_compact().expect("compact tables");
    compare(&tables, &solved.full, SolveControl::new(2)).expect("equal values");
    let mut engine = solved.engine().expect("compact tables");
    let have_no_hand = |state: &State| Side::BOTH.iter().all(|side| state.hand(*side) == 0);
    let mut positions = solved.random_positions(11).filter(have_no_hand);
    let (mut moved, mut drawn, mut short, mut long) = (0, 0, 0, 0);
    while moved < 60 {
        let state = positions.next().expect("endless");
        let text = solved.full.game().position_text(&state);
        let exact = solved.value(&state);
        let found = tables.value(&state).expect("intact files").expect("a position of the tables");
        assert_eq!(Wdl::from(found), Wdl::from(exact), "{text}");
        assert!(found.plies().is_none() || found == exact, "{text}: {found:?}, {exact:?}");
        if exact == Value::DRAW {
            drawn += 1;
            continue;
        }
        let Some(plies) = long_distance(exact) else {
            short += 1;
            continue;
        };
        long += 1;
        assert_eq!(found, exact, "{text}");
        if exact.is_win() {
            engine.set_position(&Setup::Text(text.clone()), &[]).expect("a position");
            turn(&mut engine, &shortest_probing_search());
            assert_eq!(solved.value(engine.state::<Mill>()).plies(), Some(plies - 1), "{text}");
            moved += 1;
        }
    }
    assert!(drawn > 20 && short > 20 && long > 20, "{drawn} drawn, {short} short, {long} long");
}

/// Returns the distance of a win or loss if it is so long that compact tables always know it. Only distances from
/// [`Value::LONG`] on are stored. In slices that are not stored, a distance follows from those one or two turns later,
/// so not all distances up to `Value::LONG + 1` are known.
fn long_distance(exact: Value) -> Option<u32> {
    exact.plies().filter(|plies| *plies > Value::LONG + 1)
}

fn assert_packing_values_keeps_distances(solved: &Solved) {
    let [full, packed] = solved.folders.each_ref().map(TempDir::path);
    let manifest = || fs::read_to_string(packed.join("manifest.txt")).expect("a manifest");
    let before = manifest();
    pack(solved.full.game(), full, packed, Contents::Values, SolveControl::new(1)).expect("packed again");
    assert_eq!(manifest(), before);
    assert!(before.contains("\nfile 5-5.plies "), "{before}");
}

/// Adds a full table to the compact ones. With four stones against five, a turn that takes a stone then leads to known
/// distances, and one that takes none may lead to a win that is shorter, but of unknown distance.
fn assert_a_full_table_adds_no_wrong_distance(solved: &Solved) {
    let [full, packed] = solved.folders.each_ref().map(TempDir::path);
    let game = solved.full.game();
    fs::copy(full.join("4-4.table"), packed.join("4-4.table")).expect("a copy");
    pack(game, full, packed, Contents::Distances, SolveControl::new(1)).expect("a manifest with the copy");
    let tables = solved.open_compact().expect("tables of both kinds");
    let slice = Slice::moving(4, 5);
    for index in (0..game.size(slice)).step_by(7) {
        let place = SliceIndex { slice, index };
        let Some(state) = game.position(place).filter(|state| game.ending(state).is_none()) else { continue };
        let found = tables.value(&state).expect("intact files").expect("a position of the tables");
        let exact = solved.full.value_at(place).expect("a value");
        let text = game.position_text(&state);
        assert!(found.plies().is_none() || found == exact, "{text}: {found:?}, {exact:?}");
    }
}

/// Asserts that a truncated file is refused, and that damage in a row is found at a lookup.
fn assert_damaged_distances_are_found(solved: &Solved) {
    let path = solved.folders[1].path().join("5-5.plies");
    let whole = fs::read(&path).expect("distances");
    let (last, truncated) = whole.split_last().expect("bytes");
    fs::write(&path, truncated).expect("a file");
    let refused = solved.open_compact();
    assert!(matches!(refused, Err(TablebaseError::File(_))), "{refused:?}");
    fs::write(&path, [truncated, &[last ^ 1]].concat()).expect("a file");
    let tables = solved.open_compact().expect("compact tables");
    let error = compare(&tables, &solved.full, SolveControl::new(1)).expect_err("a damaged row").to_string();
    assert!(error.contains("damage in row"), "{error}");
}

#[test]
fn won_endings_are_won_against_the_longest_defence() {
    let endings = Solved::new("nine-mens-morris", Some(7), Contents::Values);
    endings.assert_no_value_is_lost(100, &shortest_probing_search());
    // These tables hold no distances. The search must find the win itself, which it can within five plies.
    let is_near_win = |state: &State| {
        let value = endings.value(state);
        value.is_win() && value.plies().is_some_and(|plies| (3..=5).contains(&plies))
    };
    for state in endings.random_positions(7).filter(is_near_win).take(10) {
        let text = endings.full.game().position_text(&state);
        assert!(endings.is_won(&state, &shortest_probing_search()), "{text}");
    }
}

/// Runs a search that probes the tables, and returns the messages that it reports.
fn notices(engine: &Player) -> Vec<String> {
    let mut notices = Vec::new();
    engine.search(&shortest_probing_search()).run(&mut |event| {
        if let TaskEvent::Notice(message) = event {
            notices.push(message);
        }
    });
    notices
}

/// Changes bytes of each file of a compact folder, one at a time. An engine that opens the damaged file never returns a
/// wrong value. It names the file once if a lookup finds the damage.
#[test]
fn changed_bytes_are_refused_or_named_once() {
    let three = Solved::new("three-mens-morris", None, Contents::Values);
    let states: Vec<State> = three.random_positions(2).take(600).collect();
    let compact = three.folders[1].path();
    let files = fs::read_dir(compact).expect("a folder").map(|file| file.expect("a file").path());
    let mut named = 0;
    // The file that locks the folder is empty, so it has no byte to change.
    for path in files.filter(|path| path.file_name().is_some_and(|name| name != "lock")) {
        let whole = fs::read(&path).expect("a file");
        let step = (whole.len() / 20).max(1);
        for at in (0..whole.len()).step_by(step).chain([whole.len() - 1]) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).expect("a file");
            if three.assert_named_at_most_once(&path, at, &states) {
                named += 1;
            }
        }
        fs::write(&path, whole).expect("a file");
    }
    assert!(named > 5, "{named} times");
}
