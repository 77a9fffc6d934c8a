from __future__ import annotations

import threading
from pathlib import Path

import pytest

from headwater.suites.warehouse._base import adding


def test_what_is_added_to_the_copy_comes_into_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "model.sql").write_text("select 1")

    def add(project: Path, _cancel: threading.Event) -> None:
        (project / "target").mkdir()
        (project / "target" / "parse").write_text((project / "model.sql").read_text())
        (project / "model.sql").write_text("changed")

    with adding(add, tmp_path / "project", tmp_path / "spare", tmp_path / "workspace"):
        (tmp_path / "workspace").mkdir()
        (tmp_path / "workspace" / "model.sql").write_text("select 1")
    assert (tmp_path / "workspace" / "target" / "parse").read_text() == "select 1"
    assert (tmp_path / "workspace" / "model.sql").read_text() == "select 1"
    assert not (tmp_path / "spare").exists()


def test_a_build_that_fails_ends_what_is_added(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    ended: list[bool] = []
    with (
        pytest.raises(ValueError, match="not clean"),
        adding(
            lambda _project, cancel: ended.append(cancel.wait(300)),
            *(tmp_path / name for name in ("project", "spare", "workspace")),
        ),
    ):
        raise ValueError("not clean")
    assert ended == [True]


def test_what_cannot_be_added_is_an_error(tmp_path: Path) -> None:
    def add(_project: Path, _cancel: threading.Event) -> None:
        raise RuntimeError("no parse")

    (tmp_path / "project").mkdir()
    (tmp_path / "workspace").mkdir()
    with (
        pytest.raises(RuntimeError, match="no parse"),
        adding(add, *(tmp_path / name for name in ("project", "spare", "workspace"))),
    ):
        pass
