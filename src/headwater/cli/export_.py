"""``headwater export``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "export",
    "Export the output of a job's agents in another program's format.",
    lambda suite: {"": suite.export} if suite.export else {},
)
