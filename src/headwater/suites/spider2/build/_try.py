"""Learns facts from an instance's reference solution in a cell, and caches them with the base."""

from __future__ import annotations

import pickle
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from pydantic import TypeAdapter

from headwater.sandbox import remove_tree, run_in_cell
from headwater.suites.spider2.build._learn import LearnedFacts, LearningPlan
from headwater.suites.spider2.grading._rebuild import REORDERED
from headwater.suites.spider2.in_cell import try_in_cell
from headwater.trials import write_atomically

_SEC = 3600.0
_Outcome = TypeAdapter(LearnedFacts)


def try_reference(
    home: Path, plan: LearningPlan, notify: Callable[[str], None], cancel: threading.Event
) -> LearnedFacts:
    """Return the facts from an instance's reference solution, cached if possible.

    Raises:
        BrokenReferenceError: The solution does not build the graded tables.
        CancelledError: The build was interrupted.
    """
    outcome_file = plan.base / "learned" / f"{plan.digest[:32]}.json"
    if outcome_file.is_file() and (plan.base / REORDERED / plan.database).is_file():
        return _Outcome.validate_json(outcome_file.read_bytes())
    notify(f"building the reference solution of {plan.config.id} (once)")
    home.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".trying-", dir=home))
    try:
        learned = run_in_cell(try_in_cell, pickle.dumps(plan), scratch, cancel=cancel, timeout_sec=_SEC)
        outcome: LearnedFacts = pickle.loads(learned)  # noqa: S301 - of this very program
        (plan.base / REORDERED).mkdir(exist_ok=True)
        shutil.move(scratch / REORDERED / "raw" / plan.database, plan.base / REORDERED / plan.database)
    finally:
        remove_tree(scratch)
    outcome_file.parent.mkdir(exist_ok=True)
    write_atomically(outcome_file, _Outcome.dump_json(outcome, indent=1).decode())
    return outcome
