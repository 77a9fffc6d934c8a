"""Write the drift report, as docs/drift-report.md defines it, and print the log."""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from reconciliation.drift import Drift

SCHEMA_VERSION = 1
REPORT = Path(__file__).parent.parent / "artifacts" / "drift-report.json"


def build(found: Drift, tolerance: Decimal, *, check_only: bool) -> dict[str, Any]:
    """Build the report as a dict."""
    return {
        "schema_version": SCHEMA_VERSION,
        "generated_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "mode": "check" if check_only else "repair",
        "tolerance": str(tolerance),
        "drift": found.in_clickhouse,
        "repaired": found.in_clickhouse and not check_only,
        "totals": found.totals,
        "categories": {name: asdict(category) for name, category in found.categories.items()},
    }


def write(content: dict[str, Any]) -> None:
    """Replace the report atomically, so that a reader sees either the old or the new one."""
    REPORT.parent.mkdir(exist_ok=True)
    partial = REPORT.with_suffix(".partial")
    partial.write_text(json.dumps(content, indent=2) + "\n")
    partial.replace(REPORT)


def log(found: Drift, *, repaired: bool) -> None:
    """Print one line per category."""
    for name, count in found.totals.items():
        print(f"{name} rows: {count}")
    for name, category in found.categories.items():
        print(f"{name}: {category.count}")
    print("ClickHouse was repaired" if repaired else "nothing was changed")
