"""Normalizes the paths of data files, which are written differently on different machines."""

from __future__ import annotations

import re
from collections.abc import Iterable

Parts = tuple[str, ...]
"""The dataset's folder and the file's path in it, or only the known end of this path."""

_ROOTS = ("full_community", "private_dataset", "input", "datasets")
"""The folders that contain datasets on the authors' machines, on Kaggle and in the published archives."""
_SOURCE = "source"
_FILE = re.compile(r"(?:[^\n]*[/\\])?[^\n/\\]+\.[A-Za-z]\w{0,9}")
_URL = re.compile(r"\w+://")


def is_url(text: str) -> bool:
    """Return whether a text is a URL."""
    return _URL.match(text) is not None


def without_scheme(text: str) -> str:
    """Return the path of a file URI, which SQLite accepts. Any other text is returned unchanged."""
    if not text.startswith("file:"):
        return text
    return text.removeprefix("file:").removeprefix("//").partition("?")[0]


def is_file_name(text: str) -> bool:
    """Return whether a text can be a file path: it has an extension, or stands for each file in a folder."""
    is_pattern = "/" in text and "*" in text.rpartition("/")[2]
    return (is_pattern or _FILE.fullmatch(text) is not None) and not is_url(text)


def parts_of(path: str) -> Parts:
    """Return a path without the parts that differ between machines.

    Kaggle writes dataset slugs with hyphens, and the archives write them with underscores and add a folder ``source``.
    An unknown part of a path, such as a folder from the environment, is removed together with all parts before it,
    unless it is inside a known dataset.
    """
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    unknown = [place for place, part in enumerate(parts[:-1]) if part == "*"]
    is_in_data = path.startswith("/data/") and unknown[:1] != [1]
    if unknown and not is_in_data and not any(part in _ROOTS for part in parts[: max(unknown[0] - 1, 0)]):
        parts = parts[unknown[-1] + 1 :]
    if _SOURCE in parts[1:-1]:
        place = parts.index(_SOURCE, 1)
        return (slug(parts[place - 1]), *parts[place + 1 :])
    roots = [place for place, part in enumerate(parts[:-1]) if part in _ROOTS]
    if roots:
        parts = parts[roots[-1] + 1 :]
    elif is_in_data:
        parts = parts[1:]
    return (slug(parts[0]), *parts[1:]) if len(parts) > 1 else tuple(parts)


def same_file(one: Parts, other: Parts) -> bool:
    """Return whether two paths can refer to the same file because one is a suffix of the other."""
    short, long = sorted((one, other), key=len)
    if not has_folder(short):
        return long[-1:] == short
    end = long[-len(short) :]
    return slug(end[0]) == short[0] and end[1:] == short[1:]


def has_folder(path: Parts) -> bool:
    """Return whether a path contains more than a file name, which files in several datasets can share."""
    return len(path) > 1


def distinct(paths: Iterable[Parts]) -> tuple[Parts, ...]:
    """Return each file once, under its longest path, sorted."""
    found: list[Parts] = []
    for path in sorted(set(paths), key=lambda parts: (-len(parts), parts)):
        if not any(same_file(path, other) for other in found):
            found.append(path)
    return tuple(sorted(found))


def slug(folder: str) -> str:
    """Return a normalized dataset folder name."""
    return re.sub(r"[^a-z0-9]+", "_", folder.lower()).strip("_")
