"""Prints the results of an analysis as JSON and CSV."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from headwater.csv_lines import csv_line

if TYPE_CHECKING:
    from headwater.analysis import Estimate, Note


def print_json(value: Any) -> None:
    """Print data classes and collections of data classes as JSON."""
    click.echo(json.dumps(plain(value), indent=2, ensure_ascii=False))


def plain(value: Any) -> Any:
    """Convert a value to JSON types. A group's key becomes an object."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _field(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value


def _field(name: str, value: Any) -> Any:
    return dict(value) if name == "key" else plain(value)


def print_csv(rows: Sequence[Mapping[str, Any]], notes: Iterable[Note] = ()) -> None:
    """Print rows as CSV, and notes on standard error to keep them out of the table."""
    for line in (*rows[:1], *(row.values() for row in rows)):
        click.echo(csv_line(line), nl=False)
    for note in notes:
        click.echo(f"note: {note}", err=True)


def spread(name: str, estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as three columns."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
