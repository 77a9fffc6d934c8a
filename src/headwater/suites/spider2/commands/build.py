"""Implements the command ``headwater build spider2``."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import click

from headwater.cli._job import interruptible
from headwater.jobs import home
from headwater.plurals import counted
from headwater.sandbox import CancelledError
from headwater.suites.spider2.build import Archive, Archives, Options, build_suite, read_checkout

_FILE = click.Path(path_type=Path)


@click.command("tasks")
@click.option("--from", "checkout", required=True, type=_FILE, metavar="DIR", help="A checkout of Spider 2.")
@click.option(
    "--start-db", type=_FILE, metavar="ZIP", help="DBT_start_db.zip; without it, data is rebuilt where possible."
)
@click.option("--gold", type=_FILE, metavar="ZIP", help="dbt_gold.zip, which needs --start-db.")
@click.option("--start-db-sha256", metavar="HEX", help="Expected digest of --start-db.")
@click.option("--gold-sha256", metavar="HEX", help="Expected digest of --gold.")
@click.option("--repaired", is_flag=True, help="Also build spider2-repaired, which fixes shipped faults.")
@click.option(
    "--no-references", is_flag=True, help="Build no reference solutions, which is faster but gives no counterfeits."
)
@click.option("--real-date", is_flag=True, help="Show dbt the current date instead of the date of the gold databases.")
def command(
    checkout: Path,
    start_db: Path | None,
    gold: Path | None,
    start_db_sha256: str | None,
    gold_sha256: str | None,
    *,
    repaired: bool,
    no_references: bool,
    real_date: bool,
) -> None:
    """Build tasks from the dbt projects in a checkout of Spider 2, with or without the database archives."""
    started = time.monotonic()
    read = read_checkout(checkout)
    archives = Archives(
        Archive(start_db, "--start-db", start_db_sha256) if start_db else None,
        Archive(gold, "--gold", gold_sha256) if gold else None,
    )
    if gold and not start_db:
        click.echo(
            "--gold is of the start databases, and says nothing of rebuilt ones; it counts with --start-db", err=True
        )
    options = Options(repaired, real_date, references=not no_references)
    with interruptible() as cancel:
        try:
            index = build_suite(home(), read, archives, options, _say, cancel)
        except CancelledError as interrupted:
            _say(str(interrupted))
            raise SystemExit(130) from None
    states = Counter(row.state.value for row in index.rows)
    click.echo(f"{counted(len(index.rows), 'instance')} in {time.monotonic() - started:.0f} s: " + _counts(states))
    free = [row.instance for row in index.rows if row.free]
    click.echo(f"  {len(free)} ship their answer: {', '.join(free)}")
    if repaired:
        click.echo(f"  {sum(bool(row.faults) for row in index.rows)} have faults that spider2-repaired fixes")
    click.echo("`headwater list spider2` lists all instances")


def _counts(states: Counter[str]) -> str:
    return ", ".join(f"{count} {state}" for state, count in states.items())


def _say(text: str) -> None:
    click.echo(text, err=True)
