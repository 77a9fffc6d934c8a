"""``headwater report``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.extras import needs_extra
from headwater.plurals import counted


@click.command("report")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="DIR...")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("site"), show_default=True, help="Folder for the site."
)
def command(folders: tuple[Path, ...], out: Path) -> None:
    """Write a static site about the jobs in DIR..., which can be opened in a browser, mailed or hosted."""
    from rich.progress import Progress

    with needs_extra("report"):
        from headwater.report.build import build_site
    with Progress(transient=True) as bar:
        task = bar.add_task("trials", total=None)
        built = build_site(folders, out, lambda done, total: bar.update(task, completed=done, total=total))
    for problem in built.problems:
        click.echo(f"headwater: {problem}", err=True)
    click.echo(f"{out / 'index.html'}: {counted(built.trials, 'trial')}, {built.size / (1 << 20):.1f} MiB")
