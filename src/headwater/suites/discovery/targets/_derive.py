"""Derives the files that a question needs from its reference code."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from enum import StrEnum

from headwater.suites.discovery.targets._evaluation import TooLongError
from headwater.suites.discovery.targets._flow import Flow
from headwater.suites.discovery.targets._paths import Parts, distinct, has_folder, parts_of

_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
"""Lines in a notebook that are not Python."""


class Cause(StrEnum):
    """The reason why the files of a question are unknown."""

    INVALID_CODE = "the reference code is no Python"
    TOO_LONG = "the reference code takes too long to follow"
    NO_FILE = "the reference code reads no file"
    NOTHING_SHOWN = "the reference code shows nothing of what it reads"
    FOLDER = "the reference code reads a whole folder"
    UNKNOWN_PATH = "the reference code reads a file whose path it does not say"
    NO_FOLDER = "the reference code names a file without its data set"


@dataclass(frozen=True)
class Targets:
    """The files from which a program's output derives.

    Attributes:
        files: The path of each file, beginning with its dataset folder, or as much of the path as the program contains.
        unused: Files that the program reads but that do not contribute to its output.
        cause: Why some or all files are unknown. None if all are known.
        detail: Details of the cause, such as the line or the path.
        is_remote: Whether the program reads from the network.
    """

    files: tuple[Parts, ...]
    unused: tuple[Parts, ...] = ()
    cause: Cause | None = None
    detail: str = ""
    is_remote: bool = False

    @property
    def problem(self) -> str:
        """The cause in one line, or an empty string if the files are known."""
        if self.cause is None:
            return ""
        return f"{self.cause}: {self.detail}" if self.detail else self.cause.value


def parse_code(code: str) -> ast.Module:
    """Parse a program, or the cells of a notebook.

    Raises:
        ValueError: The code is not Python. The message names the line.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns, for example, about invalid escapes in string literals
            return ast.parse(_MAGIC.sub(r"\1pass", code))
    except SyntaxError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}") from None
    # Null characters raise ValueError, and deep nesting raises RecursionError or MemoryError.
    except (ValueError, RecursionError, MemoryError) as error:
        raise ValueError(str(error) or "nested too deeply") from None


def derive_targets(code: str) -> Targets:
    """Trace data through a program from the files that it reads to its output, without running the program."""
    try:
        program = parse_code(code)
    except ValueError as error:
        return Targets((), cause=Cause.INVALID_CODE, detail=str(error))
    flow = Flow()
    try:
        flow.follow(program)
    except (TooLongError, RecursionError):
        return Targets((), cause=Cause.TOO_LONG)
    used = flow.shown if flow.has_output else set(flow.reads)
    files = distinct(parts_of(path) for path in used)
    unused = [path for path in distinct(map(parts_of, flow.reads)) if path not in files]
    cause, detail = _unknown(files, flow)
    return Targets(files, tuple(unused), cause, detail, flow.is_remote)


def _unknown(files: tuple[Parts, ...], flow: Flow) -> tuple[Cause | None, str]:
    for path in files:
        if any("*" in part or "?" in part for part in path):
            return Cause.FOLDER, "/".join(path)
    if flow.has_unknown:
        return Cause.UNKNOWN_PATH, ""
    if not files:
        return (Cause.NOTHING_SHOWN if flow.reads else Cause.NO_FILE), ""
    bare = [path for path in files if not has_folder(path)]
    return (Cause.NO_FOLDER, bare[0][0]) if bare else (None, "")
