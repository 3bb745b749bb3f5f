"""Tests of tables, records, matches, self-play, training and batches."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import plywright as pw
import pytest

TIC_TAC_TOE = pw.Game("tic-tac-toe")
CONNECT_FOUR = pw.Game("connect-four")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the solved tables of tic-tac-toe."""
    folder = tmp_path_factory.mktemp("tables")
    solution = pw.solve(TIC_TAC_TOE, folder)
    assert solution.start == pw.Score.draw()
    assert solution.positions == sum(part.won + part.drawn + part.lost for part in solution.slices) > 700
    return folder


def test_solved_games_are_looked_up(tables: Path) -> None:
    """Every move of a position has a value."""
    found = pw.Tables(tables).probe(TIC_TAC_TOE.start())
    assert found.value == pw.Score.draw()
    assert set(found.moves.values()) == {pw.Score.draw()}
    assert len(found.best) == 9
    state = TIC_TAC_TOE.start()
    for move in ("a3", "a1", "b3", "b1"):
        state.play(move)
    found = pw.Tables(tables).probe(state)
    assert found.best == ["c3"]
    assert found.value == pw.Score.win(1)
    assert next(iter(found.moves)) == "c3"


def test_compact_tables_know_wins_without_their_length(tmp_path: Path) -> None:
    """Connect four on four columns of four is a draw, and a third disc in a row on an open line wins."""
    game = pw.Game("connect-four", "4x4")
    full, compact = tmp_path / "full", tmp_path / "compact"
    solved = pw.solve(game, full)
    packed = pw.Tables(full).pack(game, compact)
    assert packed.start == solved.start == pw.Score.draw()
    assert 0 < packed.positions < solved.positions
    assert pw.Tables(compact).probe(game.start()).value == pw.Score.draw()
    state = game.start()
    for move in ("1", "1", "2", "2", "3", "1"):
        state.play(move)
    found = pw.Tables(compact).probe(state)
    exact = pw.Tables(full).probe(state)
    assert exact.value == pw.Score.win(1)
    assert found.value is not None
    assert (found.value.wdl, found.value.plies, found.value.centi, str(found.value)) == ("win", None, None, "win")
    assert {move: value.wdl for move, value in found.moves.items() if value} == {
        move: value.wdl for move, value in exact.moves.items() if value
    }
    assert found.moves["4"] == pw.Score.win(1), "the end of the game is known without tables"
    assert str(-found.value) == "loss"
    with pw.Engine(game, tables=compact) as engine:
        assert engine.analyse(game.start(), pw.Limit(depth=2)).wdl == "draw"
        assert engine.play(state, pw.Limit(depth=2)).move == "4"
        for position, wdl in ((game.start(), "draw"), (state, "win")):
            value = engine.evaluation(position)
            assert value is not None
            assert (value.exact, value.wdl, str(value)) == (True, wdl, wdl)
    with pytest.raises(pw.TableError):
        pw.Engine(game, tables=tmp_path / "missing")


def test_compact_tables_can_know_the_length_of_long_wins(tmp_path: Path) -> None:
    """Five Men's Morris has wins of more than 30 plies."""
    game = pw.Game("mill", "five-mens-morris")
    full, compact = tmp_path / "full", tmp_path / "compact"
    pw.solve(game, full)
    state = game.position("*O@**O*@/OO@O***@ w m s 5 0 4 0 0 0 0 0 0 0 0 0 1")
    exact = pw.Tables(full).probe(state).value
    assert exact is not None
    assert exact.plies is not None
    assert exact.plies > 30
    for distances in (False, True):
        pw.Tables(full).pack(game, compact, distances=distances)
        found = pw.Tables(compact).probe(state).value
        assert found is not None
        assert (found.wdl, found.plies) == ("win", exact.plies if distances else None)


def test_tables_of_games_of_points_hold_margins(tmp_path: Path) -> None:
    """In Kalah with three houses and three seeds, values are leads in seeds."""
    game = pw.Game("kalah", "3x3")
    solution = pw.solve(game, tmp_path / "kalah")
    state = game.start()
    found = pw.Tables(tmp_path / "kalah").probe(state)
    assert found.value == solution.start
    assert found.value is not None
    assert found.value.unit == "seeds"
    with pw.Engine(game) as engine:
        searched = engine.analyse(state, pw.Limit(depth=60)).score
    assert (searched.value, searched.unit) == (found.value.value, "seeds")
    assert max(value.value for value in found.moves.values() if value) == found.value.value
    with pw.Engine(game, tables=tmp_path / "kalah") as engine:
        value = engine.evaluation(state)
        assert value is not None
        assert (value.exact, value.value, value.unit) == (True, found.value.value, "seeds")


def test_tables_are_verified(tables: Path) -> None:
    """`info` and `verify` return the same counts."""
    assert pw.Tables(tables).info(TIC_TAC_TOE) == pw.Tables(tables).verify(TIC_TAC_TOE, threads=2, progress=True)


def test_built_in_tables_of_mill() -> None:
    """Endgame tables of Mill are built into the package."""
    state = pw.Game("mill").position("*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30")
    found = pw.Tables().probe(state)
    assert found.value is not None
    assert found.value.exact
    with pw.Engine("mill") as engine:
        assert engine.analyse(state, pw.Limit(depth=4)).wdl == found.value.wdl


def test_missing_tables_are_errors(tables: Path, tmp_path: Path) -> None:
    """Lookups fail in a folder that is missing, for another game, and for a game without numbered positions."""
    for call in (
        lambda: pw.Tables(tmp_path).probe(TIC_TAC_TOE.start()),
        lambda: pw.Tables(tables).probe(pw.Game("mill").start()),
        lambda: pw.Tables(tables).probe(pw.Game("santorini").start()),
        lambda: pw.Tables().probe(TIC_TAC_TOE.start()),
        lambda: pw.Tables().info(TIC_TAC_TOE),
        lambda: pw.solve(pw.Game("othello"), tmp_path),
        lambda: pw.solve(TIC_TAC_TOE, tmp_path, memory=-1),
        lambda: pw.solve(TIC_TAC_TOE, "/proc/none"),
    ):
        with pytest.raises(pw.TableError):
            call()


def test_records_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Tags, moves, the result and comments survive writing and reading."""
    state = pw.Game("mill", "lasker-morris", {"FlyPieceCount": 4}).start()
    for _ in range(12):
        state.play(state.moves()[0])
    record = pw.Record.of(state, White="one", Black="two")
    record.comment = "the end"
    path = tmp_path / "games.pgn"
    pw.write_records(path, [record])
    pw.write_records(path, [record], append=True)
    again = pw.read_records(path)
    assert len(again) == 2
    assert again[0].tags == record.tags
    assert [move.text for move in again[0].moves] == state.history
    assert again[0].comment == "the end"
    assert again[0].game() == state.game
    assert again[0].end() == state
    assert [one.plies for one in again[1].states()] == list(range(13))
    assert str(again[0]) == str(record)


def test_a_note_before_a_comment_stays_a_note() -> None:
    """The engine's note and the comment of one move are read back as two."""
    move = pw.RecordedMove("d6", note="-0.35/8 0.102s", comment="sharp")
    record = pw.Record([move, pw.RecordedMove("f4", side=1)], {"Game": "mill"})
    (again,) = pw.parse_records(str(record))
    assert again.moves[0] == move


ANNOTATED = """[Event "a  b"]
[Game "mill"]
[Variant "nine-mens-morris"]
[Unknown "x \\"y\\""]
[Result "*"]

{before} 1. d6! {sharp} (1. f4 {why} 1... b2) 1... f4 $10 2. d5 {last} *

"""


def test_records_lose_nothing(tmp_path: Path) -> None:
    """Glyphs, variations, comments and unknown tags survive in every format."""
    record = pw.parse_records(ANNOTATED)[0]
    assert [move.glyphs for move in record.moves] == ["$1", "$10", ""]
    assert record.moves[0].variations == "(1. f4 {why} 1... b2)"
    assert pw.parse_records(str(record)) == [record]
    for form in ("pgn", "sgf", "mif"):
        path = tmp_path / f"games.{form}"
        path.write_text(record.text(form) * 3)
        records = list(pw.iter_records(path))
        assert [one.tags for one in records] == [record.tags] * 3
        assert records[1].moves == record.moves
        assert (records[2].before, records[2].comment) == ("before", "last")
    record.moves[1] = pw.RecordedMove("d6", 1)
    with pytest.raises(pw.RecordError, match="move 2"):
        record.text("sgf")
    with pytest.raises(pw.RecordError, match="line 1, column 1: a game"):
        pw.parse_records("(;W[d6]")


def test_reviews_use_exact_values() -> None:
    """A move that gives away a win gets its loss from the tables, and the summary counts it."""
    game = pw.Game("mill")
    engine = pw.Engine(game)
    state = game.position("*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30")
    losses = {move: engine.exact_loss(state, move) or 0.0 for move in state.moves()}
    assert min(losses.values()) == 0.0
    worst = max(losses, key=lambda move: losses[move])
    assert losses[worst] >= 0.5
    state.play(worst)
    reviewed = list(pw.review(engine, state, pw.Limit(nodes=200)))
    assert (reviewed[0].loss, reviewed[0].exact, reviewed[0].verdict) == (losses[worst], True, "??")
    first, second = pw.summary(reviewed)
    assert (first.moves, second.moves, second.blunders, second.first_mistake) == (0, 1, 1, 0)
    assert second.accuracy < 0.2
    after_the_opening = game.position("OO*O*O**/@*@*@***/*@*@*@OO w p p 6 3 6 3 0 0 0 0 0 0 0 0 7")
    assert engine.exact_loss(after_the_opening, after_the_opening.moves()[0]) is None


def test_records_of_other_starts_and_results() -> None:
    """The text of the start position and the result are kept."""
    state = TIC_TAC_TOE.start()
    for move in ("a3", "a1", "b3"):
        state.play(move)
    later = TIC_TAC_TOE.position(state.text)
    for move in ("b1", "c3"):
        later.play(move)
    record = pw.parse_records(str(pw.Record.of(later)))[0]
    assert record.result == "1-0"
    assert record.tags["FEN"] == state.text
    assert record.end() == later


def test_callers_name_the_rules_of_records(tmp_path: Path) -> None:
    """Records that name no rules take those of the caller. Records of other rules are errors that name both."""
    path = tmp_path / "games.pgn"
    path.write_text('[White "A"]\n[Result "*"]\n\n1. g7 1... swap *\n', encoding="utf-8")
    for game in ("hex", pw.Game("hex", "7x7")):
        variant = "7x7" if game == "hex" else None
        (record,) = pw.read_records(path, game, variant)
        assert (record.tags["Game"], record.tags["Variant"]) == ("hex", "7x7")
        assert record.end().game == pw.Game("hex", "7x7")
    (record,) = pw.read_records(path, game="mill", options={"NMoveRule": 60})
    assert record.tags["Options"] == "NMoveRule=60"
    assert "Game" not in pw.read_records(path)[0].tags
    assert "Variant" not in next(pw.iter_records(path, "hex")).tags
    named = '[Game "hex"]\n[Variant "7x7"]\n[Result "*"]\n\n1. g7 *\n'
    assert pw.parse_records(named, "hex")[0].tags["Variant"] == "7x7"
    with pytest.raises(pw.RecordError, match="line 5, column 4: it records the variant 7x7, not hex"):
        pw.parse_records(named, "hex", "hex")
    with pytest.raises(pw.RecordError, match="it records a game of hex, not of mill"):
        pw.parse_records(named, pw.Game("mill"))
    for arguments in (("chequers",), ("hex", "9x9x9"), ("hex", None, {"x": 1}), (None, "7x7"), (pw.Game("hex"), "7x7")):
        with pytest.raises(pw.OptionError):
            pw.read_records(path, *arguments)
    path.write_bytes(b"(;GM[11]PB[J\xfcrgen];B[a1];W[C2])\n(;GM[11]PB[\xe4];B[a1])")
    with pytest.warns(UnicodeWarning, match="line 1: not UTF-8") as warned:
        names = [one.tags["White"] for one in pw.read_records(path)]
    assert (names, len(warned)) == (["J\xfcrgen", "\xe4"], 1)


def test_bad_records_are_errors() -> None:
    """Messages name the line of the error."""
    with pytest.raises(pw.RecordError, match="line"):
        pw.parse_records('[White "x\n\n1. d6 *\n')
    with pytest.raises(pw.RecordError, match="expected 1-0"):
        str(pw.Record(result="2-0"))
    with pytest.raises(pw.RecordError, match="one word"):
        str(pw.Record([pw.RecordedMove("d6 f4")]))
    with pytest.raises(pw.RecordError, match="no tag Game"):
        pw.Record().game()
    with pytest.raises(pw.MoveError):
        pw.Record([pw.RecordedMove("zz")]).end(TIC_TAC_TOE)
    assert pw.parse_records("") == []


def test_reviews_find_blunders() -> None:
    """A move that lets the opponent win loses half a point or more."""
    state = TIC_TAC_TOE.start()
    for move in ("b2", "a3", "a1", "b3"):
        state.play(move)
    with pw.Engine(TIC_TAC_TOE) as engine:
        reviewed = list(pw.review(engine, state, pw.Limit(depth=9)))
        assert [one.move for one in reviewed] == state.history
        assert [one.side for one in reviewed] == [0, 1, 0, 1]
        state.undo()
        state.play("b1")
        blunder = list(pw.review(engine, pw.Record.of(state), pw.Limit(depth=9)))[-1]
    assert blunder.verdict == "??"
    assert blunder.best == "c3"
    assert (blunder.before, blunder.after, blunder.loss) == (0.5, 1.0, 0.5)


def test_matches_count_games() -> None:
    """The stronger engine wins, and the counts are consistent."""
    players = [pw.Player("deep", depth=6), pw.Player("shallow", level=0, options={"Hash": 1})]
    result = pw.play_match(CONNECT_FOUR, players, rounds=3, seed=5, concurrency=2)
    (pairing,) = result.pairings
    assert pairing.games == len(result.records) == 6
    assert sum(pairing.pairs) == 3
    assert pairing.wins > pairing.losses
    assert "deep - shallow" in str(pairing)
    for record in result.records:
        state = record.end()
        assert state.ending is not None
        assert {record.tags["White"], record.tags["Black"]} == {"deep", "shallow"}
    again = pw.play_match(CONNECT_FOUR, players, rounds=3, seed=5)
    # Notes have times.
    texts = [[[move.text for move in one.moves] for one in played.records] for played in (result, again)]
    assert sorted(texts[0]) == sorted(texts[1])


def test_sequential_tests_end_matches() -> None:
    """The verdict of the test ends the match early."""
    players = [pw.Player("deep", depth=7), pw.Player("weak", level=0)]
    sprt = pw.Sprt(elo0=0, elo1=100, alpha=0.2, beta=0.2)
    result = pw.play_match(CONNECT_FOUR, players, rounds=200, sprt=sprt)
    assert result.pairings[0].verdict == "H1"
    assert result.pairings[0].games < 400


def test_statistics_of_counted_results() -> None:
    """If 64 of 100 pairs are won and the others lost, the statistics have known values."""
    found = pw.statistics(128, 0, 72, [36, 0, 0, 0, 64], sprt=pw.Sprt())
    assert found.score == pytest.approx(0.64)
    assert found.elo is not None
    assert found.los is not None
    assert found.elo == pytest.approx(99.95, abs=0.1)
    assert found.los > 0.99
    assert found.llr is not None


def test_statistics_have_no_nan() -> None:
    """What the results do not determine is `None`."""
    for counts in ((0, 0, 0, [0] * 5), (1, 0, 0, [0] * 5), (2, 0, 0, [0, 0, 0, 0, 1]), (0, 2, 0, [0, 0, 1, 0, 0])):
        found = pw.statistics(*counts, sprt=pw.Sprt())
        for name in ("score", "elo", "elo_error", "normalized_elo", "normalized_elo_error", "los", "llr"):
            assert not isinstance(value := getattr(found, name), float) or not math.isnan(value), (counts, name)
        assert "nan" not in str(found) and "None" not in str(found)
    nothing, won = pw.statistics(0, 0, 0, [0] * 5), pw.statistics(2, 0, 0, [0, 0, 0, 0, 1])
    assert (nothing.score, nothing.elo, nothing.los) == (None, None, None)
    assert (won.score, won.elo, won.elo_error) == (1.0, math.inf, None)


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "pairs"),
    [
        (0, 0, 0, [0, 0, 0, 0, 1]),
        (10, 0, 0, [5, 0, 0, 0, 0]),
        (1, 0, 0, [0, 0, 0, 0, 1]),
        (2, 0, 0, [0, 0, 1, 0, 0]),
        (1, 1, 0, [0, 1, 0, 0, 0]),
        (0, 1, 1, [0, 0, 0, 1, 0]),
        (1, 1, 1, [0, 0, 2, 0, 0]),
        (3, 2, 3, [0, 1, 2, 1, 1]),
        (2, 2, 2, [0, 0, 3]),
        (2, 2, 2, [0, 0, 1, 0, 0, 0]),
        (2, 2, 2, []),
        (2, 2, 2, [0, 0, -1, 0, 0]),
        (2, 2, 2, [0, 0, 1.0, 0, 0]),
        (-1, 0, 0, [0] * 5),
        (1.0, 0, 0, [0] * 5),
    ],
)
def test_contradictory_counts_are_refused(wins: Any, draws: int, losses: int, pairs: list[Any]) -> None:
    """The pairs must be pairs of the counted games."""
    with pytest.raises(pw.OptionError, match="expected"):
        pw.statistics(wins, draws, losses, pairs)


def test_counts_that_agree_are_accepted() -> None:
    """A pair with one point is a win and a loss, or two draws. Games may be missing in the pairs."""
    for wins, draws, losses, pairs in (
        (2, 2, 2, [0, 0, 3, 0, 0]),
        (4, 2, 2, [0, 1, 1, 1, 1]),
        (1, 1, 1, [0, 0, 1, 0, 0]),
        (5, 0, 0, [0] * 5),
        (1, 2, 1, [0, 1, 0, 1, 0]),
    ):
        assert pw.statistics(wins, draws, losses, pairs).games == wins + draws + losses


def test_wrong_matches_are_refused() -> None:
    """A match with one player, unknown options or an impossible test is refused."""
    one, two = pw.Player("one"), pw.Player("two")
    calls: tuple[Callable[[], object], ...] = (
        lambda: pw.play_match(CONNECT_FOUR, [one]),
        lambda: pw.play_match(CONNECT_FOUR, [one, pw.Player("x", options={"Nothing": 1})]),
        lambda: pw.play_match(CONNECT_FOUR, [one, pw.Player("one")]),
        lambda: pw.play_match(CONNECT_FOUR, [one, two, pw.Player("two", nodes=1)]),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], rounds=0),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], openings="random:x"),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], sprt=pw.Sprt(5, 0)),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], concurrency=0),
    )
    for call in calls:
        with pytest.raises(pw.OptionError):
            call()
    with pytest.raises(pw.EngineError):
        pw.play_match(CONNECT_FOUR, [one, pw.Player("x", command="/no/such/program")])


def test_self_play_is_reproducible(tmp_path: Path) -> None:
    """Games depend on the seed and not on the number of threads, and can be trained on."""

    def played(threads: int, out: Path | None = None) -> list[pw.TrainingGame]:
        return list(pw.selfplay(CONNECT_FOUR, 12, nodes=100, seed=3, threads=threads, out=out))

    path = tmp_path / "c4.games"
    games = played(1, path)
    assert games == played(2)
    assert [game.number for game in games] == list(range(12))
    assert pw.read_games(path) == games
    assert played(1, path) == [], "the file is complete"
    for game in games:
        state = game.state(CONNECT_FOUR)
        assert game.result in (-1, 0, 1)
        assert state.plies == len(game.opening) + len(game.moves)
    other = list(pw.selfplay(CONNECT_FOUR, 12, nodes=100, seed=4))
    assert other != games
    with pytest.raises(pw.RecordError, match="choose another file"):
        pw.selfplay(CONNECT_FOUR, 12, nodes=101, seed=3, out=path)


def test_self_play_in_batches() -> None:
    """Batches hold the searched positions as arrays."""
    games = list(pw.selfplay(CONNECT_FOUR, 10, nodes=50, threads=2))
    whole = pw.batch(CONNECT_FOUR, games)
    count = sum(len(game.moves) for game in games)
    assert whole.observations.shape == (count, 2, 7, 7)
    assert whole.observations.dtype == np.float32
    assert whole.scores.shape == whole.results.shape == (count,)
    assert set(np.unique(whole.results)) <= {-1, 0, 1}
    state = CONNECT_FOUR.start()
    for move in games[0].opening:
        state.play(move)
    assert (whole.observations[0] == state.observe()).all()
    assert whole.scores[0] == np.float32(games[0].moves[0][1] / 400)
    parts = list(pw.selfplay_batches(CONNECT_FOUR, games, 32))
    assert [len(part.results) for part in parts[:-1]] == [32] * (len(parts) - 1)
    for one, joined in zip(whole, zip(*parts, strict=True), strict=True):
        assert (one == np.concatenate(joined)).all()
    with pytest.raises(pw.OptionError):
        next(pw.selfplay_batches(CONNECT_FOUR, games, 0))


def test_leaving_self_play_ends_it() -> None:
    """Self-play ends when its iterator is dropped."""
    for game in pw.selfplay(CONNECT_FOUR, 1_000_000, nodes=50, threads=2):
        assert game.number == 0
        break


def test_wrong_self_play_is_refused() -> None:
    """Settings are checked when the function is called."""
    for settings in (
        {"nodes": 0},
        {"threads": 0},
        {"opening": (5, 4)},
        {"options": {"Nothing": 1}},
        {"network": "/no/file"},
        {"opening": (0, 10_000)},
        {"max_plies": 0},
    ):
        with pytest.raises(pw.OptionError):
            pw.selfplay(CONNECT_FOUR, 10, **settings)


def test_training_writes_a_network(tmp_path: Path) -> None:
    """A network is trained, read, evaluated and used by an engine."""
    data, out = tmp_path / "c4.games", tmp_path / "c4.net"
    for _ in pw.selfplay(CONNECT_FOUR, 200, nodes=30, threads=2, out=data):
        pass
    trained = pw.train(CONNECT_FOUR, data, out, hidden=32, epochs=2, batch=256, threads=2, progress=True)
    assert [epoch.number for epoch in trained.epochs] == [1, 2]
    assert trained.epochs[1].loss < trained.epochs[0].loss
    network = pw.load_network(out)
    assert network.to_bytes() == trained.network.to_bytes() == out.read_bytes()
    assert (network.features, network.inputs, network.hidden) == ("connect-four-stones-1", 98, 32)
    states = [CONNECT_FOUR.start()]
    for _ in range(8):
        states.append(states[-1].copy())
        states[-1].play("4" if len(states) < 5 else "3")
    logits = network.logits(states)
    assert logits.shape == (9,)
    assert logits.dtype == np.float64
    scores = pw.evaluate(network, states)
    with pw.Engine(CONNECT_FOUR, network=out, options={"Algorithm": "alpha-beta"}) as engine:
        for state, score, logit in zip(states, scores, logits, strict=True):
            same = engine.evaluation(state)
            assert same is not None and not same.exact
            assert (same.value, same.logit, same.unit) == (score.value, score.logit, score.unit)
            # A search counts in steps, which are a tenth of a logit in this game.
            assert score.logit == pytest.approx(400 * logit, abs=41)
            assert score.chance == pytest.approx(1 / (1 + math.exp(-logit)), abs=0.03)
        assert engine.analyse(states[0], pw.Limit(nodes=500)).move in states[0].moves()
    with pytest.raises(pw.NetworkError):
        network.logits([pw.Game("othello").start()])
    with pytest.raises(pw.EngineError):
        network.logits([states[0], pw.Game("othello").start()])
    assert pw.train(CONNECT_FOUR, data, out, hidden=32, epochs=2, batch=256).epochs == []


def test_wrong_trainings_are_refused(tmp_path: Path) -> None:
    """Missing data, impossible sizes and damaged files are errors."""
    data, out = tmp_path / "x.games", tmp_path / "x.net"
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out)
    data.write_text("nothing")
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out)
    for settings in ({"epochs": 0}, {"batch": 0}, {"rate": float("nan")}, {"images": 0}, {"threads": 0}):
        with pytest.raises(pw.OptionError):
            pw.train(CONNECT_FOUR, data, out, **settings)
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out, hidden=33)
    for wrong in (b"", b"x" * 1000, b"plywright-network 1\n"):
        with pytest.raises(pw.NetworkError):
            pw.Network(wrong)
    with pytest.raises(pw.RecordError):
        pw.read_games(data)


@pytest.mark.parametrize("name", [info.name for info in pw.games()])
def test_random_games_are_reproducible(name: str) -> None:
    """Results and lengths depend on the seed alone."""
    game = pw.Game(name)
    results, plies = pw.random_games(game, 200, seed=7)
    assert results.dtype == np.int8
    assert plies.dtype == np.int32
    assert results.shape == plies.shape == (200,)
    assert set(np.unique(results)) <= {-1, 0, 1}
    assert plies.min() >= 1
    assert plies.max() <= game.max_plies
    again, lengths = pw.random_games(game, 200, seed=7, threads=2)
    assert (again == results).all()
    assert (lengths == plies).all()
    assert (pw.random_games(game, 200, seed=8)[1] != plies).any()
    assert (pw.random_games(game, 5, max_plies=0)[1] == 0).all()


def test_random_games_can_be_decided_by_the_last_move() -> None:
    """A win by the last possible move, or by the last allowed one, counts."""
    results, plies = pw.random_games(TIC_TAC_TOE, 500, seed=3)
    assert set(results[plies == 9]) == {0, 1}
    shorter, lengths = pw.random_games(TIC_TAC_TOE, 500, seed=3, max_plies=5)
    assert (shorter == np.where(plies <= 5, results, 0)).all()
    assert (lengths == np.minimum(plies, 5)).all()
    assert set(shorter) == {0, 1}


def test_random_games_are_checked() -> None:
    """Numbers out of range are refused."""
    for settings in ({"count": 10**9}, {"count": 1, "threads": 0}):
        with pytest.raises(pw.OptionError):
            pw.random_games(TIC_TAC_TOE, **settings)
    for count in (-1, 1.5, "3", None, True):
        with pytest.raises(TypeError, match="count is"):
            pw.random_games(TIC_TAC_TOE, count)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [info.name for info in pw.games()])
def test_batches_agree_with_single_states(name: str) -> None:
    """Observations, masks and features of batches equal those of single states."""
    game = pw.Game(name)
    states: list[pw.State] = []
    state = game.start()
    while len(states) < 20 and state.moves():
        states.append(state.copy())
        state.play(state.moves()[len(states) % len(state.moves())])
    seen, masks = pw.observe(states), pw.action_masks(states)
    assert seen.shape == (len(states), *game.observation_shape)
    assert masks.shape == (len(states), game.move_count)
    out = np.full_like(seen, 7)
    assert pw.observe(states, out) is out
    assert (out == seen).all()
    inputs = pw.features(states)
    start = 0
    for number, one in enumerate(states):
        assert (seen[number] == one.observe()).all()
        assert (masks[number] == one.action_mask()).all()
        end = int(inputs["own_ends"][number])
        assert np.flatnonzero(seen[number].reshape(-1)).tolist() == inputs["own"][start:end].tolist()
        start = end


def test_wrong_batches_are_refused() -> None:
    """An empty batch, states of several games and an array of another shape are refused."""
    one, other = TIC_TAC_TOE.start(), CONNECT_FOUR.start()
    for call in (
        lambda: pw.observe([]),
        lambda: pw.observe([one, other]),
        lambda: pw.action_masks([one, other]),
        lambda: pw.features([one, other]),
        lambda: pw.observe([one], np.zeros((2, 2, 3, 3), np.float32)),
        lambda: pw.observe([one], np.zeros((1, 2, 3, 6), np.float32)[..., ::2]),
    ):
        with pytest.raises(pw.EngineError):
            call()
    with pytest.raises(TypeError):
        pw.observe([1])  # type: ignore[list-item]
