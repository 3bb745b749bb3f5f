//! Actions as JSON values, in both forms.

use plywright::{Action, Argument, SideEffect};
use serde_json::{Map, Value, json};

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
pub(super) fn step(action: &Action, form: ActionForm) -> Value {
    let with =
        |meta: Value| json!({"dest": action.arguments.first().map_or(Value::Null, word), "meta": meta});
    match (&action.side_effect, form) {
        (SideEffect::Impossible, _) | (_, ActionForm::Plain) => match &action.arguments[..] {
            [] => json!({"type": action.name}),
            [argument] => json!({"type": action.name, "value": word(argument)}),
            several => json!({"type": action.name, "value": several.iter().map(word).collect::<Value>()}),
        },
        (SideEffect::Absent, ActionForm::Detailed) => {
            json!({"type": action.name, "value": with(Value::Null)})
        }
        (SideEffect::Present { apart, name, arguments }, ActionForm::Detailed) => {
            let parts: Map<_, _> =
                arguments.iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into())).collect();
            let meta =
                if parts.is_empty() { json!({"type": name}) } else { json!({"type": name, "value": parts}) };
            json!({"type": apart, "value": with(meta)})
        }
    }
}

fn word(argument: &Argument) -> Value {
    match argument {
        Argument::Word(word) => word.as_str().into(),
        Argument::Number(number) => (*number).into(),
        Argument::Nothing => Value::Null,
    }
}
