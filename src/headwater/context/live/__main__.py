"""``python -m headwater.context.live FOLDER INDEX``: make the index that servers of this folder start with."""

from __future__ import annotations

import sys
from pathlib import Path

from headwater.context import Index
from headwater.context.live import LiveProject


def main() -> None:
    """Read a folder; one without a dbt project has no lineage, but its tables are searched."""
    folder, index = map(Path, sys.argv[1:])
    project = LiveProject(folder, Index(index.absolute(), folder.absolute()))
    project.make()
    project.close()


if __name__ == "__main__":
    main()
