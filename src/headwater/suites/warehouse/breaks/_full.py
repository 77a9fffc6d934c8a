"""Compares the engine's verdict on a break with dbt's verdict, by building and testing the entire broken project."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from headwater.dbt.engine import DuckDBConnection, NodeStatus, inject_in_file
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse._dbt import build_and_test
from headwater.suites.warehouse._workspace import RAW, WAREHOUSE
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab, TriedBuild

_STATUS = {NodeStatus.OK: "pass", NodeStatus.FAILED: "fail", NodeStatus.WARNED: "warn", NodeStatus.ERROR: "error"}


def differences(lab: Lab, one: Break, home: Path, notify: Callable[[str], None], cancel: threading.Event) -> list[str]:
    """Return the tests and relations whose results differ when dbt builds the broken project, one line each.

    Raises:
        BuildError: dbt does not build the project.
    """
    files = lab.broken_files(one)
    tried_build = lab.build(files, one.inject)
    with tempfile.TemporaryDirectory(prefix=".full-", dir=home) as folder:
        workspace = Path(folder) / "workspace"
        shutil.copytree(lab.base.workspace, workspace, ignore=shutil.ignore_patterns("*.duckdb", "target", "logs"))
        shutil.copyfile(lab.base.raw, workspace / RAW)
        if one.inject:
            inject_in_file(workspace / RAW, one.inject)
        for name, text in files.items():
            (workspace / name).write_text(text, encoding="utf-8")
        statuses = build_and_test(workspace, home, notify, cancel)
        return [*of_tests(tried_build, statuses), *_of_relations(tried_build, workspace)]


def of_tests(tried_build: TriedBuild, statuses: Mapping[str, str]) -> list[str]:
    """Return the tests whose status differs when dbt runs them, one line each."""
    engine_statuses = {
        _name(uid): _STATUS.get(result.outcome, "skipped")
        for uid, result in tried_build.built.tests.items()
        if not is_of_bi(uid)
    }
    dbt_statuses = {_name(uid): status for uid, status in statuses.items()}
    return [
        f"{name}: {engine_statuses.get(name, 'unknown')} here, {dbt_statuses.get(name, 'unknown')} with dbt"
        for name in sorted(engine_statuses.keys() | dbt_statuses.keys())
        if engine_statuses.get(name) != dbt_statuses.get(name)
    ]


def _name(uid: str) -> str:
    """Return a test's unique id without its trailing digest, which dbt and the engine compute differently."""
    parts = uid.split(".")
    return ".".join(parts[:3] if parts[0] == "test" else parts)


def _of_relations(tried_build: TriedBuild, workspace: Path) -> list[str]:
    database = tried_build.plan.database
    connection = DuckDBConnection(database, workspace / RAW, file=workspace / WAREHOUSE)
    try:
        return [
            f"{uid}: holds other rows with dbt"
            for uid, result in tried_build.built.steps.items()
            if result.content is not None
            and not is_of_bi(uid)
            and not result.content.same_rows(connection.content(tried_build.plan.steps[uid].relation.within(database)))
        ]
    finally:
        connection.close()
