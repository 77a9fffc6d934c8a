"""What the leak scan of a job searches; tests/jobs/test_validate.py has what it finds."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from tests.tasks.conftest import write_task

from headwater.harnesses import BuiltHarness
from headwater.jobs._leaks import readable_folders, software
from headwater.snapshots import SnapshotStore
from headwater.tasks import read_task
from headwater.trials import Setting


def setting(mounts: dict[str, Path]) -> Setting:
    return Setting(Path("/home"), BuiltHarness("tools", "", mounts, {}), (), threading.Event())


def test_layers_are_searched_once_and_two_toolchains_at_one_place_both() -> None:
    base = {"/opt/harness/python": Path("/layers/base")}
    older = setting({**base, "/opt/harness/toolchain": Path("/layers/dbt-1-10")})
    newer = setting({**base, "/opt/harness/toolchain": Path("/layers/dbt-1-11")})
    assert software([older, newer, older]) == {
        Path("/layers/base"): "/opt/harness/python",
        Path("/layers/dbt-1-10"): "/opt/harness/toolchain",
        Path("/layers/dbt-1-11"): "/opt/harness/toolchain",
    }


def test_the_data_of_a_task_are_searched(tmp_path: Path) -> None:
    (tmp_path / "lake/datasets").mkdir(parents=True)
    task = read_task(write_task(tmp_path / "daily-orders"))
    with_data = replace(task, config=task.config.model_copy(update={"data": "lake/datasets"}))
    of = Setting(tmp_path, BuiltHarness("tools", "", {}, {}), (), threading.Event())
    with SnapshotStore(tmp_path).take("0123", "task", lambda _: None) as snapshot:
        assert readable_folders(of, task, snapshot) == {}
        assert readable_folders(of, with_data, snapshot) == {"/data": tmp_path / "lake/datasets"}
