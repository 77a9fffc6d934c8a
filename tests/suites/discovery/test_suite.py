"""A suite without tasks: each verb says so in one line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from headwater.cli import build_, export_, list_, run_, validate_
from headwater.errors import UserError
from headwater.suites import all_suites

NO_VERB = "discovery: the suite does not have `headwater {}`; suites that do: {}"
NO_TASKS = "discovery: has no tasks yet; `headwater score discovery` scores answers"


@pytest.mark.parametrize(
    ("command", "arguments", "line"),
    [
        (list_, ["discovery"], NO_TASKS),
        (list_, ["discovery", "--tag", "hard"], NO_TASKS),
        (run_, ["discovery", "--agent", "nop"], NO_TASKS),
        (run_, ["discovery/boats", "--agent", "nop"], NO_TASKS),
        (validate_, ["discovery"], NO_TASKS),
        (build_, ["discovery"], NO_VERB.format("build", "spider2, warehouse")),
        (export_, ["discovery", "jobs/x"], NO_VERB.format("export", "spider2")),
    ],
)
def test_a_verb_that_needs_tasks_says_that_there_are_none(command: object, arguments: list[str], line: str) -> None:
    result = CliRunner().invoke(command.command, arguments)  # type: ignore[attr-defined]
    assert isinstance(result.exception, UserError)
    assert str(result.exception) == line


def test_the_list_of_suites_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_, "all_suites", lambda: {"discovery": all_suites()["discovery"]})  # others take seconds
    rows = json.loads(CliRunner().invoke(list_.command, ["--json"]).stdout)
    assert {row["suite"]: row["tasks"] for row in rows}["discovery"] == NO_TASKS
