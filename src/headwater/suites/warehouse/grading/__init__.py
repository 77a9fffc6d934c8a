"""Gates of the suite: what an agent changed, on a clean copy of the project, built and tested.

A generated task's ``checks.py`` is two lines::

    from headwater.suites.warehouse.grading import BrokenTask, checks_of
    globals().update(checks_of(BrokenTask(target="test.mooring.…", causes=("model.mooring.…",))))

Only templates and seeds (`models`, `macros`, `seeds`, `snapshots`) are taken from the workspace; tests, settings,
profiles and everything else are the clean project's. What an agent wrote is rendered and run by `judge` in a sandbox of
its own; where it left the clean files themselves there is nothing to run.
"""

from __future__ import annotations

from headwater.suites.warehouse.grading._checks import checks_of
from headwater.suites.warehouse.grading._judge import judge
from headwater.suites.warehouse.judge._records import BrokenTask, Judgement, Work

__all__ = ["BrokenTask", "Judgement", "Work", "checks_of", "judge"]
