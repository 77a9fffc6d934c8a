"""The files under review, what is found in them, and who is to blame for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

# Nobody writes a program this long by hand; parsing one costs memory a hundred times its size.
CODE_LIMIT = 200_000
# The standard library's parser takes quadratic time for hostile TOML.
TOML_LIMIT = 50_000
# Data and SQL are read by linear scanners.
DATA_LIMIT = 5_000_000


class Language(StrEnum):
    """How a file is read; prose is not read at all, and of unknown ones only the shapes of keys."""

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
    """A text file of the workspace.

    Attributes:
        path: Relative to the workspace, with forward slashes.
        text: What the agent left.
        shipped: What the task shipped, or None when the agent made the file.
    """

    path: str
    text: str
    shipped: str | None


@dataclass(frozen=True)
class Finding:
    """One thing that is unfit for production; the message is one sentence, with secrets masked."""

    path: str
    line: int
    kind: str
    message: str


@dataclass(frozen=True)
class Hit:
    """A finding before it is known whose it is; `excerpt` tells it from others of its kind."""

    line: int
    kind: str
    excerpt: str
    message: str

    @property
    def key(self) -> tuple[str, str]:
        """What stays the same when lines move."""
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
    """Tells the language by the file's name or, where it has no suffix, by its shebang."""
    name = PurePosixPath(path).name.lower()
    if name == ".env" or name.startswith(".env."):
        return Language.INI
    suffix = PurePosixPath(name).suffix
    if suffix or not (shebang := _SHEBANG.match(text[:200])):
        return _BY_SUFFIX.get(suffix, Language.UNKNOWN)
    return Language.PYTHON if shebang[1] == "python" else Language.SHELL


def is_test(path: str) -> bool:
    """Whether the file is a test: what it connects with and to is made up."""
    pure = PurePosixPath(path)
    return (
        "tests" in pure.parts[:-1]
        or "test" in pure.parts[:-1]
        or pure.name == "conftest.py"
        or pure.name.startswith("test_")
        or pure.stem.endswith("_test")
    )


def is_example(path: str) -> bool:
    """Whether the file is a template to be copied and filled in, such as `.env.example`."""
    words = re.split(r"[^a-z]+", PurePosixPath(path).name.lower())
    return not {"example", "sample", "template", "dist", "tmpl"}.isdisjoint(words)


def readable(path: str, text: str) -> bool:
    """Whether the file is within the size that is analysed."""
    match language_of(path, text):
        case Language.PYTHON | Language.SHELL:
            return len(text) <= CODE_LIMIT
        case Language.TOML:
            return len(text) <= TOML_LIMIT
        case _:
            return len(text) <= DATA_LIMIT


def report(sources: Sequence[Source], detect: Detector) -> list[Finding]:
    """Runs a detector and keeps what the agent is to blame for.

    A hit counts once more often than the shipped text had it, so moved lines are free and copies are not.
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
    """Names the changed files that are too large to be analysed, with the reason."""
    return {
        source.path: f"{len(source.text):,} characters are more than the analysis reads"
        for source in sources
        if source.text != source.shipped and not readable(source.path, source.text)
    }


def words(text: str) -> frozenset[str]:
    """A set of words, written as a line of them."""
    return frozenset(text.split())


def line_at(text: str, offset: int) -> int:
    """The line number, from 1, of an offset."""
    return text.count("\n", 0, offset) + 1
