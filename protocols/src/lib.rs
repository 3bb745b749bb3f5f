//! Text protocols for game engines. Knows no game.
