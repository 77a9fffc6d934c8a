"""The files that the leak scan of a job searches; tests/jobs/test_validate.py has its findings."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from tests.tasks.conftest import write_task

from headwater.harnesses import BuiltHarness
from headwater.jobs._leaks import data_of, software
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


def test_data_are_searched_once_for_the_tasks_that_share_them(tmp_path: Path) -> None:
    task = read_task(write_task(tmp_path / "daily-orders"))
    one, two, other = (
        replace(task, config=task.config.model_copy(update={"id": name, "data": f"lakes/{lake}"}))
        for name, lake in (("one", "city"), ("two", "city"), ("other", "port"))
    )
    assert data_of([one, other, task, two]) == {"lakes/city": [one, two], "lakes/port": [other]}
