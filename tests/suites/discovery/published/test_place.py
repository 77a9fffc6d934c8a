"""Communities stay where they are, and a change of their files is noticed."""

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


def test_the_same_files_have_the_same_name_and_others_another(tmp_path: Path, data: Path) -> None:
    names = [place_community(tmp_path / "home", "community_01", data).data for _ in range(2)]
    os.utime(data / "log/boats.csv", (1, 1))
    names.append(place_community(tmp_path / "home", "community_01", data).data)
    data.rename(data.with_name("moved"))
    names.append(place_community(tmp_path / "home", "community_01", data.with_name("moved")).data)
    assert names[0] == names[1]
    assert len(set(names)) == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root can list every folder")
def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path, data: Path) -> None:
    (data / "log").chmod(0)
    with pytest.raises(FileAccessError, match="log"):
        place_community(tmp_path / "home", "community_01", data)
