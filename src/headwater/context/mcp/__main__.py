"""The server without the command line, as sandboxes start it.

``python -m headwater.context.mcp FOLDER INDEX [MADE [DOCUMENTS]]``, where ``MADE`` is an index that was made before, by
``python -m headwater.context.live`` or ``headwater.context.prepare``, and ``DOCUMENTS`` has semantic layer and wiki.
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
    folder, index, *given = map(Path, sys.argv[1:])
    made, documents = [*given, None, None][:2]
    if made is not None and made.is_dir() and not index.exists():
        shutil.copytree(made, index)
    serve_stdio(LiveProject(folder, Index(index.absolute(), folder.absolute(), documents)))


if __name__ == "__main__":
    main()
