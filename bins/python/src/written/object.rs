//! The user's objects whose methods are the rules of games, and a list of those in use.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, Weak};

use plywright::Side;
use plywright::engine::lock;
use pyo3::intern;
use pyo3::prelude::*;

use super::position::Position;
use crate::errors::OptionError;

/// The objects with rules that are in use, by the names of their variants.
static OBJECTS: Mutex<BTreeMap<String, Weak<Object>>> = Mutex::new(BTreeMap::new());

/// Facts about the rules, as the package's module `_written` collects them.
#[derive(Clone, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) sides: [String; 2],
    pub(super) signs: [String; 2],
    pub(super) move_count: Option<u32>,
    pub(super) planes: Option<[usize; 3]>,
    pub(super) max_plies: Option<u32>,
    pub(super) repetitions: u8,
    /// Names of the optional rules that the class has.
    pub(super) rules: HashSet<String>,
}

/// An object with rules.
pub(super) struct Object {
    /// A second object of the user's class that shares the attributes of the user's object. The user's object owns this
    /// structure, so if this structure owned the user's object, neither would ever be freed.
    pub(super) rules: Py<PyAny>,
    pub(super) facts: Facts,
    pub(super) start: Position,
}

impl Object {
    /// Returns the name of the variant whose rules are those of a user's object, and the object in use under this name.
    /// If none is in use, adds one. If an object with other rules has the name in `facts`, adds a number to the name.
    pub(super) fn find_or_add(
        helper: &Bound<'_, PyModule>,
        object: &Bound<'_, PyAny>,
        facts: &Facts,
    ) -> PyResult<(String, Arc<Self>)> {
        let mut name = facts.name.clone();
        let mut number = 1;
        // The loop does not hold the lock of the list of objects while Python code runs.
        loop {
            if let Some(known) = in_use(&name) {
                if helper.call_method1("are_equal", (&known.rules, object))?.extract()? {
                    return Ok((name, known));
                }
                number += 1;
                name = format!("{}-{number}", facts.name);
            } else if let Some(added) = Self::add(&name, helper, object, facts)? {
                return Ok((name, added));
            }
        }
    }

    /// Creates an [`Object`] for a user's object, and lists it under the name of its variant. Removes objects that are
    /// no longer used from the list. Returns `None` if another thread has taken the name meanwhile.
    fn add(
        variant: &str,
        helper: &Bound<'_, PyModule>,
        object: &Bound<'_, PyAny>,
        facts: &Facts,
    ) -> PyResult<Option<Arc<Self>>> {
        let rules = helper.call_method1("twin", (object,))?;
        let start = rules.call_method0("_rule_start")?;
        let side = side_of(&rules, facts, &start, Side::First)?;
        let start = Position::new(&start, side)?;
        let new = Arc::new(Self { rules: rules.unbind(), facts: facts.clone(), start });
        let mut objects = lock(&OBJECTS);
        objects.retain(|_, object| object.strong_count() > 0);
        if objects.contains_key(variant) {
            return Ok(None);
        }
        objects.insert(variant.to_owned(), Arc::downgrade(&new));
        drop(objects);
        Ok(Some(new))
    }

    /// Reads the text of a position.
    ///
    /// # Errors
    ///
    /// Returns the exception of a rule, or of the package's module `_written` if it cannot read the text.
    pub(super) fn parsed(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        let rules = self.rules.bind(py);
        let helper = py.import("plywright._written")?;
        let [has_parse, has_side] = ["parse", "side"].map(|rule| self.facts.rules.contains(rule));
        let (value, next): (Bound<'_, PyAny>, u8) =
            helper.call_method1("parsed", (rules, text, has_parse, has_side))?.extract()?;
        let side = side_of(rules, &self.facts, &value, Side::BOTH[usize::from(next == 1)])?;
        Position::new(&value, side)
    }
}

/// Returns the object of the variant `name`; `None` if there is none or no game uses it any more.
pub(super) fn in_use(name: &str) -> Option<Arc<Object>> {
    lock(&OBJECTS).get(name).and_then(Weak::upgrade)
}

/// Returns the side to move in the position `value`: by the rule `side`, or `next` if the object has no such rule.
pub(super) fn side_of<'py>(
    rules: &Bound<'py, PyAny>,
    facts: &Facts,
    value: &Bound<'py, PyAny>,
    next: Side,
) -> PyResult<Side> {
    if !facts.rules.contains("side") {
        return Ok(next);
    }
    let py = rules.py();
    let side = rules.call_method1(intern!(py, "side"), (value,))?;
    match side.extract::<u8>() {
        Ok(0) => Ok(Side::First),
        Ok(1) => Ok(Side::Second),
        _ => Err(OptionError::new_err(format!("side returned {}, expected 0 or 1", side.repr()?))),
    }
}
