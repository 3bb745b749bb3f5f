"""Tests the program with python-chess as its client: a full game of Mill, analysis, pondering, stopping.

    python python_chess.py target/release/plywright

The script needs the package `chess`. This package plays only chess, so the class `Mill` replaces its board class.
`Mill` stores the moves and gets the rules from a second process of the program.
"""

import logging
import subprocess
import sys
import time

import chess.engine
from chess.engine import Limit

PROGRAM = sys.argv[1]
LONGEST_GAME = 400
# Seconds by which the engine may exceed its time, because the machine may be busy.
RESERVE = 1.0


class Referee:
    """A process of the program. It answers questions about the rules and never searches."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def look(self, moves):
        """Returns the fields that the program prints after these moves, by name, and the legal moves as `moves`."""
        self.process.stdin.write(f"position startpos moves {' '.join(moves)}\nd\nmoves\nisready\n")
        self.process.stdin.flush()
        lines = list(iter(lambda: self.process.stdout.readline().rstrip("\n"), "readyok"))
        refusals = [line for line in lines if line.startswith("info string")]
        assert not refusals, refusals
        facts = dict(line.split(": ", 1) for line in lines if ": " in line)
        facts["moves"] = lines[-1].split()[2:]
        return facts


REFEREE = Referee()


class Mill:
    """A board of Mill, with the methods that the package calls."""

    uci_variant = "nine-mens-morris"
    chess960 = False
    start = REFEREE.look([])["Fen"]

    def __init__(self, moves=(), fen=start):
        self.move_stack = list(moves)
        self.start = fen

    def facts(self):
        return REFEREE.look([move.uci() for move in self.move_stack])

    @property
    def turn(self):
        return self.facts()["Side to move"] == "first"

    def fen(self, **_):
        return self.facts()["Fen"]

    def root(self):
        return Mill()

    def copy(self, *, stack=True):
        # With `stack=False`, the package wants a copy without moves. This class stores nothing else, so it keeps them.
        return Mill(self.move_stack)

    def parse_uci(self, text):
        if text not in self.facts()["moves"]:
            raise chess.IllegalMoveError(f"{text} is not legal after {self.move_stack}")
        return Move(text)

    def push_uci(self, text):
        self.push(self.parse_uci(text))
        return self.move_stack[-1]

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def __eq__(self, other):
        return self.move_stack == other.move_stack


class Move(str):
    def uci(self):
        return str(self)


def plays_a_game(engine):
    board, clocks, game = Mill(), [1.0, 1.0], object()
    while "Result" not in board.facts() and len(board.move_stack) < LONGEST_GAME:
        side = 0 if board.turn else 1
        limit = Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.01, black_inc=0.01)
        started = time.perf_counter()
        played = engine.play(board, limit, game=game)
        clocks[side] += 0.01 - (time.perf_counter() - started)
        assert clocks[side] > -RESERVE, f"time lost after {board.move_stack}"
        board.push_uci(played.move)
    result = board.facts().get("Result", "none yet")
    assert result != "none yet" or len(board.move_stack) == LONGEST_GAME
    return f"{len(board.move_stack)} moves, {result}, {clocks[0]:.2f} and {clocks[1]:.2f} s left"


def analyses_several_lines(engine):
    board = Mill(map(Move, "d6 f4 d2 b4".split()))
    lines = engine.analyse(board, Limit(depth=5), multipv=3)
    assert [line["multipv"] for line in lines] == [1, 2, 3], lines
    assert all(line["depth"] == 5 and line["nodes"] > 0 and "nps" in line for line in lines), lines
    scores = [line["score"].relative.score(mate_score=100_000) for line in lines]
    assert scores == sorted(scores, reverse=True), lines
    return f"scores {scores}"


def ponders(engine):
    board, game, sent = Mill(), object(), []
    send = engine.protocol.send_line
    engine.protocol.send_line = lambda line: (sent.append(line), send(line))
    # After the expected reply, the package sends `ponderhit`; after any other reply, it sends `stop`.
    for wanted in ["ponderhit", "ponderhit", "stop"]:
        expected = None
        while expected is None:
            played = engine.play(board, Limit(time=0.05), game=game, ponder=True)
            board.push_uci(played.move)
            expected = played.ponder
            if expected is None:
                board.push_uci(board.facts()["moves"][0])
        time.sleep(0.1)
        others = [move for move in board.facts()["moves"] if move != expected]
        board.push_uci(expected if wanted == "ponderhit" else others[0])
        sent.clear()
        engine.play(board.copy(), Limit(time=0.05), game=game, ponder=True)
        assert sent[0] == wanted, sent
        board = Mill()
        game = object()
    engine.protocol.send_line = send
    return "two expected replies and another one"


def is_stopped(engine):
    with engine.analysis(Mill()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        started = time.perf_counter()
        analysis.stop()
        best = analysis.wait()
    took = time.perf_counter() - started
    assert best.move and took < 1, f"{best} after {took:.3f} s"
    return f"{best.move} after {1000 * took:.1f} ms"


def obeys_root_moves(engine):
    wanted = Move("g1")
    assert engine.play(Mill(), Limit(nodes=5000), root_moves=[wanted]).move == wanted
    return wanted


class Complaints(logging.Handler):
    """Handler that keeps the last warning of the package about a line that it does not understand."""

    def emit(self, record):
        self.said = record.getMessage()

    said = None


def main():
    complaints = Complaints(logging.WARNING)
    chess.engine.LOGGER.addHandler(complaints)
    engine = chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=20)
    assert engine.id["name"].startswith("Plywright "), engine.id
    engine.configure({"Hash": 16, "Threads": 1})
    with engine:
        for check in [plays_a_game, analyses_several_lines, ponders, is_stopped, obeys_root_moves]:
            print(f"{check.__name__.replace('_', ' ')}: {check(engine)}", flush=True)
        engine.quit()
    assert engine.protocol.returncode.result() == 0
    assert complaints.said is None, complaints.said


main()
