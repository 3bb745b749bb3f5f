"""What several files of tests share."""

from __future__ import annotations

import plywright as pw
import pytest

RULES = [
    *((info.name, None) for info in pw.games()),
    ("mill", "lasker-morris"),
    ("santorini", "apollo-demeter"),
    ("connect-four", "5x4"),
]


@pytest.fixture(params=RULES, ids=lambda rules: "-".join(filter(None, rules)))
def game(request: pytest.FixtureRequest) -> pw.Game:
    """Return each of the games and variants under test."""
    return pw.Game(*request.param)
