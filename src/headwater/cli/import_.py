"""``headwater import``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.extras import needs_extra
from headwater.plurals import counted
from headwater.results import read_dec_bench


@click.group("import")
def command() -> None:
    """Read published results of other benchmarks, to analyze or to score again."""


@command.command("dec-bench")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--out", default="dec-bench.parquet", show_default=True, type=click.Path(path_type=Path), help="The table to write."
)
@click.option(
    "--recount-cost",
    is_flag=True,
    help="Recompute costs from tokens, because the published costs count some of them twice.",
)
def dec_bench(path: Path, out: Path, recount_cost: bool) -> None:
    """Convert the runs of DEC Bench in PATH to a table.

    PATH is a folder with its result files, or a CSV of its runs.

    Result files contain every assertion, so `score` is computed again by Headwater's formula. A CSV contains only
    the published score, which becomes `dec_bench_score`. `headwater results FILE --measure dec_bench_score` shows the
    table.
    """
    with needs_extra("report"):
        from headwater.analysis import to_table, write_table
    read = read_dec_bench(path, recount_cost=recount_cost)
    for problem in read.problems:
        click.echo(f"headwater: {problem}", err=True)
    write_table(to_table(read.rows), out)
    click.echo(f"{counted(len(read.rows), 'run')} in {out}")
