"""Implements ``headwater build warehouse raw``."""

from __future__ import annotations

import re
from pathlib import Path

import click

from headwater.errors import OptionError, access_error
from headwater.simulation import write_partition


@click.command("raw")
@click.option(
    "--scale", type=float, metavar="N", default=1.0, show_default=True, help="Scale factor; 1.0 is 6,000 accounts."
)
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", default=1, show_default=True, help="Random seed of the company."
)
@click.option("--partition", default="1/1", show_default=True, metavar="I/N", help="Write part I of N.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    required=True,
    help="Folder for the files.",
)
def command(scale: float, seed: int, partition: str, out: Path) -> None:
    """Write the raw tables of the company as Parquet, in one or more parts, which different machines can write.

    Each table is a folder in DIR, and each part is a file in it. All parts with the same scale and seed form the
    company.
    """
    numbers = re.fullmatch(r"(\d{1,9})/(\d{1,9})", partition)
    if not numbers:
        raise OptionError("write it as 3/8, the third of eight parts", where=f"--partition {partition}")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise access_error(error, f"--out {out}", "choose another folder") from None
    write_partition(out, int(numbers[1]), int(numbers[2]), scale, seed, lambda text: click.echo(text, err=True))
