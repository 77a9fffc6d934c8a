"""Write PDF reports with paragraphs and small tables."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import pandas as pd
from fpdf import FPDF

_CREATED = dt.datetime(2024, 1, 1, tzinfo=dt.UTC)


def pdf_bytes(title: str, parts: Sequence[str | pd.DataFrame]) -> bytes:
    """Return a PDF report with extractable text."""
    pdf = FPDF()
    pdf.set_compression(False)
    pdf.set_creation_date(_CREATED)
    pdf.set_title(_latin(title))
    pdf.add_page()
    pdf.set_font("Helvetica", style="B", size=15)
    pdf.multi_cell(0, 8, _latin(title), new_x="LMARGIN", new_y="NEXT")
    for part in parts:
        if isinstance(part, str):
            pdf.set_font("Helvetica", size=10)
            pdf.ln(2)
            pdf.multi_cell(0, 5, _latin(part), new_x="LMARGIN", new_y="NEXT")
        else:
            _table(pdf, part)
    return bytes(pdf.output())


def _table(pdf: FPDF, table: pd.DataFrame) -> None:
    pdf.set_font("Courier", size=8)
    pdf.ln(2)
    rows = [list(map(str, table.columns)), *([str(cell) for cell in row] for row in table.itertuples(index=False))]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        pdf.cell(0, 4, _latin(line.rstrip()), new_x="LMARGIN", new_y="NEXT")


def _latin(text: str) -> str:
    """Replace characters that the standard fonts do not support with question marks."""
    return text.encode("latin-1", "replace").decode("latin-1")
