"""``python -m headwater.context.mcp FOLDER INDEX``: the server without the command line, as sandboxes start it."""

from __future__ import annotations

import sys
from pathlib import Path

from headwater.context import Index
from headwater.context.live import LiveProject
from headwater.context.mcp import serve_stdio


def main() -> None:
    """Serve a folder over standard input and output."""
    folder, index = map(Path, sys.argv[1:])
    serve_stdio(LiveProject(folder, Index(index.absolute(), folder.absolute())))


if __name__ == "__main__":
    main()
