"""The command `headwater power`: its tables, and its messages about mistakes."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import RunHere


def test_the_tables_say_what_an_experiment_needs(run_here: RunHere) -> None:
    lines = run_here("power", columns=80).stdout.splitlines()
    assert lines[0] == "Tasks with which a lift is found"
    assert [line.split() for line in lines[1:4]] == [
        ["lift", "repeats", "tasks", "trials", "cost"],
        ["0.30", "1", "24", "48", "$24"],
        ["0.30", "3", "11", "66", "$33"],
    ]
    found = run_here("power", "--tasks", "8", "--repeats", "3", "--usd", "2").stdout.splitlines()
    assert [line.split() for line in found[:3]] == [
        ["The", "smallest", "lift", "that", "is", "found"],
        ["tasks", "repeats", "lift", "trials", "cost"],
        ["8", "3", "0.36", "48", "$96"],
    ]


def test_what_is_not_known_is_not_a_number(run_here: RunHere) -> None:
    options = ("--varies", "1", "--lift", "0.001", "--tasks", "4", "--repeats", "1")
    found = json.loads(run_here("power", *options, "--json").stdout)
    assert found == [
        {"lift": 0.001, "repeats": 1, "tasks": None, "trials": None, "cost_usd": None},
        {"lift": None, "repeats": 1, "tasks": 4, "trials": 8, "cost_usd": 4.0},
    ]
    printed = run_here("power", *options).stdout
    assert "over 100,000" in printed
    assert "none" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--solved", "0.8", "--lift", "0.3"), "--lift: a lift of 0.3 is not possible from a solve rate of 0.8"),
        (("--tasks", "3"), "3 is not in the range x>=4"),
    ],
)
def test_impossible_plans_are_one_line(run_here: RunHere, options: tuple[str, ...], message: str) -> None:
    done = run_here("power", *options)
    assert done.returncode == 2
    assert message in done.stderr
