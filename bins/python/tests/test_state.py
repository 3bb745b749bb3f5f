"""Tests of games and states."""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import plywright as pw
import pytest
from conftest import RULES, after
from hypothesis import given, settings
from hypothesis import strategies as st


def random_game(game: pw.Game, seed: int, most: int = 60) -> pw.State:
    """Return the state after random moves."""
    state, rng = game.start(), random.Random(seed)
    while state.plies < most and (numbers := state.move_numbers()):
        state.play(rng.choice(numbers))
    return state


def test_games_have_names_and_variants() -> None:
    """Every game has a name, a summary and variants."""
    names = [info.name for info in pw.games()]
    assert names[0] == "mill"
    games = "breakthrough chess connect-four gyges hex kalah mill othello santorini tic-tac-toe"
    assert sorted(names) == games.split()
    for info in pw.games():
        assert info.summary.endswith(".")
        assert pw.Game(info.name).variant == info.variants[0]
        assert repr(info) == f"GameInfo('{info.name}')"


def test_every_listed_variant_is_a_game() -> None:
    """The name of every listed variant is accepted."""
    for info in pw.games():
        for variant in info.variants:
            assert pw.Game(info.name, variant).start().moves()


def test_moves_numbers_and_masks_agree(game: pw.Game) -> None:
    """A move's text and number name the same move, in all positions of random games."""
    rng = random.Random(1)
    for seed in range(3):
        state = random_game(game, seed, most=rng.randrange(40))
        moves, numbers = state.moves(), state.move_numbers()
        assert len(moves) == len(numbers) == len(set(numbers)) == len(set(moves))
        mask = state.action_mask()
        assert mask.dtype == np.int8
        assert mask.shape == (game.move_count,)
        assert sorted(np.flatnonzero(mask)) == sorted(numbers)
        for move, number in zip(moves, numbers, strict=True):
            assert state.move_to_number(move) == number
            assert state.number_to_move(number) == move
            one, other = state.copy(), state.copy()
            one.play(move)
            other.play(number)
            assert one == other
            assert one.history == other.history == [*state.history, move]


def test_random_bits_choose_among_all_legal_moves(game: pw.Game) -> None:
    """64 random bits choose every move with the same probability."""
    rng, state = random.Random(3), game.start()
    for _ in range(60):
        numbers = state.move_numbers()
        if not numbers:
            assert state.play_random(rng.getrandbits(64)) is None
            break
        # For each index, the smallest 64-bit number that chooses the move at this index.
        least = [-(-(place << 64) // len(numbers)) for place in range(len(numbers))]
        assert sorted(state.copy().play_random(bits) or 0 for bits in least) == sorted(numbers)
        bits, other = rng.getrandbits(64), state.copy()
        number = state.play_random(bits)
        assert number in numbers
        other.play(number or 0)
        assert state == other
    for wrong in (-1, 2**64, 0.5, "1"):
        with pytest.raises(pw.OptionError, match="random is"):
            state.play_random(wrong)  # type: ignore[arg-type]


def test_undo_restores_everything(game: pw.Game) -> None:
    """Taking back every move restores every earlier position."""
    state = random_game(game, 7)
    texts, other = [], game.start()
    for move in state.history:
        texts.append((other.text, other.key, other.moves(), other.side))
        other.play(move)
    assert other == state
    assert other.key == state.key
    for text in reversed(texts):
        state.undo()
        assert (state.text, state.key, state.moves(), state.side) == text
    with pytest.raises(pw.MoveError, match="no move"):
        state.undo()


def test_copies_are_independent(game: pw.Game) -> None:
    """Copy, deepcopy and pickle give equal states with the same history."""
    state = random_game(game, 3, most=20)
    for again in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert again == state
        assert hash(again) == hash(state)
        assert again.history == state.history
        assert again.game == state.game
        if moves := again.moves():
            again.play(moves[0])
            assert again != state


def test_texts_are_read_back(game: pw.Game) -> None:
    """The text of a position is read back as an equal position."""
    for seed in range(5):
        state = random_game(game, seed, most=5 * seed)
        again = game.position(state.text)
        assert again == state
        assert again.text == state.text
        assert again.history == []
        assert again.key == state.key


def test_perft_counts_sequences(game: pw.Game) -> None:
    """Perft agrees with playing all moves."""
    state = game.start()
    assert state.perft(0) == 1
    assert state.perft(1) == len(state.moves())
    total = 0
    for move in state.moves()[:10]:
        state.play(move)
        total += state.perft(1)
        state.undo()
    if len(state.moves()) <= 10:
        assert total == state.perft(2)
    assert pw.Game("tic-tac-toe").start().perft(9) == 127_872
    assert pw.Game("connect-four").start().perft(5) == 16_807


def test_games_end(game: pw.Game) -> None:
    """A finished game has an ending and no moves."""
    for seed in range(3):
        state = random_game(game, seed, most=game.max_plies)
        ending = state.ending
        if ending is None:
            continue
        assert state.moves() == []
        assert state.move_numbers() == []
        assert not state.action_mask().any()
        assert ending.winner in (0, 1, None)
        assert ending.reason in ("rules", "repetition", "move limit")
        assert ending == state.ending
        assert hash(ending) == hash(state.ending)
        assert pickle.loads(pickle.dumps(ending)) == ending
        with pytest.raises(pw.MoveError):
            state.play(0)


def test_repetition_draws() -> None:
    """Draws depend on the history: moving to and fro draws at the third occurrence of a position."""
    game = pw.Game("mill")
    drawn = False
    for start in range(40):
        state = random_game(game, start, most=50)
        for _ in range(3):
            for _ in range(4):
                back = "-".join(reversed(state.history[-2].split("-"))) if state.plies > 1 else ""
                if back in state.moves():
                    state.play(back)
        if state.ending is not None and state.ending.reason == "repetition":
            assert state.ending.winner is None
            assert state.moves() == []
            assert game.position(state.text).ending is None
            drawn = True
            break
    assert drawn


def test_margins_are_in_discs() -> None:
    """In Othello, the margin is in discs."""
    state = random_game(pw.Game("othello"), 5, most=128)
    assert state.ending is not None
    margin = state.ending.margin
    assert margin is not None
    assert abs(margin) <= 64
    assert state.ending.winner == (None if margin == 0 else int(margin < 0))
    assert state.scene["margin"] == "discs"


def test_observations_are_zeros_and_ones(game: pw.Game) -> None:
    """Observations are zeros and ones of the right shape and type."""
    state = random_game(game, 2, most=10)
    seen = state.observe()
    assert seen.shape == game.observation_shape
    assert seen.dtype == np.float32
    assert set(np.unique(seen)) <= {0.0, 1.0}
    assert seen.any() or state.text == game.start().text


def test_connect_four_planes() -> None:
    """The first plane holds the stones of the side to move: columns, then rows from the bottom."""
    seen = after("connect-four", "4").observe()
    assert seen.shape == (2, 7, 7)
    assert np.argwhere(seen).tolist() == [[1, 3, 0]]


def played(name: str, variant: str | None) -> Iterator[tuple[pw.State, list[str], str, npt.NDArray[np.float32]]]:
    """Yield states of random games, the parts of their texts, and their observations."""
    for seed, most in itertools.product(range(5), range(12)):
        state = random_game(pw.Game(name, variant), seed, most)
        board, side = state.text.split()
        seen = state.observe()
        assert seen.shape == state.game.observation_shape
        yield state, board.split("/"), side, seen


@pytest.mark.parametrize(("variant", "size"), [(None, 8), ("6x6", 6)])
def test_breakthrough_planes(variant: str | None, size: int) -> None:
    """The planes hold the mover's pieces and the opponent's; the first row is the mover's home row."""
    for _, rows, side, seen in played("breakthrough", variant):
        expected = np.zeros((2, 8, 8), np.float32)
        for place, row in enumerate(rows):
            for column, piece in enumerate(row):
                if piece != ".":
                    # The text begins with the second side's home row.
                    expected[int(piece != side), place if side == "o" else size - 1 - place, column] = 1
        assert (seen == expected).all()


@pytest.mark.parametrize(("variant", "size"), [(None, 11), ("7x7", 7), ("hex-without-swap", 11)])
def test_hex_planes(variant: str | None, size: int) -> None:
    """Planes: the mover's stones, the opponent's, the right to swap. The mover's edges are the first and last rows."""
    for state, rows, side, seen in played("hex", variant):
        expected = np.zeros((3, size, size), np.float32)
        for row, column in itertools.product(range(size), repeat=2):
            if (stone := rows[row][column]) != ".":
                cell = (row, column) if side == "x" else (column, row)
                expected[(int(stone != side), *cell)] = 1
        expected[2] = "swap" in state.moves()
        assert (seen == expected).all()


@pytest.mark.parametrize(("variant", "seeds", "houses"), [(None, 48, 6), ("3x3", 18, 3)])
def test_kalah_planes(variant: str | None, seeds: int, houses: int) -> None:
    """Plane k holds the pits with more than k seeds: the mover's row, the opponent's, and the stores at their ends."""
    for state, rows, side, seen in played("kalah", variant):
        first, second = ([int(pit) for pit in row.split(",")] for row in rows)
        pits = np.zeros((2, 7), int)
        for row, counts in enumerate((first, second) if side == "s" else (second, first)):
            pits[row, :houses], pits[row, 6] = counts[:-1], counts[-1]
        expected = np.arange(seeds)[:, None, None] < pits
        assert (seen == expected).all()
        assert (pw.observe([state])[0] == seen).all()
        assert seen.sum() == seeds


def test_options_are_rules() -> None:
    """Options of the rules are set by name."""
    game = pw.Game("mill", options={"FlyPieceCount": 4, "mayfly": True})
    assert game.options["FlyPieceCount"] == "4"
    assert game != pw.Game("mill")
    assert game == pw.Game("mill", options={"flypiececount": "4", "MayFly": "true"})
    assert hash(game) == hash(pickle.loads(pickle.dumps(game)))
    assert pickle.loads(pickle.dumps(game)) == game
    assert "FlyPieceCount" in repr(game)


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("shogi",), "no game is called 'shogi'"),
        (("mil",), "did you mean 'mill'"),
        (("mill", "lasker"), "lasker-morris"),
        (("mill", None, {"FlyPieceCounts": 3}), "did you mean|FlyPieceCount"),
        (("mill", None, {"FlyPieceCount": 99}), "expected a whole number"),
        (("mill", None, {"FlyPieceCount": 1.5}), "is a float, expected"),
        (("mill", None, {"Hash": 16}), "not one of the rules"),
    ],
)
def test_wrong_games_are_refused(arguments: tuple[object, ...], part: str) -> None:
    """Messages say what was read and what was expected."""
    with pytest.raises(pw.OptionError, match=part) as error:
        pw.Game(*arguments)
    assert isinstance(error.value, ValueError)


def test_wrong_types_are_type_errors() -> None:
    """An argument of a wrong type raises `TypeError`."""
    game = pw.Game("mill")
    for wrong in (None, 3, b"mill", [], object()):
        with pytest.raises(TypeError):
            pw.Game(wrong)
        with pytest.raises(TypeError):
            game.position(wrong)  # type: ignore[arg-type]
    state = game.start()
    for strange in (None, 1.5, b"d6", [], object()):
        with pytest.raises(TypeError, match="a move is a"):
            state.play(strange)  # type: ignore[arg-type]
    for number in (-1, 10**30, 2**32, game.move_count, np.int64(-5)):
        with pytest.raises(pw.MoveError):
            state.play(number)
    for depth in (-1, 0.5, True, "3"):
        with pytest.raises(TypeError, match="depth is"):
            state.perft(depth)  # type: ignore[arg-type]
    for depth in (61, 2**40, 10**30):
        with pytest.raises(pw.OptionError, match="depth is"):
            state.perft(depth)
    state.play(np.int64(0))
    assert state.plies == 1


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(RULES), st.text(max_size=100))
def test_any_text_is_read_or_refused(rules: tuple[str, str | None], text: str) -> None:
    """Any text is read or refused, without a crash or a hang."""
    game = pw.Game(*rules)
    try:
        state = game.position(text)
    except pw.PositionError:
        return
    assert game.position(state.text) == state


def test_states_show_themselves(game: pw.Game) -> None:
    """A state prints as a drawing of the board."""
    state = game.start()
    assert repr(state).startswith(f"State('{game.name}', ")
    assert len(str(state)) > 5
    keys = "surface falls margin places lines edges captions pieces marks seats"
    assert set(state.scene) == set(keys.split())
    assert [seat["name"] for seat in state.scene["seats"]] == list(game.sides)
