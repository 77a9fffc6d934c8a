"""``headwater evolve``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "evolve",
    "Make tasks harder until few solvers solve them.",
    lambda suite: {"": suite.evolve} if suite.evolve else {},
)
