"""Removes tests from a project's files without affecting other tests."""

from __future__ import annotations

import re
from collections.abc import Mapping

from headwater.dbt.engine import DataTest, Plan

_ITEM = re.compile(r"^(\s*)- ")


def without_tests(texts: Mapping[str, str], plan: Plan, tests: list[str]) -> tuple[dict[str, str], list[str]] | None:
    """Return the changed files, and the files to remove. Return None if a test cannot be removed on its own.

    Args:
        texts: The project's files.
        plan: The plan of the project.
        tests: The unique ids of the tests.
    """
    changed: dict[str, str] = {}
    removed: list[str] = []
    lines_by_file: dict[str, set[int]] = {}
    for uid in tests:
        test = plan.tests.get(uid) or plan.unit_tests[uid]
        if isinstance(test, DataTest) and test.kind == "singular":
            removed.append(test.file)
        else:
            lines_by_file.setdefault(test.file, set()).add(test.line)
    for file, starts in lines_by_file.items():
        text = _without_items(changed.get(file, texts[file]), starts)
        if text is None:
            return None
        changed[file] = text
    return changed, removed


def _without_items(text: str, starts: set[int]) -> str | None:
    """Remove the list items that begin at these lines, and any key whose list becomes empty."""
    lines = text.splitlines(keepends=True)
    removed: set[int] = set()
    for start in starts:
        found = _ITEM.match(lines[start - 1])
        if found is None:
            return None
        indent = len(found[1])
        end = start
        while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > indent):
            end += 1
        while end > start and not lines[end - 1].strip():
            end -= 1
        removed.update(range(start - 1, end))
    kept_lines = [(number, line) for number, line in enumerate(lines) if number not in removed]
    result = []
    for index, (_, line) in enumerate(kept_lines):
        following = kept_lines[index + 1][1] if index + 1 < len(kept_lines) else ""
        if re.match(r"\s*(- )?(data_tests|tests|unit_tests):\s*$", line) and not _continues(line, following):
            if line.lstrip().startswith("- "):
                return None
            continue
        result.append(line)
    return "".join(result)


def _continues(key: str, following: str) -> bool:
    """Return whether a list follows its key."""
    return bool(_ITEM.match(following)) and _indent(following) >= _indent(key)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
