"""The suite before its tasks are built: each verb says in one line what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from headwater.cli import export_, list_, run_, validate_
from headwater.errors import UserError
from headwater.suites import all_suites

NOT_BUILT = "discovery: its tasks are not built; headwater build discovery"


@pytest.fixture(autouse=True)
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path))


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        (list_, ["discovery"]),
        (list_, ["discovery", "--tag", "hard"]),
        (run_, ["discovery", "--agent", "nop"]),
        (run_, ["discovery/boats", "--agent", "nop"]),
        (validate_, ["discovery"]),
    ],
)
def test_a_verb_that_needs_tasks_says_how_to_build_them(command: object, arguments: list[str]) -> None:
    result = CliRunner().invoke(command.command, arguments)  # type: ignore[attr-defined]
    assert isinstance(result.exception, UserError)
    assert str(result.exception) == NOT_BUILT


def test_a_verb_that_the_suite_lacks_names_those_that_have_it() -> None:
    result = CliRunner().invoke(export_.command, ["discovery", "jobs/x"])
    assert isinstance(result.exception, UserError)
    assert str(result.exception) == "discovery: the suite does not have `headwater export`; suites that do: spider2"


def test_the_list_of_suites_contains_discovery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        list_, "all_suites", lambda: {"discovery": all_suites()["discovery"]}
    )  # others take seconds to list
    rows = json.loads(CliRunner().invoke(list_.command, ["--json"]).stdout)
    assert {row["suite"]: row["tasks"] for row in rows}["discovery"] == NOT_BUILT
