"""Draw the picture in the README: python scripts/picture.py JOB docs/demo.svg."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from headwater.cli._tables import legend, trial_lines
from headwater.jobs import JobFolder
from headwater.results import rows_of


def main() -> None:
    """Write a job's table as an SVG that loads no other files."""
    job, picture = Path(sys.argv[1]), Path(sys.argv[2])
    console = Console(record=True, width=118, force_terminal=True, file=StringIO())
    for line in trial_lines(rows_of(JobFolder(job.absolute())).rows, console.width):
        console.print(line, highlight=False)
    console.print(f"\n{legend()}", highlight=False)
    fonts_from, fonts_to = CONSOLE_SVG_FORMAT.index("@font-face"), CONSOLE_SVG_FORMAT.index(".{unique_id}-matrix")
    plain = CONSOLE_SVG_FORMAT[:fonts_from] + CONSOLE_SVG_FORMAT[fonts_to:]
    console.save_svg(str(picture), title="make demo", code_format=plain)


if __name__ == "__main__":
    main()
