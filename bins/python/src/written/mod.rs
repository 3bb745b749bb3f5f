//! Games whose rules are methods of a Python object, so that all searches and checks work with them.
//!
//! All these games are variants of one game of the framework. A list of the objects in use leads from the name of a
//! variant to its object. An exception in a rule unwinds the search by a panic; see [`crate::guard`].

mod board;
mod object;
mod position;
mod squares;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use plywright::Action;
use plywright::engine::{DynGame, game_of};
use plywright::game::{DynLine, GameLine};
use plywright::prelude::*;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{OptionError, raise};
use crate::guard::fail;
use object::{Facts, Object, in_use, side_of};
use position::{Legal, Position, read_moves};
use squares::squares_of;

/// A game whose rules are the methods of a Python object. The default has no object: its game is over before it begins.
#[derive(Clone, Default)]
pub struct Written {
    object: Option<Arc<Object>>,
    /// Flag that ends the work: all rules fail once it is set. `None` if nothing can set it.
    stop: Option<Arc<AtomicBool>>,
}

impl Written {
    /// Returns the game whose rules are the methods of `object`, and its `max_plies`, if the class has one. Equal
    /// objects share a game. Objects that differ get variants with different names.
    ///
    /// # Errors
    ///
    /// Returns an error if a rule is missing or an attribute has a wrong value. Also returns the exception of a method
    /// of the class, such as `start`.
    pub fn game(object: &Bound<'_, PyAny>) -> PyResult<(Arc<dyn DynGame>, Option<u32>)> {
        let py = object.py();
        let helper = py.import("plywright._written")?;
        let facts: Facts = helper.call_method1("facts", (object,))?.extract()?;
        // `_object` keeps the object alive until the game owns it.
        let (name, _object) = Object::find_or_add(&helper, object, &facts)?;
        let game = game_of::<Self>().variant(&name);
        Ok((game.map_err(raise::<OptionError>)?, facts.max_plies))
    }

    /// Returns the same game, whose rules raise `KeyboardInterrupt` once `stop` is set.
    pub fn until(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    fn facts(&self) -> &Facts {
        static NONE: LazyLock<Facts> = LazyLock::new(Facts::default);
        self.object.as_ref().map_or(&NONE, |object| &object.facts)
    }

    /// Whether the class has an optional rule.
    pub fn has(&self, rule: &str) -> bool {
        self.facts().rules.contains(rule)
    }

    /// Calls an optional rule with a position, and converts its result. Returns `None` if the class has no such rule.
    /// An exception in the rule or in the conversion unwinds the caller.
    fn ask<T: for<'py> FromPyObjectOwned<'py>>(&self, position: &Position, rule: &str) -> Option<T> {
        if !self.has(rule) {
            return None;
        }
        Some(self.call(position, rule, |rules, value| {
            let answer = rules.call_method1(PyString::intern(rules.py(), rule), (value,))?;
            answer.extract().map_err(Into::into)
        }))
    }

    /// Returns the legal moves of a position or its ending. A position and its clones share the result of the rule
    /// `moves`.
    fn legal<'a>(&self, position: &'a Position) -> &'a Legal {
        position.legal(|| {
            self.call(position, "moves", |rules, value| {
                let found = rules.call_method1(intern!(rules.py(), "moves"), (value,))?;
                read_moves(&found, self.facts().move_count)
            })
        })
    }

    /// Calls `work` with the rules and the value of a position. Unwinds the caller with an exception if `work` raises
    /// one, if there is no object, or if `stop` is set. `rule` is the name of the rule, for the note on the exception.
    fn call<T>(
        &self,
        position: &Position,
        rule: &str,
        work: impl for<'py> FnOnce(&Bound<'py, PyAny>, &Bound<'py, PyAny>) -> PyResult<T>,
    ) -> T {
        Python::attach(|py| {
            let value = &position.value(py);
            let Some(object) = &self.object else {
                fail(py, OptionError::new_err("the game has no rules"), rule, value)
            };
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                fail(py, PyKeyboardInterrupt::new_err(()), rule, value);
            }
            match work(object.rules.bind(py), value) {
                Ok(found) => found,
                Err(error) => fail(py, error, rule, value),
            }
        })
    }
}

/// Returns a line after the rule `moves` has run. The line lists its moves under a lock. If the rule ran there, another
/// thread could wait for this lock while it holds the interpreter's, and neither thread would go on.
#[inline(never)]
pub fn listed(line: &dyn DynLine) -> &dyn DynLine {
    if let Some(written) = line.as_any().downcast_ref::<GameLine<Written>>() {
        written.game().legal(written.state());
    }
    line
}

impl Game for Written {
    type State = Position;
    type Move = u32;

    fn start(&self) -> Position {
        self.object.as_ref().map_or_else(Position::default, |object| object.start.clone())
    }

    fn moves(&self, position: &Position, out: &mut Moves<u32>) -> Option<Ending> {
        let legal = self.legal(position);
        out.extend(legal.moves.iter().map(|(code, _)| *code));
        legal.ending
    }

    fn play(&self, position: &mut Position, code: u32) {
        let legal = self.legal(position);
        let next = self.call(position, "play", |rules, value| {
            let py = rules.py();
            let mv = legal.with_code(code);
            let mv = mv.ok_or_else(|| OptionError::new_err(format!("move {code} is not legal")))?;
            let next = rules.call_method1(intern!(py, "play"), (value, mv))?;
            let side = side_of(rules, self.facts(), &next, position.side().other())?;
            Position::new(&next, side)
        });
        *position = next;
    }

    fn ending(&self, position: &Position) -> Option<Ending> {
        self.legal(position).ending
    }

    fn draw_rules(&self, _: &Position) -> DrawRules {
        match self.facts().repetitions {
            0 => DrawRules::NONE,
            times => DrawRules { repetition: Repetition::Draw(times), ..DrawRules::NONE },
        }
    }
}

impl Hints for Written {}
impl Symmetric for Written {}

impl Notation for Written {
    fn parse_position(&self, text: &str) -> Result<Position, ParsePositionError> {
        let Some(object) = &self.object else {
            return Err(ParsePositionError::new("position", text, "a game with rules"));
        };
        Python::attach(|py| {
            object.parsed(py, text).map_err(|error| {
                // Ctrl-C, for example, says nothing about the text.
                if !error.is_instance_of::<PyException>(py) {
                    fail(py, error, "parse", PyString::new(py, text).as_any());
                }
                ParsePositionError::new("position", text, error.to_string())
            })
        })
    }

    fn position_text(&self, position: &Position) -> String {
        if self.object.is_none() {
            return "over".to_owned();
        }
        let text = self
            .ask(position, "text")
            .unwrap_or_else(|| self.call(position, "text", |_, value| Ok(value.repr()?.to_string())));
        if self.has("side") { text } else { format!("{text} {}", position.side().index()) }
    }

    fn move_text(&self, position: &Position, code: u32) -> String {
        let legal = self.legal(position);
        self.call(position, "move_text", |rules, value| {
            let py = rules.py();
            let Some(mv) = legal.with_code(code) else { return Ok(code.to_string()) };
            let text: String = if self.has("move_text") {
                rules.call_method1(intern!(py, "move_text"), (value, mv))?.extract()?
            } else {
                mv.bind(py).str()?.to_string()
            };
            Ok(text.split_whitespace().collect())
        })
    }

    /// Reads a move, also with the white space that `move_text` drops, as in the `str` of a tuple. If no move has
    /// exactly this text, ignores case.
    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, ParseMoveError> {
        let wanted: String = text.split_whitespace().collect();
        let mut found = None;
        for (code, _) in &self.legal(position).moves {
            let own = self.move_text(position, *code);
            if own == wanted {
                return Ok(*code);
            }
            if found.is_none() && own.eq_ignore_ascii_case(&wanted) {
                found = Some(*code);
            }
        }
        found.ok_or_else(|| ParseMoveError::illegal(&wanted))
    }

    fn drawing(&self, position: &Position) -> String {
        if let Some(drawing) = self.ask(position, "drawing") {
            return drawing;
        }
        if self.has("scene") { self.scene(position).to_string() } else { self.position_text(position) }
    }

    fn actions(&self, position: &Position, code: u32) -> Vec<Vec<Action>> {
        let text = self.move_text(position, code);
        let places = if self.has("scene") { squares_of(&text) } else { None };
        vec![vec![match places.as_deref() {
            None => Action::on(Self::ACTION, text),
            Some([place]) => Action::on("place", *place),
            Some(places) => Action::along("move", places.iter().copied()),
        }]]
    }

    fn scene(&self, position: &Position) -> Scene {
        let Facts { sides, signs, .. } = self.facts();
        let scene = match self.ask::<String>(position, "scene") {
            Some(rows) => self.call(position, "scene", |_, _| board::scene(&rows, signs)),
            None => Scene::default(),
        };
        scene.seated([&sides[0], &sides[1]])
    }
}

/// Evaluation by the rule `evaluation`; without it, all positions have the value 0.
#[derive(Clone, Copy, Default)]
pub struct WrittenEval;

impl Eval<Written> for WrittenEval {
    fn evaluate(&mut self, game: &Written, position: &Position) -> Score {
        /// Maximum absolute value of a static evaluation. A value beyond it is clamped.
        const MOST: f64 = 30_000.0;
        let Some(found) = game.ask::<f64>(position, "evaluation") else { return Score::DRAW };
        if found.is_nan() {
            let wrong = "evaluation returned nan, expected a number";
            game.call(position, "evaluation", |_, _| Err::<(), _>(OptionError::new_err(wrong)));
        }
        Score(found.clamp(-MOST, MOST) as i32)
    }
}

impl Learnable<Written> for WrittenEval {}

impl Playable for Written {
    type Eval = WrittenEval;
    const INFO: GameInfo = GameInfo::new("python", "A game written in Python.");

    fn variant(name: &str) -> Option<Self> {
        if name == Self::INFO.name {
            return Some(Self::default());
        }
        in_use(name).map(|object| Self { object: Some(object), stop: None })
    }

    fn move_numbers(&self) -> MoveNumbers {
        self.facts().move_count.map_or(Self::INFO.move_numbers, MoveNumbers::ByCode)
    }

    fn planes(&self) -> Option<[usize; 3]> {
        self.facts().planes
    }

    fn observe(&self, position: &Position, perspectives: &mut [FeatureSet; 2]) {
        let Some(planes) = self.planes().filter(|_| self.has("observe")) else { return };
        let count: usize = planes.iter().product();
        for (side, set) in Side::BOTH.into_iter().zip(perspectives) {
            let seen: Vec<usize> = self.call(position, "observe", |rules, value| {
                let seen = rules.call_method1(intern!(rules.py(), "observe"), (value, side.index()))?;
                let helper = rules.py().import("plywright._written")?;
                helper.call_method1("features", (seen, count))?.extract()
            });
            for feature in seen {
                set.insert(feature);
            }
        }
    }
}
