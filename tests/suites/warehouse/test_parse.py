"""dbt's cached parse, changed for a broken project, equals a parse by dbt itself."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from tests.dbt.engine.tiny import FILES, write_tiny

from headwater.caches import home
from headwater.sandbox import User, change_owner
from headwater.suites.warehouse._dbt import _run, write_parse
from headwater.suites.warehouse._lay import lay
from headwater.suites.warehouse._parse import PARSE, adapt
from headwater.suites.warehouse._times import TIME, set_times
from headwater.suites.warehouse.base import Base

STG, MACROS, SEED = "models/staging/stg_orders.sql", "macros/money.sql", "seeds/rates.csv"
REPORTS, MARTS, SINGULAR = (
    "models/reports/_reports.yml",
    "models/marts/_marts.yml",
    "tests/no_order_from_the_future.sql",
)
SNAPSHOT = "snapshots/customers_history.sql"
CHANGED = {
    STG: FILES[STG].replace("/ 100.0", "/ 10.0"),
    MACROS: FILES[MACROS].replace("rate=1", "rate=2"),
    SEED: FILES[SEED].replace("0.9", "0.8"),
    SNAPSHOT: FILES[SNAPSHOT].replace("customer_id, name,", "customer_id, upper(name) as name,"),
    REPORTS: FILES[REPORTS].partition("    columns:")[0],
    MARTS: FILES[MARTS].partition("unit_tests:")[0],
}
HIDDEN = ("revenue_is_that_of_orders", "no_order_from_the_future", "only_new_orders_are_added")


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean project with dbt's cached parse."""
    folder = write_tiny(tmp_path_factory.mktemp("parsed") / "workspace")
    _to_agent(folder)
    write_parse(folder, home(), lambda _text: None, threading.Event())
    return folder


@pytest.fixture
def workspace(parsed: Path, tmp_path: Path) -> Path:
    """A copy of the parsed project."""
    return shutil.copytree(parsed, tmp_path / "workspace")


def _to_agent(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        change_owner(path, User.AGENT)


def test_dbt_accepts_the_parse_and_nothing_of_the_clean_project_is_left(workspace: Path) -> None:
    for name, text in CHANGED.items():
        (workspace / name).write_text(text)
    (workspace / SINGULAR).unlink()
    set_times(workspace)
    adapt(workspace / PARSE, CHANGED, [SINGULAR], HIDDEN, TIME)
    parse_bytes = (workspace / PARSE).read_bytes()
    for text in ("/ 100.0 as amount,", "rate=1)", "select customer_id, name, country, updated_at from", *HIDDEN):
        assert text.encode() not in parse_bytes, text
    _to_agent(workspace)
    _run(workspace, home(), [["build"]], lambda _text: None, threading.Event(), 600.0)
    log = (workspace / "logs" / "dbt.log").read_text()
    assert "Partial parsing enabled: 0 files deleted, 0 files added, 0 files changed" in log
    assert "Unable to do partial parsing" not in log


def test_a_parse_that_would_be_wrong_is_removed(workspace: Path) -> None:
    other = FILES[STG].replace("source('web', 'orders')", "source('web', 'customers')")
    adapt(workspace / PARSE, {STG: other}, [], [], TIME)
    assert not (workspace / PARSE).exists()
    adapt(workspace / PARSE, {STG: other}, [], [], TIME)


def test_the_workspace_of_agents_is_adapted(parsed: Path, base: Base, tmp_path: Path) -> None:
    workspace = shutil.copytree(base.workspace, tmp_path / "laid")
    shutil.copytree(parsed / "target", workspace / "target", dirs_exist_ok=True)
    (workspace / STG).write_text(CHANGED[STG])
    lay(workspace, base.folder, rebuilt=["model.shop.stg_orders"])
    parse_bytes = (workspace / PARSE).read_bytes()
    assert b"/ 10.0 as amount," in parse_bytes
    assert b"/ 100.0 as amount," not in parse_bytes
