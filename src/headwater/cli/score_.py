"""``headwater score``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "score",
    "Score results from elsewhere, without running anything.",
    lambda suite: {"": suite.score} if suite.score else {},
)
