"""``headwater build``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup("build", "Build the data, starting states and tasks of a suite.", lambda suite: suite.build)
