"""Packs folders into archives, and unpacks archives that may have been tampered with.

GNU tar writes the archives and preserves sparse files, hard links, times, numeric owners, and the marks with which an
overlay records removed files and replaced folders. Zstandard compresses them. Each member is inspected before anything
is unpacked.
"""

from __future__ import annotations

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

import zstandard

from headwater.errors import ArchiveError
from headwater.sandbox import User

_LEVEL = 1
"""The compression level. Archives are read a few times, mostly in a fast network, so a higher level would cost time."""
_OVERLAY = ("--xattrs", "--xattrs-include=user.overlay.*")
_OWNERS = frozenset({0, *map(int, User)})
_PRIVILEGED = 0o6000
"""The bits of a mode with which a program runs as its owner or group."""


def pack(folder: Path, names: Sequence[str], out: BinaryIO) -> None:
    """Write an archive that contains some of a folder's entries.

    Args:
        folder: The folder.
        names: The entries, with everything below them.
        out: The stream to which the archive is written.

    Raises:
        ArchiveError: A file or folder cannot be read.
    """
    options = ["--create", "--format=pax", "--sort=name", "--sparse", "--numeric-owner", *_OVERLAY]
    with _tar([*options, f"--directory={folder}", "--", *names], where=folder) as tar:
        assert tar.stdout is not None
        zstandard.ZstdCompressor(level=_LEVEL).copy_stream(tar.stdout, out)


def unpack(archive: Path, folder: Path, *, keep_owners: bool) -> None:
    """Unpack an archive into a folder that contains none of its entries. Nothing is written outside the folder.

    Links are created unchanged, and nothing is written through a link. Special files are refused, except for pipes and
    the marks of removed files.

    Args:
        archive: The archive.
        folder: An existing folder, to which no other process may write during the call.
        keep_owners: Whether files get their original owners, which must be root or users of the sandbox. This is
            possible only for root. Otherwise files belong to the user of this process.

    Raises:
        ArchiveError: The archive is damaged, or contains a member that is refused.
    """
    keep_owners = keep_owners and os.geteuid() == 0
    try:
        _inspect(archive, {each.name for each in folder.iterdir()}, keep_owners=keep_owners)
    except (tarfile.TarError, zstandard.ZstdError, EOFError) as error:
        raise ArchiveError(f"is damaged: {error}", where=archive) from None
    owners = "--same-owner" if keep_owners else "--no-same-owner"
    options = ["--extract", "--preserve-permissions", "--delay-directory-restore", "--numeric-owner", owners, *_OVERLAY]
    with archive.open("rb") as packed, _tar([*options, f"--directory={folder}"], where=archive) as tar:
        assert tar.stdin is not None
        zstandard.ZstdDecompressor().copy_stream(packed, tar.stdin)


@contextmanager
def _tar(options: Sequence[str], where: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run GNU tar inside a ``with`` block, with pipes to it and from it."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
    with tempfile.TemporaryFile() as errors:
        try:
            tar = subprocess.Popen(
                ["tar", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        except OSError as error:
            raise ArchiveError(f"tar cannot be started: {error.strerror}", where=where, fix="install GNU tar") from None
        try:
            yield tar
            _close(tar.stdin)
            tar.wait()
        except BrokenPipeError:
            tar.wait()  # tar has ended, and its output says why
        finally:
            if tar.poll() is None:
                tar.kill()
                tar.wait()
            _close(tar.stdin)
            _close(tar.stdout)
        if tar.returncode != 0:
            errors.seek(0)
            line = errors.readline().decode(errors="replace").strip()
            raise ArchiveError(f"tar failed: {line[:300] or tar.returncode}", where=where)


def _close(pipe: IO[bytes] | None) -> None:
    assert pipe is not None
    try:
        pipe.close()
    except BrokenPipeError:  # closing the pipe writes the remaining data
        return


def _inspect(archive: Path, taken_paths: Collection[str], *, keep_owners: bool) -> None:
    """Raise an error unless the archive can be unpacked without harm.

    Args:
        archive: The archive.
        taken_paths: The names that the folder already contains.
        keep_owners: Whether files get their original owners.
    """
    folders, files, seen = {PurePosixPath(".")}, set[PurePosixPath](), set[PurePosixPath]()
    with (
        archive.open("rb") as packed,
        zstandard.ZstdDecompressor().stream_reader(packed) as stream,
        tarfile.open(fileobj=stream, mode="r|") as tar,
    ):
        for member in tar:
            path = PurePosixPath(member.name)
            fault = _fault(member, keep_owners=keep_owners)
            if not fault and (path in seen or str(path) in taken_paths):
                fault = "is there already"
            elif not fault and path.parent not in folders:
                fault = "is not in a folder of the archive"
            elif not fault and member.islnk() and PurePosixPath(member.linkname) not in files:
                fault = "is a link to something that is not a file of the archive"
            if fault:
                raise ArchiveError(f"has a member that is refused: {member.name[:200]!r} {fault}", where=archive)
            seen.add(path)
            if member.isdir():
                folders.add(path)
            elif member.isreg():
                files.add(path)


def _fault(member: tarfile.TarInfo, *, keep_owners: bool) -> str:
    """Describe the fault of a single member, or return an empty string if it has none."""
    if member.name.startswith("/") or ".." in PurePosixPath(member.name).parts:
        return "is outside of the folder"
    is_removed = member.ischr() and (member.devmajor, member.devminor) == (0, 0)
    if not (member.isreg() or member.isdir() or member.issym() or member.islnk() or member.isfifo() or is_removed):
        return "is a special file"
    if keep_owners and not {member.uid, member.gid} <= _OWNERS:
        return f"belongs to user {member.uid} and group {member.gid}"
    if member.isreg() and member.mode & _PRIVILEGED and not (keep_owners and member.uid):
        return "is a program that would run as its owner"
    return ""
