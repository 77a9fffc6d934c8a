"""Builds the index that a folder's MCP servers copy at start: ``python -m headwater.context.live FOLDER INDEX``."""

from __future__ import annotations

import sys
from pathlib import Path

from headwater.context import Index
from headwater.context.live import LiveProject


def main() -> None:
    """Index a folder. Without a dbt project, there is no lineage, but tables can still be searched."""
    folder, index = map(Path, sys.argv[1:])
    project = LiveProject(folder, Index(index.absolute(), folder.absolute()))
    project.make()
    project.close()


if __name__ == "__main__":
    main()
