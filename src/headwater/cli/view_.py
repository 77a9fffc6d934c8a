"""``headwater view``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.errors import NotFoundError
from headwater.extras import needs_extra


@click.command("view")
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path), metavar="[DIR]...")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; one that other machines can reach requires a token.",
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=7878, show_default=True, metavar="N", help="Port to listen on."
)
def command(folders: tuple[Path, ...], host: str, port: int) -> None:
    """Serve the site of the jobs in DIR..., and update it while they run. The default is all jobs below jobs/."""
    chosen = folders or tuple(sorted(path.parent for path in Path("jobs").glob("*/job.json")))
    if not chosen:
        raise NotFoundError("no job there", where="jobs/", fix="name the folder that `headwater run` printed")
    with needs_extra("report"):
        from headwater.report.live import choose_address, serve
    address = choose_address(host, port)
    serve(chosen, address, lambda: click.echo(f"{address.url}  (Ctrl-C stops the server)"))
