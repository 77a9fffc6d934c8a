"""Entry points of other packages: every group reports invalid ones in the same words."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint, PathDistribution
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from headwater.agents import model_agents
from headwater.cli import doctor_
from headwater.errors import PluginError
from headwater.harnesses import all_harnesses
from headwater.jobs.executors import executor_names, find_executor
from headwater.services import SERVICES
from headwater.suites import all_suites


class Kind(NamedTuple):
    """An entry-point group, with a Headwater name and object, and the function that finds all objects."""

    brings: str
    own: str
    target: str
    find_all: Callable[[], Any]
    not_one: str
    name: str = "name"


KINDS = {
    "headwater.agents": Kind(
        "an agent",
        "codex",
        "headwater.agents.codex:Codex",
        model_agents,
        "is not a subclass of headwater.agents.ModelAgent; see docs/agents.md",
        name="kind",
    ),
    "headwater.engines": Kind(
        "an engine",
        "redis",
        "headwater.services.redis:Redis",
        lambda: dict(SERVICES),
        "is not an engine, for it has no attend, connect, create, .*; see docs/engines.md",
    ),
    "headwater.executors": Kind(
        "an executor",
        "local",
        "headwater.jobs.executors:LocalExecutor",
        lambda: [find_executor(name) for name in executor_names()],
        "is not an instance of headwater.jobs.executors.Executor; see docs/executors.md",
    ),
    "headwater.harnesses": Kind(
        "a harness",
        "base",
        f"{__name__}:BASE",
        all_harnesses,
        "is not an instance of headwater.harnesses.Harness; see docs/harnesses.md",
    ),
    "headwater.suites": Kind(
        "a suite",
        "pipelines",
        f"{__name__}:PIPELINES",
        all_suites,
        "is not an instance of headwater.suites.Suite; see docs/suites.md",
    ),
}
BASE = all_harnesses()["base"]
PIPELINES = all_suites()["pipelines"]


@pytest.mark.parametrize("group", KINDS)
@pytest.mark.parametrize("fault", ["taken", "missing", "another kind", "another name"])
def test_a_broken_entry_point_is_one_clear_line(others: list[EntryPoint], group: str, fault: str) -> None:
    kind = KINDS[group]
    name, target, message = {
        "taken": (kind.own, kind.target, f"there is already {kind.brings} of this name; rename it"),
        "missing": ("mine", "no_such_module:Mine", r"cannot be loaded \(ModuleNotFoundError: .*\); fix the package"),
        "another kind": ("mine", "builtins:object", kind.not_one),
        "another name": ("mine", kind.target, f"its {kind.name} is {kind.own}; give both the same name"),
    }[fault]
    others.append(EntryPoint(name, target, group))
    with pytest.raises(PluginError, match=rf"^entry point {group}: {name} = {target}: {message}$"):
        kind.find_all()


@pytest.mark.parametrize("group", ["headwater.agents", "headwater.engines", "headwater.harnesses"])
def test_doctor_names_a_broken_package_and_continues(others: list[EntryPoint], group: str) -> None:
    others.append(EntryPoint("mine", "no_such_module:Mine", group))
    result = CliRunner().invoke(doctor_.command)
    lines = " ".join(result.output.split())
    assert f"entry point {group}: mine = no_such_module:Mine: cannot be loaded" in lines
    assert re.search(r"^ok +sandbox ", result.output, re.MULTILINE)
    assert result.exit_code == 1


def test_doctor_blames_the_cache_only_for_its_own_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(name: str) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), name)

    monkeypatch.setattr("headwater.cli.doctor_.all_harnesses", lambda: look("harness.py"))
    error = CliRunner().invoke(doctor_.command).exception
    assert isinstance(error, OSError)
    assert (error.errno, error.filename) == (errno.EMFILE, "harness.py")


@pytest.mark.parametrize("group", KINDS)
def test_the_second_of_two_packages_with_one_name_is_reported(
    others: list[EntryPoint], group: str, tmp_path: Path
) -> None:
    others.append(EntryPoint("mine", KINDS[group].target, group))
    others.append(_installed(tmp_path, EntryPoint("mine", "elsewhere:MINE", group)))
    with pytest.raises(PluginError, match=rf"^entry point {group} of elsewhere: mine = elsewhere:MINE: there is "):
        KINDS[group].find_all()


def _installed(site: Path, entry: EntryPoint) -> EntryPoint:
    """Return the entry point as if an installed package declared it."""
    info = site / "elsewhere-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{entry.group}]\n{entry.name} = {entry.value}\n")
    [found] = PathDistribution(info).entry_points
    return found
