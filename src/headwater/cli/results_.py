"""``headwater results``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli._heading import job_heading
from headwater.cli._plain import plain, print_csv, print_json
from headwater.errors import OptionError
from headwater.extras import needs_extra
from headwater.jobs import JobFolder
from headwater.plurals import counted
from headwater.results import ReadRows, read_jobs, to_plain

if TYPE_CHECKING:
    from headwater.analysis import Note, TrialTable
    from headwater.cli._sheets import Sheet

_TABLES = (".parquet", ".csv")


@click.command("results")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "--by", metavar="FACTOR,...", help="Summarize the scores, gates and costs of groups, such as agent,harness."
)
@click.option("--lift", "lift_of", metavar="FACTOR", help="Show the effect of a harness or prompt on the same tasks.")
@click.option(
    "--levels",
    metavar="TAG,...",
    help="Tags that declare the difficulty, in place of the tiers. --lift shows the effect at each level.",
)
@click.option("--tasks", "of_tasks", is_flag=True, help="Show how hard, discriminating and stable tasks are.")
@click.option(
    "--where", "filters", multiple=True, metavar="FACTOR=VALUE", help="Use only these trials; may be repeated."
)
@click.option("--measure", default="score", show_default=True, help="The measure of success, such as solved.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option(
    "--markdown", "as_markdown", is_flag=True, help="Print Markdown, for example for the summary of a CI job."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write the trials to a .parquet or .csv file.")
def command(
    paths: tuple[Path, ...],
    by: str | None,
    lift_of: str | None,
    levels: str | None,
    of_tasks: bool,
    filters: tuple[str, ...],
    measure: str,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
    out: Path | None,
) -> None:
    """Show the results of the jobs in DIR..., or of tables that were written with --out.

    Without --by, --lift or --tasks, each trial is a row.
    """
    if sum(map(bool, (by is not None, lift_of, of_tasks, out))) > 1:
        raise OptionError("--by, --lift, --tasks and --out exclude each other", fix="give one")
    form = one_form(json=as_json, csv=as_csv, markdown=as_markdown)
    if levels and not (by is not None or lift_of):
        raise OptionError("--levels requires --by or --lift")
    if not (by is not None or lift_of or of_tasks or out or filters or _has_tables(paths)):
        read = read_jobs(paths)
        if form == "table":
            _print_headings(paths)
        _print_trials(form, read)
        return
    results = load_filtered(paths, filters)
    if levels:
        results = results.with_levels(tag_names(levels))
    if out:
        _write(results, out)
    elif by is not None:
        _print_groups(form, results, [name for name in by.split(",") if name], measure)
    elif lift_of:
        _print_lift(form, results, lift_of, measure, by_level=bool(levels))
    elif of_tasks:
        _print_tasks(form, results, measure)
    else:
        _print_trials(form, _as_read(results))


def one_form(**flags: bool) -> str:
    """Return the name of the chosen output format, which is ``table`` by default."""
    forms = [name for name, is_wanted in flags.items() if is_wanted]
    if len(forms) > 1:
        raise OptionError("--json, --csv and --markdown exclude each other", fix="give one")
    return forms[0] if forms else "table"


def tag_names(levels: str) -> list[str]:
    """Return the tags in an option's value, which are separated by commas."""
    return [name.strip() for name in levels.split(",") if name.strip()]


def _has_tables(paths: Sequence[Path]) -> bool:
    return any(path.suffix in _TABLES and not path.is_dir() for path in paths)


def load_filtered(paths: Sequence[Path], filters: Sequence[str]) -> TrialTable:
    """Read results, and keep those that match all ``FACTOR=VALUE`` filters.

    Raises:
        UserError: A path, factor or value does not exist.
    """
    with needs_extra("report"):
        from headwater.analysis import FACTORS, load
    results = load(paths)
    for each in filters:
        name, separator, value = each.partition("=")
        if not separator or name not in FACTORS:
            raise OptionError(
                "not a factor and its value", where=each, fix=f"write FACTOR=VALUE, of {', '.join(FACTORS)}"
            )
        results = results.where(name, value)
    return results


def _write(results: TrialTable, out: Path) -> None:
    from headwater.analysis import write_table

    write_table(results.table, out)
    _warn(results.problems)
    click.echo(f"{counted(results.table.num_rows, 'trial')} in {out}", err=True)


def _as_read(results: TrialTable) -> ReadRows:
    from headwater.analysis import to_rows

    return ReadRows(tuple(to_rows(results.table)), results.problems)


def _warn(problems: Sequence[object]) -> None:
    for problem in problems:
        click.echo(f"headwater: {problem}", err=True)


def _print_headings(folders: Sequence[Path]) -> None:
    for folder in folders:
        for line in job_heading(JobFolder(folder).config()):
            click.echo(f"{folder}: {line}")


def _print_trials(form: str, read: ReadRows) -> None:
    """Print one row for each trial."""
    _warn(read.problems)
    if form == "json":
        print_json([to_plain(row) for row in read.rows])
    elif form == "csv":
        print_csv([to_plain(row) for row in read.rows])
    elif form == "markdown":
        raise OptionError("--markdown requires --by, --lift or --tasks")
    else:
        from headwater.cli._tables import print_trials

        print_trials(read.rows)
        excluded = sum(not row.is_evidence for row in read.rows)
        if excluded:
            text = f"excluded from scores: {excluded} of {counted(len(read.rows), 'trial')}"
            click.echo(f"{text}; --by agent shows the scores without them, and with them counted as 0")


def _print_groups(form: str, results: TrialTable, by: list[str], measure: str) -> None:
    from headwater.cli._baseline import over_baselines
    from headwater.cli._summary import overview, overview_rows, overview_sheets

    found = overview(results, by, measure)
    added = over_baselines(results, by, measure)
    sheets = [*overview_sheets(found), *(each.sheet(measure) for each in added)]
    notes = list(dict.fromkeys([*found.notes, *(note for each in added for note in each.notes)]))
    content = {**plain(found), "over_baselines": added} if added else found
    emit(form, content, overview_rows(found), sheets, notes)


def _print_lift(form: str, results: TrialTable, factor: str, measure: str, *, by_level: bool) -> None:
    from headwater.analysis import lift
    from headwater.cli._baseline import reference_agent
    from headwater.cli._summary import lift_notes, lift_rows, lift_sheet

    reference = reference_agent(results) if factor == "agent" else None
    within = ("agent", "tier") if by_level else "agent"
    found = lift(results, factor, reference=reference, within=within, measure=measure)
    emit(form, found, lift_rows(found), [lift_sheet(factor, found, measure)], lift_notes(found))


def _print_tasks(form: str, results: TrialTable, measure: str) -> None:
    from headwater.analysis import items
    from headwater.cli._summary import item_rows, item_sheet

    found = items(results, measure=measure)
    emit(form, found, item_rows(found), [item_sheet(found)], found.notes)


def emit(
    form: str, content: object, rows: Sequence[Mapping[str, object]], sheets: Sequence[Sheet], notes: Sequence[Note]
) -> None:
    """Print results as complete JSON, as CSV, as Markdown, or as tables."""
    from headwater.cli._sheets import as_markdown, print_sheets

    if form == "json":
        print_json(content)
    elif form == "csv":
        print_csv(rows, notes)
    elif form == "markdown":
        click.echo(as_markdown(sheets, notes), nl=False)
    else:
        print_sheets(sheets, notes)
