"""Write CSV in the dialects of spreadsheets, exports and instruments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Style:
    """A dialect of CSV.

    Attributes:
        dates: The format of a datetime column in which every time is midnight.
        times: The format of other datetime columns.
        missing: The text for a missing value.
        preamble: The lines before the header.
    """

    separator: str = ","
    decimal: str = "."
    encoding: str = "utf-8"
    dates: str = "%Y-%m-%d"
    times: str = "%Y-%m-%d %H:%M"
    missing: str = ""
    newline: str = "\n"
    preamble: tuple[str, ...] = ()


PLAIN = Style()
OFFICE = Style(";", ",", "cp1252", "%d.%m.%Y", "%d.%m.%Y %H:%M", newline="\r\n")
"""The CSV that a spreadsheet program saves under a continental European locale."""
UNICODE_TEXT = Style("\t", ".", "utf-16", "%d/%m/%Y", "%d/%m/%Y %H:%M")
"""The format that spreadsheet programs call Unicode text."""
MAINFRAME = Style("|", ".", "latin-1", "%Y%m%d", "%Y%m%d%H%M", missing="NULL")
BRITISH = Style(",", ".", "utf-8-sig", "%d/%m/%Y", "%d/%m/%Y %H:%M", missing="n/a")


def csv_bytes(table: pd.DataFrame, style: Style = PLAIN) -> bytes:
    """Return a table as CSV in a dialect. Floating-point numbers are written with all digits, so round them first."""
    columns = [_cells(table[name], style) for name in table.columns]
    lines = [*style.preamble, style.separator.join(_quoted(map(str, table.columns), style))]
    lines += map(style.separator.join, zip(*columns, strict=True))
    text = style.newline.join((*lines, ""))
    if style.encoding == "utf-16":  # the bytes must not depend on the byte order of the machine
        return b"\xff\xfe" + text.encode("utf-16-le")
    return text.encode(style.encoding)


def _cells(column: pd.Series, style: Style) -> list[str]:
    kind = column.dtype.kind
    if kind == "M":
        return _times(column, style)
    if kind in "iu":
        return list(map(str, column.tolist()))
    if kind == "b":
        return ["true" if value else "false" for value in column.tolist()]
    if kind == "f":
        texts = [style.missing if value != value else repr(value) for value in column.tolist()]
        return texts if style.decimal == "." else [text.replace(".", style.decimal) for text in texts]
    codes, values = pd.factorize(column)
    texts = [*_quoted((_text(value) for value in values), style), style.missing]  # pandas gives missing values code -1
    return [texts[code] for code in codes.tolist()]


def _times(column: pd.Series, style: Style) -> list[str]:
    codes, values = pd.factorize(column)
    index = pd.DatetimeIndex(values)
    is_dates = bool((index == index.normalize()).all())
    texts = [*index.strftime(style.dates if is_dates else style.times), style.missing]
    return [texts[code] for code in np.asarray(codes).tolist()]


def _text(value: object) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _quoted(texts: Iterable[str], style: Style) -> Sequence[str]:
    special = {style.separator, '"', "\n"}
    return ['"' + text.replace('"', '""') + '"' if special & set(text) else text for text in texts]
