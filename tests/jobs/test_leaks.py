"""What the leak scan of a job searches; tests/jobs/test_validate.py has what it finds."""

from __future__ import annotations

import threading
from pathlib import Path

from headwater.harnesses import BuiltHarness
from headwater.jobs._leaks import software
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
