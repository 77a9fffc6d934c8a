"""Defines source files and findings, and attributes findings to the agent or the task."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

# Nobody writes a program this long by hand, and parsing needs a hundred times the file's size in memory.
CODE_LIMIT = 200_000
# The standard library's parser takes quadratic time for hostile TOML.
TOML_LIMIT = 50_000
# Data and SQL are read by linear scanners.
DATA_LIMIT = 5_000_000


class Language(StrEnum):
    """The language of a file.

    Prose is not analysed, and files of unknown languages are only searched for keys of known formats.
    """

    PYTHON = "Python"
    SHELL = "shell"
    SQL = "SQL"
    YAML = "YAML"
    JSON = "JSON"
    TOML = "TOML"
    INI = "INI"
    PROSE = "prose"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Source:
    """A text file in the workspace.

    Attributes:
        path: The path relative to the workspace, with forward slashes.
        text: The text that the agent left.
        shipped: The text that the task shipped, or None if the agent created the file.
    """

    path: str
    text: str
    shipped: str | None


@dataclass(frozen=True)
class Finding:
    """A problem that makes code unfit for production. The message is one sentence in which secrets are masked."""

    path: str
    line: int
    kind: str
    message: str


@dataclass(frozen=True)
class Hit:
    """A finding before its attribution. ``excerpt`` distinguishes it from other findings of its kind."""

    line: int
    kind: str
    excerpt: str
    message: str

    @property
    def key(self) -> tuple[str, str]:
        """The part of the hit that stays the same when lines move."""
        return self.kind, " ".join(self.excerpt.split())


Detector = Callable[[str, str], Iterable[Hit]]

_BY_SUFFIX = {
    ".py": Language.PYTHON,
    ".sh": Language.SHELL,
    ".bash": Language.SHELL,
    ".sql": Language.SQL,
    ".yaml": Language.YAML,
    ".yml": Language.YAML,
    ".json": Language.JSON,
    ".toml": Language.TOML,
    ".ini": Language.INI,
    ".cfg": Language.INI,
    ".env": Language.INI,
    ".properties": Language.INI,
    ".md": Language.PROSE,
    ".markdown": Language.PROSE,
    ".rst": Language.PROSE,
    ".adoc": Language.PROSE,
    ".txt": Language.PROSE,
}
_SHEBANG = re.compile(r"\A#![^\n]*\b(python|bash|sh)[\d.]*\b")


def language_of(path: str, text: str) -> Language:
    """Return the language of a file according to its name or, if that has no suffix, its shebang."""
    name = PurePosixPath(path).name.lower()
    if name == ".env" or name.startswith(".env."):
        return Language.INI
    suffix = PurePosixPath(name).suffix
    if suffix or not (shebang := _SHEBANG.match(text[:200])):
        return _BY_SUFFIX.get(suffix, Language.UNKNOWN)
    return Language.PYTHON if shebang[1] == "python" else Language.SHELL


def is_test(path: str) -> bool:
    """Return whether the file is a test. Connections and credentials in tests are fictitious."""
    pure = PurePosixPath(path)
    return (
        "tests" in pure.parts[:-1]
        or "test" in pure.parts[:-1]
        or pure.name == "conftest.py"
        or pure.name.startswith("test_")
        or pure.stem.endswith("_test")
    )


def is_example(path: str) -> bool:
    """Return whether the file is a template to copy and fill in, such as `.env.example`."""
    words = re.split(r"[^a-z]+", PurePosixPath(path).name.lower())
    return not {"example", "sample", "template", "dist", "tmpl"}.isdisjoint(words)


def readable(path: str, text: str) -> bool:
    """Return whether the file is small enough to be analysed."""
    match language_of(path, text):
        case Language.PYTHON | Language.SHELL:
            return len(text) <= CODE_LIMIT
        case Language.TOML:
            return len(text) <= TOML_LIMIT
        case _:
            return len(text) <= DATA_LIMIT


def report(sources: Sequence[Source], detect: Detector) -> list[Finding]:
    """Run a detector and keep the findings that the agent caused.

    A hit is kept only if it occurs more often than in the shipped text. Moved lines are therefore not reported, and
    copies are.
    """
    found: list[Finding] = []
    for source in sources:
        if source.text == source.shipped or not readable(source.path, source.text):
            continue
        known: Counter[tuple[str, str]] = Counter()
        if source.shipped is not None and readable(source.path, source.shipped):
            known.update(hit.key for hit in detect(source.path, source.shipped))
        for hit in detect(source.path, source.text):
            if known[hit.key] > 0:
                known[hit.key] -= 1
            else:
                found.append(Finding(source.path, hit.line, hit.kind, hit.message))
    return found


def unread(sources: Sequence[Source]) -> dict[str, str]:
    """Return the changed files that are too large to be analysed, with the reason."""
    return {
        source.path: f"{len(source.text):,} characters are more than the analysis reads"
        for source in sources
        if source.text != source.shipped and not readable(source.path, source.text)
    }


def words(text: str) -> frozenset[str]:
    """Split a text into a set of words."""
    return frozenset(text.split())


def line_at(text: str, offset: int) -> int:
    """Return the line number of an offset, counted from 1."""
    return text.count("\n", 0, offset) + 1
