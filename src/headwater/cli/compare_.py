"""``headwater compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli.results_ import emit, load_filtered, one_form
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from headwater.analysis import Comparison


@click.command("compare")
@click.argument("baseline", type=click.Path(path_type=Path), metavar="DIR_A")
@click.argument("candidate", type=click.Path(path_type=Path), metavar="DIR_B")
@click.option("--a", "a_filters", multiple=True, metavar="FACTOR=VALUE", help="Use only these trials of DIR_A.")
@click.option("--b", "b_filters", multiple=True, metavar="FACTOR=VALUE", help="Use only these trials of DIR_B.")
@click.option("--measure", default="score", show_default=True, help="The measure of success, such as solved.")
@click.option(
    "--fail-if-worse",
    type=click.FloatRange(0.5, 1, min_open=True, max_open=True),
    metavar="CONFIDENCE",
    help="Exit with code 1 if B is worse than A at this confidence, such as 0.95; with 2 if they share only one task.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with one row per task.")
@click.option(
    "--markdown", "as_markdown", is_flag=True, help="Print Markdown, for example for the summary of a CI job."
)
def command(
    baseline: Path,
    candidate: Path,
    a_filters: tuple[str, ...],
    b_filters: tuple[str, ...],
    measure: str,
    fail_if_worse: float | None,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Compare the results in DIR_B with those in DIR_A on the tasks that both ran.

    DIR_A and DIR_B can be the same folder, with --a agent=ONE --b agent=OTHER. Each can also be a table that
    `results --out` wrote.
    """
    form = one_form(json=as_json, csv=as_csv, markdown=as_markdown)
    with needs_extra("report"):
        from headwater.analysis import compare
    from headwater.cli._comparison import comparison_rows, comparison_sheets

    found = compare(
        load_filtered((baseline,), a_filters), load_filtered((candidate,), b_filters), measure=measure
    )  # fmt: skip
    emit(form, found, comparison_rows(found), comparison_sheets(found), found.notes)
    if fail_if_worse is not None:
        _gate(found, fail_if_worse, form)


def _gate(comparison: Comparison, confidence: float, form: str) -> None:
    """Print whether the candidate passes, and set the exit code."""
    worse = comparison.worse_at(confidence)
    a, b = comparison.baseline, comparison.candidate
    if worse is None:
        conclusion = f"one task cannot show whether {b} is worse than {a}"
    else:
        conclusion = f"{b} {'is worse' if worse else 'is not shown to be worse'} than {a} at confidence {confidence:g}"
    if form == "markdown":
        from headwater.cli._sheets import as_paragraph

        click.echo(f"\n{as_paragraph(conclusion)}")
    click.echo(conclusion, err=True)
    if worse is not False:
        raise SystemExit(2 if worse is None else 1)
