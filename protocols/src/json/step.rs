//! Actions as JSON values, in both forms.

use plywright::{Action, Argument, SideEffect};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Form of an action with a side effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ActionForm {
    /// The action with its side effect has a name of its own.
    #[default]
    Plain,
    /// The value has two parts: the square of the action and its side effect.
    Detailed,
}

/// An action: its name as `type`, and its `value` if it has arguments.
#[derive(Serialize)]
pub(super) struct Step<'a> {
    #[serde(rename = "type")]
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<StepValue<'a>>,
}

/// Arguments of an action.
#[derive(Serialize)]
#[serde(untagged)]
enum StepValue<'a> {
    One(Word<'a>),
    Several(Vec<Word<'a>>),
    WithSideEffect { dest: Word<'a>, meta: Option<Meta<'a>> },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Word<'a> {
    Text(&'a str),
    Number(u32),
    Null,
}

/// What happens besides.
#[derive(Serialize)]
struct Meta<'a> {
    #[serde(rename = "type")]
    name: &'a str,
    #[serde(skip_serializing_if = "Parts::is_empty")]
    value: Parts<'a>,
}

struct Parts<'a>(&'a [(&'static str, String)]);

impl Parts<'_> {
    const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Parts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'a> Step<'a> {
    pub(super) fn new(action: &'a Action, form: ActionForm) -> Self {
        let dest = || action.arguments.first().map_or(Word::Null, Word::new);
        match (&action.side_effect, form) {
            (SideEffect::Impossible, _) | (_, ActionForm::Plain) => {
                Self { name: action.name, value: StepValue::plain(&action.arguments) }
            }
            (SideEffect::Absent, ActionForm::Detailed) => {
                let value = StepValue::WithSideEffect { dest: dest(), meta: None };
                Self { name: action.name, value: Some(value) }
            }
            (SideEffect::Present { apart, name, arguments }, ActionForm::Detailed) => {
                let meta = Some(Meta { name, value: Parts(arguments) });
                Self { name: apart, value: Some(StepValue::WithSideEffect { dest: dest(), meta }) }
            }
        }
    }
}

impl<'a> StepValue<'a> {
    fn plain(arguments: &'a [Argument]) -> Option<Self> {
        match arguments {
            [] => None,
            [argument] => Some(Self::One(Word::new(argument))),
            several => Some(Self::Several(several.iter().map(Word::new).collect())),
        }
    }
}

impl<'a> Word<'a> {
    fn new(argument: &'a Argument) -> Self {
        match argument {
            Argument::Word(word) => Self::Text(word),
            Argument::Number(number) => Self::Number(*number),
            Argument::Nothing => Self::Null,
        }
    }
}
