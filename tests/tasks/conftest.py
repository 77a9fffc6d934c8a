from __future__ import annotations

from pathlib import Path

import pytest

TASK_TOML = """\
id = "daily-orders"
title = "Daily orders"
suite = "pipelines"
tier = "tier-1"
category = "debugging"
competencies = ["data-modeling-and-schema-design"]
starting_state = "broken"
services = ["postgres", "clickhouse"]

[agent]
timeout_sec = 900

[server]
command = "python serve.py"
port = 8000
"""

CHECKS = '''\
"""Checks of the daily orders."""

from headwater import grading
from headwater.grading import Graded, Result, correct, expect, functional


@functional
def table_exists(graded: Graded) -> Result:
    """The table exists.

    More about it.
    """
    return expect(graded.postgres.has_table("mart.orders"), "it should exist")


@grading.robust
def survives(graded: Graded) -> Result:
    """A second run changes nothing."""
    return expect(not graded.rerun().changes, "nothing should change")


def helper() -> int:
    return 1
'''

FILES = {
    "task.toml": TASK_TOML,
    "instruction.md": "Fill mart.orders from shop.orders.\n",
    "instruction.informed.md": "Fill mart.orders from shop.orders with an upsert.\n",
    "workspace/load.sql": "INSERT INTO mart.orders SELECT * FROM shop.orders;\n",
    "seed/02_clickhouse_events.sql": "CREATE TABLE events (id Int64) ENGINE = Log;\n",
    "seed/01_postgres.sql": "CREATE SCHEMA shop;\n",
    "seed/10_rows.py": "def seed(services) -> None:\n    pass\n",
    "checks.py": CHECKS,
    "solution/solve.sh": "true\n",
    "counterfeits/wrong-grain/counterfeit.toml": 'gate = "correct"\nwhy = "It counts lines."\n',
    "counterfeits/wrong-grain/solve.sh": "true\n",
    "counterfeits/appends/counterfeit.toml": 'gate = "robust"\nwhy = "It appends."\n',
    "counterfeits/appends/solve.sh": "true\n",
    "alternatives/streams/alternative.toml": 'why = "It streams."\n',
    "alternatives/streams/solve.sh": "true\n",
}


def put(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def write_task(folder: Path) -> Path:
    for name, content in FILES.items():
        put(folder, name, content)
    return folder


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A complete task folder, two levels below the working directory."""
    monkeypatch.chdir(tmp_path)
    return write_task(tmp_path / "pipelines" / "daily-orders")
