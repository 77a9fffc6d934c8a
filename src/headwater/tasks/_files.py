"""Lists and reads the files in a task folder, and names them in errors."""

from __future__ import annotations

import ast
import stat
from collections.abc import Iterator
from pathlib import Path

from headwater.errors import InvalidTaskError

_IGNORED_NAMES = frozenset({"__pycache__", ".gitkeep"})


def show(path: Path) -> str:
    """Return a path for an error message, relative to the working directory if it is below that."""
    absolute = path.absolute()
    current_folder = Path.cwd()
    return str(absolute.relative_to(current_folder) if absolute.is_relative_to(current_folder) else absolute)


def is_ignored(path: Path) -> bool:
    """Return whether a file or folder is not part of the task, because Python created it or it exists only for git."""
    return path.name in _IGNORED_NAMES or path.suffix == ".pyc"


def files_below(root: Path) -> Iterator[Path]:
    """Yield, in sorted order, every file under a folder that belongs to the task.

    If the folder is missing, yield nothing.

    Raises:
        InvalidTaskError: A path is neither a file nor a folder. Symbolic links are refused because a task's content
            could then change without its digest changing, and because they could lead out of the folder.
    """
    if not root.is_dir():
        return
    for path in sorted(root.iterdir()):
        if is_ignored(path):
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode):
            yield from files_below(path)
        elif stat.S_ISREG(mode):
            yield path
        else:
            what = "a symbolic link" if stat.S_ISLNK(mode) else "not a regular file"
            raise InvalidTaskError(f"is {what}", where=show(path), fix="replace it by a regular file")


def read_text(path: Path) -> str:
    """Return the text of a required file.

    Raises:
        InvalidTaskError: The file is missing or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (FileNotFoundError, IsADirectoryError):
        raise InvalidTaskError("missing file", where=show(path), fix="create it") from None
    except UnicodeDecodeError as error:
        raise InvalidTaskError(f"not UTF-8 at byte {error.start}", where=show(path), fix="save it as UTF-8") from error


def require_text(path: Path) -> None:
    """Check that a required file has text.

    Raises:
        InvalidTaskError: The file is missing, is not UTF-8 or is empty.
    """
    if not read_text(path).strip():
        raise InvalidTaskError("is empty", where=show(path), fix="write it")


def parse_python(path: Path) -> ast.Module:
    """Parse a Python file.

    Raises:
        InvalidTaskError: The file is missing or is not Python. The message names the line.
    """
    text = read_text(path)
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise InvalidTaskError(f"not valid Python: {error.msg}", where=f"{show(path)}:{error.lineno or 1}") from error
    except ValueError as error:  # the file contains a NUL, which raises this only before Python 3.12
        raise InvalidTaskError(f"not valid Python: {error}", where=show(path)) from error
