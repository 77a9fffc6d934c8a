"""``headwater review``."""

from __future__ import annotations

from headwater.cli._suites import SuiteGroup

command = SuiteGroup(
    "review",
    "Accept, edit or reject drafts of tasks.",
    lambda suite: {"": suite.review} if suite.review else {},
)
