"""From reference code to the files that a question needs."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from headwater.suites.discovery.targets._flow import Flow, TooLongError
from headwater.suites.discovery.targets._paths import Parts, distinct, parts_of

_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
"""Lines of a notebook that are no Python."""


@dataclass(frozen=True)
class Targets:
    """The files from which the output of a program derives.

    Attributes:
        files: Each by the folder of its data set and its path there, or by as much as the program says.
        unused: Files that it reads, and that nothing that it shows derives from.
        problem: Why the files are unknown, or not all of them; empty if they are known.
        is_remote: Whether it reads from the network.
    """

    files: tuple[Parts, ...]
    unused: tuple[Parts, ...] = ()
    problem: str = ""
    is_remote: bool = False


def parse_code(code: str) -> ast.Module:
    """Parse a program, or the cells of a notebook.

    Raises:
        ValueError: It is no Python; says where.
    """
    try:
        return ast.parse(_MAGIC.sub(r"\1pass", code))
    except SyntaxError as error:
        raise ValueError(f"line {error.lineno}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise ValueError(str(error) or "nested too deeply") from None


def derive_targets(code: str) -> Targets:
    """Follow data through a program, without running it, from the files that it reads to what it shows."""
    flow = Flow()
    try:
        flow.follow(parse_code(code))
    except ValueError as error:
        return Targets((), problem=f"the reference code is no Python: {error}")
    except (TooLongError, RecursionError):
        return Targets((), problem="the reference code takes too long to follow")
    used = flow.shown if flow.has_output else set(flow.reads)
    files = distinct(parts_of(path) for path in used)
    unused = [path for path in distinct(map(parts_of, flow.reads)) if path not in files]
    return Targets(files, tuple(unused), _problem(files, flow), flow.is_remote)


def _problem(files: tuple[Parts, ...], flow: Flow) -> str:
    open_ended = [path for path in files if any("*" in part or "?" in part for part in path)]
    if open_ended:
        return f"the reference code reads a whole folder: {'/'.join(open_ended[0])}"
    if flow.has_unknown:
        return "the reference code reads a file whose path it does not say"
    if files:
        return ""
    return "the reference code shows nothing of what it reads" if flow.reads else "the reference code reads no file"
