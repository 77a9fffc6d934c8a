"""Messages of ``headwater build warehouse`` and similar commands about impossible input."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from headwater.errors import UserError
from headwater.suites.warehouse.commands.build import base, tasks


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scale", "0.01"], "0.01 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--out", "{file}"], "is a file"),
    ],
)
def test_a_company_that_cannot_be_is_refused(tmp_path: Path, options: list[str], message: str) -> None:
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(base, [option.format(file=tmp_path / "file") for option in options])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_a_folder_that_is_not_empty_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    result = CliRunner().invoke(base, ["--out", str(tmp_path)])
    assert isinstance(result.exception, UserError)
    assert "is not empty" in str(result.exception)


def test_a_missing_company_is_reported_with_its_build_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path))
    result = CliRunner().invoke(tasks, [])
    assert isinstance(result.exception, UserError)
    assert str(result.exception).endswith("run: headwater build warehouse")
