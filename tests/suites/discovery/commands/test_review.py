"""The command ``headwater review discovery``, and the tasks that are built from accepted drafts."""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lakes import make_lake

from headwater.errors import OptionError
from headwater.suites.discovery.commands import review

NOTEBOOK = (
    "import pandas as pd",
    "t = pd.read_csv('/data/gauges/heights_2023.csv')",
    "print(f\"{t[t.coast == 'north'].height.mean():.2f}\")",
    "print(len(t[(t.coast == 'east') & (t.height > 12.5)]))",
)


def table(seed: int, days: int = 27) -> str:
    chosen = random.Random(seed)
    days = [f"2024-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, days + 1)]
    rows = [f"{day},{coast},{chosen.uniform(1, 20):.2f}\n" for day in days for coast in ("north", "south", "east")]
    return f"day,coast,height\n{''.join(rows)}"


def make_tides(folder: Path) -> Path:
    """Write a lake in which no solver without a model finds the file of the notebook."""
    names = ("gauges/heights_2023.csv", "gauges/heights_2024.csv", "coasts/heights_2022.csv")
    files = {name: table(seed) for seed, name in enumerate(names)} | {"old/heights.csv": table(9, days=28)}
    return make_lake(folder, files, {"coasts": NOTEBOOK})


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return make_tides(tmp_path / "tides")


def headwater(suite: SmallSuite, *words: str, keys: str | None = None) -> str:
    """Run a command, at a terminal if there are keys to type, and return its output."""
    env = {**os.environ, "HEADWATER_HOME": str(suite.home), "COLUMNS": "200"}
    argv = [str(Path(sys.executable).with_name("headwater")), *words]
    if keys is None:
        return subprocess.run(
            argv, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
        ).stdout
    controller, terminal = pty.openpty()
    os.write(controller, keys.encode())
    try:
        done = subprocess.run(argv, env=env, stdin=terminal, capture_output=True, text=True, check=True)
    finally:
        os.close(controller)
        os.close(terminal)
    return done.stdout


def test_a_review_without_a_terminal_says_what_to_do(lake: Path) -> None:
    refused = CliRunner().invoke(review.command, [str(lake)]).exception
    assert isinstance(refused, OptionError)
    assert str(refused) == (
        "review: there is no terminal to ask at; print drafts with --json, and give --decisions FILE"
    )


@pytest.mark.minutes
def test_accepted_drafts_become_tasks(own_copy: SmallSuite, lake: Path, tmp_path: Path) -> None:
    output = headwater(own_copy, "review", "discovery", str(lake), keys="a\nq\n")
    assert "draft 1 of 2" in output
    assert "1 accept, 1 open" in output
    first, second = json.loads(headwater(own_copy, "review", "discovery", str(lake), "--json"))
    assert [each["decision"] and each["decision"]["verdict"] for each in (first, second)] == ["accept", None]
    words = {"question": second["question"].replace("?", " in all?"), "guidelines": second["guidelines"]}
    decisions = tmp_path / "decisions.jsonl"
    decisions.write_text(json.dumps({"draft": second["draft"][:8], "verdict": "edit", **words}) + "\n")
    assert "1 accept, 1 edit" in headwater(
        own_copy, "review", "discovery", str(lake), "--decisions", str(decisions), "--list"
    )
    built = headwater(own_copy, "build", "discovery", "questions", str(lake))
    assert built.startswith("2 tasks of the lake tides in ")
    task = own_copy.home / "discovery/tasks" / second["id"] / "instruction.md"
    assert task.read_text().startswith(words["question"])
