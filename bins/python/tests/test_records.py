"""Tests of records and their reviews."""

from __future__ import annotations

import html
from pathlib import Path

import plywright as pw
import pytest
from conftest import after

TIC_TAC_TOE = pw.Game("tic-tac-toe")


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


def test_the_rules_say_whose_moves_are_recorded() -> None:
    """People write no number before a move of the second side. An option that cannot be set does not count."""
    for tags in ("", '[Options "Clock=1"]\n\n'):
        (record,) = pw.parse_records(f"{tags}1. e4 e5 (c5) 2. Nf3 (2. d4) Nc6 *", "chess")
        assert [move.side for move in record.moves] == [0, 1, 0, 1]
        assert [move.variations for move in record.moves] == ["", "(1... c5)", "(2. d4)", ""]


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
    state = after(TIC_TAC_TOE, "a3", "a1", "b3")
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


def test_callers_name_existing_rules() -> None:
    """A variant and options need the name of a game."""
    for arguments in (("chequers",), ("hex", "9x9x9"), ("hex", None, {"x": 1}), (None, "7x7"), (pw.Game("hex"), "7x7")):
        with pytest.raises(pw.OptionError):
            pw.parse_records("", *arguments)


def test_lines_that_are_not_utf_8_are_read_as_latin_1(tmp_path: Path) -> None:
    """One warning names the first such line of the file."""
    path = tmp_path / "games.sgf"
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


def test_a_notebook_shows_records_of_unknown_rules_as_text() -> None:
    illegal = pw.Record([pw.RecordedMove("<zz>")], {"Game": "mill"})
    for record in (pw.Record(), pw.Record(tags={"Game": "shogi"}), illegal):
        assert record._repr_html_() == f"<pre>{html.escape(str(record))}</pre>"


def test_reviews_find_blunders() -> None:
    """A move that lets the opponent win loses half a point or more."""
    state = after(TIC_TAC_TOE, "b2", "a3", "a1", "b3")
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
