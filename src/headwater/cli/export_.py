"""``headwater export``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "export",
    "Write what agents left in a job, in the form that other programs take.",
    lambda suite: {"": suite.export} if suite.export else {},
)
