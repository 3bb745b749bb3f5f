//! A protocol of English sentences, as an example. It reads a few words, and writes a sentence for each event that a
//! person at the keyboard wants to know.

use std::time::Duration;

use plywright::Ending;
use plywright::engine::{Go, Outcome, SearchReport, Setup};
use plywright_protocols::{Command, Dialect, Event, InputError, Question, Reply};

pub struct Sentences;

impl Dialect for Sentences {
    fn read(&self, line: &str) -> Vec<Command> {
        let (verb, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let command = match verb {
            "" => return Vec::new(),
            "hello" => Command::Handshake,
            "begin" => {
                let setup = if rest.is_empty() { Setup::Start } else { Setup::Text(rest.to_owned()) };
                Command::Position { setup, moves: Vec::new() }
            }
            "play" => Command::Play(rest.split_whitespace().map(str::to_owned).collect()),
            "think" => match rest.parse() {
                Ok(time) => Command::Go(Go { move_time: Some(Duration::from_millis(time)), ..Go::default() }),
                Err(_) => Command::Invalid(InputError::argument("think", "the time", rest, "milliseconds")),
            },
            "enough" => Command::Stop,
            "score" => Command::Ask(Question::Result),
            "look" => Command::Ask(Question::Board),
            "bye" => Command::Quit,
            other => Command::Invalid(InputError::unknown(other)),
        };
        vec![command]
    }

    fn write(&self, event: &Event) -> Vec<String> {
        let sentence = match event {
            Event::Identity { game, .. } => format!("Hello! Let us play {game}."),
            Event::Reply(Reply::Result(Outcome::Open)) => "The game is on.".to_owned(),
            Event::Reply(Reply::Result(Outcome::Over(Ending::Draw))) => "It is a draw.".to_owned(),
            Event::Reply(Reply::Result(Outcome::Over(Ending::Win(side)))) => {
                format!("The {side} side has won.")
            }
            Event::Board(board) => return board.drawing.lines().map(str::to_owned).collect(),
            Event::Refused { message, .. } => format!("I cannot: {message}."),
            Event::Misread(error) => format!("I do not understand: {error}."),
            Event::Search(SearchReport::Line(info)) if !info.moves.is_empty() => {
                format!("At depth {} I like {}.", info.depth, info.moves.join(", "))
            }
            Event::Search(SearchReport::BestMove(answer)) => match &answer.best {
                Some(mv) => format!("I play {mv}."),
                None => "I have no move.".to_owned(),
            },
            _ => return Vec::new(),
        };
        vec![sentence]
    }
}
