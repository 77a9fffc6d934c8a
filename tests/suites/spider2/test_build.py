"""Tasks from a checkout: how each instance is built, and that no task contains parts of another or of its gold."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from tests.suites.spider2.conftest import archives, build
from tests.suites.spider2.small import MODELS, TODAY, SmallCheckout, write_archive

from headwater.caches import bases_lock
from headwater.locks import shared
from headwater.records import ControlState
from headwater.sandbox import CancelledError
from headwater.suites.spider2.build import (
    Archive,
    Archives,
    InstanceIndex,
    InstanceState,
    Options,
    build_suite,
    read_checkout,
)
from headwater.tasks import read_task, read_tasks

pytestmark = pytest.mark.minutes

HEADWATER = Path(sys.executable).with_name("headwater")


@pytest.fixture(scope="module")
def graded(small: SmallCheckout, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, InstanceIndex]:
    """The suite built with both archives, in a repaired variant."""
    home = tmp_path_factory.mktemp("graded")
    index, _ = build(home, small.folder, archives(small), repaired=True)
    return home, index


@pytest.fixture(scope="module")
def rebuilt(small: SmallCheckout, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, InstanceIndex]:
    """The suite built from the checkout alone."""
    home = tmp_path_factory.mktemp("rebuilt")
    return home, build(home, small.folder)[0]


def tasks(home: Path, suite: str = "spider2") -> Path:
    return home / "spider2/suites" / suite


def base(home: Path, instance: str) -> Path:
    (found,) = (home / "spider2/bases").glob(f"{instance}-*")
    return found


def test_all_instances_are_graded_with_archives(graded: tuple[Path, InstanceIndex]) -> None:
    home, index = graded
    assert {row.instance: row.state for row in index.rows} == dict.fromkeys(
        ("shop001", "shop002", "ledger001"), InstanceState.GRADED
    )
    assert [row.instance for row in index.rows if row.free] == ["ledger001"]
    assert [task.config.id for task in read_tasks(tasks(home))] == ["ledger001", "shop001", "shop002"]


def test_data_is_rebuilt_where_possible_without_archives(rebuilt: tuple[Path, InstanceIndex]) -> None:
    home, index = rebuilt
    states = {row.instance: (row.state, row.why) for row in index.rows}
    assert states == {
        "shop001": (InstanceState.REBUILT, ""),
        "shop002": (InstanceState.REBUILT, ""),
        "ledger001": (InstanceState.NO_DATA, "needs --start-db"),
    }
    assert "data-rebuilt" in read_task(tasks(home) / "shop001").config.tags


def test_rebuilt_tables_are_those_of_the_start_database(
    rebuilt: tuple[Path, InstanceIndex], graded: tuple[Path, InstanceIndex]
) -> None:
    with duckdb.connect() as connection:
        for name, (home, _) in (("made", rebuilt), ("given", graded)):
            connection.execute(f"attach '{base(home, 'shop001')}/workspace/shop.duckdb' as {name} (read_only)")
        for table in ("customers_data", "orders_data", "regions_data"):
            for one, other in (("made", "given"), ("given", "made")):
                rows = connection.execute(f"from {one}.{table} except all from {other}.{table}").fetchall()
                assert rows == [], table
        types = dict(connection.execute("select column_name, column_type from (describe made.orders_data)").fetchall())
    assert types["discount"] == "INTEGER"  # an empty column; as text, it would make every coalesce with 0 fail
    assert types["amount"] == "FLOAT"  # the package declares this type


def test_a_workspace_contains_no_sibling_and_no_gold(graded: tuple[Path, InstanceIndex], small: SmallCheckout) -> None:
    home, _ = graded
    answers = {name: text for name, text in MODELS.items() if name != "shop__customers"}
    workspace = base(home, "shop001") / "workspace"
    files = {path for path in workspace.rglob("*") if path.is_file()}
    assert not [path for path in files for text in answers.values() if text.encode() in path.read_bytes()]
    assert [path.name for path in files if path.suffix == ".duckdb"] == ["shop.duckdb"]
    gold = base(home, "shop001") / "gold/shop.duckdb"
    assert gold.read_bytes() != (workspace / "shop.duckdb").read_bytes()
    with duckdb.connect(str(workspace / "shop.duckdb"), read_only=True) as connection:
        names = {row[0] for row in connection.execute("show tables").fetchall()}
    assert names == {"customers_data", "orders_data", "regions_data"}
    shipped = {path.relative_to(small.examples / "shop001") for path in (small.examples / "shop001").rglob("*.*")}
    assert shipped <= {path.relative_to(workspace) for path in workspace.rglob("*")}


def test_output_of_the_authors_runs_is_left_out(small: SmallCheckout, tmp_path: Path) -> None:
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    project = checkout / "spider2-dbt/examples/shop001"
    for name in ("target/compiled/shop__daily_sales.sql", "logs/dbt.log", ".git/config", "old.duckdb"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("left")
    build(tmp_path / "home", checkout)
    found = {path.name for path in (base(tmp_path / "home", "shop001") / "workspace").rglob("*")}
    assert not found & {"target", "logs", ".git", "old.duckdb"}


def test_the_reference_is_the_model_of_a_sibling(graded: tuple[Path, InstanceIndex]) -> None:
    home, _ = graded
    files = tasks(home) / "shop001/solution/files/models"
    assert {path.stem: path.read_text() for path in files.iterdir()} == {
        name: text for name, text in MODELS.items() if name != "shop__customers"
    }


def test_a_broken_check_is_repeated_on_the_reference_or_else_on_the_start(
    graded: tuple[Path, InstanceIndex], small: SmallCheckout, tmp_path: Path
) -> None:
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    shutil.rmtree(checkout / "spider2-dbt/examples/shop002")  # the sibling that has the model which shop001 lacks
    build(tmp_path / "home", checkout, archives(small))
    alone, helped = (tasks(folder) / "shop001" for folder in (tmp_path / "home", graded[0]))
    assert "no reference solution" in (alone / "solution/solve.sh").read_text()
    assert read_task(alone).config.verifier.control is ControlState.START
    assert read_task(helped).config.verifier.control is ControlState.REFERENCE


def test_the_repaired_variant_parses(graded: tuple[Path, InstanceIndex]) -> None:
    home, index = graded
    (faulty,) = (row for row in index.rows if row.faults)
    assert (faulty.instance, faulty.faults) == ("shop002", ("ref() of tables that nothing builds: regions_data",))
    shipped, repaired = (tasks(home, suite) / "shop002" for suite in ("spider2", "spider2-repaired"))
    assert not list((shipped / "workspace").glob("*.yml"))
    assert "source('tables_of_the_database', 'regions_data')" in (repaired / "workspace/dbt_project.yml").read_text()
    assert "- name: regions_data" in (repaired / "workspace/models/tables_of_the_database.yml").read_text()
    assert read_task(repaired).config.base == read_task(shipped).config.base
    assert not list((tasks(home, "spider2-repaired") / "shop001/workspace").glob("*.yml"))


def test_the_clock_is_the_day_of_the_gold_database(
    graded: tuple[Path, InstanceIndex], small: SmallCheckout, tmp_path: Path
) -> None:
    home, _ = graded
    assert read_task(tasks(home) / "ledger001").config.clock == TODAY
    build(tmp_path, small.folder, archives(small), real_date=True)
    assert read_task(tasks(tmp_path) / "ledger001").config.clock is None


def test_an_instance_without_gold_is_listed_but_is_no_task(small: SmallCheckout, tmp_path: Path) -> None:
    databases = small.start.parent / "databases"
    gold = write_archive(tmp_path / "gold.zip", {"shop001/shop.duckdb": databases / "shop.duckdb"})
    archives = Archives(Archive(small.start, "--start-db"), Archive(gold, "--gold"))
    index, _ = build(tmp_path / "home", small.folder, archives)
    assert {row.instance: row.why for row in index.rows if row.state is InstanceState.NO_GOLD} == {
        "shop001": "unscoreable: gold there is no table shop__daily_sales, in any schema",
        "shop002": "--gold has no database of it",
        "ledger001": "--gold has no database of it",
    }
    assert read_tasks(tasks(tmp_path / "home")) == ()
    assert read_task(tasks(tmp_path / "home") / "_unscoreable/shop001").config.tags[-1] == "unscoreable"


def test_a_corrupt_database_is_one_line_and_the_others_are_built(small: SmallCheckout, tmp_path: Path) -> None:
    intact = small.start.parent / "databases/shop.duckdb"
    corrupt = tmp_path / "corrupt.duckdb"
    corrupt.write_bytes(intact.read_bytes()[:12] + os.urandom(50_000))
    start = write_archive(tmp_path / "s.zip", {"shop001/shop.duckdb": corrupt, "shop002/shop.duckdb": intact})
    archives = Archives(Archive(start, "--start-db"), Archive(small.gold, "--gold"))
    index, message = build(tmp_path / "home", small.folder, archives)
    states = {row.instance: row.state for row in index.rows}
    assert states == {
        "shop001": InstanceState.NO_DATA,
        "shop002": InstanceState.GRADED,
        "ledger001": InstanceState.NO_DATA,
    }
    assert message[0].startswith("[1/3] shop001: no data (shop.duckdb is corrupt: ")
    assert "\n" not in message[0]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda project: shutil.rmtree(project), "the checkout contains no project for it"),
        (lambda project: (project / "profiles.yml").unlink(), "its project has no profiles.yml"),
        (lambda project: (project / "profiles.yml").write_text("a: {b"), "profiles.yml:"),
        (lambda project: (project / "profiles.yml").write_text("shop: {}"), "profiles.yml names no DuckDB file"),
        (lambda project: (project / "models/x.sql").symlink_to("/etc/passwd"), "models/x.sql is not a regular file"),
    ],
)
def test_an_unusable_project_is_reported_with_the_reason(
    spoil: Callable[[Path], object], why: str, small: SmallCheckout, tmp_path: Path
) -> None:
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    spoil(checkout / "spider2-dbt/examples/shop001")
    index, _ = build(tmp_path / "home", checkout)
    first, second, _ = index.rows
    assert first.state is InstanceState.NO_DATA
    assert first.why.startswith(why)
    assert second.state in (InstanceState.REBUILT, InstanceState.NO_GOLD)


def test_an_interrupted_build_continues(small: SmallCheckout, tmp_path: Path) -> None:
    cancel = threading.Event()
    options = Options(references=False)
    with pytest.raises(CancelledError):
        build_suite(tmp_path, read_checkout(small.folder), Archives(), options, lambda _: cancel.set(), cancel)
    assert not tasks(tmp_path).exists()
    built_ns = (base(tmp_path, "shop001") / "facts.json").stat().st_mtime_ns
    build(tmp_path, small.folder)
    assert (base(tmp_path, "shop001") / "facts.json").stat().st_mtime_ns == built_ns
    assert [path.name for path in (tmp_path / "spider2/suites").iterdir()] == ["spider2"]


def test_bases_without_a_task_are_removed(small: SmallCheckout, tmp_path: Path) -> None:
    home = tmp_path / "home"
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    build(home, checkout)
    before = {path.name for path in (home / "spider2/bases").iterdir()}
    (checkout / "spider2-dbt/examples/shop001/models/more.sql").write_text("select 1")
    with shared(bases_lock(home)):  # a job holds this lock
        build(home, checkout)
    assert before < {path.name for path in (home / "spider2/bases").iterdir()}
    build(home, checkout)
    after = {path.name for path in (home / "spider2/bases").iterdir()}
    assert len(after) == len(before)
    assert len(after & before) == 1


def run(home: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HEADWATER_HOME": str(home), "COLUMNS": "160"}
    return subprocess.run([HEADWATER, *arguments], capture_output=True, text=True, check=False, env=environment)


def test_build_and_list_report_their_results_and_errors(small: SmallCheckout, tmp_path: Path) -> None:
    before = run(tmp_path, "list", "spider2")
    assert before.returncode == 2
    assert "spider2 is not built yet; run: headwater build spider2 --from CHECKOUT" in before.stderr
    built = run(tmp_path, "build", "spider2", "--no-references", "--from", small.folder, "--gold", small.gold)
    assert built.returncode == 0, built.stderr
    assert "--gold is of the start databases" in built.stderr
    assert "3 instances in " in built.stdout
    assert "2 rebuilt data, 1 no data" in built.stdout
    listed = run(tmp_path, "list", "spider2")
    assert [line.split()[0] for line in listed.stdout.splitlines()] == ["instance", "shop001", "shop002", "ledger001"]
    wrong = run(tmp_path, "build", "spider2", "--from", tmp_path)
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)


def test_ctrl_c_ends_a_build_with_one_line(small: SmallCheckout, tmp_path: Path) -> None:
    environment = {**os.environ, "HEADWATER_HOME": str(tmp_path)}
    command = [HEADWATER, "build", "spider2", "--no-references", "--from", small.folder]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("[1/3]")
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert "Traceback" not in rest
    assert process.returncode in (0, 130)  # the build may have finished before the signal
    assert run(tmp_path, "build", "spider2", "--no-references", "--from", small.folder).returncode == 0
