"""Archives keep what overlays need, and unpacking an archive never writes outside its folder."""

from __future__ import annotations

import io
import os
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from headwater.archives import pack, unpack
from headwater.errors import ArchiveError

Tar = Callable[[tarfile.TarFile], None]


def packed(folder: Path, archive: Path) -> Path:
    with archive.open("wb") as file:
        pack(folder, sorted(each.name for each in folder.iterdir()), file)
    return archive


def write_unusual(archive: Path, fill: Tar) -> Path:
    """Write an archive that the packer would never produce."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
        fill(tar)
    archive.write_bytes(zstandard.compress(content.getvalue()))
    return archive


def member(name: str, kind: bytes = tarfile.REGTYPE, **fields: object) -> Tar:
    def fill(tar: tarfile.TarFile) -> None:
        info = tarfile.TarInfo(name)
        info.type = kind
        for field, value in fields.items():
            setattr(info, field, value)
        tar.addfile(info)

    return fill


def test_a_folder_is_unpacked_unchanged(tmp_path: Path) -> None:
    before, after = tmp_path / "before", tmp_path / "after"
    (before / "data/replaced").mkdir(parents=True)
    after.mkdir()
    (before / "data/table").write_bytes(b"rows")
    (before / "data/table").chmod(0o640)
    os.link(before / "data/table", before / "data/same")
    (before / "data/outside").symlink_to("/etc/hostname")
    (before / "data/space and\nline").write_text("odd")
    os.mkfifo(before / "data/pipe")
    with (before / "data/sparse").open("wb") as file:
        file.truncate(64 << 20)
        file.write(b"end")
    os.setxattr(before / "data/replaced", "user.overlay.opaque", b"y")
    os.mknod(before / "data/removed", stat.S_IFCHR, os.makedev(0, 0))
    os.utime(before / "data/table", ns=(10**18, 10**18 + 5))
    unpack(packed(before, tmp_path / "archive"), after, keep_owners=True)

    found = after / "data"
    assert sorted(each.name for each in found.iterdir()) == sorted(each.name for each in (before / "data").iterdir())
    table = (found / "table").stat()
    assert ((found / "table").read_bytes(), stat.S_IMODE(table.st_mode), table.st_mtime_ns) == (
        b"rows",
        0o640,
        10**18 + 5,
    )
    assert (found / "same").stat().st_ino == table.st_ino
    assert (found / "outside").readlink() == Path("/etc/hostname")
    assert stat.S_ISFIFO((found / "pipe").stat().st_mode)
    sparse = (found / "sparse").stat()
    assert (sparse.st_size, sparse.st_blocks * 512 < 1 << 20) == ((before / "data/sparse").stat().st_size, True)
    assert os.getxattr(found / "replaced", "user.overlay.opaque") == b"y"
    removed = (found / "removed").stat()
    assert (stat.S_ISCHR(removed.st_mode), removed.st_rdev) == (True, 0)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can change owners")
def test_owners_are_kept_if_they_are_users_of_the_sandbox(tmp_path: Path) -> None:
    archive = write_unusual(tmp_path / "archive", member("file", uid=20001, gid=20001))
    for keep_owners, owner in ((True, 20001), (False, 0)):
        folder = tmp_path / str(keep_owners)
        folder.mkdir()
        unpack(archive, folder, keep_owners=keep_owners)
        assert (folder / "file").stat().st_uid == owner
    (tmp_path / "other").mkdir()
    with pytest.raises(ArchiveError, match="belongs to user 1000"):
        unpack(write_unusual(tmp_path / "foreign", member("file", uid=1000)), tmp_path / "other", keep_owners=True)


def through_a_link(tar: tarfile.TarFile) -> None:
    member("link", tarfile.SYMTYPE, linkname="/tmp")(tar)
    member("link/file")(tar)


def over_a_link(tar: tarfile.TarFile) -> None:
    member("link", tarfile.SYMTYPE, linkname="/tmp/file")(tar)
    member("link")(tar)


@pytest.mark.parametrize(
    ("fill", "fault"),
    [
        (member("../file"), "is outside of the folder"),
        (member("/etc/file"), "is outside of the folder"),
        (member("a/../../file"), "is outside of the folder"),
        (member("no-folder/file"), "is not in a folder of the archive"),
        (member("there"), "is there already"),
        (through_a_link, "is not in a folder of the archive"),
        (over_a_link, "is there already"),
        (member("hard", tarfile.LNKTYPE, linkname="/etc/shadow"), "is a link to something that is not a file"),
        (member("disk", tarfile.BLKTYPE, devmajor=8, devminor=0), "is a special file"),
        (member("memory", tarfile.CHRTYPE, devmajor=1, devminor=1), "is a special file"),
        (member("program", mode=0o4755), "is a program that would run as its owner"),
    ],
)
def test_a_member_that_reaches_outside_is_refused_before_anything_is_written(
    tmp_path: Path, fill: Tar, fault: str
) -> None:
    folder = tmp_path / "folder"
    (folder / "there").mkdir(parents=True)
    with pytest.raises(ArchiveError, match=fault):
        unpack(write_unusual(tmp_path / "archive", fill), folder, keep_owners=True)
    assert [each.name for each in folder.iterdir()] == ["there"]


def test_a_damaged_archive_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "before").mkdir()
    (tmp_path / "before/file").write_bytes(os.urandom(100_000))
    archive = packed(tmp_path / "before", tmp_path / "archive")
    archive.write_bytes(archive.read_bytes()[:50_000])
    (tmp_path / "after").mkdir()
    with pytest.raises(ArchiveError, match="archive"):
        unpack(archive, tmp_path / "after", keep_owners=True)


def test_a_folder_that_cannot_be_packed_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"tar failed: .*missing"):
        pack(tmp_path, ["missing"], io.BytesIO())
