"""Converts a workbook to CSV files in a separate process, because a workbook of one kilobyte can exhaust memory.

Run it as ``python -I _sheet_worker.py WORKBOOK FOLDER MEGABYTES SECONDS``. The program imports nothing from Headwater,
writes ``0.csv``, ``1.csv``, … and prints one JSON line for each sheet.
"""

from __future__ import annotations

import csv
import json
import resource
import sys
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

MAX_ROWS = 1_048_576


def main(workbook: str, folder: str, megabytes: str, seconds: str) -> None:
    """Convert every sheet in the workbook."""
    limit = int(megabytes) << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        with Path(workbook).open("rb") as file:
            book = CalamineWorkbook.from_filelike(file)
            for number, name in enumerate(book.sheet_names):
                say(**convert(book, name, Path(folder) / f"{number}.csv"), number=number, sheet=name)
    except (CalamineError, OSError, ValueError) as error:
        say(error=f"{type(error).__name__}: {error}")


def convert(book: Any, name: str, path: Path) -> dict[str, Any]:
    """Write one sheet, and return its number of rows or its problem."""
    from python_calamine import CalamineError

    rows = 0
    try:
        sheet = book.get_sheet_by_name(name)
        with path.open("w", newline="", encoding="utf-8", errors="replace") as file:
            writer = csv.writer(file)
            for row in sheet.iter_rows():
                cells = [plain(cell) for cell in row]
                if any(cells):
                    writer.writerow(cells)
                    rows += 1
    except (CalamineError, OSError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}", "rows": rows}
    return {"rows": rows}


def plain(cell: Any) -> str:
    """Return a cell as people write it: whole numbers without a fraction, and dates at midnight without a time."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime) and cell.time() == time(0):
        return cell.date().isoformat()
    if isinstance(cell, date | datetime | time):
        return cell.isoformat(" ") if isinstance(cell, datetime) else cell.isoformat()
    if isinstance(cell, timedelta):
        return str(cell)
    return str(cell)


def say(**facts: Any) -> None:
    """Print one line of JSON for the parent process."""
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
