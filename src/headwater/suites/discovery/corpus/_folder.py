"""Write the files of a dataset into its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from headwater.suites.discovery.corpus._writers.csv import PLAIN, Style, csv_bytes
from headwater.suites.discovery.corpus._writers.json import json_bytes, json_lines
from headwater.suites.discovery.corpus._writers.parquet import parquet_bytes
from headwater.suites.discovery.corpus._writers.pdf import pdf_bytes
from headwater.suites.discovery.corpus._writers.png import chart_bytes
from headwater.suites.discovery.corpus._writers.sqlite import sqlite_bytes
from headwater.suites.discovery.corpus._writers.xlsx import xlsx_bytes


@dataclass(frozen=True)
class Folder:
    """The folder of a dataset. Paths are relative to this folder, and a file can be written only once."""

    path: Path

    def csv(self, path: str, table: pd.DataFrame, style: Style = PLAIN) -> None:
        """Write a table as CSV."""
        self._write(path, csv_bytes(table, style))

    def jsonl(self, path: str, table: pd.DataFrame) -> None:
        """Write a table as JSON lines."""
        self._write(path, json_lines(table))

    def json(self, path: str, value: Any) -> None:
        """Write a JSON document."""
        self._write(path, json_bytes(value))

    def parquet(self, path: str, table: pd.DataFrame) -> None:
        """Write a table as Parquet."""
        self._write(path, parquet_bytes(table))

    def sqlite(self, path: str, tables: Mapping[str, pd.DataFrame]) -> None:
        """Write tables as a SQLite database."""
        self._write(path, sqlite_bytes(tables))

    def xlsx(self, path: str, sheets: Mapping[str, pd.DataFrame], notes: tuple[str, ...] = ()) -> None:
        """Write tables as a workbook, with notes above the header of the first sheet."""
        self._write(path, xlsx_bytes(sheets, notes))

    def pdf(self, path: str, title: str, parts: Sequence[str | pd.DataFrame]) -> None:
        """Write a PDF report."""
        self._write(path, pdf_bytes(title, parts))

    def chart(self, path: str, title: str, lines: Mapping[str, Sequence[float]]) -> None:
        """Write a line chart as a PNG image."""
        self._write(path, chart_bytes(title, lines))

    def text(self, path: str, text: str, encoding: str = "utf-8") -> None:
        """Write a text file."""
        self._write(path, text.encode(encoding))

    def readme(self, title: str, *paragraphs: str, files: Mapping[str, str] | None = None) -> None:
        """Write README.md with paragraphs and a description of each file or group of files."""
        lines = [f"# {title}", ""]
        for paragraph in paragraphs:
            lines += [" ".join(paragraph.split()) if not paragraph.startswith("|") else paragraph, ""]
        if files:
            lines += ["## Files", "", *(f"- `{name}`: {' '.join(what.split())}" for name, what in files.items()), ""]
        self.text("README.md", "\n".join(lines))

    def dictionary(self, columns: Mapping[str, str], path: str = "data_dictionary.csv") -> None:
        """Write a data dictionary: a table with the meaning of each column."""
        rows = [(name, " ".join(meaning.split())) for name, meaning in columns.items()]
        self.csv(path, pd.DataFrame(rows, columns=["column", "meaning"]))

    def changes(self, entries: Sequence[tuple[str, str]], path: str = "CHANGELOG.md") -> None:
        """Write a list of dated changes."""
        lines = [f"- {date}: {' '.join(what.split())}" for date, what in entries]
        self.text(path, "\n".join(("# Changes", "", *lines, "")))

    def _write(self, path: str, content: bytes) -> None:
        target = self.path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
