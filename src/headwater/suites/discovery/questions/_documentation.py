"""Collects the documents in a lake that describe certain files, and the first lines of these files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from headwater.suites.discovery.documents import is_document

_TEXTS = frozenset({"", ".csv", ".json", ".md", ".rst", ".txt", ".yaml", ".yml"})
_TABLES = frozenset({".csv", ".json", ".jsonl", ".tsv", ".txt"})
_MOST = 6_000
"""The maximum number of characters per document."""
_MOST_DOCUMENTS = 6
_LINES, _WIDTH = 4, 300
"""The number of first lines of a file, and the number of characters per line."""


def documentation(files: Sequence[str], datasets: Path) -> str:
    """Return the documents from the given files' datasets, and the first lines of the given files that are text.

    Args:
        files: The files, as ``<dataset>/<path>``.
        datasets: The folder with all datasets.
    """
    return "\n\n".join([*_documents(files, datasets), *_beginnings(files, datasets)])


def _documents(files: Sequence[str], datasets: Path) -> Iterator[str]:
    for dataset in sorted({file.partition("/")[0] for file in files}):
        texts = [
            path
            for path in sorted((datasets / dataset).rglob("*"))
            if path.suffix.lower() in _TEXTS and path.is_file() and is_document(path.relative_to(datasets).as_posix())
        ]
        near = sorted(texts, key=lambda path: (len(path.relative_to(datasets).parts), path))[:_MOST_DOCUMENTS]
        for path in near:
            yield f"Document {path.relative_to(datasets).as_posix()}:\n{_start(path, _MOST).strip()}"


def _beginnings(files: Sequence[str], datasets: Path) -> Iterator[str]:
    for file in files:
        path = datasets / file
        if path.suffix.lower() in _TABLES and path.is_file():
            lines = _start(path, _LINES * _WIDTH).splitlines()[:_LINES]
            yield f"File {file} begins:\n" + "\n".join(line[:_WIDTH] for line in lines)


def _start(path: Path, most: int) -> str:
    with path.open("rb") as file:
        return file.read(most).decode("utf-8-sig", errors="replace")
