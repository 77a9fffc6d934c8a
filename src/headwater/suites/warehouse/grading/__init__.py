"""Implements the suite's gates: the agent's changes are applied to a clean copy of the project and judged.

A generated task's ``checks.py`` is two lines::

    from headwater.suites.warehouse.grading import BrokenTask, checks_of
    globals().update(checks_of(BrokenTask(target="test.mooring.…", causes=("model.mooring.…",))))

Only templates and seeds (`models`, `macros`, `seeds`, `snapshots`) are taken from the workspace. Tests, settings,
profiles and everything else come from the clean project. `judge` renders and runs the agent's files in a separate
sandbox. If the agent restored the clean files exactly, nothing needs to run.
"""

from __future__ import annotations

from headwater.suites.warehouse.grading._checks import checks_of
from headwater.suites.warehouse.grading._judge import judge
from headwater.suites.warehouse.judge._records import BrokenTask, JudgeInput, Judgement

__all__ = ["BrokenTask", "JudgeInput", "Judgement", "checks_of", "judge"]
