"""A user whose locks cannot be created gets a one-line message."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from tests.commands import PROGRAM

from headwater.errors import UserError
from headwater.locks import exclusive, exclusive_if_free

NOWHERE = "/proc/headwater"
"""Nobody can create a folder there, not even root."""


def test_a_folder_that_cannot_be_written_is_a_users_mistake() -> None:
    with pytest.raises(UserError, match="cannot be written"), exclusive(Path(NOWHERE) / "locks/a"):
        pytest.fail("it is held")


def test_only_one_process_holds_an_exclusive_lock(tmp_path: Path) -> None:
    with exclusive(tmp_path / "a"), exclusive_if_free(tmp_path / "a") as is_free:
        assert not is_free
    with exclusive_if_free(tmp_path / "a") as is_free:
        assert is_free


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "pipelines/broken-connection", "--agent", "nop"), 2),
        (("validate", "pipelines/broken-connection"), 2),
        (("build", "warehouse"), 2),
        (("doctor",), 2),
    ],
)
def test_a_home_that_cannot_be_written_is_named(arguments: tuple[str, ...], code: int, tmp_path: Path) -> None:
    env = {**os.environ, "HEADWATER_HOME": NOWHERE, "COLUMNS": "200"}
    done = subprocess.run(
        [PROGRAM, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    message = done.stdout + done.stderr
    assert "Traceback" not in message
    assert (done.returncode, f"{NOWHERE}" in message, "cannot be written" in message) == (code, True, True)
