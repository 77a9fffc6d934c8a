"""Run the entry point in copies, and read the resulting report and tables."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from _members import expire_members
from _truth import IN_CLICKHOUSE, Payment, Truth, stored_payments

from headwater.grading import Completed, Graded, QueryError, Result, State, Workspace, expect

REPORT = "artifacts/drift-report.json"
COMMAND = "python3 reconcile.py"
CHECK = f"{COMMAND} --check-only"
TIMEOUT_SEC = 45.0


@dataclass(frozen=True)
class Run:
    """A run of the entry point, and the report that exists after it."""

    completed: Completed
    report: dict[str, Any]
    report_text: str

    @property
    def exit_code(self) -> int:
        """Return the exit code of the run."""
        return self.completed.exit_code

    @property
    def output(self) -> str:
        """Return the combined output of the run."""
        return self.completed.stdout + self.completed.stderr

    def category(self, name: str) -> dict[str, Any]:
        """Return a category from the report, or an empty dict if the report lacks it."""
        categories = self.report.get("categories")
        found = categories.get(name) if isinstance(categories, dict) else None
        return found if isinstance(found, dict) else {}

    def counts(self, names: tuple[str, ...]) -> dict[str, Any]:
        """Return the counts of the given categories."""
        return {name: self.category(name).get("count") for name in names}


Played = TypeVar("Played")


def once_per_state(play: Callable[[Graded], Played]) -> Callable[[Graded], Played]:
    """Run a scenario once for each graded state, and cache its result or its query error."""
    outcomes_by_state: WeakKeyDictionary[Graded, Played | QueryError] = WeakKeyDictionary()

    def remembered(graded: Graded) -> Played:
        if graded not in outcomes_by_state:
            try:
                outcomes_by_state[graded] = play(graded)
            except QueryError as error:
                outcomes_by_state[graded] = error
        outcome = outcomes_by_state[graded]
        if isinstance(outcome, QueryError):
            raise outcome
        return outcome

    return remembered


def read_report(text: str) -> dict[str, Any]:
    """Return the report as a dict; empty if it is not a JSON object."""
    try:
        report = json.loads(text)
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}


def run(
    copy: State,
    command: str = COMMAND,
    env: Mapping[str, str] | None = None,
    timeout_sec: float = TIMEOUT_SEC,
) -> Run:
    """Run the entry point in a copy."""
    expire_members(copy)
    completed = copy.run(command, env=env, timeout_sec=timeout_sec)
    text = read_file(copy, REPORT)
    return Run(completed, read_report(text), text)


def read_file(copy: State, path: str) -> str:
    """Return the text of a file in a copy's workspace, without following links that lead out of the workspace."""
    return Workspace(copy.workspace_root, copy.workspace_root).read_text(path)


def quarantined(copy: State | Graded) -> list[Payment]:
    """Return the rows in the quarantine."""
    return sorted(stored_payments(copy, "transactions_quarantine"))


def recorded(copy: State) -> list[dict[str, int]]:
    """Return the recorded runs, or an empty list if the table does not have the required columns."""
    names = ("rows_after", *IN_CLICKHOUSE)
    sql = f"select {', '.join(f'toInt64({name})' for name in names)} from analytics.reconciliation_runs"
    try:
        return [dict(zip(names, row, strict=True)) for row in copy.clickhouse.query(sql)]
    except QueryError:
        return []


def agrees_with(run: Run, state: Truth, names: tuple[str, ...], what: str) -> Result:
    """Compare the counts and examples in some categories with the actual data in the state."""
    expected = state.categories()
    wrong = []
    for name in names:
        category = run.category(name)
        if [category.get("count"), category.get("examples")] != [expected[name]["count"], expected[name]["examples"]]:
            wrong.append(f"{name} is {category.get('count')} {category.get('examples')}, really {expected[name]}")
    counts = ", ".join(f"{name} {expected[name]['count']}" for name in names)
    return expect(not wrong, f"{what}: {'; '.join(wrong)[:600] if wrong else counts}")
