"""Archives can come from anywhere: every kind of hostile archive is refused with a specific error."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.suites.spider2.small import SmallCheckout

from headwater.errors import UserError
from headwater.suites.spider2.build import Archive, DatabaseError


def write_archive_with(path: Path, add: Callable[[zipfile.ZipFile], None]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        add(archive)
    return path


def link(archive: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo("shop001/shop.duckdb")
    entry.external_attr = 0o120777 << 16
    archive.writestr(entry, "/etc/passwd")


def bomb(archive: zipfile.ZipFile) -> None:
    archive.writestr("shop001/shop.duckdb", bytes(1 << 20))
    archive.infolist()[0].file_size = 2 << 30  # this changes the entry in the central directory


def encrypted(archive: zipfile.ZipFile) -> None:
    archive.writestr("shop001/shop.duckdb", b"")
    archive.infolist()[0].flag_bits |= 1


@pytest.mark.parametrize(
    ("add", "message"),
    [
        (lambda archive: archive.writestr("../shop.duckdb", b""), r"refused: '\.\./shop\.duckdb' leads out"),
        (lambda archive: archive.writestr("/etc/shop.duckdb", b""), r"refused: '/etc/shop\.duckdb' leads out"),
        (lambda archive: archive.writestr("a/..\\..\\b.duckdb", b""), r"refused: 'a/.* leads out of the archive"),
        (link, r"refused: 'shop001/shop\.duckdb' is a link or a device"),
        (encrypted, r"refused: 'shop001/shop\.duckdb' is encrypted"),
        (bomb, r"refused: 'shop001/shop\.duckdb' would unpack to \d+ times its size"),
    ],
)
def test_a_hostile_archive_is_refused(add: Callable[[zipfile.ZipFile], None], message: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=message):
        Archive(write_archive_with(tmp_path / "a.zip", add), "--gold")


def test_files_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    path = write_archive_with(
        tmp_path / "a.zip", lambda archive: archive.writestr("a/a.duckdb", bytes(range(256)) * 64)
    )
    raw = path.read_bytes()
    directory = raw.index(b"PK\x01\x02")
    end = raw.index(b"PK\x05\x06")
    doubled = raw[:directory] + 2 * raw[directory:end] + _two_entries(raw[end:], 2 * (end - directory))
    path.write_bytes(doubled)
    with pytest.raises(UserError, match=r"refused: 'a/a\.duckdb' shares its bytes with another file"):
        Archive(path, "--gold")


def _two_entries(end: bytes, size: int) -> bytes:
    """Return an end-of-directory record that declares two entries."""
    return end[:8] + (2).to_bytes(2, "little") * 2 + size.to_bytes(4, "little") + end[16:]


def test_another_digest_is_refused(small: SmallCheckout) -> None:
    digest = hashlib.sha256(small.gold.read_bytes()).hexdigest()
    assert Archive(small.gold, "--gold", digest.upper()).databases.keys() == {"shop001", "shop002", "ledger001"}
    with pytest.raises(UserError, match=rf"--gold .*: its SHA-256 is {digest}, not {'0' * 64}; download it again"):
        Archive(small.gold, "--gold", "0" * 64)


def test_a_truncated_archive_is_refused(small: SmallCheckout, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes(small.gold.read_bytes()[:-100])
    with pytest.raises(UserError, match=r"--gold .*cut\.zip: is not a complete zip archive .*; download it again"):
        Archive(cut, "--gold")
    with pytest.raises(UserError, match=r"--gold .*none\.zip: the file does not exist"):
        Archive(tmp_path / "none.zip", "--gold")


def test_a_damaged_member_does_not_affect_the_others(small: SmallCheckout, tmp_path: Path) -> None:
    raw = bytearray(small.start.read_bytes())
    at = raw.index(b"shop001/shop.duckdb") + 400
    raw[at : at + 40] = bytes(40)
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(raw)
    archive = Archive(damaged, "--start-db")
    with pytest.raises(DatabaseError, match=r"'shop001/shop\.duckdb' is damaged"):
        archive.extract(archive.databases["shop001"][0], tmp_path / "one.duckdb")
    archive.extract(archive.databases["shop002"][0], tmp_path / "two.duckdb")


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = write_archive_with(tmp_path / "a.zip", lambda archive: archive.writestr("a/a.duckdb", b"SQLite format 3"))
    archive = Archive(path, "--gold")
    with pytest.raises(DatabaseError, match=r"'a/a\.duckdb' is not a DuckDB database"):
        archive.extract(archive.databases["a"][0], tmp_path / "a.duckdb")


def test_the_only_database_is_used_whatever_its_name(small: SmallCheckout) -> None:
    archive = Archive(small.gold, "--gold")
    member = archive.member("ledger001", "another.duckdb")
    assert member is not None
    assert member.name == "books.duckdb"
    assert archive.member("__MACOSX", "._shop001") is None
