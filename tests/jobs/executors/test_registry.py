"""Executors by name, and entry points that bring none."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.jobs.executors import LocalExecutor, executor_names, find_executor

MODULE = """
from headwater.jobs.executors import LocalExecutor

class Elsewhere(LocalExecutor):
    name = "elsewhere"
"""


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, target: str) -> None:
    """Put a package with an entry point where installed ones are found."""
    (folder / "elsewhere_executor.py").write_text(MODULE)
    info = folder / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[headwater.executors]\n{name} = {target}\n")
    monkeypatch.syspath_prepend(str(folder))


def test_an_executor_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(find_executor("local"), LocalExecutor)
    install(tmp_path, monkeypatch, "elsewhere", "elsewhere_executor:Elsewhere")
    assert executor_names() == ["local", "elsewhere"]
    assert find_executor("elsewhere").name == "elsewhere"
    with pytest.raises(UserError, match="--executor ray: no such executor; there are local, elsewhere"):
        find_executor("ray")


@pytest.mark.parametrize(
    ("name", "target", "said"),
    [
        ("local", "elsewhere_executor:Elsewhere", "there is an executor of that name; rename it"),
        ("elsewhere", "no_such_module:Elsewhere", "cannot be loaded"),
        ("elsewhere", "builtins:object", "is not a subclass of headwater.jobs.executors.Executor"),
        ("other", "elsewhere_executor:Elsewhere", "the executor calls itself elsewhere; give both one name"),
    ],
)
def test_a_broken_entry_point_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, target: str, said: str
) -> None:
    install(tmp_path, monkeypatch, name, target)
    with pytest.raises(UserError, match=rf"entry point headwater.executors of elsewhere: {name} = {target}: .*{said}"):
        find_executor(name if name != "local" else "elsewhere")
