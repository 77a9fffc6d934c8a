"""Implements an archive store that a job's machines share, at a URL such as that of a bucket.

::

    <url>/keys/<key>.json               the digest and the size of a key's archive
    <url>/archives/<digest>.tar.zst     an archive, under the SHA-256 of its bytes
    <url>/uploads/                      unfinished uploads, including those of machines that died

Objects appear atomically, because they are uploaded under another name and then moved. An archive appears before the
key that refers to it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import tempfile
import threading
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from headwater.archives._pack import pack, unpack
from headwater.errors import ArchiveError, FileAccessError, MissingDependencyError, OptionError
from headwater.extras import needs_extra
from headwater.sandbox import remove_tree
from headwater.untrusted import one_line

_LOG = logging.getLogger("headwater.archives")
_OPTION = "--ray-store"
_LONGEST = 300
_PASSWORD = re.compile(r"[^/]*://[^/@]*:[^/@]*@")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class _Entry(NamedTuple):
    """The archive to which a key refers."""

    sha256: str
    size: int


class ArchiveStore:
    """Archives of folders, by key. The URL's file system takes credentials from this process's environment.

    A failure after ``require`` is logged but raises no error, because the caller has the folder or can build it.

    Args:
        url: A URL that fsspec supports, such as ``s3://bucket/folder`` or ``file:///shared``.

    Raises:
        OptionError: The URL is not supported, or contains a password, which would be written to the job.
        MissingDependencyError: The package for the URL's protocol is missing.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        if "://" not in url:
            raise OptionError("not a URL", where=f"{_OPTION} {url}", fix="write it like s3://bucket/folder")
        if _PASSWORD.match(url):
            fix = "let the file system find it in the environment of each node"
            raise OptionError("has a password, which would be written to the job", where=_OPTION, fix=fix)
        with needs_extra("ray"):
            import fsspec
            from fsspec.implementations.local import LocalFileSystem
        try:
            self._files, root = fsspec.core.url_to_fs(url, use_listings_cache=False)
        except ImportError as error:
            raise MissingDependencyError(str(error), where=f"{_OPTION} {url}") from None
        except ValueError as error:
            raise OptionError(one_line(str(error)), where=f"{_OPTION} {url}") from None
        if isinstance(self._files, LocalFileSystem):
            self._files.auto_mkdir = True  # object stores have no folders
        self._root = root.rstrip("/")
        self._offered: set[str] = set()
        self._damaged: set[str] = set()
        self._lock = threading.Lock()

    def require(self) -> None:
        """Check that this process can read and write the store.

        Raises:
            FileAccessError: The store cannot be read or written.
        """
        probe = self._path("uploads", uuid.uuid4().hex)
        try:
            self._put(probe, b"headwater")
            is_read = self._files.cat_file(probe) == b"headwater"
            self._files.rm_file(probe)
        except Exception as error:  # noqa: BLE001 - each file system has errors of its own
            raise FileAccessError(f"cannot be used: {_line(error)}", where=f"{_OPTION} {self.url}") from None
        if not is_read:
            raise FileAccessError("does not return what was written", where=f"{_OPTION} {self.url}")

    def fetch(self, key: str, folder: Path, *, keep_owners: bool = True) -> bool:
        """Create a folder from the archive stored under a key, atomically.

        Args:
            key: The key.
            folder: A folder that does not exist, and that no other process creates at the same time.
            keep_owners: See `unpack`.

        Returns:
            Whether the folder exists now.
        """
        fetching = folder.with_name(f"{folder.name}.fetching")
        try:
            remove_tree(fetching)  # a killed process may have left this folder
            fetching.mkdir(parents=True)
            entry = self._entry(key)
            if entry is None:
                return False
            with tempfile.NamedTemporaryFile(dir=folder.parent, prefix=f"{fetching.name}.") as file:
                self._files.get_file(self._path("archives", f"{entry.sha256}.tar.zst"), file.name)
                _require_digest(Path(file.name), entry)
                unpack(Path(file.name), fetching, keep_owners=keep_owners)
            fetching.rename(folder)
        except Exception as error:  # noqa: BLE001 - as above; the folder can be built
            _LOG.warning("%s cannot be fetched from %s: %s", key, self.url, _line(error))
            if isinstance(error, ArchiveError):  # after another error, the archive may be intact
                with self._lock:
                    self._damaged.add(key)
            return False
        finally:
            remove_tree(fetching)
        with self._lock:
            self._offered.add(key)
        return True

    def offer(self, key: str, folder: Path) -> bool:
        """Upload a folder, unless the store already has the key.

        Returns:
            True if the store now contains this folder, or has nothing under the key because the upload failed. False if
                the store contains another machine's folder.
        """
        with self._lock:
            if key in self._offered:
                return True
            is_damaged = key in self._damaged
        try:
            if not is_damaged and self._is_whole(self._entry(key)):
                return False
            with tempfile.NamedTemporaryFile(dir=folder.parent, prefix=f"{folder.name}.") as file:
                pack(folder, sorted(each.name for each in folder.iterdir()), cast(BinaryIO, file))
                file.flush()
                entry = _Entry(_digest(Path(file.name)), Path(file.name).stat().st_size)
                archive = self._path("archives", f"{entry.sha256}.tar.zst")
                if is_damaged or not self._is_whole(entry):
                    self._move(lambda path: self._files.put_file(file.name, path), archive)
            self._put(self._path("keys", f"{key}.json"), json.dumps(entry._asdict()).encode())
        except Exception as error:  # noqa: BLE001 - as above; other machines build the folder
            _LOG.warning("%s cannot be uploaded to %s: %s", key, self.url, _line(error))
        with self._lock:
            self._offered.add(key)
        return True

    def _entry(self, key: str) -> _Entry | None:
        """Return the entry for a key, or None if it is missing or damaged."""
        try:
            content = json.loads(self._files.cat_file(self._path("keys", f"{key}.json")))
            entry = _Entry(str(content["sha256"]), int(content["size"]))
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None
        return entry if _SHA256.fullmatch(entry.sha256) else None

    def _is_whole(self, entry: _Entry | None) -> bool:
        """Return whether the store has an entry's archive and its size is right."""
        if entry is None:
            return False
        try:
            return bool(self._files.size(self._path("archives", f"{entry.sha256}.tar.zst")) == entry.size)
        except FileNotFoundError:
            return False

    def _put(self, path: str, content: bytes) -> None:
        self._move(lambda upload: self._files.pipe_file(upload, content), path)

    def _move(self, upload: Callable[[str], None], path: str) -> None:
        """Upload an object under another name, and then move it to its path."""
        other = self._path("uploads", uuid.uuid4().hex)
        upload(other)
        self._files.mv(other, path)

    def _path(self, *parts: str) -> str:
        return "/".join([self._root, *parts])


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _require_digest(path: Path, entry: _Entry) -> None:
    if _digest(path) != entry.sha256:
        raise ArchiveError("its archive is damaged", where=f"{entry.sha256}.tar.zst")


def _line(error: Exception) -> str:
    return one_line(f"{type(error).__name__}: {error}")[:_LONGEST]
