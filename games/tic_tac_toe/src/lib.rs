//! Tic-tac-toe, the smallest complete game.
