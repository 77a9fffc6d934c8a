"""Communities are used in place, and a change of their files is noticed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.errors import FileAccessError
from headwater.suites.discovery.published._place import place_community


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "community_01/full_community"
    (folder / "log").mkdir(parents=True)
    (folder / "log/boats.csv").write_text("a,b\n")
    (folder / "log/away.csv").symlink_to("/etc/passwd")
    return folder


def test_a_link_leads_to_the_data(tmp_path: Path, data: Path) -> None:
    placed = place_community(tmp_path / "home", "community_01", data)
    link = tmp_path / "home" / placed.data
    assert link.is_symlink()
    assert link.resolve() == placed.folder == data.resolve()
    assert placed.files == {"log/boats.csv": 4}
    assert placed.data.startswith("discovery/communities/community-01-")


def test_other_files_have_another_name(tmp_path: Path, data: Path) -> None:
    first = place_community(tmp_path / "home", "community_01", data)
    os.utime(data / "log/boats.csv", (1, 1))
    second = place_community(tmp_path / "home", "community_01", data)
    (data / "log/boats.csv").rename(data / "log/ships.csv")
    third = place_community(tmp_path / "home", "community_01", data)
    assert len({first.data, second.data, third.data}) == 3


def test_the_same_files_elsewhere_have_the_same_name(tmp_path: Path, data: Path) -> None:
    first = place_community(tmp_path / "home", "community_01", data)
    data.rename(data.with_name("moved"))
    second = place_community(tmp_path / "home", "community_01", data.with_name("moved"))
    assert first.data == second.data
    assert (tmp_path / "home" / first.data).resolve() == second.folder
    assert [path.name for path in (tmp_path / "home/discovery/communities").iterdir()] == [first.data.split("/")[-1]]


@pytest.mark.skipif(os.geteuid() == 0, reason="root can list every folder")
def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path, data: Path) -> None:
    (data / "log").chmod(0)
    with pytest.raises(FileAccessError, match="log"):
        place_community(tmp_path / "home", "community_01", data)
