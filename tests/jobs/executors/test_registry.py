"""Executors by name: Headwater's own, and those of other packages."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from headwater.errors import UserError
from headwater.jobs.executors import LocalExecutor, executor_names, find_executor


class Elsewhere(LocalExecutor):
    name = "elsewhere"


def test_an_executor_is_found_by_its_name(others: list[EntryPoint]) -> None:
    assert isinstance(find_executor("local"), LocalExecutor)
    others.append(EntryPoint("elsewhere", f"{__name__}:Elsewhere", "headwater.executors"))
    assert executor_names() == ["local", "ray", "elsewhere"]
    assert find_executor("elsewhere").name == "elsewhere"
    with pytest.raises(UserError, match="--executor slurm: no such executor; there are local, ray, elsewhere"):
        find_executor("slurm")
