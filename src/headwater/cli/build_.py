"""``headwater build``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup("build", "Build what a suite generates: data, starting states, tasks.", lambda suite: suite.build)
