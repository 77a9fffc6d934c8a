"""Prints the faults of input files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import click

from headwater.plurals import counted
from headwater.suites.discovery.records import FormatFault
from headwater.untrusted import one_line

_MOST = 50
"""The maximum number of printed lines. Nobody reads 100,000 faults."""


def print_faults(faults: Iterable[FormatFault]) -> None:
    """Print one line per fault on standard error, then the number of faults that are not shown."""
    counts: Counter[bool] = Counter()
    for fault in faults:
        is_shown = counts[True] < _MOST
        counts[is_shown] += 1
        if is_shown:
            click.echo(one_line(str(fault)), err=True)
    if counts[False]:
        click.echo(f"{counted(counts[False], 'fault')} more", err=True)
