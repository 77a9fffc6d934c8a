"""Folders that a program renames are copied, and nothing outside of the mount is changed."""

from __future__ import annotations

from pathlib import Path

from headwater.sandbox._renames import CopiedFolders, copy_subfolders

SLOTS = CopiedFolders(("slots",))


def test_subfolders_are_replaced_by_equal_copies(tmp_path: Path) -> None:
    (tmp_path / "slots/one").mkdir(parents=True, mode=0o700)
    (tmp_path / "slots/one/state").write_text("kept")
    before = (tmp_path / "slots/one").stat()
    copy_subfolders(tmp_path, SLOTS)
    after = (tmp_path / "slots/one").stat()
    assert (tmp_path / "slots/one/state").read_text() == "kept"
    assert (after.st_mode, after.st_uid) == (before.st_mode, before.st_uid)
    assert after.st_ino != before.st_ino
    assert [path.name for path in (tmp_path / "slots").iterdir()] == ["one"]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside/folder"
    outside.mkdir(parents=True)
    inode = outside.stat().st_ino
    (tmp_path / "mount").mkdir()
    (tmp_path / "mount/slots").symlink_to(tmp_path / "outside")
    copy_subfolders(tmp_path / "mount", SLOTS)
    assert outside.stat().st_ino == inode
