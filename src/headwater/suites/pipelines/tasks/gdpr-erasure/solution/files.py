"""Erase people from the files in archive/ and exports/."""

import csv
import gzip
import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path

from counting import Counts
from matching import Matcher

HERE = Path(__file__).parent
ARCHIVE, EXPORTS = HERE / "archive", HERE / "exports"


def clean_event(line: str, matcher: Matcher) -> tuple[str, set]:
    """Return a line of an archive without erased people, or an empty one, and whose data it had."""
    event = json.loads(line)
    when = datetime.fromisoformat(event["at"].replace("Z", "+00:00"))
    properties = event["properties"]
    address = properties.get("email") if isinstance(properties, dict) else None
    owner = matcher.owner(event["account_id"], address, when)
    return ("", {owner}) if owner else matcher.redact(line, when)


def _clean_archive(text: str, matcher: Matcher, counts: Counts) -> str:
    lines = []
    for line in text.split("\n"):
        kept, people = clean_event(line, matcher) if line else (line, set())
        counts.add("files", people)
        lines += [kept] if kept or not line else []
    return "\n".join(lines)


def _records(text: str) -> list[str]:
    """Split a CSV file into its records, which can have several lines."""
    records, open_record = [], ""
    for line in text.splitlines(keepends=True):
        open_record += line
        if open_record.count('"') % 2 == 0:
            records.append(open_record)
            open_record = ""
    return [*records, open_record] if open_record else records


def _clean_export(text: str, when: datetime, matcher: Matcher, counts: Counts) -> str:
    header, *records = _records(text)
    delimiter = ";" if ";" in header else ","
    columns = header.strip().split(delimiter)
    kept = [header]
    for record in records:
        row = dict(zip(columns, next(csv.reader([record.rstrip("\r\n")], delimiter=delimiter)), strict=False))
        number = int(row["account_id"]) if row.get("account_id") else None
        owner = matcher.owner(number, row.get("email"), when)
        cleaned, people = ("", {owner}) if owner else matcher.redact(record, when)
        counts.add("files", people)
        kept.append(cleaned)
    return "".join(kept)


def _read(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def _write(path: Path, data: bytes) -> None:
    """Replace a file in one step, so that a killed run leaves the old or the new one."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(data)
    new.replace(path)


def _update(path: Path, old: str, new: str) -> None:
    if new != old:
        _write(path, gzip.compress(new.encode(), mtime=0) if path.suffix == ".gz" else new.encode())


def _update_manifest() -> None:
    """Describe the archives as they are now. A killed run may have left an older description."""
    path = ARCHIVE / "manifest.json"
    old = path.read_text()
    manifest = json.loads(old)
    for name in manifest:
        data = (ARCHIVE / name).read_bytes()
        lines = len(gzip.decompress(data).decode().splitlines())
        manifest[name] = {"lines": lines, "sha256": hashlib.sha256(data).hexdigest()}
    _update(path, old, json.dumps(manifest, indent=2) + "\n")


def clean_files(matcher: Matcher, counts: Counts) -> None:
    """Erase people from all files, and write those that change."""
    for folder in (ARCHIVE, EXPORTS):
        for left in folder.glob(".*.new"):
            left.unlink()
    for path in sorted(ARCHIVE.glob("*.jsonl.gz")):
        text = _read(path)
        _update(path, text, _clean_archive(text, matcher, counts))
    _update_manifest()
    for path in sorted(EXPORTS.glob("*.csv*")):
        text = _read(path)
        day = path.name.split(".")[0][-10:]
        when = datetime.fromisoformat(day).replace(tzinfo=UTC)
        _update(path, text, _clean_export(text, when, matcher, counts))
