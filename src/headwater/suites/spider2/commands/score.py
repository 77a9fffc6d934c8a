"""Implements the command ``headwater score spider2``."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
import duckdb  # noqa: F401 - if one is missing, no process is started that would miss it
import pandas as pd  # noqa: F401

from headwater.cli._plain import print_json
from headwater.suites.spider2.scoring import InstanceScore, SubmissionScore, TableScore, score_submission


@click.command("spider2")
@click.option(
    "--submission",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Folder of the submission.",
)
@click.option(
    "--gold",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Folder of the expected results.",
)
@click.option("--instance", "only", multiple=True, metavar="ID", help="Score only this instance; may be repeated.")
@click.option("--details", is_flag=True, help="Print the differences per table and column, with examples.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with all details.")
def command(submission: Path, gold: Path, only: tuple[str, ...], *, details: bool, as_json: bool) -> None:
    """Score a submission of Spider2-DBT by the official rules and by strict rules, side by side.

    The submission is a folder with results_metadata.jsonl. The gold folder is evaluation_suite/gold of Spider 2.
    """
    score = score_submission(submission, gold, only=only, progress=None if as_json else _show_progress)
    if as_json:
        print_json({**dataclasses.asdict(score), "summary": _summary(score)})
        return
    _print_instances(score)
    if details:
        _print_details(score)
    _print_summary(score)


def _show_progress(score: InstanceScore) -> None:
    click.echo(f"scored {score.instance_id}", err=True)


def _mark(score: InstanceScore, passed: bool) -> str:
    if not score.scoreable:
        return "?"
    if not score.submitted:
        return "·"
    return "✓" if passed else "✗"


def _print_instances(score: SubmissionScore) -> None:
    from headwater.cli._layout import Grid, print_grid
    from headwater.untrusted import one_line

    rows = [
        (one.instance_id, _mark(one, one.official_passed), _mark(one, one.strict_passed), one_line(_difference(one)))
        for one in score.instances
    ]
    print_grid(Grid(("instance", "official", "strict", "what differs"), rows))


def _difference(score: InstanceScore) -> str:
    parts = [score.problem] if score.problem else []
    parts += [f"{table.table}: {table.reason}" for table in score.strict if not table.passed]
    parts += [f"{table.table}: officially {table.reason}" for table in _only_official(score)]
    parts += score.notes
    return "; ".join(parts)


def _only_official(score: InstanceScore) -> list[TableScore]:
    """Return the tables that fail only in the official comparison."""
    right = {table.table for table in score.strict if table.passed}
    return [table for table in score.official if not table.passed and table.table in right]


def _print_details(score: SubmissionScore) -> None:
    from headwater.untrusted import one_line

    for one in score.instances:
        for grader, tables in (("official", one.official), ("strict", one.strict)):
            for table in tables:
                lines = [f"{column.column}: {'; '.join(column.examples) or 'no match'}" for column in table.columns]
                lines += [*table.rows, *table.notes]
                if lines:
                    click.echo(f"\n{one.instance_id} · {table.table} · {grader}: {table.reason or 'matches'}")
                for line in lines:
                    click.echo(f"  {one_line(line)}")


def _summary(score: SubmissionScore) -> dict[str, dict[str, float | int | None]]:
    """Return the numbers of passed instances, and the rates for each denominator."""
    passed = {"official": score.official_passed, "strict": score.strict_passed}
    return {
        name: {"instances": count, **{key: value / count if count else None for key, value in passed.items()}}
        for name, count in dataclasses.asdict(score.denominators).items()
    }


def _print_summary(score: SubmissionScore) -> None:
    click.echo("\n✓ passed  ✗ failed  · not submitted  ? no usable gold\n")
    words = {"submitted": "of those submitted", "all": "of all", "scoreable": "of those with usable gold"}
    click.echo(f"official {score.official_passed} passed, strict {score.strict_passed}")
    for name, row in _summary(score).items():
        if row["instances"]:
            click.echo(
                f"  {words[name]} ({row['instances']}): {row['official']:.1%} official, {row['strict']:.1%} strict"
            )
    if score.unknown:
        click.echo(f"skipped because the gold file does not grade them: {', '.join(score.unknown)}")
