"""``headwater score``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "score",
    "Score external results by the rules of a suite, without running anything.",
    lambda suite: {"": suite.score} if suite.score else {},
)
