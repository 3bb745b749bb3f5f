"""Plays chess and Chess960 against itself as python-chess drives chess engines, with the rules of that package.

    python python_chess_chess.py target/release/plywright

The script needs the package `chess`.
"""

import sys

import chess
import chess.engine
from chess.engine import Limit

PROGRAM = sys.argv[1]


def play(engine, board, limit):
    """Plays a game to its end. The package refuses a move that is not legal."""
    game = object()
    while not board.is_game_over(claim_draw=True):
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_SCORE)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)
    return board.outcome(claim_draw=True)


def main():
    with chess.engine.SimpleEngine.popen_uci([PROGRAM, "--game", "chess"]) as engine:
        assert "UCI_Chess960" in engine.options
        for board in [chess.Board(), chess.Board.from_chess960_pos(0), chess.Board.from_chess960_pos(959)]:
            outcome = play(engine, board, Limit(nodes=500))
            print(f"a game of {len(board.move_stack)} moves: {outcome.termination.name.lower()}", flush=True)
        mate = chess.Board("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")
        info = engine.analyse(mate, Limit(depth=8))
        assert info["score"].white().is_mate(), info
        lines = engine.analyse(chess.Board(), Limit(nodes=5000), multipv=3)
        assert len({line["pv"][0] for line in lines}) == 3


if __name__ == "__main__":
    main()
