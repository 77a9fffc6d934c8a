"""``headwater export``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "export",
    "Write what agents left in a job in the format of another program.",
    lambda suite: {"": suite.export} if suite.export else {},
)
