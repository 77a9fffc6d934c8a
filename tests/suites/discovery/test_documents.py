"""Documents are distinguished from data files by name."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.documents import is_document


@pytest.mark.parametrize(
    "path",
    [
        "set/README.md",
        "set/readme.txt",
        "set/LIESMICH.txt",
        "set/2021/notes.md",
        "set/CHANGELOG",
        "set/codebook_2022.csv",
        "set/data_dictionary.csv",
        "set/report.pdf",
        "LICENSE",
    ],
)
def test_documents_are_recognized(path: str) -> None:
    assert is_document(path)


@pytest.mark.parametrize(
    "path", ["notes/a.csv", "set/reading.csv", "readme/data.parquet", "set/a.json", "set/notation.csv"]
)
def test_data_files_are_recognized(path: str) -> None:
    assert not is_document(path)
