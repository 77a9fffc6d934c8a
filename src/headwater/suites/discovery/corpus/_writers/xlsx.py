"""Write Excel workbooks."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Mapping

import pandas as pd
import xlsxwriter

from headwater.suites.discovery.corpus._writers._stored import stored_zip

_CREATED = dt.datetime(2024, 1, 1)  # noqa: DTZ001 - a workbook has local times


def xlsx_bytes(sheets: Mapping[str, pd.DataFrame], notes: tuple[str, ...] = ()) -> bytes:
    """Return a workbook.

    Args:
        sheets: The tables, keyed by sheet name. They are written without their index.
        notes: Lines above the header of the first sheet, where offices put titles and units.
    """
    written = io.BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True, "default_date_format": "yyyy-mm-dd hh:mm"}) as book:
        book.set_properties({"created": _CREATED})
        for number, (name, table) in enumerate(sheets.items()):
            sheet = book.add_worksheet(name[:31])
            lines = notes if number == 0 else ()
            for at, line in enumerate(lines):
                sheet.write_string(at, 0, line)
            for column, title in enumerate(table.columns):
                sheet.write_column(len(lines), column, [str(title), *_cells(table[title])])
    return stored_zip(written.getvalue())


def _cells(column: pd.Series) -> list[object]:
    values = column.dt.to_pydatetime().tolist() if column.dtype.kind == "M" else column.tolist()
    return [None if is_missing else value for value, is_missing in zip(values, column.isna().tolist(), strict=True)]
