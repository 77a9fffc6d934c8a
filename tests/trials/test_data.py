"""A task's data is in the cache, or at the target of a link in the cache."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from headwater.errors import NotBuiltError
from headwater.harnesses import BuiltHarness
from headwater.records import TaskConfig
from headwater.sandbox import DATA
from headwater.trials import Setting

CONFIG = TaskConfig.model_validate(
    {
        "id": "count",
        "title": "Count",
        "suite": "discovery",
        "tier": "tier-1",
        "category": "query-optimization",
        "competencies": ["transformation-and-semantic-modeling"],
        "starting_state": "greenfield",
        "data": "lakes/boats",
    }
)


@pytest.fixture
def setting(tmp_path: Path) -> Setting:
    (tmp_path / "home/lakes").mkdir(parents=True)
    return Setting(tmp_path / "home", BuiltHarness("base", "1", {}, {}), (), threading.Event())


def test_a_folder_in_the_cache_is_shown(setting: Setting) -> None:
    (setting.home / "lakes/boats").mkdir()
    assert setting.tooling(CONFIG).mounts == {DATA: setting.home / "lakes/boats"}


def test_the_target_of_a_link_is_mounted_instead_of_the_link(setting: Setting, tmp_path: Path) -> None:
    """A link's target may be covered by the time that the sandbox mounts the link."""
    (tmp_path / "disk/boats").mkdir(parents=True)
    (setting.home / "lakes/boats").symlink_to(tmp_path / "disk/boats")
    assert setting.tooling(CONFIG).mounts == {DATA: (tmp_path / "disk/boats").resolve()}


@pytest.mark.parametrize(
    ("is_link", "problem"),
    [
        (False, r"discovery/count: its data lakes/boats is not in .*/home; rebuild it and its task"),
        (True, r"discovery/count: its data is no longer in .*/disk; restore it, or build it again"),
    ],
)
def test_data_that_are_gone_are_named(setting: Setting, tmp_path: Path, is_link: bool, problem: str) -> None:
    if is_link:
        (setting.home / "lakes/boats").symlink_to(tmp_path / "disk")
    with pytest.raises(NotBuiltError, match=problem):
        setting.data(CONFIG)
