"""Toolchains: a task's own versions come before the harness's, and only programs of the task see its date."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from tests.live import Live, Running, python, services_on

from headwater.errors import UserError
from headwater.grading import Tooling
from headwater.harnesses import BuiltHarness, Software, add, find_harness, toolchains
from headwater.harnesses.toolchains import equipped
from headwater.jobs import home
from headwater.layers import FilesLayer

pytestmark = pytest.mark.minutes

NAME = "dbt-1-10"
DAY = date(2024, 9, 30)
LOCK = Path(toolchains.__file__).parent / NAME / "requirements.txt"
PROJECT = {
    "dbt_project.yml": "name: p\nversion: 1.0.0\nconfig-version: 2\nprofile: p\nmodels: {+materialized: table}\n",
    "profiles.yml": "p: {target: d, outputs: {d: {type: duckdb, path: p.duckdb}}}\n",
}
DAYS = """\
select current_date::varchar as by_duckdb, now()::date::varchar as by_now,
  '{{ run_started_at.date() }}' as by_dbt, '{{ modules.datetime.date.today() }}' as by_python
"""
WAITING = """\
import ctypes, threading, time

def waited(wait):
    before = time.monotonic()
    wait()
    return time.monotonic() - before

def condition():
    c, attributes, variable, lock = ctypes.CDLL(None), *(ctypes.create_string_buffer(64) for _ in range(3))
    c.pthread_condattr_init(attributes)
    c.pthread_condattr_setclock(attributes, time.CLOCK_MONOTONIC)
    c.pthread_cond_init(variable, attributes)
    deadline = time.monotonic() + 0.2
    c.pthread_cond_timedwait(variable, lock, (ctypes.c_long * 2)(int(deadline), int(deadline % 1 * 1e9)))

def model(dbt, session):
    dbt.config(materialized="table")
    waits = (lambda: time.sleep(0.2), lambda: threading.Event().wait(0.2), condition)
    return session.sql("select " + ", ".join(f"{waited(wait)} as c{at}" for at, wait in enumerate(waits)))
"""
"""A model that measures three waits of 0.2 s on a condition for which a Python thread waits."""


@pytest.fixture(scope="module")
def dated(harness: BuiltHarness) -> BuiltHarness:
    return equipped(harness, NAME, DAY, home(), print)


@pytest.fixture(scope="module")
def inside(dated: BuiltHarness) -> Iterator[Live[Running]]:
    live: Live[Running] = Live(services_on, {}, Tooling(dated.mounts, dated.env))
    yield live
    live.close()


def build(running: Running, env: dict[str, str], model: str = "days.sql", text: str = DAYS) -> list[str]:
    """Build a project with one model, and return its row."""
    files = PROJECT | {f"models/{model}": text}
    script = f"""
import json, os, shutil, subprocess
shutil.rmtree("models", ignore_errors=True)
files = json.loads({json.dumps(json.dumps(files))})
os.makedirs("models", exist_ok=True)
for name, text in files.items():
    open(name, "w").write(text)
ran = subprocess.run(["dbt", "--quiet", "run"], capture_output=True, text=True)
import duckdb
print(ran.stdout, ran.stderr, *duckdb.connect("p.duckdb").execute("from {model.partition(".")[0]}").fetchone())
"""
    return running.run(["python3", "-c", script], env, 120).stdout.split()


def test_the_versions_are_the_tasks(inside: Live[Running]) -> None:
    code = "import duckdb, sys; from dbt.version import __version__ as v; print(duckdb.__version__, v, sys.prefix)"
    assert re.fullmatch(r"1\.4\.5 1\.10\.\d+ /opt/harness/toolchain/python", inside(python, code))


def test_dbt_and_its_engine_see_the_day_of_the_task(inside: Live[Running]) -> None:
    assert inside(build, {}) == [DAY.isoformat()] * 4


def test_waits_last_as_long_as_without_the_day(inside: Live[Running]) -> None:
    waits = [float(seconds) for seconds in inside(build, {}, "waiting.py", WAITING)]
    assert len(waits) == 3
    assert min(waits) >= 0.199
    assert max(waits) < 5


def test_no_other_process_sees_the_server(inside: Live[Running]) -> None:
    code = "import duckdb; print(duckdb.sql('select current_date').fetchone()[0])"
    assert inside(python, code) in {datetime.now(UTC).date().isoformat(), date.today().isoformat()}  # noqa: DTZ011


def test_the_clock_is_the_machines_by_default(
    dated: BuiltHarness, harness: BuiltHarness, inside: Live[Running]
) -> None:
    plain = equipped(harness, NAME, None, home(), print)
    assert dated.env.items() - plain.env.items() == {("TOOLCHAIN_TODAY", DAY.isoformat())}
    days = [date.fromisoformat(day) for day in inside(build, {"TOOLCHAIN_TODAY": ""})]
    assert len(days) == 4
    assert min(days) > DAY


def test_the_toolchain_is_part_of_the_harness_and_of_its_digest(
    dated: BuiltHarness, harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (dated.name, dated.digest == harness.digest) == ("base", False)
    assert equipped(harness, None, None, home(), print) is harness
    other = tmp_path / NAME
    (other / "bin").mkdir(parents=True)
    (other / "requirements.txt").write_bytes(
        (Path(toolchains.__file__).parent / NAME / "requirements.txt").read_bytes()
    )
    (other / "bin/dbt").write_text("#!/bin/sh\n")
    monkeypatch.setattr(toolchains, "_FOLDER", tmp_path)
    assert equipped(harness, NAME, DAY, home(), print).digest != dated.digest


def test_missing_software_is_reported(harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=r"toolchain dbt-9: no such toolchain; there are dbt-1-10, notebooks"):
        equipped(harness, "dbt-9", None, home(), print)
    monkeypatch.setattr(toolchains, "_SYSTEM", tmp_path)
    with pytest.raises(UserError, match=r"libfaketime is missing; apt-get install faketime"):
        equipped(harness, NAME, DAY, home(), print)


def test_an_object_of_another_kind_is_not_a_harness() -> None:
    with pytest.raises(UserError, match=f"--harness {NAME}: no such harness"):
        find_harness(NAME)


DBT = "/opt/harness/other/bin"


@pytest.fixture(scope="module")
def other(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> BuiltHarness:
    """A harness with a dbt of its own."""
    folder = tmp_path_factory.mktemp("other")
    (folder / "dbt").write_text("#!/bin/sh\necho the dbt of the harness\n")
    layer = FilesLayer("harness", "other", folder, programs=("dbt",))
    return add(harness, Software(layers={DBT: layer}, path=(DBT,)), folder / "home", print)


def first_dbt(harness: BuiltHarness) -> str:
    live: Live[Running] = Live(services_on, {}, Tooling(harness.mounts, harness.env))
    try:
        return live(Running.as_agent, "command -v dbt").stdout.strip()
    finally:
        live.close()


def test_the_tasks_dbt_comes_before_that_of_the_harness(harness: BuiltHarness, other: BuiltHarness) -> None:
    both = equipped(other, NAME, None, home(), print)
    assert first_dbt(harness) == "/opt/harness/python/bin/dbt"
    assert first_dbt(other) == f"{DBT}/dbt"
    assert first_dbt(both) == "/opt/harness/toolchain/bin/dbt"
    alone = equipped(harness, NAME, None, home(), print)
    assert len({each.digest for each in (harness, other, both, alone)}) == 4


def test_the_digest_of_a_harness_does_not_depend_on_the_day(dated: BuiltHarness, harness: BuiltHarness) -> None:
    assert equipped(harness, NAME, None, home(), print).digest == dated.digest


ANALYSIS = ("duckdb", "ipykernel", "matplotlib", "nbclient", "numpy", "openpyxl", "pandas", "pyarrow", "pypdf", "scipy")


def test_notebooks_run_with_the_packages_of_analysts(harness: BuiltHarness) -> None:
    equipped_one = equipped(harness, "notebooks", None, home(), print)
    live: Live[Running] = Live(services_on, {}, Tooling(equipped_one.mounts, equipped_one.env))
    code = f"import sys, {', '.join(ANALYSIS)}; print(sys.prefix)"
    try:
        assert live(Running.as_agent, f"python -c '{code}'").stdout.strip() == "/opt/harness/toolchain/python"
    finally:
        live.close()


@pytest.mark.parametrize(
    ("name", "packages"), [(NAME, {"dbt-core", "dbt-duckdb", "duckdb"}), ("notebooks", set(ANALYSIS))]
)
def test_the_lock_has_hashes_and_exact_versions(name: str, packages: set[str]) -> None:
    lock = (LOCK.parents[1] / name / LOCK.name).read_text()
    requirements = re.findall(r"^([\w.\[\]-]+)==", lock, re.MULTILINE)
    assert packages <= set(requirements)
    assert lock.count("--hash=sha256:") >= len(requirements)
