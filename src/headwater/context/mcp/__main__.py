"""Starts the server without Headwater's command line, for use in sandboxes.

``python -m headwater.context.mcp FOLDER INDEX [MADE [DOCUMENTS]]``: ``MADE`` is an index that ``python -m
headwater.context.live`` or ``headwater.context.prepare`` has built, and ``DOCUMENTS`` is the folder of the semantic
layer and the wiki.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from headwater.context import Index
from headwater.context.live import LiveProject
from headwater.context.mcp import serve_stdio


def main() -> None:
    """Serve a folder over standard input and output. Without an index, start with a copy of the prebuilt one."""
    folder, index, *paths = map(Path, sys.argv[1:])
    made_folder, documents = [*paths, None, None][:2]
    if made_folder is not None and made_folder.is_dir() and not index.exists():
        shutil.copytree(made_folder, index)
    serve_stdio(LiveProject(folder, Index(index.absolute(), folder.absolute(), documents)))


if __name__ == "__main__":
    main()
