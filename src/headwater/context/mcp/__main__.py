"""The server without the command line, as sandboxes start it.

``python -m headwater.context.mcp FOLDER INDEX [MADE]``, where ``MADE`` is an index that was made before, by
``python -m headwater.context.live``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from headwater.context import Index
from headwater.context.live import LiveProject
from headwater.context.mcp import serve_stdio


def main() -> None:
    """Serve a folder over standard input and output; an index that is not there begins as a copy of one made before."""
    folder, index, *made = map(Path, sys.argv[1:])
    if made and made[0].is_dir() and not index.exists():
        shutil.copytree(made[0], index)
    serve_stdio(LiveProject(folder, Index(index.absolute(), folder.absolute())))


if __name__ == "__main__":
    main()
