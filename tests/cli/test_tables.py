"""Every table at 80 columns and at 60: no name is broken, no cell is cut off, no line is too long."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import PUBLISHED, RunHere
from tests.commands import PROGRAM
from tests.context.shop_project import write_shop

from headwater.snapshots import SnapshotStore

pytestmark = pytest.mark.minutes


@dataclass(frozen=True)
class Places:
    """The data for the tables."""

    job: Path
    runs: Path
    shop: Path


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_shop(tmp_path_factory.mktemp("shop"))
    subprocess.run([PROGRAM, "context", "scan", "shop.duckdb"], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch, cache: Path, job: Path, imported: Path, shop: Path) -> Places:
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    return Places(job, imported, shop)


Names = Callable[[Any], list[str]]


def column(*keys: str) -> Names:
    """Return the values of some columns in a list of rows."""
    return lambda rows: [str(row[key]) for row in rows for key in keys]


def words(rows: Any) -> list[str]:
    """Return the words in the labels of groups; each label is a name."""
    return [word for group in rows["summary"]["groups"] for value in group["key"].values() for word in value.split()]


def levels(rows: Any) -> list[str]:
    return [name for each in rows for name in (each["first"], each["second"])]


TABLES: dict[str, tuple[tuple[str, ...], Names]] = {
    "suites": (("list",), column("suite")),
    "tasks": (("list", "pipelines"), column("task", "tier", "category", "starting_state")),
    "agents": (("agents",), column("agent", "version")),
    "harnesses": (("harnesses",), column("harness")),
    "trials": (("results", "{job}"), column("task", "agent")),
    "published trials": (("results", "{runs}"), column("task", "agent", "harness")),
    "groups": (("results", "{runs}", "--by", "agent,harness", *PUBLISHED), words),
    "lift": (("results", "{runs}", "--lift", "agent", *PUBLISHED), levels),
    "difficulty of tasks": (
        ("results", "{runs}", "--tasks", *PUBLISHED),
        lambda found: [item["task"].removeprefix("dec-bench/") for item in found["items"]],
    ),
    "comparison": (
        ("compare", "{runs}", "{runs}", "--a", "agent=codex", "--b", "agent=cursor", *PUBLISHED),
        lambda found: [
            each["key"]["task"] for each in found["pairs"] if abs(each["first"]["mean"] - each["second"]["mean"]) > 0.1
        ],
    ),
    "calibration": (
        ("calibrate", "{runs}"),
        lambda found: [each["task"].removeprefix("dec-bench/") for each in found["tasks"]],
    ),
}
OF_DATA: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "catalog": (("show",), ["shop:main.stg_customers", "shop:raw.orders", "customer_id"]),
    "columns": (("show", "fct_orders"), ["customer_id", "BIGINT", "DOUBLE", "→", "main.stg_customers(customer_id)"]),
    "keys": (("show", "--keys"), ["shop:main.stg_customers", "shop:main.fct_orders", "customer_id", "foreign"]),
    "hits": (("search", "customer"), ["stg_customers.customer_id", "raw.customers"]),
    "rows": (("query-sql", "select customer_id, name, segment from stg_customers order by 1"), ["c20", "retail"]),
    "wide rows": (
        ("query-sql", "select 'an-id-that-goes-on-' || i as id, 'word ' || i as w, i as n from range(30, 33) r(i)"),
        ["an-id-that-goes-on-31", "n"],
    ),
}


def require_whole(text: str, names: list[str], columns: int) -> None:
    assert names
    lines = text.splitlines()
    broken = {name for name in names if not any(name in line for line in lines)}
    assert broken == set(), text
    too_long = [line for line in lines if len(line) > columns]
    assert [line for line in too_long if "  " in line.strip()] == []  # only a long name may exceed the width


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("table", TABLES)
def test_names_are_not_broken(run_here: RunHere, places: Places, table: str, columns: int) -> None:
    args, names = TABLES[table]
    args = tuple(arg.format(job=places.job, runs=places.runs) for arg in args)
    done = run_here(*args, columns=columns)
    assert done.returncode == 0, done.stderr
    require_whole(done.stdout, names(json.loads(run_here(*args, "--json").stdout)), columns)


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("table", OF_DATA)
def test_names_of_data_are_not_broken(run_here: RunHere, places: Places, table: str, columns: int) -> None:
    args, names = OF_DATA[table]
    done = run_here("context", *args, columns=columns, cwd=places.shop)
    assert done.returncode == 0, done.stderr
    require_whole(done.stdout, names, columns)


def test_lists_of_the_cache_and_of_doctor_are_complete(run_here: RunHere, places: Places, cache: Path) -> None:
    assert places.job.is_dir()
    snapshots = run_here("cache", "list", columns=60).stdout
    names = sorted({word for each in SnapshotStore(cache).all() for word in each.manifest.label.split()})
    require_whole(snapshots, names, 60)
    found = run_here("doctor", columns=60).stdout
    require_whole(found, ["mini-swe-agent", "namespaces, overlays and bubblewrap"], 60)
