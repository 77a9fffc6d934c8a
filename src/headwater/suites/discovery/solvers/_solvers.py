"""Defines the solvers, and how they choose files."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from headwater.suites.discovery.solvers._index import DataFile, words_of

_STOP = frozenset(
    (
        "a", "all", "an", "and", "are", "as", "at", "be", "by", "did", "do", "does", "for", "from",
        "had", "has", "have", "how", "in", "is", "it", "its", "many", "much", "of", "on", "or", "per",
        "that", "the", "their", "there", "they", "this", "to", "was", "we", "were", "what", "when", "where", "which",
        "who", "with",
    )
)  # fmt: skip
# These are common values of the parameters k1 and b of BM25 (Robertson and Zaragoza, 2009).
_SATURATION, _LENGTH = 1.2, 0.75
"""The parameters k1 and b of BM25, with their usual values."""
_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(?:[-_]?(0[1-9]|1[0-2])(?:[-_]?([0-3]\d))?)?(?!\d)")
_VERSION = re.compile(r"(?<![a-z])v(\d+)|(final|latest|neu|new|current)", re.IGNORECASE)
_LATEST = 1000


@dataclass(frozen=True)
class Request:
    """The input of a solver: the words of the question, and the columns that the right program names."""

    words: tuple[str, ...]
    columns: frozenset[str]


@dataclass(frozen=True)
class Choice:
    """A solver's choice of a file for each target file."""

    solver: str
    files: Mapping[str, str]


Rank = Callable[[Request, Sequence[DataFile]], Callable[[DataFile], float]]
"""A function that takes all files to choose from and returns a function that rates how well a file fits."""


def _keywords(request: Request, _: Sequence[DataFile]) -> Callable[[DataFile], float]:
    request_words = set(request.words)
    return lambda file: len(request_words & set(words_of(file.path)))


def _bm25(request: Request, files: Sequence[DataFile]) -> Callable[[DataFile], float]:
    """Rank by BM25 over the words of file names and headers (Robertson and Zaragoza, 2009)."""
    known = {file.path: Counter(file.words) for file in files}
    mean = sum(sum(words.values()) for words in known.values()) / max(1, len(known))
    holding = Counter(word for words in known.values() for word in words)
    request_words = set(request.words)

    def score(file: DataFile) -> float:
        words = known[file.path]
        norm = _SATURATION * (1 - _LENGTH + _LENGTH * sum(words.values()) / max(1.0, mean))
        total = 0.0
        for word in request_words & words.keys():
            # Adding 1 keeps this weight positive for words that most files contain.
            rarity = math.log(1 + (len(known) - holding[word] + 0.5) / (holding[word] + 0.5))
            total += rarity * words[word] * (_SATURATION + 1) / (words[word] + norm)
        return total

    return score


def _schema(request: Request, _: Sequence[DataFile]) -> Callable[[DataFile], float]:
    return lambda file: len(request.columns & set(file.columns))


def _newest(request: Request, files: Sequence[DataFile]) -> Callable[[DataFile], float]:
    """Among the files that contain the columns, prefer the one whose name has the latest date or version."""
    fits = _schema(request, files)
    best = max((fits(file) for file in files), default=0)

    def score(file: DataFile) -> float:
        dates = [
            int(year) * 10_000 + int(month or 0) * 100 + int(day or 0) for year, month, day in _DATE.findall(file.path)
        ]
        versions = [int(number) if number else _LATEST for number, _ in _VERSION.findall(file.path)]
        is_fit = fits(file) == best
        # A date takes precedence over version numbers.
        return is_fit * (1 + max(dates, default=0) * (_LATEST + 1) + max(versions, default=0))

    return score


def _largest(request: Request, files: Sequence[DataFile]) -> Callable[[DataFile], float]:
    """Among the files that contain the columns, prefer the largest."""
    fits = _schema(request, files)
    best = max((fits(file) for file in files), default=0)
    return lambda file: (fits(file) == best) * (1 + file.size_bytes)


SOLVERS: Mapping[str, Rank] = {
    "keywords": _keywords,
    "bm25": _bm25,
    "schema": _schema,
    "newest": _newest,
    "largest": _largest,
}
"""The solvers, by name."""


def choose(question: str, program: str, targets: Sequence[str], files: Sequence[DataFile]) -> list[Choice]:
    """Return the files that each solver chooses instead of the target files.

    For each target, a solver chooses among the files of the same type, because the program cannot read other types. It
    never chooses a file twice. Ties are broken by path.

    Args:
        question: The question that agents get.
        program: The right program.
        targets: The files that the program reads.
        files: All files to choose from.
    """
    words = tuple(word for word in words_of(question) if word not in _STOP)
    request = Request(words, _string_constants(program))
    return [Choice(name, _chosen(rank, request, targets, files)) for name, rank in SOLVERS.items()]


def _chosen(rank: Rank, request: Request, targets: Sequence[str], files: Sequence[DataFile]) -> dict[str, str]:
    found: dict[str, str] = {}
    for target in targets:
        kind = PurePosixPath(target).suffix.lower()
        same = [file for file in files if PurePosixPath(file.path).suffix.lower() == kind]
        score = rank(request, same)
        ranked = sorted(same, key=lambda file: (-score(file), file.path))
        found[target] = next((file.path for file in ranked if file.path not in found.values()), target)
    return found


def _string_constants(program: str) -> frozenset[str]:
    """Return the string constants of a program in lower case, which include its column names."""
    constants = (node.value for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant))
    return frozenset(text.lower() for text in constants if isinstance(text, str))
