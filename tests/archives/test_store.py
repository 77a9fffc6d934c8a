"""A store shares folders by key: a folder is fetched completely or not at all, and never damaged."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("fsspec")

from headwater.archives import ArchiveStore
from headwater.errors import FileAccessError, MissingDependencyError, OptionError


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"file://{tmp_path}/store"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "file").write_text("content")
    return folder


def fetched(store: ArchiveStore, key: str, folder: Path) -> str | None:
    if store.fetch(key, folder):
        return (folder / "file").read_text()
    assert not folder.exists()
    return None


def test_a_machine_fetches_what_another_one_offers(tmp_path: Path, url: str, built: Path) -> None:
    other = ArchiveStore(url)
    assert fetched(other, "kind/a", tmp_path / "before") is None
    ArchiveStore(url).require()
    assert ArchiveStore(url).offer("kind/a", built)
    assert fetched(other, "kind/a", tmp_path / "after") == "content"
    assert list((tmp_path / "store/uploads").iterdir()) == []
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(("built.", "after."))] == []


def test_the_first_build_of_a_key_stays(tmp_path: Path, url: str, built: Path) -> None:
    assert ArchiveStore(url).offer("a", built)
    (built / "file").write_text("another build")
    later = ArchiveStore(url)
    assert not later.offer("a", built)
    assert fetched(later, "a", tmp_path / "after") == "content"


@pytest.mark.parametrize("size", ["same", "shorter"])
def test_a_damaged_archive_is_not_used_and_replaced_by_a_new_build(
    tmp_path: Path, url: str, built: Path, size: str
) -> None:
    ArchiveStore(url).offer("a", built)
    [archive] = (tmp_path / "store/archives").iterdir()
    content = archive.read_bytes()
    archive.write_bytes(content[:-1] + (b"\0" if content[-1:] != b"\0" else b"\1") if size == "same" else content[:9])
    store = ArchiveStore(url)
    assert fetched(store, "a", tmp_path / "before") is None
    assert store.offer("a", built)
    assert fetched(ArchiveStore(url), "a", tmp_path / "after") == "content"


def test_an_upload_that_was_interrupted_is_not_found(tmp_path: Path, url: str, built: Path) -> None:
    ArchiveStore(url).offer("a", built)
    [key] = (tmp_path / "store/keys").iterdir()
    key.write_bytes(key.read_bytes()[:20])
    assert fetched(ArchiveStore(url), "a", tmp_path / "before") is None
    assert ArchiveStore(url).offer("a", built)
    assert fetched(ArchiveStore(url), "a", tmp_path / "after") == "content"


def test_a_store_that_fails_later_fails_no_trial(tmp_path: Path, url: str, built: Path) -> None:
    store = ArchiveStore(url)
    (tmp_path / "store").write_text("not a folder")
    assert store.offer("a", built)
    assert fetched(store, "a", tmp_path / "after") is None
    with pytest.raises(FileAccessError, match=f"--ray-store {url}: cannot be used"):
        store.require()


@pytest.mark.parametrize(
    ("url", "error", "line"),
    [
        ("bucket/folder", OptionError, "--ray-store bucket/folder: not a URL; write it like s3://bucket/folder"),
        ("nowhere://a/b", OptionError, "Protocol not known: nowhere"),
        ("ftp://me:secret@host/a", OptionError, "has a password, which would be written to the job"),
        ("dropbox://a/b", MissingDependencyError, "DropboxFileSystem requires"),
    ],
)
def test_a_url_that_cannot_be_a_store_is_one_line(url: str, error: type[Exception], line: str) -> None:
    with pytest.raises(error, match=line) as raised:
        ArchiveStore(url)
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)
