"""``headwater calibrate``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli.results_ import emit, load_filtered, one_form, tag_names
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from headwater.analysis import TrialTable
    from headwater.results import Efforts


@click.command("calibrate")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "--levels",
    metavar="TAG,...",
    help="Tags that declare the difficulty, from easiest to hardest.  [default: the tiers of tasks]",
)
@click.option(
    "--measure", default="solved", show_default=True, help="The measure by which levels are compared, such as score."
)
@click.option(
    "--half-width",
    type=click.FloatRange(0.01, 0.5),
    metavar="N",
    default=0.15,
    show_default=True,
    help="Target half-width of the confidence interval of a solve rate.",
)
@click.option("--built-ins", is_flag=True, help="Include agents that use no model.")
@click.option(
    "--where", "filters", multiple=True, metavar="FACTOR=VALUE", help="Use only these trials; may be repeated."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with one row per task and agent.")
@click.option(
    "--markdown", "as_markdown", is_flag=True, help="Print Markdown, for example for the summary of a CI job."
)
def command(
    paths: tuple[Path, ...],
    levels: str | None,
    measure: str,
    half_width: float,
    built_ins: bool,
    filters: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
) -> None:
    """Show how hard tasks are, measured by the attempts of agents and people in these jobs.

    DIR... are folders of jobs, or tables that `results --out` wrote. Tables contain no steps and no bytes.
    """
    form = one_form(json=as_json, csv=as_csv, markdown=as_markdown)
    results = load_filtered(paths, filters)
    efforts = _efforts(results, paths)
    with needs_extra("report"):
        from headwater.analysis import calibrate
    from headwater.cli._calibration import calibration_rows, calibration_sheets

    found = calibrate(
        replace(results, problems=(*results.problems, *efforts.problems)),
        efforts.known,
        levels=tag_names(levels or ""),
        measure=measure,
        half_width=half_width,
        built_ins=built_ins,
    )
    emit(form, found, calibration_rows(found), calibration_sheets(found), found.notes)


def _efforts(results: TrialTable, paths: tuple[Path, ...]) -> Efforts:
    """Return the trials' efforts, read from trajectories in the named folders. Paths in a table are not followed."""
    from headwater.analysis import to_rows
    from headwater.results import read_efforts

    folders = {str(path) for path in paths if path.is_dir()}
    return read_efforts(row for row in to_rows(results.table) if row.job in folders)
