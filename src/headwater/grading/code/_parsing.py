"""Finds files that do not parse in their own language."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from headwater.grading.code import _config, _sql
from headwater.grading.code._python import Unreadable, parse
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, readable, report

KIND = "unparsable"

_BASH_TIMEOUT_SEC = 5.0
_BASH_ERROR = re.compile(r"line (\d+): (.*)")


def unparsable(sources: Sequence[Source]) -> list[Finding]:
    """Finds files that do not parse: Python, JSON, TOML, YAML, SQL and shell.

    SQL is reported only if it is truncated in every dialect, and YAML only for mistakes that a scan of its lines can
    prove. Shell is checked by `bash -n`, which executes nothing, and is skipped if bash is missing. JSON with comments
    (`tsconfig.json`) and JSON Lines are accepted.

    Args:
        sources: Files in the workspace.

    Returns:
        Findings of kind `unparsable`, at most one per file. Python and shell files beyond the size limit are reported
        as well.
    """
    # A file that was already too large when the task shipped it is not the agent's fault.
    large = [
        Finding(source.path, 1, KIND, f"{PurePosixPath(source.path).name} is too large a program to be read.")
        for source in sources
        if source.text != source.shipped
        and language_of(source.path, source.text) in (Language.PYTHON, Language.SHELL)
        and not readable(source.path, source.text)
        and (source.shipped is None or readable(source.path, source.shipped))
    ]
    return large + report(sources, _detect)


def _detect(path: str, text: str) -> list[Hit]:
    fault = _fault(path, text)
    if fault is None:
        return []
    message = f"{PurePosixPath(path).name} {fault.reason.rstrip('.')}."
    return [Hit(fault.line, KIND, "", message)]


def _fault(path: str, text: str) -> Unreadable | None:
    match language_of(path, text):
        case Language.PYTHON:
            tree = parse(text)
            return tree if isinstance(tree, Unreadable) else None
        case Language.JSON:
            return _json(path, text)
        case Language.TOML:
            return _toml(text)
        case Language.YAML:
            return _yaml(text)
        case Language.SQL:
            reason = _sql.fault_of(text)
            return Unreadable(1, f"is truncated SQL: {reason}") if reason else None
        case Language.SHELL:
            return _shell(text)
        case _:
            return None


def _json(path: str, text: str) -> Unreadable | None:
    pure = PurePosixPath(path)
    if pure.name.startswith(("tsconfig", "jsconfig")) or {".vscode", ".devcontainer"} & set(pure.parts):
        return None
    try:
        json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        return None if _is_json_lines(text) else Unreadable(error.lineno, f"is not valid JSON: {error.msg}")
    except ValueError as error:
        return Unreadable(1, f"is not valid JSON: {error}")
    except RecursionError:
        return Unreadable(1, "is nested too deeply to be read")
    return None


def _is_json_lines(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return len(lines) > 1 and all(isinstance(json.loads(line), dict | list) for line in lines)
    except (ValueError, RecursionError):
        return False


def _toml(text: str) -> Unreadable | None:
    try:
        tomllib.loads(text.removeprefix("\ufeff"))
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        return Unreadable(int(line[1]) if line else 1, f"is not valid TOML: {error}")
    except RecursionError:
        return Unreadable(1, "is nested too deeply to be read")
    return None


def _yaml(text: str) -> Unreadable | None:
    """Find two mistakes that need no full parser: a tab that indents a key, and a second colon in a plain value."""
    if "{%" in text or "{{" in text:
        return None
    for line in _config.yaml_lines(text):
        value = line.value
        if value and value[0] not in "'\"[{&*!|>" and re.match(r"[^'\"\[{]*?\w: +\w", value):
            return Unreadable(line.number, "is not valid YAML: a value has a second colon")
    return _tab(text)


def _tab(text: str) -> Unreadable | None:
    if re.search(r"[|>][+\-\d]{0,2}[ ]*$|[\[{'\"]", text, re.MULTILINE):
        return None  # inside blocks, flows and quoted strings, a tab is content
    for number, line in enumerate(text.splitlines(), start=1):
        if re.match(r" *\t[ \t]*(- )?[\w.\-]+:( |$)", line):
            return Unreadable(number, "is not valid YAML: a tab indents a key")
    return None


@lru_cache(maxsize=64)
def _shell(text: str) -> Unreadable | None:
    if re.match(r"#![^\n]*\b(zsh|fish|ksh)\b", text):
        return None
    try:
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-n"],
            input=text.encode("utf-8", "replace"),
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},  # bash would execute BASH_ENV
            capture_output=True,
            cwd="/",
            timeout=_BASH_TIMEOUT_SEC,
            check=False,
        )
    except FileNotFoundError:
        return None
    except subprocess.TimeoutExpired:
        return Unreadable(1, "takes bash too long to be read")
    if done.returncode == 0:
        return None
    error = _BASH_ERROR.search(done.stderr.decode("utf-8", "replace")[:2000])
    if error is None:
        return Unreadable(1, "cannot be read by bash")
    return Unreadable(int(error[1]), f"is not valid shell: {error[2]}")
