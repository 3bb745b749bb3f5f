"""Letters, digits and chess pieces as lines, for pictures made of pixels. SVG leaves its text to the viewer's fonts.

A glyph is a text of strokes, separated by spaces. A stroke is a list of points, each written as two digits: `x` to the
right and `y` downwards. Capitals reach from `y` 0 to 6, and small letters begin at 2. Chess pieces are areas, on a grid
of 16 units whose digits go on from 9 with the letters a to g.
"""

from __future__ import annotations

from unicodedata import normalize

from plywright._picture import Paint, Path, Point, Text

_STROKES = {
    "0": "103041453616050110",
    "1": "112026 1636",
    "2": "01103041420646",
    "3": "0110304142334445361605 1333",
    "4": "36300444",
    "5": "400002324345361605",
    "6": "413010010516364544331304",
    "7": "004016",
    "8": "13020110304142331304051636454433",
    "9": "051636454130100102133342",
    "A": "062046 1434",
    "B": "06003041423303 3344453606",
    "C": "4130100105163645",
    "D": "06003041453606",
    "E": "40000646 0333",
    "F": "400006 0333",
    "G": "41301001051636454323",
    "H": "0006 4046 0343",
    "I": "0020 1016 0626",
    "J": "4045361605",
    "K": "0006 400346",
    "L": "000646",
    "M": "0600234046",
    "N": "06004640",
    "O": "103041453616050110",
    "P": "06003041423303",
    "Q": "103041453616050110 3446",
    "R": "06003041423303 2346",
    "S": "413010010213334445361605",
    "T": "0040 2026",
    "U": "000516364540",
    "V": "002640",
    "W": "0016233640",
    "X": "0046 4006",
    "Y": "002340 2326",
    "Z": "00400646",
    "a": "12223336 341405162635",
    "b": "0006 0312223335261605",
    "c": "3322120305162635",
    "d": "3036 3322120305162635",
    "e": "043433221203051636",
    "f": "30201116 0222",
    "g": "3237281807 3322120305162635",
    "h": "0006 0312223336",
    "i": "0206 0000",
    "j": "121708 1010",
    "k": "0006 3204 1436",
    "l": "0006",
    "m": "0602 03122326 23324346",
    "n": "0602 0312223336",
    "o": "122233352616050312",
    "p": "0208 0312223335261605",
    "q": "3238 3322120305162635",
    "r": "0602 031222",
    "s": "33221203142435261605",
    "t": "101526 0222",
    "u": "0205162635 3236",
    "v": "021632",
    "w": "0216233642",
    "x": "0236 3206",
    "y": "321608 0216",
    "z": "02320636",
    ".": "0606",
    ",": "1607",
    ":": "0303 0606",
    ";": "1313 1607",
    "!": "0004 0606",
    "?": "01103041422324 2626",
    "'": "0002",
    '"': "0002 2022",
    "-": "0333",
    "+": "0343 2125",
    "=": "0232 0434",
    "*": "0343 0145 4105",
    "/": "0640",
    "(": "10010516",
    ")": "00111506",
    "<": "310335",
    ">": "013305",
    "&": "46020110212205163644",
    "%": "0640 0101 4545",
    "#": "1016 3036 0242 0444",
    "_": "0747",
    "·": "0303",
}
_UNKNOWN = "0040460600"
_AREAS = {
    "♟": "3gdgdebc98a7b5a382635567785c3e",
    "♞": "4gdgddc8b593817355292b4c6a897b5d4e",
    "♝": "3gdgdead9cbab895948274585a7c6d3e",
    "♜": "3gdgdecdb7c6c2a2a49492727464624246574d3e",
    "♛": "3gdgdeccf4c8b29881785248144c3e",
    "♚": "3gdgdecde9e7c69794b4b393917173535474774627294d3e",
}

_HEIGHT = 0.7
"""Height of capitals, as a share of the size of the text."""
_GAP = 1.6
"""Distance between two letters."""
_BLANK = 2.0
"""Width of a space."""


def _points(digits: str, x: float, y: float, unit: float) -> tuple[Point, ...]:
    numbers = [int(digit, 17) for digit in digits]
    return tuple((x + across * unit, y + down * unit) for across, down in zip(numbers[::2], numbers[1::2], strict=True))


def _glyph(letter: str) -> str:
    """Return the strokes of a letter. An accent is left out."""
    return _STROKES.get(letter) or _STROKES.get(normalize("NFKD", letter)[0], _UNKNOWN)


def outlines(text: Text) -> list[Path]:
    """Return the lines and areas that draw a text."""
    if text.text in _AREAS:
        unit = text.size / 16
        return [Path(_points(_AREAS[text.text], text.x - 8 * unit, text.y - 8 * unit, unit), True, Paint(text.colour))]
    unit = _HEIGHT * text.size / 6
    paint = Paint(None, text.colour, unit * (1.3 if text.bold else 0.9))
    strokes, width = [], 0.0
    for letter in text.text:
        glyph = "" if letter.isspace() else _glyph(letter)
        strokes += [(stroke, width) for stroke in glyph.split()]
        across = [int(stroke[at]) for stroke in glyph.split() for at in range(0, len(stroke), 2)]
        width += max(across) + _GAP if across else _BLANK
    width = max(width - _GAP, 0)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor] * unit
    top = text.y - 3 * unit
    return [Path(_points(stroke, left + at * unit, top, unit), False, paint) for stroke, at in strokes]
